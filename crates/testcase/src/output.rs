//! Redirection of the standard output, so that a test can assert what the code under test prints.
//!
//! ```java
//! ByteArrayOutputStream output = new ByteArrayOutputStream();
//! System.setOut(new PrintStream(output));
//! // the test
//! output.toString().replace(System.lineSeparator(), "\n");
//! ```
//!
//! The test class must restore the standard output after each test.

use types::{ClassId, MethodId, Type, World};

use crate::model::{Args, Literal, Statement, StatementKind, TestCase, Var};

/// Number of statements that redirect the standard output. The first one creates the buffer.
pub const REDIRECTION: usize = 3;

/// Returns the statements that redirect the standard output to a new buffer, for the beginning of a test.
/// Returns `None` if the JDK lacks a class or method that the statements need.
pub fn redirection(world: &World) -> Option<Vec<Statement>> {
    let (buffer, buffer_constructor) = constructor(world, "java.io.ByteArrayOutputStream", "()V")?;
    let (stream, stream_constructor) =
        constructor(world, "java.io.PrintStream", "(Ljava/io/OutputStream;)V")?;
    let set_out = method(world, "java.lang.System", "setOut")?;
    let construct = |constructor, args: &[Var]| StatementKind::Construct {
        constructor,
        receiver: None,
        args: args.into(),
    };
    Some(vec![
        Statement { kind: construct(buffer_constructor, &[]), ty: Type::class(buffer) },
        Statement { kind: construct(stream_constructor, &[Var(0)]), ty: Type::class(stream) },
        Statement { kind: call(set_out, None, &[Var(1)]), ty: Type::Void },
    ])
}

/// Returns the statements that read the text of a buffer, with `\n` as the line separator. The last statement
/// defines the text. `first` is the index of the first of these statements.
pub fn text(world: &World, buffer: Var, first: u32) -> Option<Vec<Statement>> {
    let to_string = method(world, "java.io.ByteArrayOutputStream", "toString")?;
    let kind = call(to_string, Some(buffer), &[]);
    let mut statements = vec![Statement { kind, ty: Type::class(world.string()) }];
    statements.extend(with_newlines(world, Var(first), first + 1)?);
    Some(statements)
}

/// Returns the statements that replace the line separators of the platform in a text by `\n`. The last
/// statement defines the new text. `first` is the index of the first of these statements.
pub fn with_newlines(world: &World, text: Var, first: u32) -> Option<Vec<Statement>> {
    let line_separator = method(world, "java.lang.System", "lineSeparator")?;
    let is_replace = |it: &MethodId| world.method(*it).descriptor.contains("CharSequence");
    let replace = methods(world, "java.lang.String", "replace").find(is_replace)?;
    let newline = StatementKind::Literal(Literal::String([u16::from(b'\n')].as_slice().into()));
    let kinds =
        [call(line_separator, None, &[]), newline, call(replace, Some(text), &[Var(first), Var(first + 1)])];
    let string = Type::class(world.string());
    Some(kinds.into_iter().map(|kind| Statement { kind, ty: string.clone() }).collect())
}

/// Returns whether a variable is the result of [`with_newlines`].
pub fn has_newlines(world: &World, test: &TestCase, var: Var) -> bool {
    let is_line_separator = |arg: &Var| match test.definition(*arg).kind {
        StatementKind::Call { method, .. } => is_line_separator(world, method),
        _ => false,
    };
    matches!(&test.definition(var).kind, StatementKind::Call { args, .. } if args.iter().any(is_line_separator))
}

/// Returns the position of the statements that redirect the standard output, or `None` if a test does not
/// redirect it.
pub fn redirection_of(world: &World, test: &TestCase) -> Option<usize> {
    let set_out = test.statements.iter().position(|it| redirects_output(world, it))?;
    let first = set_out.checked_sub(REDIRECTION - 1)?;
    let mut expected = redirection(world)?;
    let renumber = |var: &mut Var| var.0 += first as u32;
    expected.iter_mut().for_each(|statement| statement.uses_mut(renumber));
    (test.statements[first..=set_out] == expected[..]).then_some(first)
}

/// Returns whether a statement creates the stream of a [`redirection`], or is one of the first two statements
/// of [`text`]. Only the following statements of the same part use such a value.
pub fn is_used_by_next_part(world: &World, statements: &[Statement], index: usize) -> bool {
    let next = |offset: usize| statements.get(index + offset);
    let var = Var(index as u32);
    match &statements[index].kind {
        StatementKind::Construct { .. } => {
            next(1).is_some_and(|next| redirects_output(world, next) && next.mentions(var))
        }
        StatementKind::Call { method, .. } if is_line_separator(world, *method) => true,
        StatementKind::Call { args, .. } if args.is_empty() => next(1).is_some_and(|next| {
            matches!(next.kind, StatementKind::Call { method, .. } if is_line_separator(world, method))
        }),
        _ => false,
    }
}

fn is_line_separator(world: &World, method: MethodId) -> bool {
    is_of_system(world, method) && *world.method(method).name == *"lineSeparator"
}

/// Returns whether a statement redirects the standard output.
pub fn redirects_output(world: &World, statement: &Statement) -> bool {
    let StatementKind::Call { method, .. } = statement.kind else { return false };
    is_of_system(world, method) && *world.method(method).name == *"setOut"
}

/// Returns whether a method is declared by `java.lang.System`.
pub fn is_of_system(world: &World, method: MethodId) -> bool {
    **world.name(world.method(method).class) == *"java.lang.System"
}

fn call(method: MethodId, receiver: Option<Var>, args: &[Var]) -> StatementKind {
    StatementKind::Call { method, receiver, args: Args::from_slice(args) }
}

fn constructor(world: &World, class: &str, descriptor: &str) -> Option<(ClassId, MethodId)> {
    let class = world.class_named(class)?;
    let mut constructors = world.class(class).constructors.iter().copied();
    let constructor = constructors.find(|&it| *world.method(it).descriptor == *descriptor)?;
    Some((class, constructor))
}

/// Returns the method of a class with a name and the fewest parameters.
fn method(world: &World, class: &str, name: &str) -> Option<MethodId> {
    methods(world, class, name).min_by_key(|&it| world.method(it).arguments.len())
}

/// Returns the methods that a class declares with a name.
fn methods<'a>(world: &'a World, class: &str, name: &'a str) -> impl Iterator<Item = MethodId> + 'a {
    let class = world.class_named(class);
    let declared_methods = class.into_iter().flat_map(|class| world.class(class).methods.iter().copied());
    declared_methods.filter(move |&it| *world.method(it).name == *name)
}
