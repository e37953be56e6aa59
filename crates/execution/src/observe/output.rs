//! Lets tests capture what the code under test prints to the standard output.

use std::time::Instant;

use testcase::output::{redirection, redirection_of, text};
use testcase::{Literal, Observation, TestCase, Var};
use types::World;
use vm::{Execution, Mode, Outcome};

use crate::run::Executor;

/// Adds statements that redirect the standard output to each test in which the code under test prints.
/// Returns the other tests unchanged. Also returns a test unchanged if it did not run before the deadline.
pub(super) fn redirect_output(
    executor: &mut Executor,
    tests: &[TestCase],
    deadline: Instant,
) -> Vec<TestCase> {
    let world = executor.world;
    let Some(redirection) = redirection(world) else { return tests.to_vec() };
    let redirect = |test: &TestCase| {
        let mut redirected = test.clone();
        if redirection_of(world, test).is_none() {
            redirected.splice(0, redirection.clone());
        }
        redirected
    };
    let redirected: Vec<TestCase> = tests.iter().map(redirect).collect();
    let read_text = |test: &TestCase| {
        let mut test = test.clone();
        append_text(world, &mut test);
        test
    };
    let reading_tests: Vec<TestCase> = redirected.iter().map(read_text).collect();
    let executions = executor.run(&reading_tests, Mode::Observe, deadline);
    let mut result: Vec<TestCase> = tests.to_vec();
    for ((test, redirected), execution) in result.iter_mut().zip(redirected).zip(&executions) {
        if prints(execution) {
            *test = redirected;
        }
    }
    result
}

/// Returns whether an executed test printed a text. The last statement of the test reads the printed text.
fn prints(execution: &Execution) -> bool {
    let text = execution.observations.last();
    execution.outcome == Outcome::Returned
        && matches!(text, Some(Some(Observation::Literal(Literal::String(text)))) if !text.is_empty())
}

/// Appends statements that read the printed text, if a test redirects the standard output.
pub(super) fn append_text(world: &World, test: &mut TestCase) {
    let buffer = redirection_of(world, test).map(|first| Var(first as u32));
    let text = buffer.and_then(|buffer| text(world, buffer, test.len() as u32));
    test.statements.extend(text.into_iter().flatten());
}
