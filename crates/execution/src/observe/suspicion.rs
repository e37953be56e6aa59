//! Finds exceptions that probably reveal a fault: no `throw` statement throws the exception, the called
//! method does not declare it, and no argument is a likely cause.

use std::sync::Arc;

use testcase::{Behaviour, Literal, Observation, Statement, StatementKind, Suspicion, TestCase, Var};
use types::{MethodId, Primitive, Type, World};
use vm::{Execution, Outcome};

/// An exception class that usually indicates a fault in the code that throws the exception.
struct FaultException {
    /// Binary name of the exception class with dots.
    class: &'static str,
    /// Rank of the suspicion: 1 (most certain fault) to 3 (least certain).
    rank: u8,
    /// Whether the exception can be a fault of the caller if null causes it.
    is_caused_by_null: bool,
    /// Whether an integer argument outside its valid range can cause the exception. Such an argument is
    /// usually a fault of the caller.
    is_caused_by_integers: bool,
}

/// Exception classes that usually indicate a fault. The first matching entry determines the rank.
const FAULT_EXCEPTIONS: [FaultException; 12] = [
    // Endless recursion is a fault of the code, even if null causes it.
    FaultException { is_caused_by_null: false, ..fault("java.lang.StackOverflowError", 1) },
    fault("java.lang.AssertionError", 1),
    fault("java.lang.ClassCastException", 1),
    fault("java.lang.ArrayStoreException", 1),
    fault("java.util.ConcurrentModificationException", 1),
    fault("java.lang.IllegalMonitorStateException", 1),
    fault("java.lang.NullPointerException", 2),
    fault_or_wrong_integer("java.lang.NegativeArraySizeException", 2),
    fault_or_wrong_integer("java.lang.ArrayIndexOutOfBoundsException", 2),
    fault_or_wrong_integer("java.lang.StringIndexOutOfBoundsException", 2),
    fault("java.util.EmptyStackException", 3),
    fault_or_wrong_integer("java.lang.ArithmeticException", 3),
];

/// An exception that collections of the JDK throw if an index is out of range.
const INDEX_OUT_OF_BOUNDS: &str = "java.lang.IndexOutOfBoundsException";

const fn fault(class: &'static str, rank: u8) -> FaultException {
    FaultException { class, rank, is_caused_by_null: true, is_caused_by_integers: false }
}

const fn fault_or_wrong_integer(class: &'static str, rank: u8) -> FaultException {
    FaultException { is_caused_by_integers: true, ..fault(class, rank) }
}

/// Returns a suspicion if a call ended the test with an exception that usually indicates a fault.
///
/// There is no suspicion in these cases:
///
/// - A `throw` statement of the code under test threw the exception.
/// - The called method declares the exception, or is from the JDK.
/// - Null or an integer argument can be the cause. This does not excuse endless recursion.
pub(super) fn of_exception(world: &World, test: &TestCase, execution: &Execution) -> Option<Suspicion> {
    let Outcome::Threw { thrown, explicit: false, .. } = &execution.outcome else { return None };
    let statement = test.statements.get(execution.executed as usize)?;
    let method = statement.called_method()?;
    let is_thrown = |fault: &&FaultException| thrown.classes.iter().any(|class| **class == *fault.class);
    let fault = FAULT_EXCEPTIONS.iter().find(is_thrown)?;
    let declares = |name: &str| {
        let class = world.class_named(name);
        world.method(method).exceptions.iter().any(|it| it.class_id().is_some_and(|it| Some(it) == class))
    };
    if world.is_from_jdk(world.method(method).class) || thrown.classes.iter().any(|class| declares(class)) {
        return None;
    }
    let is_callers_fault = fault.is_caused_by_integers && has_integer_argument(test, statement);
    if is_callers_fault || fault.is_caused_by_null && depends_on_null(world, test, execution) {
        return None;
    }
    let class = thrown.class();
    let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
    let reason = if fault.is_caused_by_null { ", although no argument is null" } else { "" };
    let behaviour = format!("throws {simple}, which it does not declare{reason}");
    Some(Suspicion { rank: fault.rank, method: method_label(world, method), behaviour })
}

/// Returns whether a test ended with a crash: an exception that usually indicates a fault or an unexpected
/// argument, and that no `throw` statement of the code under test threw.
pub(super) fn is_crash(outcome: &Outcome) -> bool {
    let Outcome::Threw { thrown, explicit: false, .. } = outcome else { return false };
    let is_fault = |class: &Arc<str>| {
        **class == *INDEX_OUT_OF_BOUNDS || FAULT_EXCEPTIONS.iter().any(|fault| **class == *fault.class)
    };
    thrown.classes.iter().any(is_fault)
}

/// Returns whether a call has an argument of an integer type.
fn has_integer_argument(test: &TestCase, call: &Statement) -> bool {
    let is_integer = |var: &Var| {
        use Primitive::{Byte, Char, Int, Long, Short};
        matches!(test.definition(*var).ty, Type::Primitive(Byte | Char | Short | Int | Long))
    };
    call.arguments().iter().any(is_integer)
}

/// Returns a readable name of a method or constructor: `Foo.bar` or `new Foo`.
pub fn method_label(world: &World, method: MethodId) -> String {
    let method = world.method(method);
    let class = &world.class(method.class).simple_name;
    match &*method.name {
        "<init>" => format!("new {class}"),
        name => format!("{class}.{name}"),
    }
}

/// Returns whether the statement that threw the exception depends on null. The null can be a value, an
/// element of an array, or the result of a stub or of a call.
fn depends_on_null(world: &World, test: &TestCase, execution: &Execution) -> bool {
    let thrower = execution.executed;
    let returned_null =
        |index: usize| matches!(execution.observations.get(index), Some(Some(Observation::Null)));
    let mut is_needed = vec![false; test.len()];
    is_needed[thrower as usize] = true;
    for index in (0..=thrower as usize).rev() {
        let statement = &test.statements[index];
        // A call can store its arguments in its receiver. If the throwing statement needs the receiver, it
        // then also depends on these arguments.
        let changes_needed_object = statement
            .receiver()
            .or(statement.written_variable())
            .is_some_and(|Var(it)| is_needed[it as usize]);
        if is_needed[index] || changes_needed_object {
            statement.uses(|var| is_needed[var.0 as usize] = true);
            if contains_null(world, test, index) || is_needed[index] && returned_null(index) {
                return true;
            }
        }
    }
    false
}

/// Returns whether a statement creates null, an array with a null element, or a stub with a method that
/// returns null.
fn contains_null(world: &World, test: &TestCase, index: usize) -> bool {
    match &test.statements[index].kind {
        StatementKind::Literal(literal) => *literal == Literal::Null,
        StatementKind::NewArray { length } => {
            let has_references =
                matches!(&test.statements[index].ty, Type::Array(element) if element.is_reference());
            let is_written = |element| test.written_elements(Var(index as u32)).any(|it| it == element);
            has_references && !(0..*length).all(is_written)
        }
        StatementKind::Implement { methods, .. } => methods.iter().any(|implemented| {
            let returns_default =
                matches!(&implemented.behaviour, Behaviour::Return(values) if values.is_empty());
            returns_default && world.method(implemented.method).result.is_reference()
        }),
        _ => false,
    }
}
