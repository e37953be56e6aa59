//! Buffers in memory that replace other writers and streams, so that a test can assert what is written.

use testcase::{Args, Statement, StatementKind, TestCase, Var};
use types::{ClassId, MethodId, Type, World};

use super::with_construction;

/// A class to which a test can write, and how the test creates an object of the class.
struct Sink {
    class: &'static str,
    /// Descriptor of the constructor.
    constructor: &'static str,
    /// The class of the constructor's argument, which has a constructor without parameters.
    buffer: Option<&'static str>,
}

/// The sinks that replace others. If several sinks can replace an object, the first one replaces it.
const SINKS: [Sink; 4] = [
    Sink { class: "java.io.StringWriter", constructor: "()V", buffer: None },
    Sink { class: "java.io.ByteArrayOutputStream", constructor: "()V", buffer: None },
    Sink {
        class: "java.io.PrintWriter",
        constructor: "(Ljava/io/Writer;)V",
        buffer: Some("java.io.StringWriter"),
    },
    Sink {
        class: "java.io.PrintStream",
        constructor: "(Ljava/io/OutputStream;)V",
        buffer: Some("java.io.ByteArrayOutputStream"),
    },
];

/// Replaces the writer or output stream with the index `position` by a buffer in memory, or by a
/// `PrintWriter` or `PrintStream` that writes to such a buffer. Removes the statements that only the old
/// object needed.
///
/// Returns `None` in these cases:
///
/// - The object is not created by a constructor or as a stub, or it is already such an object.
/// - A statement uses the object in another way than as an argument.
/// - A parameter does not accept the new object.
pub fn with_buffer(world: &World, test: &TestCase, position: usize) -> Option<TestCase> {
    let class = created_class(&test.statements[position])?;
    let is_sink = |name: &str| world.class_named(name).is_some_and(|sink| world.is_subclass(class, sink));
    if !is_sink("java.io.Writer") && !is_sink("java.io.OutputStream") {
        return None;
    }
    let parameters = parameters_for(world, test, Var(position as u32))?;
    let accepts = |parameter: &ClassId, sink: ClassId| world.is_subclass(sink, *parameter);
    let (sink, new_class) = SINKS.iter().find_map(|sink| {
        let class = world.class_named(sink.class)?;
        parameters.iter().all(|parameter| accepts(parameter, class)).then_some((sink, class))
    })?;
    let buffer = match sink.buffer {
        Some(name) => Some(world.class_named(name)?),
        None => None,
    };
    if is_same(test, position, new_class, buffer) {
        return None;
    }
    let constructor = constructor(world, new_class, sink.constructor)?;
    let created = match buffer {
        Some(buffer) => vec![construct(self::constructor(world, buffer, "()V")?, buffer)],
        None => Vec::new(),
    };
    Some(with_construction(test, position, constructor, Type::class(new_class), created))
}

/// Returns the class of the object that a statement creates by a constructor or as a stub.
pub(super) fn created_class(statement: &Statement) -> Option<ClassId> {
    let is_created =
        matches!(statement.kind, StatementKind::Construct { .. } | StatementKind::Implement { .. });
    statement.ty.class_id().filter(|_| is_created)
}

/// Returns the classes of the parameters to which a test passes a variable. Returns `None` if the test does
/// not use the variable, or uses it in another way.
pub(super) fn parameters_for(world: &World, test: &TestCase, var: Var) -> Option<Vec<ClassId>> {
    let mut parameters = Vec::new();
    for statement in test.statements.iter().filter(|statement| statement.mentions(var)) {
        let (StatementKind::Call { method, args, .. }
        | StatementKind::Construct { constructor: method, args, .. }) = &statement.kind
        else {
            return None;
        };
        if statement.receiver() == Some(var) {
            return None;
        }
        let arguments = world.method(*method).arguments.iter().zip(args);
        for (parameter, _) in arguments.filter(|(_, arg)| **arg == var) {
            match parameter {
                Type::Class(class, _) => parameters.push(*class),
                _ => return None,
            }
        }
    }
    (!parameters.is_empty()).then_some(parameters)
}

/// Returns whether a statement creates an object of a class with a new buffer, or without an argument if
/// `buffer` is `None`.
fn is_same(test: &TestCase, position: usize, class: ClassId, buffer: Option<ClassId>) -> bool {
    let statement = &test.statements[position];
    let StatementKind::Construct { args, .. } = &statement.kind else { return false };
    let argument = args.first().map(|&arg| test.definition(arg));
    let has_same_buffer = match (argument, buffer) {
        (None, None) => true,
        (Some(argument), Some(buffer)) => args.len() == 1 && argument.ty.class_id() == Some(buffer),
        _ => false,
    };
    statement.ty.class_id() == Some(class) && has_same_buffer
}

/// Returns the statement that calls a constructor without arguments.
fn construct(constructor: MethodId, class: ClassId) -> Statement {
    let kind = StatementKind::Construct { constructor, receiver: None, args: Args::new() };
    Statement { kind, ty: Type::class(class) }
}

/// Returns the constructor of a class with a descriptor.
pub(super) fn constructor(world: &World, class: ClassId, descriptor: &str) -> Option<MethodId> {
    let mut constructors = world.class(class).constructors.iter().copied();
    constructors.find(|&it| &*world.method(it).descriptor == descriptor)
}
