//! Names of tests, from what they show, and their order in the file.

use std::collections::{BTreeMap, BTreeSet};

use testcase::{CheckedTest, Literal, Observation, StatementKind};
use types::{ClassId, MethodId, World, is_identifier};

/// Names the tests `method`, `method_returnsNull`, `method_throwsIoException`, numbered where several are alike, and
/// orders them as the class orders its methods, constructors first.
pub fn name(world: &World, subject: ClassId, tests: &mut [CheckedTest]) {
    tests.sort_by_key(|test| (position(world, subject, test), test.case.len()));
    let bases: Vec<String> = tests.iter().map(|test| base(world, subject, test)).collect();
    let mut taken: BTreeSet<String> = bases.iter().cloned().collect();
    let mut used: BTreeMap<&str, u32> = BTreeMap::new();
    for (test, base) in tests.iter_mut().zip(&bases) {
        test.name = numbered(base, used.entry(base).or_default(), &mut taken);
    }
}

/// The base itself at first, then with the next number that makes a new name.
fn numbered(base: &str, count: &mut u32, taken: &mut BTreeSet<String>) -> String {
    *count += 1;
    if *count == 1 {
        return base.to_owned();
    }
    loop {
        let name = format!("{base}{}{count}", separator(base));
        if taken.insert(name.clone()) {
            return name;
        }
        *count += 1;
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
            StatementKind::Construct { constructor, .. }
            | StatementKind::Implement { constructor: Some(constructor), .. } => Some((index, constructor)),
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
        None if !is_identifier(&name) || is_of_every_object(&name) => format!("{name}_"),
        None => name,
    }
}

/// Method names need not be identifiers of the language (other compilers write class files too).
fn identifier(name: &str) -> String {
    let start = if name.starts_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
    let part = |c: char| if c.is_ascii_digit() || c.is_alphabetic() { c } else { '_' };
    format!("{start}{}", name.chars().map(part).collect::<String>())
}

/// Names that a method of a test class cannot or should not have: they belong to every object.
fn is_of_every_object(name: &str) -> bool {
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
