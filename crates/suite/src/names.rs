//! Names of tests, from what they show, and their order in the file.

use std::collections::{BTreeMap, BTreeSet};

use testcase::{CheckedTest, Literal, Observation, StatementKind, Var};
use types::{ClassId, MethodId, Type, World, is_identifier};

/// Most words about the arguments of a call in a name.
const MOST_WORDS: usize = 2;
/// Longest text that becomes part of a name.
const LONGEST_WORD: usize = 16;

/// Names the tests `method_situation_outcome`, such as `parse_emptyText_throwsParseException`, as far as there is something to
/// say, with numbers where several are alike, and orders them as the class orders its methods, constructors first.
pub fn name(world: &World, subject: ClassId, tests: &mut [CheckedTest]) {
    tests.sort_by_key(|test| (position(world, subject, test), test.throws.is_some(), test.case.len()));
    let bases: Vec<String> = tests.iter().map(|test| base(world, subject, test)).collect();
    let mut taken: BTreeSet<String> = bases.iter().cloned().collect();
    let mut used: BTreeMap<&str, u32> = BTreeMap::new();
    for (test, base) in tests.iter_mut().zip(&bases) {
        test.name = numbered(base, used.entry(base).or_default(), &mut taken);
    }
}

/// The base itself at first, then with the next number that makes a new name.
fn numbered(base: &str, count: &mut u32, taken: &mut BTreeSet<String>) -> String {
    *count += 1;
    if *count == 1 {
        return base.to_owned();
    }
    loop {
        let name = format!("{base}{}{count}", separator(base));
        if taken.insert(name.clone()) {
            return name;
        }
        *count += 1;
    }
}

/// Keeps a number apart from a name that ends in one.
fn separator(name: &str) -> &'static str {
    if name.ends_with(|last: char| last.is_ascii_digit()) { "_" } else { "" }
}

/// The call that a test is about.
struct Act<'a> {
    statement: usize,
    method: MethodId,
    receiver: Option<Var>,
    args: &'a [Var],
}

/// That which throws, if one does; else the last one of the class under test that is not only there to look at what others did;
/// else the last one.
fn act<'a>(world: &World, subject: ClassId, test: &'a CheckedTest) -> Option<Act<'a>> {
    let calls = test.case.statements.iter().enumerate().filter_map(|(statement, it)| match &it.kind {
        &StatementKind::Call { method, receiver, ref args } => {
            Some(Act { statement, method, receiver, args })
        }
        StatementKind::Construct { constructor, args, .. }
        | StatementKind::Implement { constructor: Some(constructor), args, .. } => {
            Some(Act { statement, method: *constructor, receiver: None, args })
        }
        _ => None,
    });
    let mut calls: Vec<Act> = calls.collect();
    let own = |act: &Act| is_own(world, subject, test, act);
    let throws = |act: &Act| test.throws.as_ref().is_some_and(|it| it.statement as usize == act.statement);
    // A factory of the class makes what is tested, as a constructor does.
    let did = |act: &Act| own(act) && act.receiver.is_some();
    let only_looks = |act: &Act| {
        let first = calls.iter().position(did);
        first.is_some_and(|first| calls[first].statement < act.statement) && only_looks(world, test, act)
    };
    let found = calls.iter().position(throws);
    let found = found.or_else(|| calls.iter().rposition(|act| own(act) && !only_looks(act)));
    let found = found.or_else(|| calls.iter().rposition(own));
    let last = calls.len().checked_sub(1)?;
    Some(calls.swap_remove(found.unwrap_or(last)))
}

/// Whether a call is one of the class under test, inherited or not.
fn is_own(world: &World, subject: ClassId, test: &CheckedTest, act: &Act) -> bool {
    let of_subject = |receiver: Var| test.case.definition(receiver).ty.class_id() == Some(subject);
    world.method(act.method).class == subject || act.receiver.is_some_and(of_subject)
}

