//! What a test checks: the values that were observed, and the exception it ends with.

use std::sync::Arc;
use std::time::Instant;

use fixedbitset::FixedBitSet;
use testcase::stubs::STUB_CLASS_MARK;
use testcase::{Assertion, CheckedTest, Expected, Literal, Observation, StatementKind, TestCase, Var};
use types::{ClassId, World};
use vm::{Execution, Mode, Outcome};

use crate::executor::{Executor, cut, is_valid, lost, thrown};
use crate::{hashes, suspicion};

/// How often tests are observed once they were observed twice, and the part of the time that this may take: one in so many.
const AGAIN: u8 = 24;
const SHARE: u32 = 10;

/// Longest message of an exception that is asserted, in bytes of UTF-8; of longer texts nothing else is said either.
const LONGEST_MESSAGE: usize = 1000;

/// A test that was observed.
pub struct Observed {
    /// With all that can be asserted of it.
    pub test: CheckedTest,
    /// The mutants that it infects.
    pub infected: FixedBitSet,
}

/// Observes tests twice, the second time in a new worker, in reverse order, with other clocks and other random numbers: only what was the same both times
/// can be asserted, and a test that does not end the same way twice is none. Of tests that were not observed twice by the deadline
/// nothing is asserted, and those not observed at all are as they are.
pub fn observe(
    executor: &mut Executor,
    tests: &[TestCase],
    package: &str,
    deadline: Instant,
) -> Vec<Option<Observed>> {
    let first = executor.run(tests, Mode::Observe, deadline);
    let reversed: Vec<TestCase> = tests[..first.len()].iter().rev().cloned().collect();
    executor.vm.suspend_workers();
    let mut second = executor.run(&reversed, Mode::ObserveOtherwise(1), deadline);
    observe_again(executor, &reversed, &mut second, deadline);
    executor.vm.resume_workers();
    let infected = executor.infected(tests, &first);
    let once = first.len() - second.len();
    let again = std::iter::repeat_n(None, once).chain(second.iter().rev().map(Some));
    let world = executor.world;
    let seen = tests.iter().zip(first.iter().zip(again)).zip(infected);
    let observed = seen.map(|((test, (first, again)), infected)| {
        let test = checked(world, test, first, again, package)?;
        Some(Observed { test, infected })
    });
    let rest = tests[first.len()..].iter();
    let rest = rest.map(|test| Some(Observed { test: unobserved(test), infected: FixedBitSet::new() }));
    observed.chain(rest).collect()
}

/// Observes tests some times more, as long as it takes but a part of the time, and leaves of what was seen what was seen each time:
/// what depends on the last digit of a hash code or on the hour, say, is the same twice more often than not.
fn observe_again(executor: &mut Executor, tests: &[TestCase], seen: &mut [Execution], deadline: Instant) {
    let begun = Instant::now();
    let share = deadline.saturating_duration_since(begun) / SHARE;
    for clock in 2..2 + AGAIN {
        if begun.elapsed() > share {
            return;
        }
        let more = executor.run(&tests[..seen.len()], Mode::ObserveOtherwise(clock), deadline);
        seen.iter_mut().zip(more).for_each(|(seen, more)| confirm(seen, &more));
    }
}

/// Forgets what is not the same in another run.
fn confirm(seen: &mut Execution, more: &Execution) {
    if end(seen) != end(more) {
        *seen = lost();
    }
    if message(seen) != message(more)
        && let Outcome::Threw { message, .. } = &mut seen.outcome
    {
        *message = None;
    }
    let both = seen.observations.iter_mut().zip(&more.observations);
    let both = both.chain(seen.final_observations.iter_mut().zip(&more.final_observations));
    both.filter(|(seen, more)| seen != more).for_each(|(seen, _)| *seen = None);
}

fn message(execution: &Execution) -> Option<&String> {
    match &execution.outcome {
        Outcome::Threw { message, .. } => message.as_ref(),
        _ => None,
    }
}

/// A test of which nothing is known but its statements.
pub fn unobserved(test: &TestCase) -> CheckedTest {
    CheckedTest::new(test.clone())
}

