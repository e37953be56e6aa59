//! Statements for tests, without types.

use testcase::{Args, Statement, StatementKind, Var};
use types::{MethodId, Type};

/// Returns a statement of an unknown type.
pub(super) fn statement(kind: StatementKind) -> Statement {
    Statement { kind, ty: Type::Null }
}

/// Returns a call of a method by its number.
pub(super) fn call(method: u32, receiver: Option<u32>, args: &[u32]) -> Statement {
    let args = args.iter().map(|&arg| Var(arg)).collect::<Args>();
    statement(StatementKind::Call { method: MethodId(method), receiver: receiver.map(Var), args })
}
