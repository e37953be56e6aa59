//! Examines the outcome of a test, and finds the assertions that detect a mutant.

use std::collections::BTreeSet;
use std::sync::Arc;

use testcase::{CheckedTest, TestCase};
use vm::{Effect, Execution, Outcome};

/// Returns a result without a trace, as if the worker had crashed during the test.
pub fn lost_execution() -> Execution {
    Execution::with_outcome(Outcome::Crashed)
}

/// Returns the indices of the assertions that detect a mutant, or `None` if the test does not kill the
/// mutant.
///
/// The set is empty if the test ends differently with the mutant than without it. The test then kills the
/// mutant without an assertion.
pub(crate) fn detecting_assertions(test: &CheckedTest, effect: &Effect) -> Option<BTreeSet<usize>> {
    match effect {
        Effect::Killed => Some(BTreeSet::new()),
        Effect::Detected(statements) => {
            let assertions = statements.iter().filter_map(|&statement| test.assertion_on(statement));
            Some(assertions.collect()).filter(|assertions: &BTreeSet<usize>| !assertions.is_empty())
        }
        _ => None,
    }
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