fn checked(
    world: &World,
    test: &TestCase,
    first: &Execution,
    again: Option<&Execution>,
    package: &str,
) -> Option<CheckedTest> {
    if !is_valid(&first.outcome)
        || is_of_surroundings(&first.outcome)
        || again.is_some_and(|again| end(first) != end(again))
    {
        return None;
    }
    let throws = match &first.outcome {
        Outcome::Threw { .. } => Some(expected(world, first, again, package)?),
        _ => None,
    };
    let case = cut(test, first);
    let mut assertions = Vec::new();
    if let Some(again) = again {
        assertions.extend(results(world, &case, first, again));
        if throws.is_none() {
            assertions.extend(changed_arrays(&case, first, again));
        }
        let fickle = fickle(&case, first, again);
        assertions.retain(|it| !fickle[it.var.0 as usize]);
        let timed = timed(world, &case, first);
        assertions.retain(|it| !timed[it.var.0 as usize] || !is_coarse(&it.expected));
    }
    let suspicion = suspicion::of_exception(world, &case, first);
    Some(CheckedTest { assertions, throws, suspicion, ..CheckedTest::new(case) })
}

/// Whether a test ended for want of a class, which may be there where it will run, or of the right to look into the JDK, where other
/// releases have other things.
fn is_of_surroundings(outcome: &Outcome) -> bool {
    let wants = ["java.lang.NoClassDefFoundError", "java.lang.reflect.InaccessibleObjectException"];
    thrown(outcome).is_some_and(|class| wants.contains(&&**class))
}

fn end(execution: &Execution) -> (Option<&Arc<str>>, u32) {
    (thrown(&execution.outcome), execution.executed)
}

/// The class of the exception, or its nearest superclass that the test can name, and its message if that was the same twice.
fn expected(world: &World, first: &Execution, again: Option<&Execution>, package: &str) -> Option<Expected> {
    let Outcome::Threw { thrown, message, .. } = &first.outcome else { return None };
    let nameable = |name: &Arc<str>| -> Option<ClassId> {
        world.class_named(name).filter(|&id| world.is_accessible_class(id, package))
    };
    let class = thrown.classes.iter().find_map(nameable)?;
    let twice = |text: &&String| {
        let again = again.map(|again| &again.outcome);
        matches!(again, Some(Outcome::Threw { message: Some(other), .. }) if other == *text)
    };
    let message = message.as_ref().filter(|text| text.len() <= LONGEST_MESSAGE).filter(twice);
    let message = message.filter(|text| !text.contains(STUB_CLASS_MARK));
    let message = message.map(|text| text.as_str().into());
    Some(Expected { statement: first.executed, class, message })
}

/// By statement whether its value depends on one that differs from run to run: that it was the same twice may be chance, as the
/// last letter of a text with a hash code in it is.
fn fickle(case: &TestCase, first: &Execution, again: &Execution) -> Vec<bool> {
    let differs = |index: usize| first.observations.get(index) != again.observations.get(index);
    spread(case, differs, |_| false)
}

/// By statement whether its value hangs on a clock or on chance.
fn timed(world: &World, case: &TestCase, execution: &Execution) -> Vec<bool> {
    let reads = |index: usize| {
        execution.time_dependent.contains(&(index as u32))
            || asks_for_now(world, &case.statements[index].kind)
    };
    // An object that reads a clock may keep what it read.
    spread(case, reads, reads)
}

/// Whether a statement calls a method of the JDK that reads the clock, and was given none.
fn asks_for_now(world: &World, kind: &StatementKind) -> bool {
    let StatementKind::Call { method, receiver: None, args } = kind else { return false };
    let method = world.method(*method);
    *method.name == *"now" && args.is_empty() && world.is_from_jdk(method.class)
}

/// By statement whether something holds of it, or of one that its value depends on. What is given to an object may come out of it
/// again; where it `changes` its object by itself that is such an object, too.
fn spread(case: &TestCase, holds: impl Fn(usize) -> bool, changes: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut found = vec![false; case.len()];
    for (index, statement) in case.statements.iter().enumerate() {
        let mut uses_such = false;
        statement.uses(|var| uses_such |= found[var.0 as usize]);
        found[index] = uses_such || holds(index);
        let changed = statement.receiver().or(statement.written());
        if let Some(changed) = changed.filter(|_| uses_such || changes(index)) {
            found[changed.0 as usize] = true;
        }
    }
    found
}

