//! Detects calls that compare two values. Only the sign of their result has a meaning.

use types::{Primitive, Type, World};

use crate::model::{Literal, Observation, Statement, StatementKind};

/// Returns the sign of an observed result if the statement is a call that compares two values: `compareTo`,
/// `compareToIgnoreCase` or `compare`. Returns `None` for other statements, and for the results -1, 0 and 1.
#[must_use]
pub fn sign_of_comparison(world: &World, statement: &Statement, observed: &Observation) -> Option<i32> {
    let StatementKind::Call { method, args, .. } = &statement.kind else { return None };
    let Observation::Literal(Literal::Int(result)) = *observed else { return None };
    let compares = match &*world.method(*method).name {
        "compareTo" | "compareToIgnoreCase" => args.len() == 1,
        "compare" => args.len() == 2,
        _ => false,
    };
    let is_number = statement.ty == Type::Primitive(Primitive::Int);
    (compares && is_number && result.unsigned_abs() > 1).then_some(result.signum())
}
