//! Exceptions that a method neither throws itself nor declares, from arguments that nothing is wrong with at first sight.

use testcase::{Behaviour, Literal, Statement, StatementKind, Suspicion, TestCase, Var};
use types::{MethodId, Primitive, Type, World};
use vm::{Execution, Outcome};

/// Exceptions that tell of a mistake in the code that they come from, with how sure that is.
const MISTAKES: [(&str, u8); 13] = [
    ("java.lang.StackOverflowError", 1),
    ("java.lang.AssertionError", 1),
    ("java.lang.ClassCastException", 1),
    ("java.lang.ArrayStoreException", 1),
    ("java.util.ConcurrentModificationException", 1),
    ("java.lang.IllegalMonitorStateException", 1),
    ("java.lang.LinkageError", 1),
    ("java.lang.NullPointerException", 2),
    ("java.lang.NegativeArraySizeException", 2),
    ("java.lang.ArrayIndexOutOfBoundsException", 2),
    ("java.lang.StringIndexOutOfBoundsException", 2),
    ("java.util.EmptyStackException", 3),
    ("java.lang.ArithmeticException", 3),
];

/// Those that a number out of range brings about, which is the caller's mistake as a rule.
const OF_NUMBERS: [&str; 4] = [
    "java.lang.NegativeArraySizeException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.StringIndexOutOfBoundsException",
    "java.lang.ArithmeticException",
];

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
    let is_mistake = |(name, _): &&(&str, u8)| thrown.classes.iter().any(|class| **class == **name);
    let &(_, rank) = MISTAKES.iter().find(is_mistake)?;
    let declares = |name: &str| {
        let class = world.class_named(name);
        world.method(method).exceptions.iter().any(|it| it.class_id().is_some_and(|it| Some(it) == class))
    };
    if world.is_from_jdk(world.method(method).class) || thrown.classes.iter().any(|class| declares(class)) {
        return None;
    }
    let class = thrown.class();
    if OF_NUMBERS.contains(&&**class) && is_given_integers(test, statement) {
        return None;
    }
    let vagueness = vagueness(test, execution.executed)?;
    let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
    let what =
        format!("throws {simple}, which it does not declare, though nothing that it was given is null");
    Some(Suspicion { rank: rank + vagueness, method: described(world, method), what })
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

/// How little is to be made of what a statement throws: 1 more where an object made for the test gives nothing when it is asked for
/// something; `None` where something that it depends on is null.
fn vagueness(test: &TestCase, thrower: u32) -> Option<u8> {
    let mut needed = vec![false; test.len()];
    needed[thrower as usize] = true;
    let mut vagueness = 0;
    for index in (0..=thrower as usize).rev() {
        let statement = &test.statements[index];
        // What is done to an object counts as well as what it is made of.
        let touches = statement.receiver().or(statement.written()).is_some_and(|Var(it)| needed[it as usize]);
        if !needed[index] && !touches {
            continue;
        }
        statement.uses(|var| needed[var.0 as usize] = true);
        match &statement.kind {
            StatementKind::Literal(Literal::Null) => return None,
            StatementKind::NewArray { length: 1.. } if statement_is_unwritten(test, index) => vagueness = 1,
            StatementKind::Implement { methods, .. } => {
                let idle = |it: &testcase::Implemented| matches!(&it.behaviour, Behaviour::Return(of) if of.is_empty());
                vagueness |= u8::from(methods.iter().any(idle));
            }
            _ => {}
        }
    }
    Some(vagueness)
}

/// Whether an array of objects is full of nulls.
fn statement_is_unwritten(test: &TestCase, array: usize) -> bool {
    let writes = |kind: &StatementKind| matches!(kind, StatementKind::WriteElement { array: of, .. } if of.0 as usize == array);
    let of_objects = matches!(&test.statements[array].ty, Type::Array(of) if of.is_reference());
    of_objects && !test.statements.iter().any(|it| writes(&it.kind))
}
