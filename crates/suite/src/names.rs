//! Names of tests, derived from the calls and assertions of the tests, and the order of tests in the file.

pub mod conditions;
mod distinction;
mod explanation;
mod facts;
mod messages;
mod outcome;
mod overloads;
mod tested_call;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use testcase::{CheckedTest, Literal, Statement, StatementKind};
use types::{ClassId, MethodId, World, is_identifier};

use distinction::distinguish;
use explanation::add_conditions;
use facts::{Fact, argument_noun, distinguishing_facts, telling_facts};
use messages::message_word;
use outcome::{outcome, vague_outcome};
use tested_call::{TestedCall, tested_call};
use words::{adjective, capitalised, decapitalised, identifier};

/// Maximum number of arguments that a name describes, unless it must differ from other names.
const MAX_DESCRIBED_ARGUMENTS: usize = 2;

/// The name of a test, in parts.
struct TestName {
    /// The tested method.
    method: String,
    /// What is special about the situation of the test, such as `nullText`.
    situation: Vec<String>,
    /// The result, such as `returnsZero` or `throwsParseException`.
    outcome: Option<String>,
}

impl TestName {
    /// Returns the name of a test, regardless of the names of other tests.
    fn new(
        world: &World,
        class_under_test: ClassId,
        test: &CheckedTest,
        call: Option<&TestedCall>,
    ) -> TestName {
        match call {
            Some(call) => TestName {
                method: method_part(world, class_under_test, call.method),
                situation: situation(world, test, call),
                outcome: outcome(world, test, call),
            },
            None => TestName { method: "fields".to_owned(), situation: Vec::new(), outcome: None },
        }
    }

    fn text(&self) -> String {
        let TestName { method, situation, outcome } = self;
        let mut words = situation.iter();
        let situation = words
            .next()
            .map(|first| words.fold(first.clone(), |text, word| format!("{text}And{}", capitalised(word))));
        let parts: Vec<&str> = [situation.as_deref(), outcome.as_deref()].into_iter().flatten().collect();
        match parts.is_empty() {
            false => format!("{method}_{}", parts.join("_")),
            true if !is_identifier(method) || is_object_method(method) => format!("{method}_"),
            true => method.clone(),
        }
    }
}

/// Names and orders tests.
///
/// A name has the form `method_situation_outcome`, such as `parse_emptyText_throwsParseException`. The name
/// omits the situation if no argument has a special value, and the outcome if no short word describes it. If
/// names are equal, facts in which the tests differ are
/// added to the situation. Names that remain equal are numbered.
///
/// Tests of constructors come first. The other tests have the order in which the class under test declares
/// the tested methods. The tests of one method show ordinary calls first, then unusual arguments, then
/// exceptions.
pub fn name_tests(world: &World, class_under_test: ClassId, tests: &mut [CheckedTest]) {
    tests.sort_by_cached_key(|test| {
        let call = tested_call(world, class_under_test, test);
        let position = call.as_ref().map_or(usize::MAX, |call| position(world, class_under_test, call));
        (position, Use::of(test, call.as_ref()), test.case.len())
    });
    let bases = base_names(world, class_under_test, tests);
    let mut used_names: BTreeSet<String> = bases.iter().cloned().collect();
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for (test, base) in tests.iter_mut().zip(&bases) {
        test.name = numbered_name(base, counts.entry(base).or_default(), &mut used_names);
    }
}

/// Returns the names of tests before equal names are numbered.
fn base_names(world: &World, class_under_test: ClassId, tests: &[CheckedTest]) -> Vec<String> {
    let call = |test| (test, tested_call(world, class_under_test, test));
    let tests: Vec<(&CheckedTest, Option<TestedCall>)> = tests.iter().map(call).collect();
    let mut names: Vec<TestName> = tests
        .iter()
        .map(|(test, call)| TestName::new(world, class_under_test, test, call.as_ref()))
        .collect();
    let facts = |(test, call): &(&CheckedTest, Option<TestedCall>)| {
        call.as_ref().map_or_else(Vec::new, |call| distinguishing_facts(world, test, call))
    };
    let methods: Vec<Option<MethodId>> =
        tests.iter().map(|(_, call)| call.as_ref().map(|call| call.method)).collect();
    let conditions: Vec<&[Option<String>]> = tests
        .iter()
        .map(|(test, call)| call.as_ref().map_or(&[][..], |call| conditions(test, call)))
        .collect();
    add_conditions(&mut names, &methods, &conditions);
    let facts: Vec<Vec<Option<Fact>>> = tests.iter().map(facts).collect();
    distinguish(&mut names, &facts);
    for (index, (test, call)) in tests.iter().enumerate() {
        if let Some(call) = call
            && names[index].situation.is_empty()
            && names[index].outcome.is_none()
        {
            let telling = telling_facts(world, call, &facts[index]);
            match telling.into_iter().find(|fact| is_new_situation(&names, index, &fact.text)) {
                Some(fact) => names[index].situation.push(fact.text.clone()),
                None => names[index].outcome = vague_outcome(world, test, call),
            }
        }
    }
    names.iter().map(TestName::text).collect()
}