/// Whether a value is one of so few that what hangs on the time is the same at many times by chance: seconds are not 1 at 59 of 60.
fn is_coarse(value: &Observation) -> bool {
    match value {
        Observation::Same(_) | Observation::Null | Observation::Enum { .. } => true,
        Observation::Literal(literal) | Observation::Boxed(literal) => match *literal {
            Literal::Boolean(_) => true,
            Literal::Byte(value) => value.unsigned_abs() <= 1,
            Literal::Short(value) => value.unsigned_abs() <= 1,
            Literal::Int(value) => value.unsigned_abs() <= 1,
            Literal::Long(value) => value.unsigned_abs() <= 1,
            _ => false,
        },
        _ => false,
    }
}

/// What calls and fields yielded, right after them.
fn results(world: &World, case: &TestCase, first: &Execution, again: &Execution) -> Vec<Assertion> {
    let mut found = Vec::new();
    for (index, statement) in case.statements.iter().enumerate() {
        if is_result(world, &statement.kind)
            && !hashes::is_fickle(world, case, index)
            && let Some(expected) = same(&first.observations, &again.observations, index)
        {
            found.push(Assertion { var: Var(index as u32), after: index as u32, expected });
        }
    }
    found
}

/// The arrays of the test that the code under test filled or sorted, at the end.
fn changed_arrays(case: &TestCase, first: &Execution, again: &Execution) -> Vec<Assertion> {
    let mut found = Vec::new();
    let arrays = case.statements.iter().enumerate();
    for (index, _) in arrays.filter(|(_, it)| matches!(it.kind, StatementKind::NewArray { .. })) {
        if let Some(expected) = same(&first.final_observations, &again.final_observations, index)
            && let Some(written) = written(case, &first.observations, index)
            && is_telling(&expected)
            && !is_alike(&written, &expected)
        {
            found.push(Assertion { var: Var(index as u32), after: case.len() as u32 - 1, expected });
        }
    }
    found
}

/// What was seen of a variable, if it was the same both times and says something.
fn same(first: &[Option<Observation>], again: &[Option<Observation>], index: usize) -> Option<Observation> {
    let expected = first.get(index)?.as_ref()?;
    let twice = again.get(index)?.as_ref() == Some(expected);
    // At least there is one.
    let is_object = matches!(expected, Observation::Object(_));
    (twice && (is_object || is_telling(expected))).then(|| expected.clone())
}

/// What the test itself puts into an array; `None` where that cannot be told.
fn written(case: &TestCase, observations: &[Option<Observation>], array: usize) -> Option<Observation> {
    let Observation::Array(mut elements) = observations.get(array)?.clone()? else { return None };
    let array = Var(array as u32);
    for statement in &case.statements {
        match statement.kind {
            StatementKind::WriteElement { array: into, index, value } if into == array => {
                *elements.get_mut(index as usize)? = observations.get(value.0 as usize)?.clone()?;
            }
            StatementKind::Assign { target, .. } if target == array => return None,
            _ => {}
        }
    }
    Some(Observation::Array(elements))
}

/// Whether two values are the same but for boxing: the array decides of what its elements are.
fn is_alike(written: &Observation, found: &Observation) -> bool {
    use Observation::{Array, Boxed, Literal};
    match (written, found) {
        (Literal(a) | Boxed(a), Literal(b) | Boxed(b)) => a == b,
        (Array(a), Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_alike(a, b)),
        (a, b) => a == b,
    }
}

/// Results of calls and variable fields are asserted; what the test itself put there is not, nor what a collection says
/// to being filled.
fn is_result(world: &World, kind: &StatementKind) -> bool {
    use types::access::{FINAL, STATIC};
    match kind {
        StatementKind::Call { method, .. } => !testcase::is_fill_method(world, *method),
        StatementKind::ReadField { field, .. } => {
            world.field(*field).access & (STATIC | FINAL) != STATIC | FINAL
        }
        _ => false,
    }
}

/// Whether a text has in it the name of a class that stood for one of the test's own while it ran.
fn speaks_of_stub(text: &[u16]) -> bool {
    text.windows(STUB_CLASS_MARK.len()).any(|part| part.iter().copied().eq(STUB_CLASS_MARK.encode_utf16()))
}

fn is_telling(observation: &Observation) -> bool {
    match observation {
        Observation::Object(_) => false,
        Observation::Literal(Literal::String(text)) => !speaks_of_stub(text),
        Observation::Array(elements) | Observation::List(elements) | Observation::Set(elements) => {
            elements.iter().all(is_telling)
        }
        Observation::Map(entries) => entries.iter().all(|(key, value)| is_telling(key) && is_telling(value)),
        _ => true,
    }
}
