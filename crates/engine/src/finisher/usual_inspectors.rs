//! Makes the tests of a method assert the same properties.
//!
//! The selection of assertions gives each test only the assertions that its mutants need. So one test of a
//! parser asserts the kind of the parsed token, and the next test only its text. A person asserts both in
//! each test. If the tests have the same assertions, they also become rows of one parameterized test.

mod texts;

use std::collections::BTreeMap;
use std::time::Instant;

use emit::TestClass;
use execution::observe;
use execution::run::Executor;
use execution::selection::is_selectable;
use testcase::{Assertion, CheckedTest, Literal, Observation, Statement, StatementKind, Var};
use types::{MethodId, Type, World};

use super::last_call::{drop_implied_null_checks, is_vague};
use super::suite::FinishedTest;
use super::test_finisher::TestFinisher;

/// Maximum number of inspectors that the tests of a method share.
const MAX_INSPECTORS: usize = 2;
/// Minimum number of tests that assert the value of an inspector, so that the inspector is usual.
const MIN_TESTS: usize = 2;
/// The inspector is usual only if at least one of this number of tests of the method asserts its value.
const TESTS_PER_USE: usize = 10;
/// Maximum length of a text that is asserted only because it is usual, in UTF-16 code units.
const MAX_TEXT: usize = 80;
/// Maximum number of elements of an array or collection that is asserted only because it is usual.
const MAX_ELEMENTS: usize = 10;

/// An object of a tested call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The result of the call, or the object that the constructor created.
    Result,
    Receiver,
}

/// A read of a field, or a call without arguments, of an object of the tested call.
#[derive(Clone, Debug, PartialEq)]
struct Inspector {
    role: Role,
    /// The static type of the object.
    object: Type,
    /// The statement with the receiver `Var(0)`.
    statement: Statement,
}

/// The tests of a method, or of all methods with the same name.
#[derive(Default)]
struct Group {
    /// Number of tests.
    tests: usize,
    uses: Vec<Uses>,
}

/// The uses of an inspector in the tests of a group.
struct Uses {
    inspector: Inspector,
    /// Number of tests that assert its value.
    tests: usize,
    /// One of the asserted values.
    value: Observation,
    /// Whether two tests assert different values. Otherwise the value says little about the method.
    varies: bool,
}

/// A test with its usual inspectors at the end.
struct Extended {
    /// The test with its other assertions.
    test: CheckedTest,
    /// Index of the first usual inspector.
    first: usize,
    /// For each usual inspector, whether the original test asserts its value.
    was_asserted: Vec<bool>,
}

impl TestFinisher {
    /// Adds assertions to tests that expect no exception, until `deadline`. The tests of a method assert the
    /// values of the same inspectors if these values are assertable. These inspectors are the last
    /// statements of each test, in the same order.
    ///
    /// A test can assert only that a call returned its receiver, such as `addLast(null)`. Then it also
    /// asserts what other tests of methods with this name assert, such as the text of the list. A test can
    /// assert only the size of an object of the class under test. Then it also asserts the text of the
    /// object.
    pub fn add_usual_assertions(
        &self,
        executor: &mut Executor,
        finished: &mut [FinishedTest],
        deadline: Instant,
    ) {
        let world = executor.world;
        let tested = finished.iter().enumerate().filter_map(|(index, (_, test))| {
            let call = self.tested_statement(world, test).filter(|_| test.throws.is_none())?;
            Some((index, Tested::new(test, call)?))
        });
        let tested: Vec<(usize, Tested)> = tested.collect();
        let usual = usual_inspectors(tested.iter().map(|(_, tested)| tested));
        let name_of = |tested: &Tested| world.method(tested.method).name.clone();
        let of_names = groups(tested.iter().map(|(_, tested)| tested), name_of);
        let extended = tested.iter().filter_map(|(index, tested)| {
            let usual = usual.get(&tested.method).and_then(|usual| tested.extended(usual));
            let of_name = || of_names.get(&name_of(tested)).and_then(Group::most_usual);
            let is_vague = usual.is_none() && tested.is_vague();
            let extended =
                usual.or_else(|| of_name().filter(|_| is_vague).and_then(|it| tested.extended(&[it])));
            let text = || {
                let TestClass { class_under_test, package, .. } = &self.test_class;
                tested.text(world, *class_under_test, package).filter(|_| tested.shows_little())
            };
            Some((*index, extended.or_else(|| tested.extended(&[text()?]))?))
        });
        let extended: Vec<(usize, Extended)> = extended.collect();
        let cases: Vec<_> = extended.iter().map(|(_, it)| it.test.case.clone()).collect();
        let observed = observe::observe(executor, &cases, &self.test_class.package, deadline);
        for ((index, extended), observed) in extended.into_iter().zip(observed) {
            let observed = observed.filter(|it| it.is_observed_twice);
            if let Some(test) = observed.and_then(|it| self.with_observed_values(world, extended, &it.test)) {
                finished[index].1 = test;
            }
        }
    }

