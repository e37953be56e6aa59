//! Readers of texts and streams of bytes in memory that replace other readers and input streams.

use testcase::{Literal, Statement, StatementKind, TestCase, Var};
use types::{ClassId, Primitive, Type, World};

use super::buffers::{constructor, created_class, parameters_for};
use super::with_construction;

/// Maximum length of the text of a new reader, in UTF-16 code units.
const MAX_TEXT: usize = 100;
/// Numbers of bytes of a new input stream.
const LENGTHS: [u32; 2] = [1, 0];

/// Returns copies of a test in which a plainer object replaces the reader or input stream with the index
/// `position`: a `StringReader`, or a `ByteArrayInputStream`. The new reader has the text of the old one, if
/// the test shows it. Otherwise it has a word, or no text. The new input stream has one byte, or none.
///
/// Returns no copies in these cases:
///
/// - The object is not created by a constructor or as a stub, or it is already such an object.
/// - A statement uses the object in another way than as an argument.
/// - A parameter does not accept the new object.
pub fn with_plain_source(world: &World, test: &TestCase, position: usize) -> Vec<TestCase> {
    let Some(class) = created_class(&test.statements[position]) else { return Vec::new() };
    let extends = |name: &str| world.class_named(name).is_some_and(|it| world.is_subclass(class, it));
    if extends("java.io.Reader") {
        with_reader(world, test, position).unwrap_or_default()
    } else if extends("java.io.InputStream") {
        with_stream(world, test, position).unwrap_or_default()
    } else {
        Vec::new()
    }
}

fn with_reader(world: &World, test: &TestCase, position: usize) -> Option<Vec<TestCase>> {
    let texts: Vec<Vec<u16>> = match content(test, Var(position as u32)) {
        Some(text) => vec![text],
        None => ["apple", ""].map(|text| text.encode_utf16().collect()).into(),
    };
    let string = Type::class(world.string());
    let literals = texts.into_iter().filter(|text| text.len() <= MAX_TEXT).map(|text| Statement {
        kind: StatementKind::Literal(Literal::String(text.into())),
        ty: string.clone(),
    });
    with_sources(world, test, position, ("java.io.StringReader", "(Ljava/lang/String;)V"), literals)
}

fn with_stream(world: &World, test: &TestCase, position: usize) -> Option<Vec<TestCase>> {
    let arrays = LENGTHS.into_iter().map(|length| Statement {
        kind: StatementKind::NewArray { length },
        ty: Type::Array(Type::Primitive(Primitive::Byte).into()),
    });
    with_sources(world, test, position, ("java.io.ByteArrayInputStream", "([B)V"), arrays)
}

/// Returns copies of a test in which an object of another class replaces the object with the index
/// `position`. `new` is the name of the class and the descriptor of its constructor. Each copy has another
/// argument of the constructor.
fn with_sources(
    world: &World,
    test: &TestCase,
    position: usize,
    new: (&str, &str),
    arguments: impl Iterator<Item = Statement>,
) -> Option<Vec<TestCase>> {
    let class = world.class_named(new.0)?;
    let constructor = constructor(world, class, new.1)?;
    let parameters = parameters_for(world, test, Var(position as u32))?;
    let accepts = |parameter: &ClassId| world.is_subclass(class, *parameter);
    if test.statements[position].ty.class_id() == Some(class) || !parameters.iter().all(accepts) {
        return None;
    }
    let copy = |argument| with_construction(test, position, constructor, Type::class(class), vec![argument]);
    Some(arguments.map(copy).collect())
}

/// Returns the text that a reader reads, or `None` if the test does not show the text. The test shows it if
/// it creates the reader from a string or an array. Another reader or a stream can be in between. Each byte
/// of an array of bytes is one character.
fn content(test: &TestCase, Var(index): Var) -> Option<Vec<u16>> {
    match &test.statements[index as usize].kind {
        StatementKind::Literal(Literal::String(text)) => Some(text.to_vec()),
        StatementKind::Construct { args, .. } => content(test, *args.first()?),
        StatementKind::NewArray { length } if *length as usize <= MAX_TEXT => {
            let mut text = vec![0; *length as usize];
            for it in &test.statements {
                let StatementKind::WriteElement { array: Var(array), index: element, value } = it.kind else {
                    continue;
                };
                if array == index {
                    *text.get_mut(element as usize)? = character(test, value)?;
                }
            }
            Some(text)
        }
        _ => None,
    }
}

/// Returns the character that a variable represents: a literal of the type `char` or `byte`.
fn character(test: &TestCase, Var(index): Var) -> Option<u16> {
    match test.statements[index as usize].kind {
        StatementKind::Literal(Literal::Char(unit)) => Some(unit),
        StatementKind::Literal(Literal::Byte(byte)) => Some(u16::from(byte as u8)),
        _ => None,
    }
}
