//! Typical values: the values that people write to show the ordinary use of a method. They are distinct, and
//! neither zero nor empty.

mod letters;
mod nulls;
mod phrases;
mod stubs;
mod texts;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use testcase::{Args, Literal, Statement, StatementKind, TestCase, Var, purposes};
use types::{ClassId, FieldId, MethodId, Primitive, Type, World};

use super::plain::is_any_object;
pub(super) use texts::{is_phrase, is_typical_text, typical_text};
pub(super) use words::is_common_word;

/// Typical integers, in the order in which a test uses them. The first of them ascend, because code often
/// expects the lower limit of a range first.
const INTEGERS: [i8; 10] = [3, 5, 7, 12, 4, 6, 8, 9, 11, 2];
/// Typical floating point numbers, in the order in which a test uses them. The first of them ascend.
const FRACTIONS: [f32; 8] = [2.5, 3.5, 4.5, 6.5, 1.5, 5.5, 7.5, 8.5];
/// Integers from 2 to this integer are typical.
const MAX_SMALL: i64 = 20;
/// Maximum length of an array that is filled.
const MAX_FILLED: u32 = 4;
/// Maximum length of an array that is filled if the test already writes some of its elements.
const MAX_COMPLETED: u32 = 9;
/// Length of the array that replaces an empty array.
const NEW_LENGTH: u32 = 3;
/// Parts of the names of parameters whose values are not quantities. A typical quantity would be misleading.
const NO_QUANTITIES: [&str; 14] = [
    "flag", "mode", "radix", "type", "style", "option", "mask", "modifier", "access", "code", "kind",
    "index", "offset", "scale",
];

/// Classes of the JDK whose objects are numbers. A number that creates such an object is a quantity.
const NUMBER_CLASSES: [&str; 4] = [
    "java.math.BigDecimal",
    "java.math.BigInteger",
    "java.util.concurrent.atomic.AtomicInteger",
    "java.util.concurrent.atomic.AtomicLong",
];

/// Returns the test with typical values instead of all values that typical values can replace. Returns `None`
/// if there are no such values.
pub fn with_typical_values(world: &World, test: &TestCase) -> Option<TestCase> {
    let mut changed = None;
    let mut position = 0;
    while position < changed.as_ref().unwrap_or(test).len() {
        let replaced =
            with_typical_value(world, changed.as_ref().unwrap_or(test), position).into_iter().next();
        changed = replaced.or(changed);
        position += 1;
    }
    changed
}

