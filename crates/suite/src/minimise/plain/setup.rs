//! Replaces calls that only prepare a later call, or create its objects, by calls with fewer arguments.

use testcase::{Args, Statement, StatementKind, TestCase, Var};
use types::access::{STATIC, SYNTHETIC};
use types::{Deprecated, MethodId, Primitive, Type, World};

/// Maximum number of methods that are tried instead of a method.
const MAX_METHODS: usize = 4;

/// Returns copies of a test in which a call without arguments replaces the call with the index `position`:
/// `matcher.find()` instead of `matcher.replaceAll("a")`. The called method has the same object and the same
/// class, and returns nothing or a boolean.
///
/// Returns no copies in these cases:
///
/// - The statement is no call with arguments on an object outside of the JDK.
/// - Another statement uses the result.
/// - No other call follows.
pub fn with_call_without_arguments(
    world: &World,
    package: &str,
    test: &TestCase,
    position: usize,
) -> Vec<TestCase> {
    let StatementKind::Call { method, receiver: Some(receiver), ref args } = test.statements[position].kind
    else {
        return Vec::new();
    };
    let class = world.method(method).class;
    let is_used = test.statements.iter().any(|it| it.mentions(Var(position as u32)));
    if args.is_empty() || is_used || !precedes_call(test, position) || world.is_from_jdk(class) {
        return Vec::new();
    }
    let is_usable = |id: &MethodId| {
        let other = world.method(*id);
        other.class == class
            && other.arguments.is_empty()
            && matches!(other.result, Type::Void | Type::Primitive(Primitive::Boolean))
            && other.access & (STATIC | SYNTHETIC) == 0
            && other.deprecated == Deprecated::No
    };
    let with_call = |id: MethodId| {
        let mut changed = test.clone();
        let kind = StatementKind::Call { method: id, receiver: Some(receiver), args: Args::new() };
        changed.statements[position] = Statement { kind, ty: world.method(id).result.clone() };
        changed.remove_unused_since(test);
        changed
    };
    let methods = world.methods_of(class, package).into_iter().filter(is_usable);
    methods.take(MAX_METHODS).map(with_call).collect()
}

/// Returns a copy of a test with `Table.create()` instead of `Table.create(7, 3)`: an overload without
/// arguments replaces the static method that the statement with the index `position` calls. Returns `None` if
/// there is no such overload, or if no other call follows.
pub fn with_factory_without_arguments(
    world: &World,
    package: &str,
    test: &TestCase,
    position: usize,
) -> Option<TestCase> {
    let StatementKind::Call { method, receiver: None, ref args } = test.statements[position].kind else {
        return None;
    };
    let method = world.method(method);
    if args.is_empty() || !precedes_call(test, position) || world.is_from_jdk(method.class) {
        return None;
    }
    let is_overload = |id: &MethodId| {
        let other = world.method(*id);
        other.name == method.name
            && other.arguments.is_empty()
            && other.access & STATIC != 0
            && world.erase(&other.result) == world.erase(&method.result)
            && other.deprecated == Deprecated::No
    };
    let overload = world.methods_of(method.class, package).into_iter().find(is_overload)?;
    let mut changed = test.clone();
    changed.statements[position].kind =
        StatementKind::Call { method: overload, receiver: None, args: Args::new() };
    changed.remove_unused_since(test);
    Some(changed)
}

/// Returns copies of a test with `new Parser(reader)` instead of `new Parser(reader, 3, 5)`. The statement
/// with the index `position` calls a constructor. Another constructor of the class replaces it, with some of
/// the arguments. The constructor with the fewest parameters comes first.
///
/// Returns no copies if no other call follows. Ignores constructors without parameters.
pub fn with_shorter_constructor(
    world: &World,
    package: &str,
    test: &TestCase,
    position: usize,
) -> Vec<TestCase> {
    let StatementKind::Construct { constructor, receiver, ref args } = test.statements[position].kind else {
        return Vec::new();
    };
    let method = world.method(constructor);
    if !precedes_call(test, position)
        || world.is_from_jdk(method.class)
        || args.len() != method.arguments.len()
    {
        return Vec::new();
    }
    let mut shorter: Vec<(MethodId, Args)> = world
        .class(method.class)
        .constructors
        .iter()
        .map(|&id| world.method(id))
        .filter(|other| {
            (1..method.arguments.len()).contains(&other.arguments.len())
                && other.deprecated == Deprecated::No
                && world.is_accessible_method(other, package)
        })
        .filter_map(|other| Some((other.id, arguments_of(&method.arguments, args, &other.arguments)?)))
        .collect();
    shorter.sort_by_key(|(_, args)| args.len());
    let with_constructor = |(constructor, args)| {
        let mut changed = test.clone();
        changed.statements[position].kind = StatementKind::Construct { constructor, receiver, args };
        changed.remove_unused_since(test);
        changed
    };
    shorter.into_iter().take(MAX_METHODS).map(with_constructor).collect()
}

/// Returns the arguments for the types `wanted`, in the order of `args`. Returns `None` if one of the types
/// is missing.
fn arguments_of(types: &[Type], args: &Args, wanted: &[Type]) -> Option<Args> {
    let mut remaining = types.iter().zip(args);
    wanted.iter().map(|ty| remaining.find(|(other, _)| *other == ty).map(|(_, &arg)| arg)).collect()
}

/// Returns whether another call follows a statement.
fn precedes_call(test: &TestCase, position: usize) -> bool {
    test.statements[position + 1..].iter().any(Statement::is_call)
}
