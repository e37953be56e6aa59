//! Facts about tests of the same method, which can make their names different.

use testcase::{CheckedTest, Literal, Statement, StatementKind, Stored, Var};
use types::{MethodId, Type, World};

use super::outcome::state_word;
use super::tested_call::{TestedCall, is_accessor};
use super::words::{
    adjective, camel_case, capitalised, decapitalised, identifier, is_meaningful, literal_word, noun,
    number_word, symbol_word,
};

/// Maximum number of arguments about which there are facts.
const MAX_ARGUMENTS: usize = 5;
/// Maximum number of arguments of a constructor or factory method that a fact describes.
const MAX_CREATION_ARGUMENTS: usize = 3;
/// Maximum length of a text that is spelled out character by character.
const MAX_SPELLED: usize = 4;

/// Returns facts about the tested call: the types of its parameters, one fact for each argument, how the receiver
/// was created, the last change of the receiver, and an asserted property. A fact is a part of a name in camel
/// case. It is `None` if no short text describes it.
pub(super) fn distinguishing_facts(
    world: &World,
    test: &CheckedTest,
    call: &TestedCall,
) -> Vec<Option<String>> {
    let mut facts: Vec<Option<String>> = (0..MAX_ARGUMENTS)
        .map(|index| {
            let noun = argument_noun(world, call.method, index);
            argument_fact(
                world,
                test,
                *call.args.get(index)?,
                &noun,
                world.method(call.method).arguments.get(index)?,
            )
        })
        .collect();
    let created = call.receiver.and_then(|receiver| creation_words(world, test, receiver));
    facts.push(created.map(|words| format!("of{words}")));
    facts.push(call.receiver.and_then(|receiver| last_change(world, test, receiver, call.statement)));
    facts.push(Some(parameter_types(world, call.method)));
    let is_on_result = |var: Var| var.0 as usize == call.statement;
    let states = test.assertions.iter().filter(|assertion| !is_on_result(assertion.var));
    facts.push(states.filter_map(|assertion| state_word(world, test, assertion)).next());
    facts
}

/// Returns the capitalised name of a parameter, or a noun for its type if the name is unknown.
pub(super) fn argument_noun(world: &World, method: MethodId, index: usize) -> String {
    let method = world.method(method);
    match method.argument_names.get(index).filter(|name| is_meaningful(name)) {
        Some(name) => capitalised(&identifier(name)),
        None => method.arguments.get(index).map_or_else(String::new, |ty| noun(world, ty)),
    }
}

/// Returns the parameter types of a method, such as `withStringAndNumber`.
fn parameter_types(world: &World, method: MethodId) -> String {
    let types: Vec<String> = world.method(method).arguments.iter().map(|ty| type_word(world, ty)).collect();
    if types.is_empty() { "withoutArguments".to_owned() } else { format!("with{}", types.join("And")) }
}

fn type_word(world: &World, ty: &Type) -> String {
    match ty {
        Type::Primitive(primitive) => format!("{primitive:?}"),
        Type::Array(element) => format!("{}Array", type_word(world, element)),
        _ => noun(world, ty),
    }
}

/// Returns a description of an argument, such as `textTion`, `emptyList` or `widthFive`.
fn argument_fact(world: &World, test: &CheckedTest, arg: Var, noun: &str, ty: &Type) -> Option<String> {
    if let Some(adjective) = adjective(test, arg) {
        return Some(format!("{adjective}{noun}"));
    }
    let definition = test.case.definition(arg);
    let lower = decapitalised(noun);
    let word = match &definition.kind {
        StatementKind::Literal(Literal::String(text)) => {
            return text_fact(&String::from_utf16_lossy(text), noun);
        }
        StatementKind::Literal(literal) => value_words(world, literal)?,
        StatementKind::ReadField { field, .. } => camel_case(&world.field(*field).name),
        StatementKind::NewArray { length } => format!("OfLength{}", number_word(i64::from(*length))),
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
            let class = class.map(|class| capitalised(&identifier(&world.class(class).simple_name)));
            let created = creation_words(world, test, arg).map(|words| format!("Of{words}"));
            format!("{}{}", class.unwrap_or_default(), created.unwrap_or_default())
        }
        _ => return None,
    };
    (!word.is_empty()).then(|| format!("{lower}{word}"))
}