    /// Returns the extended test with assertions on the values of its usual inspectors. Removes usual
    /// inspectors whose values cannot be asserted. Returns `None` if a value that the original test asserts
    /// cannot be asserted, or if no assertion is new.
    fn with_observed_values(
        &self,
        world: &World,
        extended: Extended,
        observed: &CheckedTest,
    ) -> Option<CheckedTest> {
        let Extended { mut test, first, was_asserted } = extended;
        if observed.throws.is_some() {
            return None;
        }
        let is_usable = |it: &Assertion, is_new: bool| {
            let ty = &test.case.definition(it.var).ty;
            (!is_new || is_readable(&it.expected))
                && is_selectable(it, first)
                && emit::can_assert(world, &self.test_class, &it.expected, ty)
        };
        let value_of = |inspector: usize| {
            let is_new = !was_asserted[inspector];
            let mut assertions = observed.assertions.iter();
            let is_wanted = |it: &&Assertion| it.var.0 as usize == first + inspector && is_usable(it, is_new);
            assertions.find(is_wanted).cloned()
        };
        let mut values: Vec<Option<Assertion>> = (0..was_asserted.len()).map(value_of).collect();
        let lengths: Vec<usize> = (0..values.len()).filter(|it| !was_asserted[*it]).collect();
        for length in lengths {
            let is_implied = is_length_of_asserted_text(&test, &values, length);
            values[length] = values[length].take().filter(|_| !is_implied);
        }
        let is_lost = |(value, was_asserted): (&Option<Assertion>, &bool)| *was_asserted && value.is_none();
        let is_new = |(value, was_asserted): (&Option<Assertion>, &bool)| !was_asserted && value.is_some();
        if values.iter().zip(&was_asserted).any(is_lost) || !values.iter().zip(&was_asserted).any(is_new) {
            return None;
        }
        test.assertions.extend(values.iter().flatten().cloned());
        test.assertions.sort_by_key(|it| it.after);
        test.retain(|index| index < first || values[index - first].is_some());
        drop_implied_null_checks(&mut test);
        Some(test)
    }
}

/// Returns whether one of `values` is the length of a text of the same object that is also among the values.
/// A reader who sees the text does not need its length.
fn is_length_of_asserted_text(test: &CheckedTest, values: &[Option<Assertion>], length: usize) -> bool {
    let Some(Assertion { var, expected: Observation::Literal(Literal::Int(number)), .. }) = &values[length]
    else {
        return false;
    };
    let object = |var: Var| test.case.definition(var).receiver();
    values.iter().flatten().any(|it| {
        matches!(&it.expected, Observation::Literal(Literal::String(text)) if text.len() as i64 == i64::from(*number))
            && object(it.var) == object(*var)
    })
}

/// A test that expects no exception, and its tested call.
struct Tested<'t> {
    test: &'t CheckedTest,
    /// Index of the statement with the tested call.
    call: usize,
    /// The called method or constructor.
    method: MethodId,
}

/// Returns for each method the inspectors whose values its tests assert most often.
fn usual_inspectors<'t>(tests: impl Iterator<Item = &'t Tested<'t>>) -> BTreeMap<MethodId, Vec<Inspector>> {
    let usual =
        groups(tests, |tested| tested.method).into_iter().map(|(method, Group { tests, mut uses })| {
            let min_tests = MIN_TESTS.max(tests.div_ceil(TESTS_PER_USE));
            uses.retain(|it| it.tests >= min_tests && it.varies);
            uses.sort_by_key(|it| std::cmp::Reverse(it.tests));
            (method, uses.into_iter().map(|it| it.inspector).take(MAX_INSPECTORS).collect())
        });
    usual.collect()
}

/// Returns the groups of the tests with the same key.
fn groups<'t, K: Ord>(
    tests: impl Iterator<Item = &'t Tested<'t>>,
    key: impl Fn(&Tested) -> K,
) -> BTreeMap<K, Group> {
    let mut groups: BTreeMap<K, Group> = BTreeMap::new();
    for tested in tests {
        let group = groups.entry(key(tested)).or_default();
        group.tests += 1;
        tested.test.assertions.iter().for_each(|assertion| tested.add_use(&mut group.uses, assertion));
    }
    groups
}

