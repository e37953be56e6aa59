//! Runs observed tests again. Only the values that are the same in all runs can be asserted.

use std::sync::Arc;
use std::time::Instant;

use testcase::TestCase;
use vm::{Execution, Mode, Outcome};

use super::dependence;
use crate::run::{Executor, is_valid, lost_execution, thrown_class};

/// Maximum number of extra runs after the first two runs.
const MAX_EXTRA_RUNS: u8 = 24;
/// Minimum number of extra runs: these runs start even if the time for extra runs is used up. One extra run
/// is not enough. For example, a text that depends on the order of two identity hash codes is the same in
/// half of the runs.
const MIN_EXTRA_RUNS: u8 = 4;
/// Divisor of the time until the deadline. The quotient is the time during which extra runs start.
const EXTRA_TIME_DIVISOR: u32 = 10;

/// Runs tests again after their first run: in the reverse order, with other clocks, random numbers, locales
/// and time zones.
///
/// Returns one execution for each test that ran again before the deadline, in the order of `tests`. Because
/// of the reverse order, the results of the first tests can be missing. The executions contain only values
/// that are the same in all runs. If a test did not end in the same way each time, its execution is
/// [`lost_execution`].
///
/// If the end of a test depends only on the locale or time zone, its execution is from an additional run in
/// the usual environment, which is the environment of the first run. Such a test can be written, because the
/// test class can set the usual locale and time zone.
pub(super) fn run_again(
    executor: &mut Executor,
    tests: &[TestCase],
    first: &[Execution],
    deadline: Instant,
) -> Vec<Execution> {
    let reversed: Vec<TestCase> = tests.iter().rev().cloned().collect();
    let first: Vec<&Execution> = first.iter().rev().collect();
    let executions = executor.run(&reversed, Mode::ObserveOtherwise(1), deadline);
    let mut repetitions: Vec<Repetition> =
        executions.into_iter().zip(&first).map(|(it, first)| Repetition::new(it, first)).collect();
    confirm_in_extra_runs(executor, &reversed, &mut repetitions, deadline);
    repeat_in_usual_environment(executor, &reversed, &first, &mut repetitions, deadline);
    repetitions.into_iter().rev().map(Repetition::into_execution).collect()
}

/// The result of running a test again.
struct Repetition {
    execution: Execution,
    /// Smallest number of statements that completed in any of the runs so far.
    completed: u32,
    /// Whether all runs of the test ended in the same way so far.
    ends_equally: bool,
}

impl Repetition {
    fn new(execution: Execution, first: &Execution) -> Repetition {
        Repetition { completed: execution.executed, ends_equally: end(&execution) == end(first), execution }
    }

    fn into_execution(self) -> Execution {
        if self.ends_equally { self.execution } else { lost_execution() }
    }

    /// Removes the values and the exception message that differ in another execution of the same test.
    fn confirm(&mut self, other: &Execution) {
        self.ends_equally &= end(&self.execution) == end(other);
        self.completed = self.completed.min(other.executed);
        if message(&self.execution) != message(other)
            && let Outcome::Threw { message, .. } = &mut self.execution.outcome
        {
            *message = None;
        }
        let Execution { observations, final_observations, .. } = &mut self.execution;
        let values = observations.iter_mut().zip(&other.observations);
        let values = values.chain(final_observations.iter_mut().zip(&other.final_observations));
        values.filter(|(value, other)| value != other).for_each(|(value, _)| *value = None);
    }
}

/// Runs tests again, each time in another environment, and removes the values that differ.
///
/// More than two runs are necessary. For example, a value that depends on the hour is often equal in two runs
/// by chance.
fn confirm_in_extra_runs(
    executor: &mut Executor,
    tests: &[TestCase],
    repetitions: &mut [Repetition],
    deadline: Instant,
) {
    let start = Instant::now();
    let limit = deadline.saturating_duration_since(start) / EXTRA_TIME_DIVISOR;
    for environment in 2..2 + MAX_EXTRA_RUNS {
        if environment >= 2 + MIN_EXTRA_RUNS && start.elapsed() > limit {
            return;
        }
        let mode = Mode::ObserveOtherwise(environment);
        let executions = executor.run(&tests[..repetitions.len()], mode, deadline);
        repetitions.iter_mut().zip(executions).for_each(|(repetition, other)| repetition.confirm(&other));
    }
}

/// Runs all tests in the environment of the first run again, if some tests ended differently in another
/// environment.
///
/// The new execution of such a test replaces its other executions under two conditions: the new execution
/// ends in the same way as the first run, and the test does not depend on a clock or on random numbers.
fn repeat_in_usual_environment(
    executor: &mut Executor,
    tests: &[TestCase],
    first: &[&Execution],
    repetitions: &mut [Repetition],
    deadline: Instant,
) {
    let world = executor.world;
    let may_depend_on_settings = |&index: &usize| {
        !repetitions[index].ends_equally
            && is_valid(&first[index].outcome)
            && !dependence::on_clock(world, &tests[index], first[index]).contains(&true)
    };
    let indices: Vec<usize> = (0..repetitions.len()).filter(may_depend_on_settings).collect();
    if indices.is_empty() {
        return;
    }
    let executions = executor.run(&tests[..repetitions.len()], Mode::Observe, deadline);
    for index in indices {
        let Some(usual) = executions.get(index).filter(|usual| end(usual) == end(first[index])) else {
            continue;
        };
        let Repetition { execution: other, completed, .. } = &repetitions[index];
        let mut execution = usual.clone();
        let completed = *completed as usize;
        let values = execution.observations.iter_mut().zip(&other.observations).take(completed);
        values.filter(|(value, other)| value != other).for_each(|(value, _)| *value = None);
        // The other runs ended at another statement or with another exception. Their final values are
        // therefore not comparable.
        execution.final_observations.iter_mut().for_each(|value| *value = None);
        repetitions[index] = Repetition { execution, completed: usual.executed, ends_equally: true };
    }
}

/// Returns the message of the exception that ended the test, or `None` if there is no exception or no
/// message.
fn message(execution: &Execution) -> Option<&String> {
    match &execution.outcome {
        Outcome::Threw { message, .. } => message.as_ref(),
        _ => None,
    }
}

/// Returns the class of the exception that ended the test, and the number of completed statements.
pub(super) fn end(execution: &Execution) -> (Option<&Arc<str>>, u32) {
    (thrown_class(&execution.outcome), execution.executed)
}
