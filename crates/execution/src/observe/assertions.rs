//! Makes assertions on values that are equal in two runs.

use testcase::stubs::STUB_CLASS_MARK;
use testcase::{Assertion, Literal, Observation, Statement, StatementKind, TestCase, Var};
use types::World;
use vm::Execution;

use super::{dependence, hash_codes};

/// Minimum length of the asserted end of a text, in UTF-16 code units.
const MIN_ENDING: usize = 3;

/// Returns the assertions on values that are equal in two executions.
///
/// Omits values that depend on a value that differs between the executions. Omits values from a small set,
/// such as booleans, if they depend on a clock or on random numbers.
///
/// Assertions on arrays, collections and maps that the test creates are at the end of the test. If the test
/// throws (`returns` is false), these assertions are omitted, because no assertion can follow an exception.
pub(super) fn stable_assertions(
    world: &World,
    case: &TestCase,
    first: &Execution,
    second: &Execution,
    returns: bool,
) -> Vec<Assertion> {
    let mut assertions = assertions_on_results(world, case, first, second);
    if returns {
        assertions.extend(assertions_on_changed_arrays(case, first, second));
        assertions.extend(assertions_on_passed_containers(world, case, first, second));
    }
    let is_unstable = dependence::on_unstable_values(case, first, second);
    assertions.retain(|it| !is_unstable[it.var.0 as usize]);
    let depends_on_clock = dependence::on_clock(world, case, first);
    assertions.retain(|it| !depends_on_clock[it.var.0 as usize] || !is_from_small_set(&it.expected));
    assertions
}

/// Returns the assertions on the values of a single execution that depend on neither clocks nor random
/// numbers. `returns` is whether the test returns: see [`stable_assertions`].
pub(super) fn assertions_of_one_run(
    world: &World,
    case: &TestCase,
    execution: &Execution,
    returns: bool,
) -> Vec<Assertion> {
    let mut assertions = stable_assertions(world, case, execution, execution, returns);
    let depends_on_clock = dependence::on_clock(world, case, execution);
    assertions.retain(|it| !depends_on_clock[it.var.0 as usize]);
    assertions
}

/// Returns assertions on the results of calls and on read fields. Each assertion directly follows the call or
/// field read.
fn assertions_on_results(
    world: &World,
    case: &TestCase,
    first: &Execution,
    second: &Execution,
) -> Vec<Assertion> {
    let mut assertions = Vec::new();
    for (index, statement) in case.statements.iter().enumerate() {
        if is_result(world, &statement.kind)
            && !hash_codes::is_unstable_hash_code(world, case, index)
            && let Some(expected) = stable_value(&first.observations, &second.observations, index)
        {
            assertions.push(Assertion { var: Var(index as u32), after: index as u32, expected });
        }
    }
    assertions
}

/// Returns assertions on arrays that the code under test changes. The test creates these arrays, or passes
/// them on from one call to another. The assertions are at the end of the test.
fn assertions_on_changed_arrays(case: &TestCase, first: &Execution, second: &Execution) -> Vec<Assertion> {
    let mut assertions = Vec::new();
    let is_passed = |index: usize| {
        let var = Var(index as u32);
        case.statements[index + 1..].iter().any(|it| it.is_call() && it.mentions(var))
    };
    let is_array = |&index: &usize| match case.statements[index].kind {
        StatementKind::NewArray { .. } => true,
        StatementKind::Call { .. } => is_passed(index),
        _ => false,
    };
    for index in (0..case.len()).filter(is_array) {
        if let Some(expected) = stable_value(&first.final_observations, &second.final_observations, index)
            && let Some(written) = written_by_test(case, &first.observations, index)
            && is_assertable(&expected)
            && !is_equal_unboxed(&written, &expected)
        {
            assertions.push(Assertion { var: Var(index as u32), after: case.len() as u32 - 1, expected });
        }
    }
    assertions
}

