//! Finds assertions that do not show what the tested call did: their values are the same without the call.

use std::time::Instant;

use testcase::{Assertion, Observation, Statement, TestCase, Var};
use vm::{Execution, Mode};

use super::candidate::Candidate;
use crate::run::Executor;

/// Runs each test once more without its last call. Records the assertions on inspectors, and on objects at
/// the end of the test, that pass nevertheless. Records nothing for the tests that do not run before the
/// deadline.
pub(super) fn find_unaffected(
    executor: &mut Executor,
    candidates: &mut [Option<Candidate>],
    deadline: Instant,
) {
    let mut shorter_tests = Vec::new();
    let mut shortened: Vec<(&mut Candidate, Vec<Option<u32>>)> = Vec::new();
    for candidate in candidates.iter_mut().flatten() {
        if let Some((shorter_test, new_indices)) = without_last_call(candidate) {
            shorter_tests.push(shorter_test);
            shortened.push((candidate, new_indices));
        }
    }
    let executions = executor.run(&shorter_tests, Mode::Observe, deadline);
    for ((candidate, new_indices), execution) in shortened.into_iter().zip(executions) {
        let first_inspector = candidate.first_inspector;
        let is_unaffected = |assertion: &Assertion| {
            let is_inspector = assertion.var.0 as usize >= first_inspector;
            (is_inspector || assertion.after > assertion.var.0) && passes(&execution, &new_indices, assertion)
        };
        let assertions = candidate.test.assertions.iter().enumerate();
        candidate.unaffected =
            assertions.filter(|(_, assertion)| is_unaffected(assertion)).map(|(index, _)| index).collect();
    }
}

/// Returns the test without its last call and without the statements that use the result of this call. Also
/// returns the new index of each statement, which is `None` for removed statements. Returns `None` if the
/// test has no call or no assertion after the last call, or if it expects an exception.
fn without_last_call(candidate: &Candidate) -> Option<(TestCase, Vec<Option<u32>>)> {
    let (case, first_inspector) = (&candidate.test.case, candidate.first_inspector);
    let last_call = case.statements[..first_inspector].iter().rposition(Statement::is_call)?;
    let follows = |assertion: &Assertion| {
        assertion.after as usize >= last_call && assertion.var.0 as usize != last_call
    };
    if candidate.test.throws.is_some() || !candidate.test.assertions.iter().any(follows) {
        return None;
    }
    let mut new_indices: Vec<Option<u32>> = Vec::with_capacity(case.len());
    let mut count = 0;
    for (index, statement) in case.statements.iter().enumerate() {
        let mut remains = index != last_call;
        statement.uses(|Var(used)| remains &= new_indices[used as usize].is_some());
        new_indices.push(remains.then_some(count));
        count += u32::from(remains);
    }
    let mut shorter_test = case.clone();
    shorter_test.retain(|index| new_indices[index].is_some());
    Some((shorter_test, new_indices))
}

/// Returns whether an assertion passes in a run of a shorter test with the given new indices.
fn passes(execution: &Execution, new_indices: &[Option<u32>], assertion: &Assertion) -> bool {
    let new_index = |Var(index): Var| new_indices[index as usize];
    let Some(index) = new_index(assertion.var) else { return false };
    let expected = match assertion.expected {
        Observation::Same(other) => match new_index(other) {
            Some(other) => Observation::Same(Var(other)),
            None => return false,
        },
        ref expected => expected.clone(),
    };
    let observations = match assertion.after > assertion.var.0 {
        true => &execution.final_observations,
        false => &execution.observations,
    };
    let observed = observations.get(index as usize).and_then(Option::as_ref);
    observed.is_some_and(|observed| *observed == expected || observed.approximate() == Some(expected))
}