/// Returns copies of the test with a typical value instead of the value with the index `position`, the best
/// copy first. Replaces all equal texts together. If the test passes a text several times to one call, the
/// first copies pass different texts. The next copies change less of the text. They replace only its random
/// letters or only its symbols, or the new text keeps its place in the order of all texts. If the test uses a
/// number several times, the first copies have a different number for each use. A number that equals an
/// earlier literal is replaced, too. If the test uses an enum constant several times, the last use has
/// another constant. Methods of a stub return texts instead of null. A text, an enum constant or a lambda
/// expression replaces null. Only statements from `position` change their indices.
///
/// Returns no copy if the value is typical, or if its purpose is unknown.
pub fn with_typical_value(world: &World, test: &TestCase, position: usize) -> Vec<TestCase> {
    match &test.statements[position].kind {
        StatementKind::Literal(Literal::String(text)) => {
            let distinct = with_distinct_texts(world, test, position);
            let typical = with_typical_text(world, test, position, text);
            let with_words = typical.iter().flat_map(|_| phrases::with_words(test, text));
            let in_order = texts::word_in_order(test, text).filter(|_| typical.is_some());
            let in_order = in_order.map(|word| with_other_text(test, text, &word));
            let in_order = in_order.filter(|changed| Some(changed) != typical.as_ref());
            let with_letters = typical.iter().flat_map(|_| letters::with_letters(test, text));
            let typical = distinct.into_iter().chain(typical.clone());
            typical.chain(with_words).chain(in_order).chain(with_letters).collect()
        }
        StatementKind::Literal(Literal::Char(unit)) => {
            let typical = typical_character(world, test, position).filter(|_| !is_punctuation(*unit));
            typical.map(|unit| with_literal(test, position, Literal::Char(unit))).into_iter().collect()
        }
        StatementKind::Literal(Literal::Enum(constant)) => {
            with_other_constant(world, test, position, *constant).into_iter().collect()
        }
        StatementKind::Literal(Literal::Null) => {
            nulls::without_null(world, test, position).into_iter().collect()
        }
        StatementKind::Literal(literal) if is_quantity(world, test, Var(position as u32)) => {
            let distinct = with_distinct_numbers(test, position);
            let is_repeated =
                test.statements[..position].iter().any(|it| it.kind == test.statements[position].kind);
            let typical =
                if is_repeated { other_typical_number(test, literal) } else { typical_number(test, literal) };
            distinct.into_iter().chain(typical.map(|typical| with_literal(test, position, typical))).collect()
        }
        StatementKind::NewArray { length } => {
            with_typical_elements(world, test, position, *length).into_iter().collect()
        }
        StatementKind::Construct { constructor, .. } if is_object(world, *constructor) => {
            let with_word = with_word(world, test, position);
            let distinct = with_word.iter().flat_map(|changed| with_distinct_texts(world, changed, position));
            distinct.chain(with_word.clone()).collect()
        }
        StatementKind::Implement { .. } => {
            stubs::with_returned_texts(world, test, position).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the test with a word instead of the new `Object` with the index `position`.
fn with_word(world: &World, test: &TestCase, position: usize) -> Option<TestCase> {
    is_any_object(world, test, Var(position as u32)).then(|| {
        let mut changed = test.clone();
        let parameter = parameter_name(world, test, Var(position as u32));
        let text = Literal::String(typical_text(test, parameter));
        let ty = Type::class(world.string());
        changed.statements[position] = Statement { kind: StatementKind::Literal(text), ty };
        changed
    })
}

/// Returns copies of the test with a different typical number for each use of the number with the index
/// `position`. The numbers usually ascend in the first copy, and descend in the second copy. Returns no copy
/// if the test uses the number only once, or if there are too few typical numbers.
fn with_distinct_numbers(test: &TestCase, position: usize) -> Vec<TestCase> {
    let StatementKind::Literal(literal) = &test.statements[position].kind else { return Vec::new() };
    let uses = count_uses(&test.statements, Var(position as u32));
    let others = with_literal(test, position, Literal::Null);
    let mut numbers: Vec<Literal> = unused(&others, typical_numbers(literal)).take(uses).collect();
    if uses < 2 || numbers.len() < uses {
        return Vec::new();
    }
    let ascending = with_number_for_each_use(test, position, &numbers);
    numbers.reverse();
    vec![ascending, with_number_for_each_use(test, position, &numbers)]
}

/// Returns the test with a number of `numbers` for each use of the number with the index `position`.
fn with_number_for_each_use(test: &TestCase, position: usize, numbers: &[Literal]) -> TestCase {
    let mut changed = with_literal(test, position, numbers[0].clone());
    for number in numbers[1..].iter().rev() {
        changed = with_other_literal_in_last_use(&changed, position, number.clone());
    }
    changed
}

/// Returns the test with another constant of the same enum in the last use of the constant with the index
/// `position`. Returns `None` if the test uses the constant only once, or contains all constants.
fn with_other_constant(
    world: &World,
    test: &TestCase,
    position: usize,
    constant: FieldId,
) -> Option<TestCase> {
    let uses = count_uses(&test.statements, Var(position as u32));
    let constants = enum_constants(world, world.field(constant).class);
    let other = unused(test, constants.map(Literal::Enum)).next().filter(|_| uses > 1)?;
    Some(with_other_literal_in_last_use(test, position, other))
}

/// Returns the constants of an enum, in the order of the class file.
fn enum_constants(world: &World, class: ClassId) -> impl Iterator<Item = FieldId> {
    world.class(class).fields.iter().copied().filter(|&field| world.field(field).enum_constant)
}

/// Returns how often statements use a variable.
fn count_uses(statements: &[Statement], var: Var) -> usize {
    let mut uses = 0;
    statements.iter().for_each(|statement| statement.uses(|used| uses += usize::from(used == var)));
    uses
}

/// Adds a literal after the literal with the index `position`. The last use of the old literal uses the new
/// literal.
fn with_other_literal_in_last_use(test: &TestCase, position: usize, literal: Literal) -> TestCase {
    let (var, added) = (Var(position as u32), Var(position as u32 + 1));
    let mut changed = test.clone();
    let ty = test.statements[position].ty.clone();
    changed.splice(position + 1, vec![Statement { kind: StatementKind::Literal(literal), ty }]);
    if let Some(statement) = changed.statements.iter_mut().rfind(|it| it.mentions(var)) {
        let mut uses = count_uses(std::slice::from_ref(statement), var);
        statement.uses_mut(|used| {
            if *used == var {
                uses -= 1;
                *used = if uses == 0 { added } else { var };
            }
        });
    }
    changed
}

fn is_object(world: &World, constructor: MethodId) -> bool {
    world.method(constructor).class == world.object()
}

fn with_literal(test: &TestCase, position: usize, literal: Literal) -> TestCase {
    let mut changed = test.clone();
    changed.statements[position].kind = StatementKind::Literal(literal);
    changed
}

fn with_typical_text(world: &World, test: &TestCase, position: usize, text: &[u16]) -> Option<TestCase> {
    let parameter = parameter_name(world, test, Var(position as u32));
    let typical = typical_text(test, parameter);
    // A word says less than a text for the purpose of the parameter.
    let is_better = texts::is_any_word(text) && !texts::is_any_word(&typical);
    (is_better || !is_typical_text(text)).then(|| with_other_text(test, text, &typical))
}

/// Returns the typical character for the parameter that receives the character with the index `position`.
/// Returns `None` if the purpose of the parameter is unknown.
pub(super) fn typical_character(world: &World, test: &TestCase, position: usize) -> Option<u16> {
    let parameter = parameter_name(world, test, Var(position as u32))?;
    purposes::character(parameter).map(|character| character as u16)
}

fn is_punctuation(unit: u16) -> bool {
    u8::try_from(unit).is_ok_and(|it| it.is_ascii_punctuation())
}

/// Returns the test with another text instead of all literals with a text.
fn with_other_text(test: &TestCase, text: &[u16], other: &Arc<[u16]>) -> TestCase {
    let mut changed = test.clone();
    for statement in &mut changed.statements {
        if matches!(&statement.kind, StatementKind::Literal(Literal::String(used)) if **used == *text) {
            statement.kind = StatementKind::Literal(Literal::String(other.clone()));
        }
    }
    changed
}

/// Returns copies of the test in which calls receive different typical texts instead of several times the
/// text with the index `position`: see [`repeated_texts`]. Otherwise, a test would not notice that the code
/// confuses two values. In the first copy, all these texts are typical and different. Each other copy has
/// another text for one argument.
fn with_distinct_texts(world: &World, test: &TestCase, position: usize) -> Vec<TestCase> {
    let StatementKind::Literal(Literal::String(text)) = &test.statements[position].kind else {
        return Vec::new();
    };
    let mut all_changed = with_typical_text(world, test, position, text).or_else(|| Some(test.clone()));
    while let Some(argument) =
        all_changed.as_ref().and_then(|changed| repeated_texts(world, changed, position).pop())
    {
        all_changed =
            all_changed.and_then(|changed| with_other_argument(world, &changed, position, argument));
    }
    let repeated = repeated_texts(world, test, position);
    let one_changed =
        repeated.iter().filter_map(|argument| with_other_argument(world, test, position, *argument));
    all_changed.filter(|_| !repeated.is_empty()).into_iter().chain(one_changed).collect()
}

/// An argument of a call: the index of the statement, the index of the argument, and the called method.
type Argument = (usize, usize, MethodId);

/// Returns the test with another typical text instead of an argument, which is the text with the index
/// `position`. Returns `None` if the typical text is the same.
fn with_other_argument(
    world: &World,
    test: &TestCase,
    position: usize,
    (statement, argument, method): Argument,
) -> Option<TestCase> {
    let name = purpose(world, method, argument);
    let Statement { kind, ty } = &test.statements[position];
    let added = StatementKind::Literal(Literal::String(typical_text(test, name)));
    if added == *kind {
        return None;
    }
    let mut changed = test.clone();
    changed.splice(position + 1, vec![Statement { kind: added, ty: ty.clone() }]);
    if let StatementKind::Call { args, .. } | StatementKind::Construct { args, .. } =
        &mut changed.statements[statement + 1].kind
    {
        args[argument] = Var(position as u32 + 1);
    }
    Some(changed)
}

/// Returns the arguments that are the text with the index `position`, if they have different purposes. They
/// have if their parameters have different names. They also have if one call or collection receives the text
/// several times.
fn repeated_texts(world: &World, test: &TestCase, position: usize) -> Vec<Argument> {
    let var = Var(position as u32);
    let mut calls: BTreeMap<usize, Vec<Argument>> = BTreeMap::new();
    for (index, statement) in test.statements.iter().enumerate() {
        let arguments = calls_with(statement, var).map(|(method, argument)| (index, argument, method));
        calls.entry(filled_container(world, statement).unwrap_or(index)).or_default().extend(arguments);
    }
    let names = calls.values().flatten().filter_map(|&(_, index, method)| purpose(world, method, index));
    let has_one_purpose = names.collect::<BTreeSet<&str>>().len() <= 1;
    calls.into_values().filter(|arguments| !has_one_purpose || arguments.len() > 1).flatten().collect()
}

/// Returns the index of the collection to which a statement adds an element, if there is one.
fn filled_container(world: &World, statement: &Statement) -> Option<usize> {
    let adds_element = |method: &MethodId| testcase::is_fill_method(world, *method);
    statement.called_method().filter(adds_element).and(statement.receiver()).map(|it| it.0 as usize)
}

/// Returns the name of a parameter that tells its purpose, if the name is known. The class files of the JDK
/// contain no names of parameters.
fn purpose(world: &World, method: MethodId, parameter: usize) -> Option<&str> {
    let method = world.method(method);
    match &*method.name {
        "put" if world.is_from_jdk(method.class) => ["key", "value"].get(parameter).copied(),
        _ => method.argument_names.get(parameter).map(|name| &**name),
    }
}

/// Returns a typical number of the same type that the test does not contain. Returns `None` if the literal is
/// a typical number, or no number.
fn typical_number(test: &TestCase, literal: &Literal) -> Option<Literal> {
    if is_typical_number(literal) { None } else { other_typical_number(test, literal) }
}

/// Returns a typical number of the same type that the test does not contain, or `None` if the literal is no
/// number.
fn other_typical_number(test: &TestCase, literal: &Literal) -> Option<Literal> {
    unused(test, typical_numbers(literal)).next()
}

/// Returns the typical numbers of the same type. Returns no number if the literal is no number.
fn typical_numbers(literal: &Literal) -> Vec<Literal> {
    let integers = |create: &dyn Fn(i8) -> Literal| INTEGERS.map(create).into();
    match literal {
        Literal::Byte(_) => integers(&Literal::Byte),
        Literal::Short(_) => integers(&|it| Literal::Short(it.into())),
        Literal::Int(_) => integers(&|it| Literal::Int(it.into())),
        Literal::Long(_) => integers(&|it| Literal::Long(it.into())),
        Literal::Float(_) => FRACTIONS.map(Literal::Float).into(),
        Literal::Double(_) => FRACTIONS.map(|it| Literal::Double(it.into())).into(),
        _ => Vec::new(),
    }
}

/// Returns whether a number is one that people choose: a small integer from 2, or a number with few digits.
/// Also returns true for -1, which people choose as an invalid number. Returns true for other literals.
pub(super) fn is_typical_number(literal: &Literal) -> bool {
    let is_typical = |value: i64| value == -1 || (2..=MAX_SMALL).contains(&value);
    let is_typical_fraction = |value: f64| (1.1..100.0).contains(&value) && (value * 4.0).fract() == 0.0;
    match *literal {
        Literal::Byte(value) => is_typical(value.into()),
        Literal::Short(value) => is_typical(value.into()),
        Literal::Int(value) => is_typical(value.into()),
        Literal::Long(value) => is_typical(value),
        Literal::Float(value) => is_typical_fraction(value.into()),
        Literal::Double(value) => is_typical_fraction(value),
        _ => true,
    }
}

/// Returns the literals that a test does not contain.
fn unused(test: &TestCase, literals: impl IntoIterator<Item = Literal>) -> impl Iterator<Item = Literal> {
    let is_used = |literal: &Literal| {
        test.statements.iter().any(|it| matches!(&it.kind, StatementKind::Literal(used) if used == literal))
    };
    literals.into_iter().filter(move |literal| !is_used(literal))
}

/// Returns whether a number is a quantity, so that another number does not mislead a reader. Each use of a
/// quantity is one of these:
///
/// - a value of an array or field
/// - an argument of a method outside the JDK
/// - the value of a new number object
/// - an argument that is passed as an object
fn is_quantity(world: &World, test: &TestCase, var: Var) -> bool {
    let mut uses = test.statements.iter().filter(|statement| statement.mentions(var)).peekable();
    uses.peek().is_some()
        && uses.all(|statement| match &statement.kind {
            StatementKind::WriteElement { value, .. } => *value == var,
            StatementKind::WriteField { value, .. } => *value == var,
            StatementKind::Implement { .. } => true,
            StatementKind::Assign { .. } => false,
            _ => calls_with(statement, var).all(|(method, index)| {
                let method = world.method(method);
                let is_primitive = matches!(method.arguments.get(index), Some(Type::Primitive(_)));
                let name = method.argument_names.get(index).map(|name| name.to_ascii_lowercase());
                let is_misleading = |name: String| NO_QUANTITIES.iter().any(|part| name.contains(part));
                let class = world.class(method.class);
                let is_number = NUMBER_CLASSES.contains(&&*class.name);
                let is_unknown = is_primitive && world.is_from_jdk(method.class) && !is_number;
                !is_unknown && name.is_none_or(|name| !is_misleading(name))
            }),
        })
}

/// Returns the name of the first parameter that receives a variable, if the class file contains the name.
fn parameter_name<'w>(world: &'w World, test: &TestCase, var: Var) -> Option<&'w str> {
    let mut calls = test.statements.iter().flat_map(|statement| calls_with(statement, var));
    let (method, index) = calls.next()?;
    world.method(method).argument_names.get(index).map(|name| &**name)
}

/// Returns the method or constructor that a statement calls, with the index of each parameter that receives a
/// variable.
fn calls_with(statement: &Statement, var: Var) -> impl Iterator<Item = (MethodId, usize)> {
    let call: Option<(MethodId, &Args)> = match &statement.kind {
        StatementKind::Call { method, args, .. } => Some((*method, args)),
        StatementKind::Construct { constructor, args, .. } => Some((*constructor, args)),
        _ => None,
    };
    call.into_iter().flat_map(move |(method, args)| {
        args.iter().enumerate().filter(move |(_, arg)| **arg == var).map(move |(index, _)| (method, index))
    })
}

/// Fills an array with distinct typical elements where the test writes no elements. An empty array becomes
/// longer. Returns `None` if the test writes all elements, if the array is long, or if no typical element is
/// known.
fn with_typical_elements(world: &World, test: &TestCase, position: usize, length: u32) -> Option<TestCase> {
    let array = Var(position as u32);
    let Type::Array(element) = &test.statements[position].ty else { return None };
    let written: BTreeSet<u32> = test.written_elements(array).collect();
    if length > if written.is_empty() { MAX_FILLED } else { MAX_COMPLETED } {
        return None;
    }
    let length = if length == 0 { NEW_LENGTH } else { length };
    let mut unwritten = (0..length).rev().filter(|index| !written.contains(index)).peekable();
    unwritten.peek()?;
    let mut changed = test.clone();
    changed.statements[position].kind = StatementKind::NewArray { length };
    for index in unwritten {
        let mut values = (index..).map_while(|index| typical_element(world, element, index));
        let value = values.find(|value| changed.statements.iter().all(|it| it.kind != value.kind))?;
        let write = StatementKind::WriteElement { array, index, value: Var(position as u32 + 1) };
        changed.splice(position + 1, vec![value, Statement { kind: write, ty: Type::Void }]);
    }
    Some(changed)
}

/// Returns the typical element with an index. Returns `None` if the type has fewer typical elements.
fn typical_element(world: &World, element: &Type, index: u32) -> Option<Statement> {
    let number = *INTEGERS.get(index as usize)?;
    let literal = match element {
        Type::Primitive(Primitive::Byte) => Literal::Byte(number),
        Type::Primitive(Primitive::Short) => Literal::Short(number.into()),
        Type::Primitive(Primitive::Int) => Literal::Int(number.into()),
        Type::Primitive(Primitive::Long) => Literal::Long(number.into()),
        Type::Primitive(Primitive::Float) => Literal::Float(f32::from(number) + 0.5),
        Type::Primitive(Primitive::Double) => Literal::Double(f64::from(number) + 0.5),
        Type::Primitive(Primitive::Char) => Literal::Char(u16::from(b'a') + index as u16),
        Type::Class(class, _) if *class == world.string() || *class == world.object() => {
            let text = words::WORDS.get(index as usize)?.encode_utf16().collect();
            let ty = Type::class(world.string());
            return Some(Statement { kind: StatementKind::Literal(Literal::String(text)), ty });
        }
        _ => return None,
    };
    Some(Statement { kind: StatementKind::Literal(literal), ty: element.clone() })
}
