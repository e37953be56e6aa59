//! Makes the oracle of a test: assertions on observed values, and the expected exception.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use fixedbitset::FixedBitSet;
use testcase::stubs::STUB_CLASS_MARK;
use testcase::{CheckedTest, ExpectedException, TestCase};
use types::{ClassId, World};
use vm::{Execution, Mode, Outcome};

use super::repetition::{self, end};
use super::{assertions, suspicion};
use crate::run::{Executor, executed_part, is_valid, thrown_class};

/// Parts of messages of the JVM, which differ between releases of the JDK. An exception of the code under
/// test can contain the message of the JVM.
const JVM_MESSAGES: [&str; 5] = [
    "cannot be cast to class ",
    "Cannot invoke \"",
    "Cannot read ",
    " because \"",
    " out of bounds for length ",
];
/// Maximum length of an exception message that is asserted, in bytes of UTF-8. A longer message is not
/// asserted at all.
const MAX_MESSAGE: usize = 1000;
/// Maximum number of tests that run again together. Further runs of these tests follow before other tests run
/// again. So at a deadline, the second observation is complete for some of the tests.
const REPEATED_TOGETHER: usize = 32;

/// A test with all its possible assertions.
pub struct ObservedTest {
    /// The test with its assertions on values that were the same in all runs, and with its expected
    /// exception.
    pub test: CheckedTest,
    /// Mutants that the test infects. Empty if the test was not observed.
    pub infected: FixedBitSet,
    /// Number of ticks of the first run, or 0 if the test was not observed.
    pub ticks: u64,
    /// Whether the test was observed twice before the deadline.
    pub is_observed_twice: bool,
}

/// Observes tests at least twice, and asserts the values and exceptions that are the same in all runs.
///
/// The second run uses other workers, the reverse order of tests, and other clocks, random numbers, locales
/// and time zones. The result is `None` for a test that must not be written:
///
/// - The test neither returns nor throws.
/// - The test does not end the same way each time. A test whose end depends only on the locale or the time
///   zone is not dropped.
/// - A class is missing, or the JDK refused reflective access.
/// - The test overwrites state that it shares with other tests.
///
/// If the deadline ends the observation of a test after its first run, its assertions come from this run
/// alone. These assertions do not depend on clocks and random numbers, but they can depend on other parts of
/// the environment. A test that was not observed before the deadline is returned unchanged.
pub fn observe(
    executor: &mut Executor,
    tests: &[TestCase],
    package: &str,
    deadline: Instant,
) -> Vec<Option<ObservedTest>> {
    let first = executor.run(tests, Mode::Observe, deadline);
    executor.vm.swap_workers();
    let second = run_again(executor, tests, &first, deadline);
    executor.vm.swap_workers();
    let infected = executor.infected(tests, &first);
    let observed_once = first.len() - second.len();
    let second = std::iter::repeat_n(None, observed_once).chain(second.iter().map(Some));
    let world = executor.world;
    let executions = tests.iter().zip(first.iter().zip(second)).zip(infected);
    let observed = executions.map(|((test, (first, second)), infected)| {
        let test = with_oracle(world, test, first, second, package)?;
        Some(ObservedTest { test, infected, ticks: first.ticks, is_observed_twice: second.is_some() })
    });
    let unobserved = tests[first.len()..].iter().map(|test| Some(ObservedTest::unobserved(test.clone())));
    observed.chain(unobserved).collect()
}

/// Runs tests again, in the reverse order. `first` contains the results of their first runs. At the deadline,
/// the result contains only the last tests, in the order of `tests`.
fn run_again(
    executor: &mut Executor,
    tests: &[TestCase],
    first: &[Execution],
    deadline: Instant,
) -> Vec<Execution> {
    let mut results: VecDeque<Execution> = VecDeque::new();
    let mut end = first.len();
    while end > 0 && Instant::now() < deadline {
        let start = end.saturating_sub(REPEATED_TOGETHER);
        let part = repetition::run_again(executor, &tests[start..end], &first[start..end], deadline);
        let is_incomplete = part.len() < end - start;
        part.into_iter().rev().for_each(|execution| results.push_front(execution));
        if is_incomplete {
            break;
        }
        end = start;
    }
    results.into()
}

impl ObservedTest {
    /// Returns a test that was not observed before the deadline.
    fn unobserved(test: TestCase) -> ObservedTest {
        ObservedTest {
            test: CheckedTest::new(test),
            infected: FixedBitSet::new(),
            ticks: 0,
            is_observed_twice: false,
        }
    }
}

/// Returns a test with its assertions and expected exception, or `None` if the test must not be written.
fn with_oracle(
    world: &World,
    test: &TestCase,
    first: &Execution,
    second: Option<&Execution>,
    package: &str,
) -> Option<CheckedTest> {
    if !is_valid(&first.outcome)
        || depends_on_environment(&first.outcome)
        || first.overwrites_shared_state
        || second.is_some_and(|second| end(first) != end(second))
    {
        return None;
    }
    let throws = match &first.outcome {
        Outcome::Threw { .. } => Some(expected_exception(world, first, second, package)?),
        _ => None,
    };
    let case = executed_part(test, first);
    let assertions = match second {
        Some(second) => assertions::stable_assertions(world, &case, first, second, throws.is_none()),
        None => assertions::assertions_of_one_run(world, &case, first, throws.is_none()),
    };
    let suspicion = suspicion::of_exception(world, &case, first);
    Some(CheckedTest { assertions, throws, suspicion, ..CheckedTest::new(case) })
}

/// Returns whether a test ended because a class is missing or because the JDK refused reflective access. The
/// test can end in another way on the class path and JDK of the user.
fn depends_on_environment(outcome: &Outcome) -> bool {
    let exceptions = ["java.lang.NoClassDefFoundError", "java.lang.reflect.InaccessibleObjectException"];
    thrown_class(outcome).is_some_and(|class| exceptions.contains(&&**class))
}

/// Returns the exception that the test expects, or `None` if neither the thrown class nor a superclass is
/// accessible. The expected class is the thrown class, or its nearest accessible superclass. The message is
/// set only if it was the same in both executions.
fn expected_exception(
    world: &World,
    first: &Execution,
    second: Option<&Execution>,
    package: &str,
) -> Option<ExpectedException> {
    let Outcome::Threw { thrown, message, .. } = &first.outcome else { return None };
    let accessible = |name: &Arc<str>| -> Option<ClassId> {
        world.class_named(name).filter(|&id| world.is_accessible_class(id, package))
    };
    let class = thrown.classes.iter().find_map(accessible)?;
    let is_stable = |text: &&String| {
        let second = second.map(|second| &second.outcome);
        matches!(second, Some(Outcome::Threw { message: Some(other), .. }) if other == *text)
    };
    let message = message.as_ref().filter(|text| text.len() <= MAX_MESSAGE).filter(is_stable);
    // In the written test the classes of stubs have other names.
    let message = message.filter(|text| !text.contains(STUB_CLASS_MARK));
    let message = message.filter(|text| !JVM_MESSAGES.iter().any(|part| text.contains(part)));
    let message = message.map(|text| text.as_str().into());
    let is_crash = suspicion::is_crash(&first.outcome);
    Some(ExpectedException { statement: first.executed, class, message, is_crash })
}