/// Returns assertions, at the end of the test, on collections and maps of the JDK that the test created and
/// passed to code outside the JDK.
fn assertions_on_passed_containers(
    world: &World,
    case: &TestCase,
    first: &Execution,
    second: &Execution,
) -> Vec<Assertion> {
    let is_outside_jdk = |it: &&Statement| match it.kind {
        StatementKind::Construct { constructor: method, .. } | StatementKind::Call { method, .. } => {
            !world.is_from_jdk(world.method(method).class)
        }
        _ => false,
    };
    let is_passed = |var: Var| case.statements.iter().filter(is_outside_jdk).any(|it| it.mentions(var));
    let statements = case.statements.iter().enumerate();
    let created = statements.filter(|(_, it)| matches!(it.kind, StatementKind::Construct { .. }));
    let assertion = |(index, _): (usize, &Statement)| {
        let var = Var(index as u32);
        let expected = stable_value(&first.final_observations, &second.final_observations, index)?;
        let is_container =
            matches!(expected, Observation::List(_) | Observation::Set(_) | Observation::Map(_));
        let is_assigned =
            |it: &Statement| matches!(it.kind, StatementKind::Assign { target, .. } if target == var);
        let is_asserted = is_container
            && is_assertable(&expected)
            && is_passed(var)
            && !case.statements.iter().any(is_assigned);
        is_asserted.then_some(Assertion { var, after: case.len() as u32 - 1, expected })
    };
    created.filter_map(assertion).collect()
}

/// Returns the observed value of a variable if it is the same in both executions and can be asserted.
fn stable_value(
    first: &[Option<Observation>],
    second: &[Option<Observation>],
    index: usize,
) -> Option<Observation> {
    let expected = first.get(index)?.as_ref()?;
    let is_stable = second.get(index)?.as_ref() == Some(expected);
    // An assertion on an object is always possible: it only checks that the object is not null.
    let is_object = matches!(expected, Observation::Object(_));
    (is_stable && (is_object || is_assertable(expected))).then(|| expected.clone())
}

/// Returns the content that an array has if only the test itself writes to it. Returns `None` if the content
/// is unknown.
fn written_by_test(
    case: &TestCase,
    observations: &[Option<Observation>],
    array: usize,
) -> Option<Observation> {
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

/// Returns whether two values are equal apart from boxing. Java boxes or unboxes a value that a test writes
/// to an array, depending on the element type.
fn is_equal_unboxed(written: &Observation, found: &Observation) -> bool {
    use Observation::{Array, Boxed, Literal};
    match (written, found) {
        (Literal(a) | Boxed(a), Literal(b) | Boxed(b)) => a == b,
        (Array(a), Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_equal_unboxed(a, b)),
        (a, b) => a == b,
    }
}

/// Returns whether the value of a statement is a result of the code under test.
///
/// True for calls, and for reads of fields and array elements. False for static final fields, methods of
/// `System`, and methods such as `Collection.add`, which only store a value of the test in an object.
fn is_result(world: &World, kind: &StatementKind) -> bool {
    use types::access::{FINAL, STATIC};
    match kind {
        StatementKind::Call { method, .. } => {
            !testcase::is_fill_method(world, *method) && !testcase::output::is_of_system(world, *method)
        }
        StatementKind::ReadField { field, .. } => {
            world.field(*field).access & (STATIC | FINAL) != STATIC | FINAL
        }
        StatementKind::ReadElement { .. } => true,
        _ => false,
    }
}

/// Returns whether a written test can compare a value with the observed value.
fn is_assertable(observation: &Observation) -> bool {
    match observation {
        Observation::Object(_) => false,
        Observation::Literal(Literal::String(text)) => !contains_stub_name(text),
        Observation::Ending(text) => text.len() >= MIN_ENDING && !contains_stub_name(text),
        Observation::Array(elements) | Observation::List(elements) | Observation::Set(elements) => {
            elements.iter().all(is_assertable)
        }
        Observation::Map(entries) => {
            entries.iter().all(|(key, value)| is_assertable(key) && is_assertable(value))
        }
        _ => true,
    }
}

/// Returns whether a text contains the class name of a stub. In the written test the class has another name.
fn contains_stub_name(text: &[u16]) -> bool {
    text.windows(STUB_CLASS_MARK.len()).any(|part| part.iter().copied().eq(STUB_CLASS_MARK.encode_utf16()))
}

/// Returns whether a value is null, a boolean, an enum constant, the same object as another variable, or an
/// integer from -1 to 1.
///
/// A value from a small set that depends on the time is often equal in all runs by chance. For example, the
/// condition `second == 1` is false in 59 of 60 runs.
fn is_from_small_set(value: &Observation) -> bool {
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
