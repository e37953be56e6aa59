//! Names of tests, derived from the calls and assertions of the tests, and the order of tests in the file.

use std::collections::{BTreeMap, BTreeSet};

use testcase::{CheckedTest, Literal, Observation, StatementKind, Var};
use types::{ClassId, MethodId, Type, World, is_identifier};

/// Maximum number of arguments that a name describes.
const MAX_DESCRIBED_ARGUMENTS: usize = 2;
/// Maximum length of a text that becomes part of a name, in bytes.
const MAX_TEXT: usize = 16;

/// Names and orders tests.
///
/// A name has the form `method_situation_outcome`, such as `parse_emptyText_throwsParseException`. The name
/// omits a situation or an outcome that is not special. Equal names are numbered. Tests of constructors come
/// first. The other tests have the order in which the class under test declares the tested methods.
pub fn name_tests(world: &World, class_under_test: ClassId, tests: &mut [CheckedTest]) {
    tests.sort_by_key(|test| {
        (position(world, class_under_test, test), test.throws.is_some(), test.case.len())
    });
    let bases: Vec<String> = tests.iter().map(|test| base_name(world, class_under_test, test)).collect();
    let mut used_names: BTreeSet<String> = bases.iter().cloned().collect();
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for (test, base) in tests.iter_mut().zip(&bases) {
        test.name = numbered_name(base, counts.entry(base).or_default(), &mut used_names);
    }
}

/// Returns `base` for the first test with this name, then `base` with the next number that makes a new name.
fn numbered_name(base: &str, count: &mut u32, used_names: &mut BTreeSet<String>) -> String {
    *count += 1;
    if *count == 1 {
        return base.to_owned();
    }
    loop {
        let name = format!("{base}{}{count}", separator(base));
        if used_names.insert(name.clone()) {
            return name;
        }
        *count += 1;
    }
}

/// Returns the separator between a name and a number: an underscore if the name ends in a digit, otherwise
/// nothing.
fn separator(name: &str) -> &'static str {
    if name.ends_with(|last: char| last.is_ascii_digit()) { "_" } else { "" }
}

/// A call of a method or constructor in a test.
struct TestedCall<'a> {
    /// Index of the statement.
    statement: usize,
    method: MethodId,
    receiver: Option<Var>,
    args: &'a [Var],
}

/// Returns the call that a test is about: the first call in this list that exists.
///
/// 1. The call that throws the expected exception.
/// 2. The last call of a member of the class under test that does more than inspect an object.
/// 3. The last call of a member of the class under test.
/// 4. The last call.
fn tested_call<'a>(
    world: &World,
    class_under_test: ClassId,
    test: &'a CheckedTest,
) -> Option<TestedCall<'a>> {
    let calls = test.case.statements.iter().enumerate().filter_map(|(statement, it)| match &it.kind {
        &StatementKind::Call { method, receiver, ref args } => {
            Some(TestedCall { statement, method, receiver, args })
        }
        StatementKind::Construct { constructor, args, .. }
        | StatementKind::Implement { constructor: Some(constructor), args, .. } => {
            Some(TestedCall { statement, method: *constructor, receiver: None, args })
        }
        _ => None,
    });
    let mut calls: Vec<TestedCall> = calls.collect();
    let is_under_test = |call: &TestedCall| is_of_class_under_test(world, class_under_test, test, call);
    let throws =
        |call: &TestedCall| test.throws.as_ref().is_some_and(|it| it.statement as usize == call.statement);
    // A static method can be a factory method, which only creates the object under test.
    let is_instance_call = |call: &TestedCall| is_under_test(call) && call.receiver.is_some();
    let is_inspector = |call: &TestedCall| {
        let first = calls.iter().position(is_instance_call);
        first.is_some_and(|first| calls[first].statement < call.statement)
            && is_asserted_accessor(world, test, call)
    };
    let index = calls.iter().position(throws);
    let index = index.or_else(|| calls.iter().rposition(|call| is_under_test(call) && !is_inspector(call)));
    let index = index.or_else(|| calls.iter().rposition(is_under_test));
    let last = calls.len().checked_sub(1)?;
    Some(calls.swap_remove(index.unwrap_or(last)))
}

/// Returns whether a call is a call of a member of the class under test, including inherited methods.
fn is_of_class_under_test(
    world: &World,
    class_under_test: ClassId,
    test: &CheckedTest,
    call: &TestedCall,
) -> bool {
    let has_type_under_test =
        |receiver: Var| test.case.definition(receiver).ty.class_id() == Some(class_under_test);
    world.method(call.method).class == class_under_test || call.receiver.is_some_and(has_type_under_test)
}

