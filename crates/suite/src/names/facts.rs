//! Facts about tests of the same method, which can make their names different.

use testcase::{CheckedTest, Literal, Statement, StatementKind, Stored, Var};
use types::{ClassId, MethodId, Type, World};

use super::outcome::state_word;
use super::overloads::{is_overloaded, overload_words, type_word};
use super::tested_call::{TestedCall, is_accessor};
use super::words::{
    adjective, camel_case, capitalised, decapitalised, identifier, is_meaningful, literal_word, noun,
    number_word, symbol_word,
};

/// Maximum number of arguments about which there are facts.
const MAX_ARGUMENTS: usize = 5;
/// Index of the fact about the parameters in which the method differs from its overloads.
pub(super) const OVERLOAD: usize = MAX_ARGUMENTS + 2;
/// Index of the first fact that is a condition of the code.
pub(super) const FIRST_CONDITION: usize = MAX_ARGUMENTS + 4;
/// Maximum number of values that one fact lists. Nobody reads a longer list in a name.
const MAX_CREATION_VALUES: usize = 2;
/// Maximum nesting depth of constructor and method calls that are searched for values.
const MAX_CREATION_DEPTH: usize = 3;
/// Maximum length of a decimal number that becomes part of a name.
const MAX_DECIMAL: usize = 7;
/// Maximum length of a text that is spelled out character by character.
const MAX_SPELLED: usize = 4;

/// A fact about a test: a part of a name in camel case.
pub(super) struct Fact {
    /// The text of the fact.
    pub text: String,
    /// A less precise part of the situation that the fact replaces, such as `negativeNumber`.
    pub replaces: Option<String>,
}

/// Returns facts about the tested call. A fact is `None` if no short text describes it. The facts are:
///
/// - for each argument, its value;
/// - how the receiver was created, and its last change;
/// - the parameters in which the method differs from its overloads;
/// - an asserted property;
/// - for each predicate of the tested method, the condition that holds.
pub(super) fn distinguishing_facts(
    world: &World,
    test: &CheckedTest,
    call: &TestedCall,
) -> Vec<Option<Fact>> {
    let argument = |index: usize| {
        let (arg, ty) = (*call.args.get(index)?, world.method(call.method).arguments.get(index)?);
        let noun = argument_noun(world, call.method, index);
        let replaces = adjective(test, arg).map(|adjective| format!("{adjective}{noun}"));
        let text = argument_fact(world, test, arg, &noun, ty).or_else(|| replaces.clone())?;
        Some(Fact { text, replaces })
    };
    let is_on_result = |var: Var| var.0 as usize == call.statement;
    let states = test.assertions.iter().filter(|assertion| !is_on_result(assertion.var));
    let creation = |receiver| creation_words(world, test, receiver, MAX_CREATION_DEPTH);
    let others = [
        call.receiver.and_then(creation).map(|words| format!("of{words}")),
        call.receiver.and_then(|receiver| last_change(world, test, receiver, call.statement)),
        overload_words(world, call.method),
        states.filter_map(|assertion| state_word(world, test, assertion)).next(),
    ];
    let conditions = test.conditions.get(&call.method).into_iter().flatten().cloned();
    let others = others.into_iter().chain(conditions);
    let others = others.map(|text| Some(Fact { text: text?, replaces: None }));
    (0..MAX_ARGUMENTS).map(argument).chain(others).collect()
}

/// Returns the facts that are worth telling even if no other test has the same name. The first fact is about
/// the parameters of an overloaded method. The second fact is the value of an argument, if a short text
/// describes the value of exactly one argument.
pub(super) fn telling_facts<'f>(
    world: &World,
    call: &TestedCall,
    facts: &'f [Option<Fact>],
) -> Vec<&'f Fact> {
    let overload = facts.get(OVERLOAD).and_then(Option::as_ref).filter(|_| is_overloaded(world, call.method));
    let mut arguments = facts.iter().take(MAX_ARGUMENTS).flatten();
    let only_argument = arguments.next().filter(|_| arguments.next().is_none());
    overload.into_iter().chain(only_argument).collect()
}

/// Returns the capitalised name of a parameter, or a noun for its type if the name is unknown.
pub(super) fn argument_noun(world: &World, method: MethodId, index: usize) -> String {
    let method = world.method(method);
    match method.argument_names.get(index).filter(|name| is_meaningful(name)) {
        Some(name) => camel_case(name),
        None => method.arguments.get(index).map_or_else(String::new, |ty| noun(world, ty)),
    }
}

