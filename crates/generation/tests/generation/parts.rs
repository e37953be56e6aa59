//! Splitting of a test into independent parts: shorter tests that share no objects with each other.

use generation::validity;
use testcase::{StatementKind, TestCase};

use crate::setup::{random_tests, shop, world};

const TESTS: usize = 300;

/// Returns the number of statements that are neither literals nor reads of static fields. A part has its own
/// copies of literals and of such reads.
fn indivisible_statements(test: &TestCase) -> usize {
    let is_copied = |kind: &StatementKind| {
        matches!(kind, StatementKind::Literal(_) | StatementKind::ReadField { receiver: None, .. })
    };
    test.statements.iter().filter(|it| !is_copied(&it.kind)).count()
}

#[test]
fn independent_parts_of_a_test_are_valid_and_indivisible_and_contain_all_its_statements() {
    let world = world();
    let context = shop(&world);
    let mut split_tests = 0;
    for test in random_tests(&context, TESTS) {
        let parts = test.independent_parts();
        split_tests += usize::from(!parts.is_empty());
        assert!(test.contains(&test), "{test:?}");
        for part in &parts {
            assert!(validity::check(&context.cluster, part).is_ok(), "{part:?}");
            assert_eq!(part.independent_parts(), [], "{part:?}");
            assert!(!part.contains(&test), "{part:?} of {test:?}");
        }
        assert!(
            parts.is_empty()
                || parts.iter().map(indivisible_statements).sum::<usize>() == indivisible_statements(&test),
            "{test:?}"
        );
    }
    assert!(split_tests > TESTS / 10, "{split_tests}");
}
