//! Examines the outcome of a test, and the effects of mutants on a test.

use std::collections::BTreeSet;
use std::sync::Arc;

use testcase::{CheckedTest, Observation, TestCase};
use vm::{Effect, Execution, Outcome};

/// Returns a result without a trace, as if the worker had crashed during the test.
pub fn lost_execution() -> Execution {
    Execution::with_outcome(Outcome::Crashed)
}

/// Returns whether the test kills a mutant with this effect. A test kills a mutant if an assertion fails, or
/// if the test ends in another way than without the mutant.
pub(crate) fn is_kill(test: &CheckedTest, effect: &Effect) -> bool {
    match effect {
        Effect::Killed | Effect::EndsDifferently { .. } => true,
        Effect::Detected(statements) => !assertions_on(test, statements).is_empty(),
        Effect::Survived { .. } | Effect::NotRun => false,
    }
}

/// Returns the indices of the assertions on statements. Omits assertions that two values are equal, because a
/// mutant usually changes both values.
pub(crate) fn assertions_on(test: &CheckedTest, statements: &[u32]) -> BTreeSet<usize> {
    let compares_values = |index: usize| {
        test.assertions.get(index).is_some_and(|it| matches!(it.expected, Observation::Equal(_)))
    };
    let assertions = statements.iter().filter_map(|&statement| test.assertion_on(statement));
    assertions.filter(|&index| !compares_values(index)).collect()
}

/// Returns whether a test ended in a way that a written test can check: all its statements completed, or a
/// statement threw an exception.
pub fn is_valid(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Returned | Outcome::Threw { .. })
}

/// Returns the binary name of the class of the exception that ended a test. Returns `None` if no exception
/// ended the test.
pub fn thrown_class(outcome: &Outcome) -> Option<&Arc<str>> {
    match outcome {
        Outcome::Threw { thrown, .. } => Some(thrown.class()),
        _ => None,
    }
}

/// Returns the test without the statements after the statement that threw an exception. Returns the whole
/// test if it threw no exception.
pub fn executed_part(test: &TestCase, execution: &Execution) -> TestCase {
    let mut test = test.clone();
    if matches!(execution.outcome, Outcome::Threw { .. }) {
        test.truncate(execution.executed as usize + 1);
    }
    test
}