/// Returns a description of an argument, such as `textAbc`, `emptyList` or `widthFive`.
fn argument_fact(world: &World, test: &CheckedTest, arg: Var, noun: &str, ty: &Type) -> Option<String> {
    let definition = test.case.definition(arg);
    let lower = decapitalised(noun);
    if let Some(text) = text_of(test, arg) {
        return text_fact(&text, noun);
    }
    let word = match &definition.kind {
        StatementKind::Literal(literal) => value_words(world, literal)?,
        StatementKind::ReadField { field, .. } => camel_case(&world.field(*field).name),
        StatementKind::NewArray { length } => match elements(world, test, arg) {
            Some(words) => format!("Of{words}"),
            None => format!("OfLength{}", number_word(i64::from(*length))),
        },
        StatementKind::Implement { .. } => "Stub".to_owned(),
        StatementKind::TempFile { stored, .. } => match stored {
            Stored::Nothing => return Some(format!("missing{noun}")),
            Stored::Folder => "Folder".to_owned(),
            Stored::Text(_) => return Some(format!("existing{noun}")),
        },
        StatementKind::Construct { .. } | StatementKind::Call { .. } => {
            if is_empty_collection(world, test, arg) {
                return Some(format!("empty{noun}"));
            }
            let class = definition.ty.class_id().filter(|class| ty.class_id() != Some(*class));
            // Which collection of the JDK a test uses is rarely important.
            let class = class.filter(|class| !is_jdk_collection(world, *class));
            let class = class.map(|class| capitalised(&identifier(&world.class(class).simple_name)));
            let created =
                creation_words(world, test, arg, MAX_CREATION_DEPTH).map(|words| format!("Of{words}"));
            format!("{}{}", class.unwrap_or_default(), created.unwrap_or_default())
        }
        _ => return None,
    };
    (!word.is_empty()).then(|| format!("{lower}{word}"))
}

/// Returns the text of a literal, or the text from which a call creates an array, such as
/// `"text".toCharArray()`.
fn text_of(test: &CheckedTest, var: Var) -> Option<String> {
    let definition = test.case.definition(var);
    match (&definition.kind, &definition.ty) {
        (StatementKind::Literal(Literal::String(text)), _) => Some(String::from_utf16_lossy(text)),
        (StatementKind::Call { receiver: Some(text), .. }, Type::Array(_)) => text_of(test, *text),
        _ => None,
    }
}

/// Returns a description of a text that is not empty, such as `textAbc` or `textStartingWithPlus`.
fn text_fact(text: &str, noun: &str) -> Option<String> {
    let lower = decapitalised(noun);
    if text.is_empty() {
        return None;
    }
    if text.chars().all(char::is_whitespace) {
        return Some(format!("blank{noun}"));
    }
    let words = text_words(text);
    if let Some(word) = words.as_ref().filter(|_| is_readable(text)) {
        return Some(format!("{lower}{word}"));
    }
    let mut symbols = text.chars().enumerate().filter(|(_, c)| !c.is_ascii_alphanumeric());
    Some(match symbols.next() {
        Some((0, symbol)) => format!("{lower}StartingWith{}", symbol_word(symbol)),
        Some((_, symbol)) => format!("{lower}With{}", symbol_word(symbol)),
        None if words.is_none() => format!("long{noun}"),
        None if text.contains(|c: char| c.is_ascii_digit()) => format!("{lower}WithDigits"),
        None => format!("mixedCase{noun}"),
    })
}

/// Returns whether a text without symbols is short, a word or a number: `abc`, `ABC` or `Abc`, but not
/// `aBcD`.
fn is_readable(text: &str) -> bool {
    let rest = &text[text.chars().next().map_or(0, char::len_utf8)..];
    let is_number = text.chars().all(|c| c.is_ascii_digit());
    let is_word = |is_case: fn(char) -> bool| rest.chars().all(is_case);
    text.chars().count() <= MAX_SPELLED
        || is_number
        || is_word(char::is_lowercase)
        || is_word(char::is_uppercase)
}

/// Returns a short text as one word in which the names of symbols replace symbols. Returns `None` if the text
/// is too long.
pub(super) fn text_words(text: &str) -> Option<String> {
    let literal = Literal::String(text.encode_utf16().collect());
    if let Some(word) = literal_word(&literal) {
        return Some(word);
    }
    if matches!(text, "null" | "true" | "false") {
        return Some(capitalised(text));
    }
    let spell = |c: char| match c.is_ascii_alphanumeric() {
        true => c.to_uppercase().collect(),
        false => symbol_word(c).to_owned(),
    };
    (text.chars().count() <= MAX_SPELLED).then(|| text.chars().map(spell).collect())
}

/// Returns a word for a variable that is a literal, or `None` for another variable.
fn literal_words(world: &World, test: &CheckedTest, var: Var) -> Option<String> {
    match &test.case.definition(var).kind {
        StatementKind::Literal(literal) => value_words(world, literal),
        _ => None,
    }
}

/// Returns a word for a literal, or `None` if no short word describes the literal.
fn value_words(world: &World, literal: &Literal) -> Option<String> {
    match literal {
        Literal::Null => Some("Null".to_owned()),
        Literal::Enum(field) => Some(camel_case(&world.field(*field).name)),
        Literal::Class(ty) => Some(format!("{}Class", type_word(world, ty))),
        Literal::Char(unit) => {
            let c = char::from_u32(u32::from(*unit))?;
            Some(character_word(c))
        }
        Literal::String(text) if text.is_empty() => Some("Empty".to_owned()),
        Literal::String(text) => text_words(&String::from_utf16_lossy(text)),
        Literal::Double(value) => literal_word(literal).or_else(|| decimal_word(&value.to_string())),
        Literal::Float(value) => {
            literal_word(&Literal::Double(f64::from(*value))).or_else(|| decimal_word(&value.to_string()))
        }
        literal => literal_word(literal),
    }
}

