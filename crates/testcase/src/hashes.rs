//! Hash codes. An object that does not define its own has another one in each JVM, so no test does anything with what `hashCode()`
//! and `System.identityHashCode` give.

use types::World;

use crate::model::{Statement, StatementKind, Var};

/// The object whose hash code a statement gives, if it does.
#[must_use]
pub fn hashed(world: &World, statement: &Statement) -> Option<Var> {
    let StatementKind::Call { method, receiver, args } = &statement.kind else { return None };
    let method = world.method(*method);
    match &*method.name {
        "hashCode" if method.arguments.is_empty() => *receiver,
        "identityHashCode" => args.first().copied(),
        _ => None,
    }
}

/// Whether a statement that stands behind others uses the hash code that one of them gives.
#[must_use]
pub fn uses_hash(world: &World, before: &[Statement], statement: &Statement) -> bool {
    let mut found = false;
    statement.uses(|var| found |= before.get(var.0 as usize).is_some_and(|it| hashed(world, it).is_some()));
    found
}