/// Returns whether a call is an accessor without arguments whose result only assertions use.
fn is_asserted_accessor(world: &World, test: &CheckedTest, call: &TestedCall) -> bool {
    let var = Var(call.statement as u32);
    let is_asserted = test.assertions.iter().any(|it| it.var == var);
    let is_used = test.case.statements[call.statement..].iter().skip(1).any(|it| it.mentions(var));
    is_asserted && call.args.is_empty() && !is_used && is_accessor(world, call.method)
}

/// Returns whether a method is named like an accessor: `getSize`, `isEmpty`, `size`, or the name of a field.
fn is_accessor(world: &World, method: MethodId) -> bool {
    let method = world.method(method);
    let name = &*method.name;
    let is_noun = |rest: &str| rest.starts_with(|c: char| c.is_uppercase());
    let prefixed =
        ["get", "is", "has", "to", "as", "can"].iter().filter_map(|prefix| name.strip_prefix(prefix));
    matches!(name, "size" | "length" | "count" | "name" | "value" | "ordinal" | "hashCode")
        || prefixed.into_iter().any(is_noun)
        || world.class(method.class).fields.iter().any(|&field| *world.field(field).name == *name)
}

/// Returns the position of the tested method among the members of the class under test.
fn position(world: &World, class_under_test: ClassId, test: &CheckedTest) -> usize {
    let Some(call) = tested_call(world, class_under_test, test) else { return usize::MAX };
    let class = world.class(class_under_test);
    let members = class.constructors.iter().chain(&class.methods);
    members.clone().position(|&member| member == call.method).unwrap_or(members.count())
}

/// Returns the name of a test before equal names are numbered.
fn base_name(world: &World, class_under_test: ClassId, test: &CheckedTest) -> String {
    let Some(call) = tested_call(world, class_under_test, test) else { return "fields".to_owned() };
    let method = world.method(call.method);
    let name = match &*method.name {
        "<init>" => format!("new{}", identifier(&world.class(method.class).simple_name)),
        other => identifier(other),
    };
    let parts = [situation(world, test, &call), outcome(world, test, &call)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        false => format!("{name}_{}", parts.join("_")),
        true if !is_identifier(&name) || is_object_method(&name) => format!("{name}_"),
        true => name,
    }
}

/// Converts a name from a class file to a Java identifier. Compilers of other languages than Java can write
/// names that are not Java identifiers.
fn identifier(name: &str) -> String {
    let start = if name.starts_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
    let part = |c: char| if c.is_ascii_digit() || c.is_alphabetic() { c } else { '_' };
    format!("{start}{}", name.chars().map(part).collect::<String>())
}

/// Returns whether `Object` has a method with this name. A test must not override or overload the method.
fn is_object_method(name: &str) -> bool {
    matches!(
        name,
        "equals"
            | "hashCode"
            | "toString"
            | "getClass"
            | "notify"
            | "notifyAll"
            | "wait"
            | "finalize"
            | "clone"
    )
}

/// Returns a description of the arguments with special values, such as `nullText` or
/// `emptyNamesAndNegativeIndex`. Returns `None` if no argument is special, or if too many arguments are
/// special.
fn situation(world: &World, test: &CheckedTest, call: &TestedCall) -> Option<String> {
    let names = &world.method(call.method).argument_names;
    let mut words: Vec<String> = Vec::new();
    for (index, arg) in call.args.iter().enumerate() {
        let Some(adjective) = adjective(test, *arg) else { continue };
        let name = names.get(index).filter(|name| is_meaningful(name));
        let noun = match name {
            Some(name) => capitalised(&identifier(name)),
            None => noun(world, &world.method(call.method).arguments[index]),
        };
        words.push(format!("{adjective}{noun}"));
    }
    words.dedup();
    if words.is_empty() || words.len() > MAX_DESCRIBED_ARGUMENTS {
        return None;
    }
    let mut words = words.into_iter();
    let first = words.next()?;
    Some(words.fold(first, |text, word| format!("{text}And{}", capitalised(&word))))
}

/// Returns whether a parameter name is informative: longer than one character, and not a generated name such
/// as `arg0`. A generated name replaces a name that is missing in the class file.
fn is_meaningful(name: &str) -> bool {
    let is_generated = name.strip_prefix("arg").is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()));
    name.len() > 1 && !is_generated
}

