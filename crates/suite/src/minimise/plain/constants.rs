//! Replaces stubs by constants of their class.

use testcase::{Args, Statement, StatementKind, TestCase, Var};
use types::access::{FINAL, STATIC, SYNTHETIC};
use types::{Deprecated, Field, FieldId, MethodId, Type, World};

/// Maximum number of constants that are tried instead of a stub.
const MAX_CONSTANTS: usize = 3;
/// Maximum number of static methods that are tried instead of a stub.
const MAX_FACTORIES: usize = 12;

/// Returns copies of a test in which a constant replaces the stub with the index `position`. For example,
/// `Type.INT` or `Type.hours()` replaces `new Type(3, "apple") {}`. A constant is a static field, or the
/// result of a static method without parameters. The class of the stub declares the constant, and the
/// constant is an object of this class.
///
/// Returns no copies if the statement creates no stub, or if the test calls a method of the stub.
pub fn with_constant(world: &World, package: &str, test: &TestCase, position: usize) -> Vec<TestCase> {
    let stub = Var(position as u32);
    let is_receiver = |statement: &Statement| statement.receiver() == Some(stub);
    let StatementKind::Implement { class, .. } = test.statements[position].kind else { return Vec::new() };
    if !world.is_accessible_class(class, package) || test.statements.iter().any(is_receiver) {
        return Vec::new();
    }
    let is_object = |ty: &Type| ty.class_id().is_some_and(|it| world.is_subclass(it, class));
    let is_usable_field = |id: &FieldId| {
        let field = world.field(*id);
        is_object(&field.ty) && is_constant(world, package, field)
    };
    let is_usable_method = |id: &MethodId| {
        let method = world.method(*id);
        // Methods of the JDK such as `Locale.getDefault()` depend on the environment.
        method.class == class
            && !world.is_from_jdk(class)
            && method.arguments.is_empty()
            && is_object(&method.result)
            && method.access & (STATIC | SYNTHETIC) == STATIC
            && method.deprecated == Deprecated::No
    };
    let with = |kind: StatementKind| {
        let mut changed = test.clone();
        changed.statements[position] = Statement { kind, ty: test.statements[position].ty.clone() };
        changed.remove_unused_since(test);
        changed
    };
    let fields = world.class(class).fields.iter().copied().filter(is_usable_field).take(MAX_CONSTANTS);
    let reads = fields.map(|field| StatementKind::ReadField { field, receiver: None });
    let methods = world.methods_of(class, package).into_iter().filter(is_usable_method).take(MAX_FACTORIES);
    let calls = methods.map(|method| StatementKind::Call { method, receiver: None, args: Args::new() });
    reads.chain(calls).map(with).collect()
}

/// Returns whether a test in `package` can read a field that always has the same value.
pub(super) fn is_constant(world: &World, package: &str, field: &Field) -> bool {
    field.access & (STATIC | FINAL) == STATIC | FINAL
        && field.deprecated == Deprecated::No
        && world.is_accessible_field(field, package)
}
