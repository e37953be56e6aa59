//! Names of tests, from what they show, and their order in the file.

use std::collections::BTreeMap;

use testcase::{CheckedTest, Literal, Observation, StatementKind};
use types::{ClassId, MethodId, World};

/// Names the tests `method`, `method_returnsNull`, `method_throwsIoException`, numbered where several are alike, and
/// orders them as the class orders its methods, constructors first.
pub fn name(world: &World, subject: ClassId, tests: &mut Vec<CheckedTest>) {
    tests.sort_by_key(|test| (position(world, subject, test), test.case.len()));
    let mut used: BTreeMap<String, u32> = BTreeMap::new();
    for test in tests {
        let name = base(world, subject, test);
        let count = used.entry(name.clone()).or_default();
        *count += 1;
        test.name = if *count == 1 { name } else { format!("{name}{}{count}", separator(&name)) };
    }
}

/// Keeps a number apart from a name that ends in one.
fn separator(name: &str) -> &'static str {
    if name.ends_with(|last: char| last.is_ascii_digit()) { "_" } else { "" }
}

/// The call that a test is about: the last one of the class under test, else the last one.
fn subject_call(world: &World, subject: ClassId, test: &CheckedTest) -> Option<(usize, MethodId)> {
    let calls =
        test.case.statements.iter().enumerate().filter_map(|(index, statement)| match statement.kind {
            StatementKind::Call { method, .. } => Some((index, method)),
            StatementKind::Construct { constructor, .. } => Some((index, constructor)),
            _ => None,
        });
    let calls: Vec<_> = calls.collect();
    let own = calls.iter().rev().find(|(_, method)| world.method(*method).class == subject);
    own.or(calls.last()).copied()
}

fn position(world: &World, subject: ClassId, test: &CheckedTest) -> usize {
    let Some((_, called)) = subject_call(world, subject, test) else { return usize::MAX };
    let class = world.class(subject);
    let members = class.constructors.iter().chain(&class.methods);
    members.clone().position(|&member| member == called).unwrap_or(members.count())
}

fn base(world: &World, subject: ClassId, test: &CheckedTest) -> String {
    let Some((index, called)) = subject_call(world, subject, test) else { return "fields".to_owned() };
    let method = world.method(called);
    let name = match &*method.name {
        "<init>" => format!("new{}", identifier(&world.class(method.class).simple_name)),
        other => identifier(other),
    };
    match outcome(world, test, index) {
        Some(outcome) => format!("{name}_{outcome}"),
        None if is_keyword_like(&name) => format!("{name}_"),
        None => name,
    }
}

/// Method names need not be identifiers of the language (other compilers write class files too).
fn identifier(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect()
}

/// Names that a method of a test class should not have: they belong to every object.
fn is_keyword_like(name: &str) -> bool {
    matches!(
        name,
        "equals"
            | "hashCode"
            | "toString"
            | "getClass"
            | "notify"
            | "notifyAll"
            | "wait"
            | "finalize"
            | "clone"
    )
}

fn outcome(world: &World, test: &CheckedTest, call: usize) -> Option<String> {
    if let Some(throws) = &test.throws {
        return Some(format!("throws{}", identifier(&world.class(throws.class).simple_name)));
    }
    let assertion = test.assertions.iter().find(|assertion| assertion.var.0 as usize == call)?;
    let shown = match &assertion.expected {
        Observation::Null => "returnsNull",
        Observation::Literal(Literal::Boolean(true)) => "returnsTrue",
        Observation::Literal(Literal::Boolean(false)) => "returnsFalse",
        Observation::Literal(Literal::String(string)) if string.is_empty() => "returnsEmptyString",
        Observation::Literal(Literal::Int(0) | Literal::Long(0)) => "returnsZero",
        Observation::Array(elements) if elements.is_empty() => "returnsEmptyArray",
        _ => return None,
    };
    Some(shown.to_owned())
}