/// Returns an adjective for a special value: null, empty, zero, greatest, least, negative, NaN, or infinite.
fn adjective(test: &CheckedTest, value: Var) -> Option<&'static str> {
    match &test.case.definition(value).kind {
        StatementKind::Literal(literal) => match *literal {
            Literal::Null => Some("null"),
            Literal::String(ref text) if text.is_empty() => Some("empty"),
            Literal::Byte(0) | Literal::Short(0) | Literal::Int(0) | Literal::Long(0) => Some("zero"),
            Literal::Int(i32::MAX) | Literal::Long(i64::MAX) => Some("greatest"),
            Literal::Int(i32::MIN) | Literal::Long(i64::MIN) => Some("least"),
            Literal::Byte(..0) | Literal::Short(..0) | Literal::Int(..0) | Literal::Long(..0) => {
                Some("negative")
            }
            Literal::Float(value) if value.is_nan() => Some("nan"),
            Literal::Double(value) if value.is_nan() => Some("nan"),
            Literal::Float(value) if value.is_infinite() => Some("infinite"),
            Literal::Double(value) if value.is_infinite() => Some("infinite"),
            Literal::Float(value) if value < 0.0 => Some("negative"),
            Literal::Double(value) if value < 0.0 => Some("negative"),
            _ => None,
        },
        StatementKind::NewArray { length: 0 } => Some("empty"),
        _ => None,
    }
}

/// Returns a noun for a parameter without a name, derived from the type of the parameter.
fn noun(world: &World, ty: &Type) -> String {
    match ty {
        Type::Primitive(_) => "Number".to_owned(),
        Type::Array(_) => "Array".to_owned(),
        Type::Class(class, _) => identifier(&world.class(*class).simple_name),
        _ => "Argument".to_owned(),
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns a description of the result or exception of the tested call, such as `returnsNull` or
/// `throwsParseException`. Returns `None` if the test does not assert the result, or if no short word
/// describes the result.
fn outcome(world: &World, test: &CheckedTest, call: &TestedCall) -> Option<String> {
    if let Some(throws) = &test.throws {
        return Some(format!("throws{}", identifier(&world.class(throws.class).simple_name)));
    }
    let assertion = test.assertions.iter().find(|assertion| assertion.var.0 as usize == call.statement)?;
    Some(format!("returns{}", value_word(&assertion.expected)?))
}

/// Returns a word for a value, such as `EmptyList`, or `None` if no short word describes the value.
fn value_word(observed: &Observation) -> Option<String> {
    Some(match observed {
        Observation::Null => "Null".to_owned(),
        Observation::Literal(literal) | Observation::Boxed(literal) => return literal_word(literal),
        Observation::Enum { name, .. } => capitalised(&identifier(name)),
        Observation::Array(elements) if elements.is_empty() => "EmptyArray".to_owned(),
        Observation::List(elements) if elements.is_empty() => "EmptyList".to_owned(),
        Observation::Set(elements) if elements.is_empty() => "EmptySet".to_owned(),
        Observation::Map(entries) if entries.is_empty() => "EmptyMap".to_owned(),
        _ => return None,
    })
}

fn literal_word(literal: &Literal) -> Option<String> {
    let number = |value: i64| match value {
        0 => "Zero".to_owned(),
        1 => "One".to_owned(),
        _ if value == i32::MAX.into() || value == i64::MAX => "MaxValue".to_owned(),
        _ if value == i32::MIN.into() || value == i64::MIN => "MinValue".to_owned(),
        ..0 => format!("Minus{}", value.unsigned_abs()),
        _ => value.to_string(),
    };
    Some(match *literal {
        Literal::Boolean(value) => if value { "True" } else { "False" }.to_owned(),
        Literal::Byte(value) => number(value.into()),
        Literal::Short(value) => number(value.into()),
        Literal::Int(value) => number(value.into()),
        Literal::Long(value) => number(value),
        Literal::Double(value) if value.is_nan() => "NaN".to_owned(),
        Literal::Double(value) if value.trunc() == value && value.abs() < 1e6 => number(value as i64),
        Literal::String(ref text) if text.is_empty() => "EmptyString".to_owned(),
        Literal::String(ref text) => {
            let word = String::from_utf16(text).ok()?;
            let is_word = word.len() <= MAX_TEXT && word.chars().all(|c| c.is_ascii_alphanumeric());
            // `returnsNull` would mean the value null, not the text "null".
            let is_word = is_word && !matches!(&*word, "null" | "true" | "false");
            return is_word.then(|| capitalised(&word));
        }
        _ => return None,
    })
}
