//! Plain collections and buffers: classes and constructors that people use in tests.

use testcase::{Args, ImplementedMethod, Literal, Statement, StatementKind, TestCase, Var};
use types::access::PUBLIC;
use types::{ClassId, Method, MethodId, Type, World};

use super::buffers::constructor;

/// The collections that replace others, in the order in which they are tried.
const PLAIN: [&str; 5] = [
    "java.util.ArrayList",
    "java.util.HashMap",
    "java.util.HashSet",
    "java.util.ArrayDeque",
    "java.util.TreeMap",
];
/// Other collections that a person chooses on purpose. They are not replaced.
const USUAL: [&str; 4] =
    ["java.util.LinkedList", "java.util.LinkedHashMap", "java.util.LinkedHashSet", "java.util.TreeSet"];
/// Classes whose constructors without arguments create an empty buffer.
const BUFFERS: [&str; 4] = [
    "java.lang.StringBuilder",
    "java.lang.StringBuffer",
    "java.io.StringWriter",
    "java.io.ByteArrayOutputStream",
];

/// Returns copies of a test in which a plainer object replaces the new collection or buffer with the index
/// `position`:
///
/// - a collection of a class that is used more often, such as `ArrayList` for `Vector`;
/// - an object without an initial capacity;
/// - a `StringBuilder` that is created from a `String`, for one that is created from a `CharSequence`.
pub fn with_plain_collection(world: &World, test: &TestCase, position: usize) -> Vec<TestCase> {
    let statement = &test.statements[position];
    let StatementKind::Construct { constructor: called, receiver: None, args } = &statement.kind else {
        return Vec::new();
    };
    let Some(class) = statement.ty.class_id() else { return Vec::new() };
    let name = &*world.class(class).name;
    let is_number = |arg: &Var| {
        matches!(test.definition(*arg).kind, StatementKind::Literal(Literal::Int(_) | Literal::Float(_)))
    };
    let is_collection = is_collection(world, class);
    let has_only_numbers = args.iter().all(is_number);
    let mut plainer = Vec::new();
    if is_collection && has_only_numbers && !PLAIN.contains(&name) && !USUAL.contains(&name) {
        plainer.extend(PLAIN.iter().filter_map(|name| with_class(world, test, position, name)));
    }
    if !args.is_empty() && has_only_numbers && (is_collection || BUFFERS.contains(&name)) {
        plainer.extend(
            constructor(world, class, "()V")
                .map(|constructor| with_constructor(test, position, constructor, Args::new())),
        );
    }
    if BUFFERS.contains(&name)
        && let [text] = args[..]
        && &*world.method(*called).descriptor == "(Ljava/lang/CharSequence;)V"
        && matches!(test.definition(text).kind, StatementKind::Literal(Literal::String(_)))
    {
        plainer.extend(
            constructor(world, class, "(Ljava/lang/String;)V")
                .map(|constructor| with_constructor(test, position, constructor, args.clone())),
        );
    }
    plainer
}

/// Returns whether a class is a collection or map of `java.util` or `java.util.concurrent`.
fn is_collection(world: &World, class: ClassId) -> bool {
    let is_subclass = |name: &str| world.class_named(name).is_some_and(|it| world.is_subclass(class, it));
    world.class(class).name.starts_with("java.util.")
        && (is_subclass("java.util.Collection") || is_subclass("java.util.Map"))
}

fn with_constructor(test: &TestCase, position: usize, constructor: MethodId, args: Args) -> TestCase {
    let mut changed = test.clone();
    changed.statements[position].kind = StatementKind::Construct { constructor, receiver: None, args };
    changed.remove_unused_since(test);
    changed
}

/// Replaces a collection by an empty collection of another class. Returns `None` if a statement needs the
/// class of the replaced collection.
fn with_class(world: &World, test: &TestCase, position: usize, name: &str) -> Option<TestCase> {
    let class = world.class_named(name)?;
    let Type::Class(_, arguments) = &test.statements[position].ty else { return None };
    let is_raw = arguments.is_empty();
    if !is_raw && world.class(class).parameters.len() != arguments.len() {
        return None;
    }
    let var = Var(position as u32);
    let mut changed = test.clone();
    for statement in changed.statements.iter_mut().filter(|statement| statement.mentions(var)) {
        use_class(world, statement, var, class)?;
    }
    changed.statements[position].ty = Type::Class(class, arguments.clone());
    Some(with_constructor(&changed, position, constructor(world, class, "()V")?, Args::new()))
}

/// Changes a call or stub so that the variable `var` can have the class `class`. Returns `None` if that is
/// impossible, and for other statements.
pub(super) fn use_class(world: &World, statement: &mut Statement, var: Var, class: ClassId) -> Option<()> {
    let accepts = |ty: &Type| ty.class_id().is_some_and(|wanted| world.is_subclass(class, wanted));
    if let StatementKind::Implement { methods, args, .. } = &statement.kind {
        let returns = |method: &&ImplementedMethod| method.behaviour.values().contains(&var);
        let accepts_result = |method: &ImplementedMethod| accepts(&world.method(method.method).result);
        let is_accepted = !args.contains(&var) && methods.iter().filter(returns).all(accepts_result);
        return is_accepted.then_some(());
    }
    let (StatementKind::Call { method, args, .. }
    | StatementKind::Construct { constructor: method, args, .. }) = &statement.kind
    else {
        return None;
    };
    let parameters = world.method(*method).arguments.iter().zip(args);
    if !parameters.filter(|(_, arg)| **arg == var).all(|(ty, _)| accepts(ty)) {
        return None;
    }
    if statement.receiver() == Some(var) {
        let called = world.method(*method);
        let same = match world.is_subclass(class, called.class) {
            true => called.id,
            false => same_method(world, class, called)?,
        };
        if let StatementKind::Call { method, .. } = &mut statement.kind {
            *method = same;
        }
    }
    Some(())
}

/// Returns the public method of a class, its superclasses or its interfaces with the name and descriptor of
/// `method`.
fn same_method(world: &World, class: ClassId, method: &Method) -> Option<MethodId> {
    let declared = |id: &&MethodId| {
        let other = world.method(**id);
        other.name == method.name && other.descriptor == method.descriptor && other.access & PUBLIC != 0
    };
    let declaration = world.class(class);
    let supertypes = declaration.superclass.iter().chain(&declaration.interfaces);
    let inherited = || supertypes.filter_map(Type::class_id).find_map(|it| same_method(world, it, method));
    declaration.methods.iter().find(declared).copied().or_else(inherited)
}
