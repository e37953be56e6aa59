//! What tests fall apart into.

use generation::validity;
use testcase::{StatementKind, TestCase};

use crate::setup::{random_tests, shop, world};

const TESTS: usize = 300;

fn makers(test: &TestCase) -> usize {
    test.statements.iter().filter(|it| !matches!(it.kind, StatementKind::Literal(_))).count()
}

#[test]
fn parts_are_valid_whole_and_all_that_there_is() {
    let world = world();
    let context = shop(&world);
    let mut several = 0;
    for test in random_tests(&context, TESTS) {
        let parts = test.independent_parts();
        several += usize::from(!parts.is_empty());
        assert!(test.contains(&test), "{test:?}");
        for part in &parts {
            assert!(validity::check(&context.cluster, part).is_ok(), "{part:?}");
            assert_eq!(part.independent_parts(), [], "{part:?}");
            assert!(!part.contains(&test), "{part:?} of {test:?}");
        }
        assert!(parts.is_empty() || parts.iter().map(makers).sum::<usize>() == makers(&test), "{test:?}");
    }
    assert!(several > TESTS / 10, "{several}");
}
