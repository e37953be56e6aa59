//! Drops tests that assert nothing, unless such a test alone covers a goal. Goals of the criterion
//! `ordinary-call` do not count, because a test without assertion does not show what a method does.

use std::cmp::Reverse;
use std::time::Instant;

use execution::run::Executor;
use goals::{Criterion, GoalId};
use testcase::{CheckedTest, TestCase};

use crate::redundancy::needed_tests;

/// Drops tests that have neither an assertion nor an expected exception, if the remaining tests cover the
/// same goals, except for those of `ordinary-call`. The longest tests are dropped first. `is_needed` returns
/// whether a test must be kept for another reason, for example because it ends differently with a mutant.
///
/// Returns all tests if there is no time to run them before the deadline.
pub fn drop_unasserted(
    executor: &mut Executor,
    tests: Vec<CheckedTest>,
    is_needed: &dyn Fn(&CheckedTest) -> bool,
    deadline: Instant,
) -> Vec<CheckedTest> {
    let mut candidates: Vec<usize> =
        (0..tests.len()).filter(|&test| !tests[test].has_check() && !is_needed(&tests[test])).collect();
    if candidates.is_empty() {
        return tests;
    }
    let cases: Vec<TestCase> = tests.iter().map(|test| test.case.clone()).collect();
    let evaluations = executor.evaluate(&cases, &|_, _| Vec::new(), deadline);
    if evaluations.len() < tests.len() {
        return tests;
    }
    let counts = |goal: &GoalId| executor.goals.criterion(*goal) != Criterion::OrdinaryCall;
    let covered = evaluations.iter().map(|it| it.covered.iter().copied().filter(counts).collect());
    let covered: Vec<Vec<GoalId>> = covered.collect();
    let covered: Vec<&[GoalId]> = covered.iter().map(Vec::as_slice).collect();
    candidates.sort_by_key(|&test| Reverse(cases[test].size()));
    let is_needed = needed_tests(&covered, candidates);
    tests.into_iter().zip(is_needed).filter(|(_, is_needed)| *is_needed).map(|(test, _)| test).collect()
}
