//! Calls the class under test directly instead of another class that passes the call on.

use testcase::{Statement, StatementKind, TestCase, Var};
use types::access::{PUBLIC, STATIC};
use types::{ClassId, Method, Type, World};

use super::creations::{Creations, insert};
use super::with_uses;

/// Returns copies of a test that call a method of the class `class` instead of a method of another class with
/// the same name and parameters, the best copy last. The receiver is created as in most tests.
///
/// If the results have different types, the call is the last one of a copy. If the test gets an object of the
/// right type from the other result, another copy uses the result of the direct call instead of this object.
pub fn with_direct_call(
    world: &World,
    creations: &Creations,
    class: ClassId,
    test: &TestCase,
    position: usize,
) -> Vec<TestCase> {
    let StatementKind::Call { method, args, .. } = &test.statements[position].kind else { return Vec::new() };
    let Some(direct) = direct_method(world, class, world.method(*method)) else { return Vec::new() };
    let mut with_receiver = test.clone();
    let mut call = position;
    let mut receiver = None;
    if direct.access & STATIC == 0 {
        let Some(creation) = creations.usual(&Type::class(class)) else { return Vec::new() };
        receiver = Some(insert(&mut with_receiver, position, creation));
        call += creation.len();
    }
    let kind = StatementKind::Call { method: direct.id, receiver, args: args.clone() };
    let call_directly = |test: &TestCase| {
        let mut changed = test.clone();
        changed.statements[call] = Statement { kind: kind.clone(), ty: direct.result.clone() };
        changed.remove_unused_since(test);
        changed
    };
    if with_receiver.statements[call].ty == direct.result {
        return vec![call_directly(&with_receiver)];
    }
    let mut short = with_receiver.clone();
    short.truncate(call + 1);
    let without_getter = without_getter(&with_receiver, call, &direct.result);
    std::iter::once(short).chain(without_getter).map(|test| call_directly(&test)).collect()
}

/// Returns the public method of a class with the name and parameters of a method of another class. Returns
/// `None` for a method of the JDK, of a superclass or of a subclass, and for generic methods.
fn direct_method<'w>(world: &'w World, class: ClassId, called: &Method) -> Option<&'w Method> {
    let is_related = world.is_subclass(called.class, class) || world.is_subclass(class, called.class);
    let class = world.class(class);
    if is_related || world.is_from_jdk(called.class) || !class.parameters.is_empty() {
        return None;
    }
    let has_same_parameters = |method: &&Method| {
        method.name == called.name
            && method.arguments == called.arguments
            && method.access & PUBLIC != 0
            && method.parameters.is_empty()
    };
    class.methods.iter().map(|&method| world.method(method)).find(has_same_parameters)
}

/// Returns the test with the result of a call in place of the object of the type `ty` that a method without
/// arguments gets from this result. Returns `None` if the test also uses the result in another way.
fn without_getter(test: &TestCase, call: usize, ty: &Type) -> Option<TestCase> {
    let result = Var(call as u32);
    let mut users = (call + 1..test.len()).filter(|&index| test.statements[index].mentions(result));
    let getter = users.next().filter(|_| users.next().is_none())?;
    let statement = &test.statements[getter];
    if statement.ty != *ty || statement.receiver() != Some(result) || !statement.arguments().is_empty() {
        return None;
    }
    let mut changed = with_uses(test, Var(getter as u32), result)?;
    changed.remove_unused_since(test);
    Some(changed)
}
