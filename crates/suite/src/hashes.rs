//! Hash codes: others in each run where objects do not say what theirs are, and in another release of the JDK where they are those
//! of its own objects, or of what is made of them.

use std::time::Instant;

use testcase::{Literal, Observation, Statement, StatementKind, TestCase, Var};
use types::World;
use vm::Mode;

use crate::executor::Executor;
use crate::minimise::Kept;

/// Classes of the JDK whose hash codes are told by their documentation or hang on nothing but numbers and texts.
const LASTING: [&str; 11] = [
    "java.lang.CharSequence",
    "java.lang.Number",
    "java.lang.Boolean",
    "java.lang.Character",
    "java.util.Collection",
    "java.util.Map",
    "java.util.Map$Entry",
    "java.util.BitSet",
    "java.util.Date",
    "java.util.Optional",
    "java.util.UUID",
];

/// Whether a statement gives the hash code of an object that is one of the JDK or was made of such, whose hash codes are not lasting.
pub(crate) fn is_fickle(world: &World, test: &TestCase, at: usize) -> bool {
    let Some(object) = hashed(world, &test.statements[at]) else { return false };
    let mut is_part = vec![false; at];
    is_part[object.0 as usize] = true;
    for before in (0..at).rev() {
        let statement = &test.statements[before];
        // What is done to a part may add to it.
        let changed = statement.receiver().or(statement.written());
        if is_part[before] || changed.is_some_and(|var| is_part[var.0 as usize]) {
            statement.uses(|var| is_part[var.0 as usize] = true);
        }
    }
    let parts = test.statements[..at].iter().zip(is_part).filter(|(_, is_part)| *is_part);
    parts.map(|(statement, _)| statement).any(|part| !is_lasting(world, part))
}

/// The object whose hash code a statement gives, if it does.
fn hashed(world: &World, statement: &Statement) -> Option<Var> {
    let StatementKind::Call { method, receiver, args } = &statement.kind else { return None };
    let method = world.method(*method);
    match &*method.name {
        "hashCode" if method.arguments.is_empty() => *receiver,
        "identityHashCode" => args.first().copied(),
        _ => None,
    }
}

/// Whether the hash code of what a statement gives is the same in all releases, as far as that is up to the JDK.
fn is_lasting(world: &World, statement: &Statement) -> bool {
    if matches!(statement.kind, StatementKind::Literal(Literal::Null)) {
        return true;
    }
    let Some(class) = statement.ty.class_id().filter(|&class| world.is_from_jdk(class)) else { return true };
    let is = |name: &&str| world.class_named(name).is_some_and(|known| world.is_subclass(class, known));
    world.name(class).starts_with("java.time.") || LASTING.iter().any(is)
}

/// Whether a test does something with such a hash code: what it does then may hang on the release, too.
pub(crate) fn are_used(world: &World, test: &TestCase) -> bool {
    used(world, test).any(|at| is_fickle(world, test, at))
}

/// The statements that give hash codes which others use.
pub(crate) fn used(world: &World, test: &TestCase) -> impl Iterator<Item = usize> {
    let is_used = |at: &usize| test.statements.iter().any(|it| it.mentions(Var(*at as u32)));
    (0..test.len()).filter(|&at| hashed(world, &test.statements[at]).is_some()).filter(is_used)
}

/// Has tests, those that there is time to run, use the numbers that hash codes were instead of them.
pub fn write_out(executor: &mut Executor, kept: &mut [Kept], deadline: Instant) {
    let world = executor.world;
    let has_used = |test: &TestCase| used(world, test).next().is_some();
    let open: Vec<usize> = (0..kept.len()).filter(|&index| has_used(&kept[index].test)).collect();
    let tests: Vec<TestCase> = open.iter().map(|&index| kept[index].test.clone()).collect();
    for (&index, execution) in open.iter().zip(executor.run(&tests, Mode::Observe, deadline)) {
        let test = &mut kept[index].test;
        let used: Vec<usize> = used(world, test).collect();
        // From the last on: those before it stay where they are.
        for at in used.into_iter().rev() {
            if let Some(Some(Observation::Literal(number))) = execution.observations.get(at) {
                use_number(test, at, number);
            }
        }
    }
}

/// Puts a number behind a statement, and in the place of what that gives.
fn use_number(test: &mut TestCase, at: usize, number: &Literal) {
    let (given, written) = (Var(at as u32), Var(at as u32 + 1));
    let ty = test.definition(given).ty.clone();
    test.splice(at + 1, vec![Statement { kind: StatementKind::Literal(number.clone()), ty }]);
    for statement in &mut test.statements[at + 2..] {
        statement.uses_mut(|var| *var = if *var == given { written } else { *var });
    }
}
