//! Finds assertions that do not show what the tested call did: their values are the same without the call.

use std::time::Instant;

use testcase::{Assertion, Observation, Statement, TestCase, Var};
use vm::{Execution, Mode};

use super::candidate::{Candidate, last_void_call};
use crate::run::Executor;

/// Runs each test whose last call returns nothing once more without this call. Records the assertions on
/// inspectors that pass nevertheless. Records nothing for the tests that do not run before the deadline.
pub(super) fn find_unaffected(
    executor: &mut Executor,
    candidates: &mut [Option<Candidate>],
    deadline: Instant,
) {
    let mut changed_tests = Vec::new();
    let mut with_change: Vec<(&mut Candidate, usize)> = Vec::new();
    for candidate in candidates.iter_mut().flatten() {
        if let Some((last_call, changed)) = without_last_call(candidate) {
            changed_tests.push(changed);
            with_change.push((candidate, last_call));
        }
    }
    let executions = executor.run(&changed_tests, Mode::Observe, deadline);
    for ((candidate, last_call), execution) in with_change.into_iter().zip(executions) {
        let assertions = candidate.test.assertions.iter().enumerate();
        let is_unaffected = |assertion: &Assertion| passes_without(&execution, last_call, assertion);
        candidate.unaffected =
            assertions.filter(|(_, assertion)| is_unaffected(assertion)).map(|(index, _)| index).collect();
    }
}

/// Returns the index of the last call of a test, and the test without this call. Returns `None` if the last
/// call returns a value, or if the test has no inspectors.
fn without_last_call(candidate: &Candidate) -> Option<(usize, TestCase)> {
    let (case, first_inspector) = (&candidate.test.case, candidate.first_inspector);
    if candidate.test.throws.is_some() || first_inspector == case.len() {
        return None;
    }
    last_void_call(candidate.world, case, first_inspector)?;
    let last_call = case.statements[..first_inspector].iter().rposition(Statement::is_call)?;
    let mut changed = case.clone();
    changed.retain(|index| index != last_call);
    Some((last_call, changed))
}

/// Returns whether an assertion on an inspector passes in a run without the statement `removed`, which
/// defined no variable.
fn passes_without(execution: &Execution, removed: usize, assertion: &Assertion) -> bool {
    let Some(index) = (assertion.var.0 as usize).checked_sub(1).filter(|index| *index >= removed) else {
        return false;
    };
    let mut expected = assertion.expected.clone();
    if let Observation::Same(Var(other)) = &mut expected {
        *other -= u32::from(*other as usize > removed);
    }
    let observed = execution.observations.get(index).and_then(Option::as_ref);
    observed.is_some_and(|observed| *observed == expected || observed.approximate() == Some(expected.clone()))
}
