//! Selects a small set of tests that covers the same goals.

use execution::run::{Evaluation, executed_part, thrown_class};
use goals::GoalId;
use testcase::TestCase;

use super::SuiteTest;
use crate::redundancy::needed_tests;

/// Selects a small set of the executed tests, and assigns each goal to the first test that covers it.
///
/// The tests are sorted: first the tests without exception, then the tests with an exception, both by size.
/// From the last test to the first, a test is removed if the remaining tests cover its goals.
pub(super) fn select(tests: &[TestCase], evaluations: Vec<Evaluation>) -> Vec<SuiteTest> {
    let mut candidates: Vec<SuiteTest> = tests
        .iter()
        .zip(evaluations)
        .map(|(test, Evaluation { execution, covered, .. })| SuiteTest {
            exception: thrown_class(&execution.outcome).cloned(),
            ..SuiteTest::new(executed_part(test, &execution), covered)
        })
        .filter(SuiteTest::is_needed)
        .collect();
    candidates.sort_by_key(|it| (it.exception.is_some(), it.test.size()));
    let goal_count = candidates.iter().flat_map(|it| &it.goals).max().map_or(0, |last| last.index() + 1);
    let covered: Vec<&[GoalId]> = candidates.iter().map(|it| &it.goals[..]).collect();
    let is_needed = needed_tests(&covered, (0..candidates.len()).rev());
    let mut is_assigned = vec![false; goal_count];
    let mut selected_tests: Vec<SuiteTest> =
        candidates.into_iter().zip(is_needed).filter(|(_, needed)| *needed).map(|(it, _)| it).collect();
    for test in &mut selected_tests {
        test.goals.retain(|&goal| !std::mem::replace(&mut is_assigned[goal.index()], true));
    }
    selected_tests.retain(SuiteTest::is_needed);
    selected_tests
}

/// Merges equal tests into one test with the goals of all merged tests.
pub(super) fn merge_equal(tests: Vec<SuiteTest>) -> Vec<SuiteTest> {
    let mut merged_tests: Vec<SuiteTest> = Vec::new();
    for test in tests {
        match merged_tests.iter_mut().find(|it| it.test == test.test) {
            Some(equal) => {
                equal.goals.extend(test.goals);
                equal.is_evaluated &= test.is_evaluated;
                equal.are_assertions_selected |= test.are_assertions_selected;
            }
            None => merged_tests.push(test),
        }
    }
    merged_tests
}
