//! Detects statements that compute or use hash codes. The default hash code of an object differs between
//! JVMs. Therefore no statement of a test uses the result of `hashCode()` or `System.identityHashCode` as an
//! operand.

use types::World;

use crate::model::{Statement, StatementKind, Var};

/// Returns the variable of the object whose hash code a statement computes. Returns `None` if the statement
/// computes no hash code.
#[must_use]
pub fn hash_code_owner(world: &World, statement: &Statement) -> Option<Var> {
    let StatementKind::Call { method, receiver, args } = &statement.kind else { return None };
    let method = world.method(*method);
    match &*method.name {
        "hashCode" if method.arguments.is_empty() => *receiver,
        "identityHashCode" => args.first().copied(),
        _ => None,
    }
}

/// Returns whether a statement uses a hash code that one of the statements in `earlier_statements` computes.
#[must_use]
pub fn uses_hash_code(world: &World, earlier_statements: &[Statement], statement: &Statement) -> bool {
    let is_hash_code = |var: Var| {
        earlier_statements.get(var.0 as usize).is_some_and(|it| hash_code_owner(world, it).is_some())
    };
    let mut is_used = false;
    statement.uses(|var| is_used |= is_hash_code(var));
    is_used
}