/// Returns a description of a text that is not empty, such as `textTion` or `textStartingWithPlus`.
fn text_fact(text: &str, noun: &str) -> Option<String> {
    let lower = decapitalised(noun);
    if text.chars().all(char::is_whitespace) {
        return Some(format!("blank{noun}"));
    }
    if let Some(word) = text_words(text) {
        return Some(format!("{lower}{word}"));
    }
    let mut symbols = text.chars().enumerate().filter(|(_, c)| !c.is_ascii_alphanumeric());
    Some(match symbols.next() {
        Some((0, symbol)) => format!("{lower}StartingWith{}", symbol_word(symbol)),
        Some((_, symbol)) => format!("{lower}With{}", symbol_word(symbol)),
        None => format!("long{noun}"),
    })
}

/// Returns a short text as one word in which the names of symbols replace symbols. Returns `None` if the text is
/// too long.
fn text_words(text: &str) -> Option<String> {
    let literal = Literal::String(text.encode_utf16().collect());
    if let Some(word) = literal_word(&literal) {
        return Some(word);
    }
    let spell = |c: char| match c.is_ascii_alphanumeric() {
        true => c.to_uppercase().collect(),
        false => symbol_word(c).to_owned(),
    };
    (text.chars().count() <= MAX_SPELLED).then(|| text.chars().map(spell).collect())
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
        Literal::String(text) => text_words(&String::from_utf16_lossy(text)),
        literal => literal_word(literal),
    }
}

/// Returns a word for one character, such as `LowerA`, `UpperA`, `Digit0` or `Comma`.
fn character_word(c: char) -> String {
    match c {
        'a'..='z' => format!("Lower{}", c.to_ascii_uppercase()),
        'A'..='Z' => format!("Upper{c}"),
        '0'..='9' => format!("Digit{c}"),
        _ => symbol_word(c).to_owned(),
    }
}

/// Returns a description of how an object was created: the words of the arguments, such as `TwoAndNull`, or the
/// name of a factory method or of a field.
fn creation_words(world: &World, test: &CheckedTest, object: Var) -> Option<String> {
    let (args, name) = match &test.case.definition(object).kind {
        StatementKind::Construct { args, .. } => (args, None),
        StatementKind::Call { args, method, .. } => {
            (args, Some(capitalised(&identifier(&world.method(*method).name))))
        }
        StatementKind::ReadField { field, .. } => return Some(camel_case(&world.field(*field).name)),
        StatementKind::Literal(Literal::Enum(field)) => return Some(camel_case(&world.field(*field).name)),
        _ => return None,
    };
    let word = |arg: &Var| match &test.case.definition(*arg).kind {
        StatementKind::Literal(literal) => value_words(world, literal),
        _ => None,
    };
    let words: Vec<String> = args.iter().filter_map(word).take(MAX_CREATION_ARGUMENTS).collect();
    if words.is_empty() { name } else { Some(words.join("And")) }
}

/// Returns whether a value is a new collection or map of the JDK that the test does not fill.
fn is_empty_collection(world: &World, test: &CheckedTest, object: Var) -> bool {
    let StatementKind::Construct { constructor, args, .. } = &test.case.definition(object).kind else {
        return false;
    };
    let class = world.method(*constructor).class;
    let is_collection = ["java.util.Collection", "java.util.Map"]
        .into_iter()
        .filter_map(|name| world.class_named(name))
        .any(|collection| world.is_subclass(class, collection));
    let is_filled = test.case.statements.iter().any(|statement| statement.receiver() == Some(object));
    is_collection && args.is_empty() && !is_filled
}

/// Returns a description of the last call that possibly changed an object before a statement, such as
/// `afterClear`.
fn last_change(world: &World, test: &CheckedTest, object: Var, before: usize) -> Option<String> {
    let change = |statement: &Statement| match statement.kind {
        StatementKind::Call { method, receiver: Some(receiver), .. }
            if receiver == object && !is_accessor(world, method) =>
        {
            Some(method)
        }
        _ => None,
    };
    let method = test.case.statements[..before].iter().rev().find_map(change)?;
    Some(format!("after{}", capitalised(&identifier(&world.method(method).name))))
}
