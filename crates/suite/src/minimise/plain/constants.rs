//! Replaces stubs by constants of their class.

use testcase::{Statement, StatementKind, TestCase, Var};
use types::access::{FINAL, STATIC};
use types::{Deprecated, Field, FieldId, World};

/// Maximum number of constants that are tried instead of a stub.
const MAX_CONSTANTS: usize = 3;

/// Returns copies of a test with a constant in place of the stub with the index `position`: `Type.INT`
/// instead of `new Type(3, "apple") {}`. The class of the stub declares the constant, and the constant is
/// an object of this class.
///
/// Returns no copies if the statement creates no stub, or if the test calls a method of the stub.
pub fn with_constant(world: &World, package: &str, test: &TestCase, position: usize) -> Vec<TestCase> {
    let stub = Var(position as u32);
    let is_receiver = |statement: &Statement| statement.receiver() == Some(stub);
    let StatementKind::Implement { class, .. } = test.statements[position].kind else { return Vec::new() };
    if !world.is_accessible_class(class, package) || test.statements.iter().any(is_receiver) {
        return Vec::new();
    }
    let is_usable = |id: &FieldId| {
        let field = world.field(*id);
        let is_same_class = field.ty.class_id().is_some_and(|it| world.is_subclass(it, class));
        is_same_class && is_constant(world, package, field)
    };
    let with_field = |field: FieldId| {
        let mut changed = test.clone();
        let kind = StatementKind::ReadField { field, receiver: None };
        changed.statements[position] = Statement { kind, ty: test.statements[position].ty.clone() };
        changed.remove_unused_since(test);
        changed
    };
    let fields = world.class(class).fields.iter().copied().filter(is_usable);
    fields.take(MAX_CONSTANTS).map(with_field).collect()
}

/// Returns whether a test in `package` can read a field that always has the same value.
pub(super) fn is_constant(world: &World, package: &str, field: &Field) -> bool {
    field.access & (STATIC | FINAL) == STATIC | FINAL
        && field.deprecated == Deprecated::No
        && world.is_accessible_field(field, package)
}