/// Returns whether no other test of the method has this situation.
fn is_new_situation(names: &[TestName], test: usize, situation: &str) -> bool {
    let TestName { method, .. } = &names[test];
    !names.iter().any(|name| name.method == *method && name.situation.iter().any(|it| it == situation))
}

/// Returns the conditions of the tested method that hold in a test, in words.
fn conditions<'a>(test: &'a CheckedTest, call: &TestedCall) -> &'a [Option<String>] {
    test.conditions.get(&call.method).map_or(&[], Vec::as_slice)
}

/// Returns `base` for the first test with this name, then `base` with the next number that makes a new name.
fn numbered_name(base: &str, count: &mut u32, used_names: &mut BTreeSet<String>) -> String {
    *count += 1;
    if *count == 1 {
        return base.to_owned();
    }
    loop {
        let name = format!("{}_{count}", base.trim_end_matches('_'));
        if used_names.insert(name.clone()) {
            return name;
        }
        *count += 1;
    }
}

/// The use of a method that a test shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// A call with ordinary arguments.
    Ordinary,
    /// A call with unusual arguments, such as null.
    Unusual,
    /// A call that throws an exception.
    Exception,
}

impl Use {
    fn of(test: &CheckedTest, call: Option<&TestedCall>) -> Use {
        let is_ordinary = call.is_some_and(|call| test.case.ordinary_statements()[call.statement]);
        match test.throws {
            Some(_) => Use::Exception,
            None if is_ordinary => Use::Ordinary,
            None => Use::Unusual,
        }
    }
}

/// Returns the method or constructor that a test is about. Returns `None` if the test calls nothing.
pub fn tested_method(world: &World, class_under_test: ClassId, test: &CheckedTest) -> Option<MethodId> {
    tested_call(world, class_under_test, test).map(|call| call.method)
}

/// Returns the index of the statement with the call that a test is about. Returns `None` if the test calls
/// nothing.
pub fn tested_statement(world: &World, class_under_test: ClassId, test: &CheckedTest) -> Option<usize> {
    tested_call(world, class_under_test, test).map(|call| call.statement)
}

/// Returns the position of the tested method among the members of the class under test.
fn position(world: &World, class_under_test: ClassId, call: &TestedCall) -> usize {
    let class = world.class(class_under_test);
    let members = class.constructors.iter().chain(&class.methods);
    members.clone().position(|&member| member == call.method).unwrap_or(members.count())
}

/// Returns the first part of the name of a test of this method or constructor. The name of a method of a
/// nested class begins with the name of this class, such as `entrySetRemove`.
fn method_part(world: &World, class_under_test: ClassId, method: MethodId) -> String {
    let method = world.method(method);
    let class = world.class(method.class);
    let simple_name = identifier(&class.simple_name);
    match &*method.name {
        "<init>" => format!("new{simple_name}"),
        name if class.outer.is_some() && class.id != class_under_test => {
            format!("{}{}", decapitalised(&simple_name), capitalised(&identifier(name)))
        }
        name => identifier(name),
    }
}

/// Returns the message of the expected exception as a word, such as `patternIsNull`, because the message
/// names the reason. If there is no short message, returns a description of each argument with a special
/// value, such as `nullText`. Returns nothing if too many arguments are special.
fn situation(world: &World, test: &CheckedTest, call: &TestedCall) -> Vec<String> {
    let message = test.throws.as_ref().and_then(|throws| throws.message.as_deref());
    if let Some(word) = message.and_then(|message| message_word(message, &texts(test))) {
        return vec![word];
    }
    let special_argument = |(index, arg): (usize, &_)| {
        let adjective = adjective(test, *arg)?;
        Some(format!("{adjective}{}", argument_noun(world, call.method, index)))
    };
    let mut words: Vec<String> = call.args.iter().enumerate().filter_map(special_argument).collect();
    words.dedup();
    if words.len() > MAX_DESCRIBED_ARGUMENTS { Vec::new() } else { words }
}

/// Returns the texts that a test contains as literals.
fn texts(test: &CheckedTest) -> Vec<String> {
    let text = |statement: &Statement| match &statement.kind {
        StatementKind::Literal(Literal::String(text)) => Some(String::from_utf16_lossy(text)),
        _ => None,
    };
    test.case.statements.iter().filter_map(text).collect()
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
