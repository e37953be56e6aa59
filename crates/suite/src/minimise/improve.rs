//! Changes tests step by step so that they still cover their goals and end in the same way.

use std::time::Instant;

use execution::run::{Evaluation, Executor, executed_part, thrown_class};
use goals::GoalId;
use mutation::MutantId;
use testcase::TestCase;

use super::SuiteTest;

/// Proposes a change of a test. Its parameters are the index of the test, the test, and whether the last
/// proposal for this test was accepted (`None` before the first proposal). Returns `None` if there are no
/// more proposals for the test.
pub(super) type Propose<'a> = dyn FnMut(usize, &SuiteTest, Option<bool>) -> Option<TestCase> + 'a;

/// Replaces tests by proposed changes that cover the same goals, until there are no more proposals or the
/// deadline is reached.
///
/// Each batch runs one proposal for each test.
pub(super) fn improve(
    executor: &mut Executor,
    suite: &mut [SuiteTest],
    deadline: Instant,
    propose: &mut Propose<'_>,
) {
    improve_if(executor, suite, deadline, propose, &|_, _, _| true);
}

/// Does the same as [`improve`] with the proposals for which `is_acceptable` returns true. Its parameters are
/// the test, the proposal, and the result of the proposal.
pub(super) fn improve_if(
    executor: &mut Executor,
    suite: &mut [SuiteTest],
    deadline: Instant,
    propose: &mut Propose<'_>,
    is_acceptable: &dyn Fn(&SuiteTest, &TestCase, &Evaluation) -> bool,
) {
    let mut was_accepted: Vec<Option<bool>> = vec![None; suite.len()];
    let mut survivors: Vec<Option<MutantId>> = vec![None; suite.len()];
    let mut unfinished_tests: Vec<usize> =
        (0..suite.len()).filter(|&index| suite[index].is_evaluated).collect();
    while Instant::now() < deadline && !(executor.interrupted)() {
        let mut candidates = Vec::new();
        unfinished_tests.retain(|&index| {
            let candidate = propose(index, &suite[index], was_accepted[index]);
            let has_proposal = candidate.is_some();
            candidates.extend(candidate);
            has_proposal
        });
        if candidates.is_empty() {
            return;
        }
        let evaluations = evaluate(executor, suite, &unfinished_tests, &candidates, &survivors, deadline);
        for ((&index, candidate), evaluation) in unfinished_tests.iter().zip(candidates).zip(evaluations) {
            survivors[index] = evaluation.survivor.or(survivors[index]);
            let is_accepted = is_acceptable(&suite[index], &candidate, &evaluation)
                && replace_if_equivalent(&mut suite[index], &candidate, &evaluation);
            was_accepted[index] = Some(is_accepted);
        }
    }
}

/// Returns, for each test, whether it covers its goals and ends as before. The value is false for tests that
/// did not run before the deadline.
pub(super) fn cover_their_goals(
    executor: &mut Executor,
    suite: &[SuiteTest],
    deadline: Instant,
) -> Vec<bool> {
    let all_indices: Vec<usize> = (0..suite.len()).collect();
    let tests: Vec<TestCase> = suite.iter().map(|it| it.test.clone()).collect();
    let survivors = vec![None; suite.len()];
    let evaluations = evaluate(executor, suite, &all_indices, &tests, &survivors, deadline);
    let mut is_covered: Vec<bool> =
        suite.iter().zip(&evaluations).map(|(test, evaluation)| is_equivalent(test, evaluation)).collect();
    is_covered.resize(suite.len(), false);
    is_covered
}

/// Runs candidates: changed copies of the tests with the indices `indices`. A candidate runs on the mutants
/// that the original test must kill only if the candidate covers all other goals of the original test. Each
/// candidate first runs on the mutant in `survivors`, which survived an earlier change of the same test.
fn evaluate(
    executor: &mut Executor,
    suite: &[SuiteTest],
    indices: &[usize],
    candidates: &[TestCase],
    survivors: &[Option<MutantId>],
    deadline: Instant,
) -> Vec<Evaluation> {
    let goals = executor.goals;
    let mutants = |candidate: usize, covered: &[GoalId]| {
        let required = &suite[indices[candidate]].goals;
        let (mutants, others): (Vec<GoalId>, Vec<GoalId>) =
            required.iter().partition(|goal| goals.strong_mutant(**goal).is_some());
        if !others.iter().all(|goal| covered.binary_search(goal).is_ok()) {
            return Vec::new();
        }
        let mut mutants: Vec<MutantId> =
            mutants.into_iter().filter_map(|goal| goals.strong_mutant(goal)).collect();
        mutants.sort_by_key(|&mutant| survivors[indices[candidate]] != Some(mutant));
        mutants
    };
    executor.evaluate_until_survivor(candidates, &mutants, deadline)
}

/// Replaces a test by a candidate if the candidate covers the same goals and ends in the same way. Returns
/// whether the test was replaced.
fn replace_if_equivalent(test: &mut SuiteTest, candidate: &TestCase, evaluation: &Evaluation) -> bool {
    let is_replaced = is_equivalent(test, evaluation);
    if is_replaced {
        test.exception = thrown_class(&evaluation.execution.outcome).cloned();
        test.test = executed_part(candidate, &evaluation.execution);
    }
    is_replaced
}

/// Returns whether an execution covers the goals of a test, and ends without exception or with the same
/// exception as the test.
fn is_equivalent(test: &SuiteTest, evaluation: &Evaluation) -> bool {
    let exception = thrown_class(&evaluation.execution.outcome);
    if exception.is_some() && exception != test.exception.as_ref() {
        return false;
    }
    test.goals.iter().all(|goal| evaluation.covered.binary_search(goal).is_ok())
}
