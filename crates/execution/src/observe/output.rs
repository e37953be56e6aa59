//! Lets tests capture what the code under test prints to the standard output.

use std::time::Instant;

use testcase::output::{redirection, redirection_of, text};
use testcase::{Literal, Observation, TestCase, Var};
use types::World;
use vm::{Execution, Mode, Outcome};

use crate::run::Executor;

/// Returns the tests. Each test in which the code under test prints redirects the standard output. If the run
/// that finds these tests does not end before the deadline, the other tests are unchanged.
pub(super) fn redirect_output(
    executor: &mut Executor,
    tests: &[TestCase],
    deadline: Instant,
) -> Vec<TestCase> {
    let world = executor.world;
    let Some(redirection) = redirection(world) else { return tests.to_vec() };
    let redirected = |test: &TestCase| {
        let mut redirected = test.clone();
        if redirection_of(world, test).is_none() {
            redirected.splice(0, redirection.clone());
        }
        redirected
    };
    let redirected: Vec<TestCase> = tests.iter().map(redirected).collect();
    let with_text = |test: &TestCase| {
        let mut with_text = test.clone();
        append_text(world, &mut with_text);
        with_text
    };
    let with_text: Vec<TestCase> = redirected.iter().map(with_text).collect();
    let executions = executor.run(&with_text, Mode::Observe, deadline);
    let mut result: Vec<TestCase> = tests.to_vec();
    for ((test, redirected), execution) in result.iter_mut().zip(redirected).zip(&executions) {
        if prints(execution) {
            *test = redirected;
        }
    }
    result
}

/// Returns whether the last statement of an executed test is a text that is not empty.
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