impl Group {
    /// Returns the inspector whose value most tests assert.
    fn most_usual(&self) -> Option<Inspector> {
        self.uses.iter().rev().max_by_key(|it| it.tests).map(|it| it.inspector.clone())
    }
}

impl<'t> Tested<'t> {
    /// Returns `None` if the statement `call` calls no method and no constructor.
    fn new(test: &'t CheckedTest, call: usize) -> Option<Tested<'t>> {
        let method = test.case.statements[call].called_method()?;
        Some(Tested { test, call, method })
    }

    /// Returns whether no assertion of the test says more than that an object exists, or that a call returned
    /// its receiver or an argument.
    fn is_vague(&self) -> bool {
        self.test.assertions.iter().all(|it| is_vague(&self.test.case, it))
    }

    /// Adds the use of an inspector by an assertion, if the assertion is on an inspector of an object of the
    /// tested call.
    fn add_use(&self, uses: &mut Vec<Uses>, assertion: &Assertion) {
        let Some(inspector) = self.inspector(assertion) else { return };
        match uses.iter_mut().find(|it| it.inspector == inspector) {
            Some(uses) => {
                uses.tests += 1;
                uses.varies |= uses.value != assertion.expected;
            }
            None => {
                let value = assertion.expected.clone();
                uses.push(Uses { inspector, tests: 1, value, varies: false });
            }
        }
    }

    /// Returns the inspector on which an assertion is, if it inspects an object of the tested call.
    fn inspector(&self, assertion: &Assertion) -> Option<Inspector> {
        let case = &self.test.case;
        let statement = case.definition(assertion.var);
        let object = statement.receiver()?;
        let role = match object {
            Var(index) if index as usize == self.call => Role::Result,
            _ if case.statements[self.call].receiver() == Some(object) => Role::Receiver,
            _ => return None,
        };
        let is_value = assertion.expected.other().is_none() && !is_vague(case, assertion);
        let is_after_call = assertion.var.0 as usize > self.call && assertion.after == assertion.var.0;
        let statement = of_object(statement, Var(0))?;
        let object = case.definition(object).ty.clone();
        (is_value && is_after_call).then_some(Inspector { role, object, statement })
    }

    /// Returns the test with the usual inspectors as its last statements, and without their assertions.
    /// Returns `None` if the test asserts the values of all of them.
    fn extended(&self, usual: &[Inspector]) -> Option<Extended> {
        let &Tested { test, call, .. } = self;
        let statements = &test.case.statements;
        let is_asserted = |var: Var| test.assertions.iter().any(|it| it.var == var);
        let is_used = |var: Var| statements.iter().any(|statement| statement.mentions(var));
        let (mut moved, mut added, mut was_asserted) = (Vec::new(), Vec::new(), Vec::new());
        for Inspector { role, object, statement } in usual {
            let inspected = match role {
                Role::Result => Var(call as u32),
                Role::Receiver => statements[call].receiver()?,
            };
            if test.case.definition(inspected).ty != *object {
                continue;
            }
            let statement = of_object(statement, inspected)?;
            let repeats = |index: &usize| statements[*index].kind == statement.kind;
            match (call + 1..statements.len()).find(repeats) {
                Some(index) if !is_asserted(Var(index as u32)) || is_used(Var(index as u32)) => continue,
                found => {
                    moved.extend(found);
                    was_asserted.push(found.is_some());
                    added.push(statement);
                }
            }
        }
        if was_asserted.iter().all(|was_asserted| *was_asserted) {
            return None;
        }
        let mut test = test.clone();
        test.assertions.retain(|it| !moved.contains(&(it.var.0 as usize)));
        test.retain(|index| !moved.contains(&index));
        let first = test.case.len();
        test.case.statements.extend(added);
        Some(Extended { test, first, was_asserted })
    }
}

/// Returns a call without arguments or a read of a field, of another object. Returns `None` for other
/// statements.
fn of_object(statement: &Statement, object: Var) -> Option<Statement> {
    let kind = match &statement.kind {
        StatementKind::Call { method, receiver: Some(_), args } if args.is_empty() => {
            StatementKind::Call { method: *method, receiver: Some(object), args: args.clone() }
        }
        StatementKind::ReadField { field, receiver: Some(_) } => {
            StatementKind::ReadField { field: *field, receiver: Some(object) }
        }
        _ => return None,
    };
    Some(Statement { kind, ty: statement.ty.clone() })
}

/// Returns whether a reader can check a value at a glance.
fn is_readable(value: &Observation) -> bool {
    match value {
        Observation::Literal(Literal::String(text)) => text.len() <= MAX_TEXT,
        Observation::Array(elements) | Observation::List(elements) | Observation::Set(elements) => {
            elements.len() <= MAX_ELEMENTS
        }
        Observation::Map(entries) => entries.len() <= MAX_ELEMENTS,
        Observation::Same(_) | Observation::Equal(_) | Observation::Object(_) | Observation::Ending(_) => {
            false
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use testcase::{Args, TestCase};

    use super::*;

    const PARSE: u32 = 1;
    const KIND: u32 = 2;
    const TEXT: u32 = 3;

    fn call(method: u32, receiver: u32) -> Statement {
        let receiver = Some(Var(receiver));
        let kind = StatementKind::Call { method: MethodId(method), receiver, args: Args::new() };
        Statement { kind, ty: Type::Null }
    }

    /// Returns a test that creates a parser, calls `parse`, and asserts the values of inspectors of the
    /// parsed token.
    fn parser_test(inspectors: &[(u32, i32)]) -> CheckedTest {
        let kind = StatementKind::Construct { constructor: MethodId(0), receiver: None, args: Args::new() };
        let mut statements = vec![Statement { kind, ty: Type::Null }, call(PARSE, 0)];
        statements.extend(inspectors.iter().map(|&(method, _)| call(method, 1)));
        let assertions = (2..).zip(inspectors).map(|(index, &(_, value))| Assertion {
            var: Var(index),
            after: index,
            expected: Observation::Literal(Literal::Int(value)),
        });
        CheckedTest { assertions: assertions.collect(), ..CheckedTest::new(TestCase { statements }) }
    }

    /// Returns the usual inspectors of `parse`.
    fn usual(tests: &[CheckedTest]) -> Vec<Inspector> {
        let tested: Vec<Tested> = tests.iter().map(|test| Tested::new(test, 1).unwrap()).collect();
        usual_inspectors(tested.iter()).remove(&MethodId(PARSE)).unwrap()
    }

    fn methods(statements: &[Statement]) -> Vec<u32> {
        statements.iter().filter_map(Statement::called_method).map(|method| method.0).collect()
    }

    #[test]
    fn inspectors_are_usual_if_several_tests_assert_different_values_of_them() {
        let tests =
            [parser_test(&[(KIND, 1)]), parser_test(&[(TEXT, 5), (KIND, 2)]), parser_test(&[(TEXT, 5)])];
        let statements: Vec<Statement> = usual(&tests).into_iter().map(|it| it.statement).collect();
        assert_eq!(methods(&statements), [KIND], "all tests assert the same text");
    }

    #[test]
    fn an_asserted_text_implies_its_length() {
        let test = parser_test(&[(TEXT, 0), (KIND, 5)]);
        let text = |text: &str| Observation::Literal(Literal::String(text.encode_utf16().collect()));
        let mut values: Vec<Option<Assertion>> = test.assertions.iter().cloned().map(Some).collect();
        let mut is_implied = |observed: &str| {
            values[0].as_mut().unwrap().expected = text(observed);
            is_length_of_asserted_text(&test, &values, 1)
        };
        assert!(is_implied("apple"));
        assert!(!is_implied("fig"));
    }

    #[test]
    fn the_usual_inspectors_end_a_test_in_the_order_of_their_frequency() {
        let tests = [
            parser_test(&[(TEXT, 5)]),
            parser_test(&[(KIND, 1)]),
            parser_test(&[(KIND, 2)]),
            parser_test(&[(TEXT, 6), (KIND, 3)]),
            parser_test(&[(KIND, 3)]),
        ];
        let usual = usual(&tests);
        let extended = |test: &CheckedTest| Tested::new(test, 1).unwrap().extended(&usual);
        let Extended { test, first, was_asserted } = extended(&tests[0]).unwrap();
        assert_eq!(methods(&test.case.statements), [0, PARSE, KIND, TEXT]);
        assert_eq!((first, was_asserted, test.assertions.len()), (2, vec![false, true], 0));
        assert!(extended(&tests[3]).is_none(), "the test asserts all usual inspectors");
    }

    #[test]
    fn a_vague_test_is_extended_by_the_most_usual_inspector_of_the_methods_with_its_name() {
        let tests = [&[][..], &[(TEXT, 5)], &[(KIND, 1)], &[(KIND, 1)]].map(parser_test);
        let tested: Vec<Tested> = tests.iter().map(|test| Tested::new(test, 1).unwrap()).collect();
        let group = groups(tested.iter(), |_| "parse").remove("parse").unwrap();
        let Inspector { statement, .. } = group.most_usual().unwrap();
        assert_eq!(methods(&[statement]), [KIND]);
        assert!(tested[0].is_vague());
        assert!(!tested[1].is_vague());
    }
}
