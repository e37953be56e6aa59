//! Exceptions that a method neither throws itself nor declares, from arguments that nothing is wrong with at first sight.

use testcase::{Behaviour, Literal, Observation, Statement, StatementKind, Suspicion, TestCase, Var};
use types::{MethodId, Primitive, Type, World};
use vm::{Execution, Outcome};

/// An exception that tells of a mistake in the code that it comes from.
struct Mistake {
    class: &'static str,
    /// How sure that is: the least is the surest.
    rank: u8,
    /// Whether a number out of range brings it about, which is the caller's mistake as a rule.
    of_numbers: bool,
}

const MISTAKES: [Mistake; 12] = [
    mistake("java.lang.StackOverflowError", 1),
    mistake("java.lang.AssertionError", 1),
    mistake("java.lang.ClassCastException", 1),
    mistake("java.lang.ArrayStoreException", 1),
    mistake("java.util.ConcurrentModificationException", 1),
    mistake("java.lang.IllegalMonitorStateException", 1),
    mistake("java.lang.NullPointerException", 2),
    of_numbers("java.lang.NegativeArraySizeException", 2),
    of_numbers("java.lang.ArrayIndexOutOfBoundsException", 2),
    of_numbers("java.lang.StringIndexOutOfBoundsException", 2),
    mistake("java.util.EmptyStackException", 3),
    of_numbers("java.lang.ArithmeticException", 3),
];

const fn mistake(class: &'static str, rank: u8) -> Mistake {
    Mistake { class, rank, of_numbers: false }
}

const fn of_numbers(class: &'static str, rank: u8) -> Mistake {
    Mistake { class, rank, of_numbers: true }
}

/// What is suspicious of how a test ended, if something is: an exception that tells of a mistake came out of a call, whose method
/// neither threw it itself nor declares it, and nothing that went in was null.
pub fn of_exception(world: &World, test: &TestCase, execution: &Execution) -> Option<Suspicion> {
    let Outcome::Threw { thrown, explicit: false, .. } = &execution.outcome else { return None };
    let statement = test.statements.get(execution.executed as usize)?;
    let (StatementKind::Call { method, .. } | StatementKind::Construct { constructor: method, .. }) =
        statement.kind
    else {
        return None;
    };
    let is_it = |mistake: &&Mistake| thrown.classes.iter().any(|class| **class == *mistake.class);
    let mistake = MISTAKES.iter().find(is_it)?;
    let declares = |name: &str| {
        let class = world.class_named(name);
        world.method(method).exceptions.iter().any(|it| it.class_id().is_some_and(|it| Some(it) == class))
    };
    if world.is_from_jdk(world.method(method).class) || thrown.classes.iter().any(|class| declares(class)) {
        return None;
    }
    if mistake.of_numbers && is_given_integers(test, statement) || depends_on_null(world, test, execution) {
        return None;
    }
    let class = thrown.class();
    let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
    let what =
        format!("throws {simple}, which it does not declare, though nothing that it was given is null");
    Some(Suspicion { rank: mistake.rank, method: described(world, method), what })
}

/// Whether an argument of a call is an integer.
fn is_given_integers(test: &TestCase, call: &Statement) -> bool {
    let args = match &call.kind {
        StatementKind::Call { args, .. } | StatementKind::Construct { args, .. } => args,
        _ => return false,
    };
    let is_integer = |var: &Var| {
        use Primitive::{Byte, Char, Int, Long, Short};
        matches!(test.definition(*var).ty, Type::Primitive(Byte | Char | Short | Int | Long))
    };
    args.iter().any(is_integer)
}

/// `Foo.bar`, or `new Foo`.
pub fn described(world: &World, method: MethodId) -> String {
    let method = world.method(method);
    let class = &world.class(method.class).simple_name;
    match &*method.name {
        "<init>" => format!("new {class}"),
        name => format!("{class}.{name}"),
    }
}

/// Whether something that a statement depends on is null, holds null, or gives null when it is asked for something.
fn depends_on_null(world: &World, test: &TestCase, execution: &Execution) -> bool {
    let thrower = execution.executed;
    let gave_null = |index: usize| matches!(execution.observations.get(index), Some(Some(Observation::Null)));
    let mut needed = vec![false; test.len()];
    needed[thrower as usize] = true;
    for index in (0..=thrower as usize).rev() {
        let statement = &test.statements[index];
        // What is done to an object counts as well as what it is made of.
        let touches = statement.receiver().or(statement.written()).is_some_and(|Var(it)| needed[it as usize]);
        if needed[index] || touches {
            statement.uses(|var| needed[var.0 as usize] = true);
            if is_null(world, test, index) || needed[index] && gave_null(index) {
                return true;
            }
        }
    }
    false
}

/// Whether a statement makes null, an array with null in it, or an object that gives null.
fn is_null(world: &World, test: &TestCase, index: usize) -> bool {
    match &test.statements[index].kind {
        StatementKind::Literal(literal) => *literal == Literal::Null,
        StatementKind::NewArray { length } => {
            let of_objects = matches!(&test.statements[index].ty, Type::Array(of) if of.is_reference());
            of_objects && (0..*length).any(|element| !is_written(test, index, element))
        }
        StatementKind::Implement { methods, .. } => methods.iter().any(|implemented| {
            let is_idle = matches!(&implemented.behaviour, Behaviour::Return(of) if of.is_empty());
            is_idle && world.method(implemented.method).result.is_reference()
        }),
        _ => false,
    }
}

fn is_written(test: &TestCase, array: usize, element: u32) -> bool {
    test.statements.iter().any(|statement| {
        matches!(statement.kind, StatementKind::WriteElement { array: Var(of), index, .. }
            if of as usize == array && index == element)
    })
}