/// Returns a decimal number as a word, such as `Minus0Point5`, or `None` if the number is too long.
pub(super) fn decimal_word(number: &str) -> Option<String> {
    let word = number.replace('-', "Minus").replace('.', "Point");
    (number.len() <= MAX_DECIMAL && number.ends_with(|c: char| c.is_ascii_digit())).then_some(word)
}

/// Returns a word for one character, such as `LowerA`, `UpperA`, `Digit0` or `Comma`.
pub(super) fn character_word(c: char) -> String {
    match c {
        'a'..='z' => format!("Lower{}", c.to_ascii_uppercase()),
        'A'..='Z' => format!("Upper{c}"),
        '0'..='9' => format!("Digit{c}"),
        _ => symbol_word(c).to_owned(),
    }
}

/// Returns a description of how an object was created: the words of the literals in its creation, such as
/// `TwoAndNull`. If there are no literals, returns the name of the factory method or field. `depth` is the
/// maximum nesting depth of the calls that are searched.
fn creation_words(world: &World, test: &CheckedTest, object: Var, depth: usize) -> Option<String> {
    if let Some(text) = text_of(test, object) {
        return text_words(&text);
    }
    let (args, name) = match &test.case.definition(object).kind {
        StatementKind::Construct { args, .. } => (args, None),
        StatementKind::Call { args, method, .. } => {
            (args, Some(capitalised(&identifier(&world.method(*method).name))))
        }
        StatementKind::ReadField { field, .. } | StatementKind::Literal(Literal::Enum(field)) => {
            return Some(camel_case(&world.field(*field).name));
        }
        StatementKind::NewArray { .. } => return elements(world, test, object),
        _ => return None,
    };
    let word = |arg: &Var| match &test.case.definition(*arg).kind {
        StatementKind::Literal(literal) => value_words(world, literal),
        _ if depth > 1 => creation_words(world, test, *arg, depth - 1),
        _ => None,
    };
    joined(args.iter().filter_map(word)).or(name)
}

/// Returns the words of the literals that a test writes to an array, or `None` if there are no such literals.
fn elements(world: &World, test: &CheckedTest, array: Var) -> Option<String> {
    let element = |statement: &Statement| match statement.kind {
        StatementKind::WriteElement { array: written, value, .. } if written == array => {
            literal_words(world, test, value)
        }
        _ => None,
    };
    joined(test.case.statements.iter().filter_map(element))
}

/// Joins words to one word. Returns `None` if there are no words, or too many.
fn joined(words: impl Iterator<Item = String>) -> Option<String> {
    let words: Vec<String> = words.take(MAX_CREATION_VALUES + 1).collect();
    (1..=MAX_CREATION_VALUES).contains(&words.len()).then(|| words.join("And"))
}

/// Returns whether a class is a collection or map of the JDK.
fn is_jdk_collection(world: &World, class: ClassId) -> bool {
    let mut interfaces =
        ["java.util.Collection", "java.util.Map"].into_iter().filter_map(|name| world.class_named(name));
    world.is_from_jdk(class) && interfaces.any(|collection| world.is_subclass(class, collection))
}

/// Returns whether a value is a new collection or map of the JDK that the test does not fill.
fn is_empty_collection(world: &World, test: &CheckedTest, object: Var) -> bool {
    let StatementKind::Construct { constructor, args, .. } = &test.case.definition(object).kind else {
        return false;
    };
    let is_collection = is_jdk_collection(world, world.method(*constructor).class);
    let is_filled = test.case.statements.iter().any(|statement| statement.receiver() == Some(object));
    is_collection && args.is_empty() && !is_filled
}

/// Returns a description of the last call that possibly changed an object before a statement, such as
/// `afterClear` or `afterAddOne`. If no call changed the object, describes the last change of the object that
/// created it, such as a builder.
fn last_change(world: &World, test: &CheckedTest, object: Var, before: usize) -> Option<String> {
    let change = |statement: &Statement| match &statement.kind {
        StatementKind::Call { method, receiver: Some(receiver), args }
            if *receiver == object && !is_accessor(world, *method) =>
        {
            Some((*method, args.clone()))
        }
        _ => None,
    };
    let changed = test.case.statements[..before].iter().rev().find_map(change);
    let Some((method, args)) = changed else {
        let StatementKind::Call { receiver: Some(creator), .. } = test.case.definition(object).kind else {
            return None;
        };
        return last_change(world, test, creator, object.0 as usize);
    };
    let word = |arg: &Var| literal_words(world, test, *arg);
    let words = joined(args.iter().filter_map(word)).unwrap_or_default();
    Some(format!("after{}{words}", capitalised(&identifier(&world.method(method).name))))
}