/// Whether a call takes nothing, is named after what it gives, and an assertion is all that comes of it.
fn only_looks(world: &World, test: &CheckedTest, act: &Act) -> bool {
    let var = Var(act.statement as u32);
    let asserted = test.assertions.iter().any(|it| it.var == var);
    let used = test.case.statements[act.statement..].iter().skip(1).any(|it| it.mentions(var));
    asserted && act.args.is_empty() && !used && is_accessor(world, act.method)
}

/// `getSize`, `isEmpty`, `size`, or the name of a field.
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

fn position(world: &World, subject: ClassId, test: &CheckedTest) -> usize {
    let Some(act) = act(world, subject, test) else { return usize::MAX };
    let class = world.class(subject);
    let members = class.constructors.iter().chain(&class.methods);
    members.clone().position(|&member| member == act.method).unwrap_or(members.count())
}

fn base(world: &World, subject: ClassId, test: &CheckedTest) -> String {
    let Some(act) = act(world, subject, test) else { return "fields".to_owned() };
    let method = world.method(act.method);
    let name = match &*method.name {
        "<init>" => format!("new{}", identifier(&world.class(method.class).simple_name)),
        other => identifier(other),
    };
    let parts = [situation(world, test, &act), outcome(world, test, &act)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        false => format!("{name}_{}", parts.join("_")),
        true if !is_identifier(&name) || is_of_every_object(&name) => format!("{name}_"),
        true => name,
    }
}

/// Method names need not be identifiers of the language (other compilers write class files too).
fn identifier(name: &str) -> String {
    let start = if name.starts_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
    let part = |c: char| if c.is_ascii_digit() || c.is_alphabetic() { c } else { '_' };
    format!("{start}{}", name.chars().map(part).collect::<String>())
}

/// Names that a method of a test class cannot or should not have: they belong to every object.
fn is_of_every_object(name: &str) -> bool {
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

/// What is special about the arguments: `nullText`, `emptyNamesAndNegativeIndex`.
fn situation(world: &World, test: &CheckedTest, act: &Act) -> Option<String> {
    let names = &world.method(act.method).argument_names;
    let mut words: Vec<String> = Vec::new();
    for (index, arg) in act.args.iter().enumerate() {
        let Some(what) = special(test, *arg) else { continue };
        let name = names.get(index).filter(|name| says_something(name));
        let noun = match name {
            Some(name) => capitalised(&identifier(name)),
            None => noun(world, &world.method(act.method).arguments[index]),
        };
        words.push(format!("{what}{noun}"));
    }
    words.dedup();
    if words.is_empty() || words.len() > MOST_WORDS {
        return None;
    }
    let mut words = words.into_iter();
    let first = words.next()?;
    Some(words.fold(first, |text, word| format!("{text}And{}", capitalised(&word))))
}

/// Compilers that are not asked to keep the names of parameters make up `arg0`.
fn says_something(name: &str) -> bool {
    let made_up = name.strip_prefix("arg").is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()));
    name.len() > 1 && !made_up
}

/// What is special about a value.
fn special(test: &CheckedTest, value: Var) -> Option<&'static str> {
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

/// A word for a parameter without a name.
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

fn outcome(world: &World, test: &CheckedTest, act: &Act) -> Option<String> {
    if let Some(throws) = &test.throws {
        return Some(format!("throws{}", identifier(&world.class(throws.class).simple_name)));
    }
    let assertion = test.assertions.iter().find(|assertion| assertion.var.0 as usize == act.statement)?;
    Some(format!("returns{}", value(&assertion.expected)?))
}

/// A value as a word, if it is one.
fn value(observed: &Observation) -> Option<String> {
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
            let plain = word.len() <= LONGEST_WORD && word.chars().all(|c| c.is_ascii_alphanumeric());
            // `returnsNull` would say something else.
            let plain = plain && !matches!(&*word, "null" | "true" | "false");
            return plain.then(|| capitalised(&word));
        }
        _ => return None,
    })
}
