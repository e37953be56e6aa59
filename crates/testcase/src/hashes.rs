//! Hash codes: another one in each JVM where an object does not say what its is, so that no test does anything with one.

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
