//! Drops tests that assert nothing, unless such a test alone covers a goal.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Instant;

use execution::run::Executor;
use goals::GoalId;
use testcase::{CheckedTest, TestCase};

/// Drops tests that have neither an assertion nor an expected exception, if the remaining tests cover the
/// same goals. The longest tests are dropped first. `is_needed` returns whether a test is kept for another
/// reason, for example because it kills a mutant by ending in another way.
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
    let mut covering_tests: BTreeMap<GoalId, usize> = BTreeMap::new();
    for goal in evaluations.iter().flat_map(|evaluation| &evaluation.covered) {
        *covering_tests.entry(*goal).or_default() += 1;
    }
    candidates.sort_by_key(|&test| Reverse(cases[test].size()));
    let mut is_dropped = vec![false; tests.len()];
    for test in candidates {
        let covered = &evaluations[test].covered;
        is_dropped[test] = covered.iter().all(|goal| covering_tests[goal] > 1);
        if is_dropped[test] {
            covered.iter().for_each(|goal| *covering_tests.entry(*goal).or_default() -= 1);
        }
    }
    tests.into_iter().zip(is_dropped).filter(|(_, is_dropped)| !is_dropped).map(|(test, _)| test).collect()
}
