//! Replaces values that depend on the default locale or time zone by fixed values.

use testcase::{Args, Statement, StatementKind, TestCase, Var};
use types::access::STATIC;
use types::{ClassId, Deprecated, FieldId, Method, MethodId, World};

use super::constants::is_constant;

/// Maximum number of calls and constants that are tried instead of a call.
const MAX_VALUES: usize = 6;
/// Names of constants that people use instead of the default locale or time zone.
const USUAL_NAMES: [&str; 2] = ["UTC", "ROOT"];

/// Returns copies of a test in which another value replaces the result of the call with the index `position`:
///
/// - the result of an overload with one more argument, which is a constant of its own class:
///   `text.toLowerCase(Locale.ROOT)` instead of `text.toLowerCase()`;
/// - for a static call without arguments, a constant of the called class: `Locale.ROOT` instead of
///   `Locale.getDefault()`;
/// - for such a call, also the result of another static method without arguments: `Chronology.utc()`
///   instead of `Chronology.local()`.
///
/// These values often do not depend on the default locale or time zone. Overloads come first.
pub fn with_fixed_environment(
    world: &World,
    package: &str,
    test: &TestCase,
    position: usize,
) -> Vec<TestCase> {
    let mut changed_tests = with_overloads(world, package, test, position);
    if let StatementKind::Call { method, receiver: None, ref args } = test.statements[position].kind
        && args.is_empty()
    {
        changed_tests.extend(with_siblings(world, package, test, position, method));
    }
    changed_tests
}

/// Returns copies of a test with an overload that has one more parameter at the end.
fn with_overloads(world: &World, package: &str, test: &TestCase, position: usize) -> Vec<TestCase> {
    let (id, candidates) = match test.statements[position].kind {
        StatementKind::Call { method, .. } => (method, world.methods_of(world.method(method).class, package)),
        StatementKind::Construct { constructor, receiver: None, .. } => {
            (constructor, world.class(world.method(constructor).class).constructors.clone())
        }
        _ => return Vec::new(),
    };
    let method = world.method(id);
    let with_overload = |other: MethodId| {
        let (added, first) = world.method(other).arguments.split_last()?;
        let is_overload = first == &method.arguments[..]
            && world.method(other).name == method.name
            && is_alternative(world, package, method, other);
        let constant = constant(world, package, added.class_id()?).filter(|_| is_overload)?;
        let mut changed = test.clone();
        changed.splice(position, vec![read(world, constant)]);
        match &mut changed.statements[position + 1].kind {
            StatementKind::Call { method: called, args, .. }
            | StatementKind::Construct { constructor: called, args, .. } => {
                *called = other;
                args.push(Var(position as u32));
            }
            _ => return None,
        }
        Some(changed)
    };
    candidates.into_iter().filter_map(with_overload).take(MAX_VALUES).collect()
}

/// Returns copies of a test with a constant of the class, or with another static method without arguments.
fn with_siblings(
    world: &World,
    package: &str,
    test: &TestCase,
    position: usize,
    id: MethodId,
) -> Vec<TestCase> {
    let method = world.method(id);
    let is_sibling = |&other: &MethodId| {
        other != id
            && world.method(other).arguments.is_empty()
            && is_alternative(world, package, method, other)
    };
    let call = |method: MethodId| StatementKind::Call { method, receiver: None, args: Args::new() };
    let siblings = world.methods_of(method.class, package).into_iter().filter(is_sibling).map(call);
    let same_class = method.result.class_id().filter(|&class| class == method.class);
    let constant = same_class.and_then(|class| constant(world, package, class));
    let constant = constant.map(|field| read(world, field).kind);
    let with_kind = |kind: StatementKind| {
        let mut changed = test.clone();
        changed.statements[position].kind = kind;
        changed
    };
    constant.into_iter().chain(siblings).map(with_kind).take(MAX_VALUES).collect()
}

/// Returns whether a test can call `other` instead of `method`: both return the same type, and both or none
/// are static.
fn is_alternative(world: &World, package: &str, method: &Method, other: MethodId) -> bool {
    let other = world.method(other);
    other.access & STATIC == method.access & STATIC
        && world.erase(&other.result) == world.erase(&method.result)
        && other.deprecated == Deprecated::No
        && world.is_accessible_method(other, package)
}

/// Returns the constant of a class that people most probably use.
fn constant(world: &World, package: &str, class: ClassId) -> Option<FieldId> {
    let is_usable = |id: &FieldId| {
        let field = world.field(*id);
        field.ty.class_id() == Some(class) && !field.enum_constant && is_constant(world, package, field)
    };
    let fields = world.class(class).fields.iter().copied().filter(is_usable);
    fields.min_by_key(|&id| !USUAL_NAMES.contains(&&*world.field(id).name))
}

fn read(world: &World, field: FieldId) -> Statement {
    Statement {
        kind: StatementKind::ReadField { field, receiver: None },
        ty: world.erase(&world.field(field).ty),
    }
}
