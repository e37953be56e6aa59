//! Dropping of tests without assertions. Such a test remains only if it alone covers a goal.

use suite::unasserted::drop_unasserted;
use testcase::{Assertion, CheckedTest, Literal, Observation, TestCase, Var};
use types::World;

use crate::setup::{Setup, gauge_call, gauge_test, no_deadline, world};

/// Adds an assertion to a test: the last statement returns the integer `expected`.
fn with_assertion(case: &TestCase, expected: i32) -> CheckedTest {
    let last = case.len() as u32 - 1;
    let expected = Observation::Literal(Literal::Int(expected));
    let assertions = vec![Assertion { var: Var(last), expected, after: last }];
    CheckedTest { assertions, ..CheckedTest::new(case.clone()) }
}

/// Returns the statements of the tests that remain.
fn remaining_tests(world: &World, tests: Vec<CheckedTest>) -> Vec<TestCase> {
    let mut setup = Setup::gauge(world);
    let remaining = drop_unasserted(&mut setup.executor(), tests, &|_| false, no_deadline());
    remaining.into_iter().map(|test| test.case).collect()
}

#[test]
fn a_test_without_assertion_is_dropped_if_tests_with_assertions_cover_its_goals() {
    let world = world();
    let [high, higher, low] = [500, 700, -1].map(|number| gauge_call(&world, "sign", &[number]));
    let tests = vec![CheckedTest::new(high), with_assertion(&higher, 1), CheckedTest::new(low.clone())];
    assert_eq!(remaining_tests(&world, tests), [higher, low]);
}

#[test]
fn a_test_without_assertion_is_dropped_if_it_alone_shows_an_ordinary_call() {
    let world = world();
    let [ordinary, unusual] = [500, 5_000_000].map(|number| gauge_call(&world, "sign", &[number]));
    let mut setup = Setup::called_gauge(&world);
    let mut goals = |test: &TestCase| setup.covered(std::slice::from_ref(test)).len();
    assert!(goals(&ordinary) > goals(&unusual));
    let tests = vec![CheckedTest::new(ordinary), with_assertion(&unusual, 1)];
    let remaining = drop_unasserted(&mut setup.executor(), tests, &|_| false, no_deadline());
    assert_eq!(remaining, [with_assertion(&unusual, 1)]);
}

#[test]
fn the_shorter_of_two_tests_without_assertion_for_the_same_goal_remains() {
    let world = world();
    let short = gauge_call(&world, "sign", &[500]);
    let long = gauge_test(&world, |builder, gauge| {
        for value in [500, 600] {
            let value = builder.int(value);
            builder.call_named(gauge, "sign", &[value]);
        }
    });
    assert_eq!(
        remaining_tests(&world, vec![CheckedTest::new(long), CheckedTest::new(short.clone())]),
        [short]
    );
}
