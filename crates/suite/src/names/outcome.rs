//! The outcome of a test as part of its name.

use testcase::comparisons::sign_of_comparison;
use testcase::{Assertion, CheckedTest, Literal, Observation, StatementKind};
use types::World;

use super::tested_call::TestedCall;
use super::words::{camel_case, decapitalised, identifier, noun, number_word, value_word};

/// Returns a description of the exception, of the result of the tested call, or of the state that the test
/// asserts, such as `throwsParseException`, `returnsNull` or `sizeIsOne`. Returns `doesNotThrow` if
/// the test asserts nothing and expects no exception, and `None` if no short word describes the value.
pub(super) fn outcome(world: &World, test: &CheckedTest, call: &TestedCall) -> Option<String> {
    if let Some(throws) = &test.throws {
        return Some(format!("throws{}", identifier(&world.class(throws.class).simple_name)));
    }
    if test.assertions.is_empty() {
        return Some("doesNotThrow".to_owned());
    }
    match test.assertions.iter().find(|assertion| assertion.var.0 as usize == call.statement) {
        Some(assertion) => Some(format!("returns{}", result_word(world, test, assertion)?)),
        None => test.assertions.iter().find_map(|assertion| state_word(world, test, assertion)),
    }
}

/// Returns a word for the asserted result of a call.
fn result_word(world: &World, test: &CheckedTest, assertion: &Assertion) -> Option<String> {
    let statement = test.case.definition(assertion.var);
    match sign_of_comparison(world, statement, &assertion.expected) {
        Some(sign) => Some(if sign < 0 { "NegativeNumber" } else { "PositiveNumber" }.to_owned()),
        None => value_word(&assertion.expected).or_else(|| match &assertion.expected {
            Observation::Array(elements) => Some(of_elements("Array", elements.len())),
            Observation::List(elements) => Some(of_elements("List", elements.len())),
            Observation::Set(elements) => Some(of_elements("Set", elements.len())),
            Observation::Map(entries) => Some(of_elements("Map", entries.len())),
            Observation::Object(_) if statement.ty.class_id().is_some() => Some(noun(world, &statement.ty)),
            _ => None,
        }),
    }
}

/// Returns a word for a collection with a number of elements, such as `ListOfTwo`.
fn of_elements(collection: &str, count: usize) -> String {
    format!("{collection}Of{}", number_word(count as i64))
}

/// Returns an outcome for a name that would otherwise be only the name of the method.
pub(super) fn vague_outcome(world: &World, test: &CheckedTest, call: &TestedCall) -> Option<String> {
    let is_on_result = |assertion: &Assertion| assertion.var.0 as usize == call.statement;
    let result = &test.case.statements[call.statement].ty;
    match test.assertions.iter().any(is_on_result) {
        true => Some(format!("returnsExpected{}", noun(world, result))),
        false => {
            test.assertions.iter().find_map(|it| Some(format!("hasExpected{}", property(world, test, it)?)))
        }
    }
}

/// Returns a description of an asserted property, such as `sizeIsOne` or `isEmpty`.
pub(super) fn state_word(world: &World, test: &CheckedTest, assertion: &Assertion) -> Option<String> {
    let property = property(world, test, assertion)?;
    if let Observation::Literal(Literal::Boolean(value)) = assertion.expected
        && let StatementKind::Call { method, .. } = test.case.definition(assertion.var).kind
    {
        let name = &*world.method(method).name;
        let is_verb = |verb: &&&str| name.strip_prefix(**verb).is_some_and(|rest| rest == property);
        if let Some(verb) = ["is", "has", "can"].iter().find(is_verb) {
            return Some(format!("{verb}{}{property}", if value { "" } else { "Not" }));
        }
    }
    Some(format!("{}Is{}", decapitalised(&property), value_word(&assertion.expected)?))
}

/// Returns the capitalised name of the property that an assertion checks: the name of a field, or of a method
/// without arguments, without a prefix such as `get`.
fn property(world: &World, test: &CheckedTest, assertion: &Assertion) -> Option<String> {
    match &test.case.definition(assertion.var).kind {
        StatementKind::Call { method, receiver: Some(_), args } if args.is_empty() => {
            let name = &*world.method(*method).name;
            if name == "toString" {
                return Some("Text".to_owned());
            }
            let is_noun = |rest: &&str| rest.starts_with(|c: char| c.is_uppercase());
            let prefixes = ["get", "is", "has", "can", "to", "as"].iter();
            let rest = prefixes.filter_map(|prefix| name.strip_prefix(prefix)).find(is_noun);
            Some(camel_case(rest.unwrap_or(name)))
        }
        StatementKind::ReadField { field, .. } => Some(camel_case(&world.field(*field).name)),
        _ => None,
    }
}
