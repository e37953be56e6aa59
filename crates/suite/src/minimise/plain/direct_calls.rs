//! Calls the class under test directly instead of another class that passes the call on.

use testcase::{Args, Statement, StatementKind, TestCase, Var};
use types::access::{PUBLIC, STATIC};
use types::{ClassId, Method, Type, World};

use super::creations::{Creations, insert};
use super::with_uses;

/// Returns copies of a test in which a call goes directly to the class `class`, the best copy last. The
/// called methods have the same name and parameters. The new receiver is created as in most tests, or from
/// the arguments with which the old receiver was created.
///
/// If the two methods have different result types, a copy ends with the direct call. A getter of the old
/// result can return an object of the new type. Then another copy uses the new result instead of this object.
pub fn with_direct_call(
    world: &World,
    creations: &Creations,
    class: ClassId,
    test: &TestCase,
    position: usize,
) -> Vec<TestCase> {
    let StatementKind::Call { method, receiver, args } = &test.statements[position].kind else {
        return Vec::new();
    };
    let Some(direct) = direct_method(world, class, world.method(*method)) else { return Vec::new() };
    if direct.access & STATIC != 0 {
        return call_directly(test, position, direct, None, args);
    }
    let usual = creations.usual(&Type::class(class));
    let with_usual = usual.into_iter().flat_map(|creation| {
        let mut test = test.clone();
        let receiver = insert(&mut test, position, creation);
        call_directly(&test, position + creation.len(), direct, Some(receiver), args)
    });
    let creation = receiver.and_then(|it| construction_from_arguments(world, class, test, it));
    let with_same_arguments = creation.into_iter().flat_map(|creation| {
        let mut test = test.clone();
        test.splice(position, vec![creation]);
        call_directly(&test, position + 1, direct, Some(Var(position as u32)), args)
    });
    with_usual.chain(with_same_arguments).collect()
}

/// Returns copies of a test with a call of another method in the statement with the index `call`.
fn call_directly(
    test: &TestCase,
    call: usize,
    method: &Method,
    receiver: Option<Var>,
    args: &Args,
) -> Vec<TestCase> {
    let kind = StatementKind::Call { method: method.id, receiver, args: args.clone() };
    let with_call = |test: &TestCase| {
        let mut changed = test.clone();
        changed.statements[call] = Statement { kind: kind.clone(), ty: method.result.clone() };
        changed.remove_unused_since(test);
        changed
    };
    if test.statements[call].ty == method.result {
        return vec![with_call(test)];
    }
    let mut short = test.clone();
    short.truncate(call + 1);
    let without_getter = without_getter(test, call, &method.result);
    std::iter::once(short).chain(without_getter).map(|test| with_call(&test)).collect()
}

/// Returns a statement that creates an object of a class from the arguments with which another object was
/// created.
fn construction_from_arguments(
    world: &World,
    class: ClassId,
    test: &TestCase,
    other: Var,
) -> Option<Statement> {
    let known = test.definition(other).arguments();
    let argument = |ty: &Type| known.iter().copied().find(|&var| test.definition(var).ty == *ty);
    let constructors = world.class(class).constructors.iter().map(|&id| world.method(id));
    let mut public = constructors.filter(|it| it.access & PUBLIC != 0 && !it.arguments.is_empty());
    public.find_map(|constructor| {
        let args: Args = constructor.arguments.iter().map(argument).collect::<Option<_>>()?;
        let kind = StatementKind::Construct { constructor: constructor.id, receiver: None, args };
        Some(Statement { kind, ty: Type::class(class) })
    })
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

/// Returns the test without a getter that is called on the result of a call, and that returns an object of
/// the type `ty`. The test uses the result in place of this object. Returns `None` if the test also uses the
/// result in another way.
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
