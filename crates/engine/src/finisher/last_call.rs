//! Makes tests show what their last call did.

use std::collections::BTreeSet;

use execution::run::Executor;
use execution::selection::{AssertedAfter, AssertedTest, Deadlines, sample};
use mutation::MutantId;
use testcase::output::{REDIRECTION, redirection_of};
use testcase::{Assertion, CheckedTest, Observation, Statement, StatementKind, TestCase, Var};
use types::World;

use super::deadlines::{OBSERVE, StageDeadlines};
use super::suite::FinishedTest;
use super::test_finisher::TestFinisher;

/// Maximum number of mutants on which a test runs to find an assertion that shows what its last call did.
const MUTANTS_OF_LAST_CALL: usize = 8;

impl TestFinisher {
    /// Adds assertions to tests that expect no exception and do not show everything that their last call did.
    ///
    /// - A test that does not show what the call did gets assertions that kill a mutant of the called method:
    ///   see [`shows_last_call`].
    /// - A test that shows only the result of the call gets an assertion on a value that the call changed. If
    ///   the call changed no value, the test asserts what other tests of the called method assert.
    pub(super) fn add_missing_assertions(
        &self,
        executor: &mut Executor,
        finished: &mut [FinishedTest],
        deadlines: &StageDeadlines,
    ) {
        let world = executor.world;
        if finished.iter().all(|(_, test)| shows_change(test)) {
            return;
        }
        let asserted_after = asserted_after(finished.iter().map(|(_, test)| test));
        let mut incomplete_tests: Vec<&mut FinishedTest> =
            finished.iter_mut().filter(|(_, test)| !shows_change(test)).collect();
        let tests: Vec<TestCase> = incomplete_tests.iter().map(|(_, test)| test.case.clone()).collect();
        let inspected = self.add_inspectors(executor, &tests, deadlines.observe_until(OBSERVE / 4));
        let until = Deadlines { observe: deadlines.observe_until(OBSERVE / 2), kill: deadlines.observe };
        let goals = executor.goals;
        let method_of = |mutant: MutantId| goals.strong_goal(mutant).map(|goal| goals.method(goal));
        let is_shown: Vec<bool> = incomplete_tests.iter().map(|(_, test)| shows_last_call(test)).collect();
        let mutants_of_last_call = |test: usize| -> Vec<MutantId> {
            if is_shown[test] {
                return Vec::new();
            }
            let called = tests[test].statements.iter().rev().find_map(Statement::called_method);
            let method = called.and_then(|method| self.methods.get(&method).copied());
            let is_of_method = |&mutant: &MutantId| method.is_some() && method_of(mutant) == method;
            let mutants: Vec<MutantId> = goals.mutants().filter(is_of_method).collect();
            sample(mutants, MUTANTS_OF_LAST_CALL, 0)
        };
        let asserted =
            self.select_assertions(executor, &inspected, &mutants_of_last_call, until, Some(&asserted_after));
        for ((_, test), asserted) in incomplete_tests.iter_mut().zip(asserted) {
            let is_specific = |test: &CheckedTest| {
                test.throws.is_some() || test.assertions.iter().any(|it| !is_vague(&test.case, it))
            };
            if let Some(AssertedTest { test: extended, .. }) = asserted.filter(|it| is_specific(&it.test)) {
                let adds_all = !is_specific(test);
                extend(world, test, extended, adds_all);
            }
        }
    }
}

/// Returns the index of the last call of a test, or 0 if the test calls nothing.
fn last_call(test: &TestCase) -> u32 {
    test.statements.iter().rposition(Statement::is_call).unwrap_or_default() as u32
}

/// Returns whether a test shows what its last call did. It does if it expects an exception. It also does if
/// an assertion after the last call is not vague.
fn shows_last_call(test: &CheckedTest) -> bool {
    let last_call = last_call(&test.case);
    let shows_it = |it: &Assertion| it.after >= last_call && !is_vague(&test.case, it);
    test.throws.is_some() || test.assertions.iter().any(shows_it)
}

/// Returns for each method the inspectors whose values the tests assert after a call of this method on the
/// same object. An inspector is a method without arguments.
fn asserted_after<'t>(tests: impl Iterator<Item = &'t CheckedTest>) -> AssertedAfter {
    let mut asserted_after = AssertedAfter::new();
    for test in tests {
        for assertion in &test.assertions {
            let StatementKind::Call { method: inspector, receiver: Some(object), ref args } =
                test.case.definition(assertion.var).kind
            else {
                continue;
            };
            let calls = test.case.statements[..assertion.var.0 as usize].iter().rev();
            let method = calls.filter(|it| it.receiver() == Some(object)).find_map(Statement::called_method);
            if let Some(method) = method.filter(|method| *method != inspector && args.is_empty()) {
                asserted_after.entry(method).or_default().insert(inspector);
            }
        }
    }
    asserted_after
}

/// Returns whether a test expects an exception, or asserts a value that its last call possibly changed.
fn shows_change(test: &CheckedTest) -> bool {
    let last_call = last_call(&test.case);
    let shows_it =
        |it: &Assertion| it.after >= last_call && it.var.0 != last_call && !is_vague(&test.case, it);
    test.throws.is_some() || test.assertions.iter().any(shows_it)
}

/// Returns whether an assertion says only that an object exists, or that a call returned its receiver or one
/// of its arguments.
pub(super) fn is_vague(case: &TestCase, assertion: &Assertion) -> bool {
    match assertion.expected {
        Observation::Object(_) => true,
        Observation::Same(other) => case.definition(assertion.var).mentions(other),
        _ => false,
    }
}

/// Removes assertions that an object exists, if another assertion is on the result of a call on this object.
pub(super) fn drop_implied_null_checks(test: &mut CheckedTest) {
    let mut called: BTreeSet<Var> = BTreeSet::new();
    for assertion in &test.assertions {
        let receiver = |var: &Var| test.case.definition(*var).receiver();
        called.extend(std::iter::successors(receiver(&assertion.var), receiver));
    }
    let is_null_check = |it: &Assertion| matches!(it.expected, Observation::Object(_));
    test.assertions.retain(|it| !is_null_check(it) || !called.contains(&it.var));
}

/// Adds the inspectors of `extended` to a test, and the assertions on its last call and at its end.
/// `extended` is the test with inspectors. With `adds_all`, also adds the other assertions of `extended`, and
/// removes the assertions that an object exists.
fn extend(world: &World, test: &mut CheckedTest, extended: CheckedTest, adds_all: bool) {
    let shift = added_at_beginning(world, &test.case, &extended.case);
    test.assertions.iter_mut().for_each(|it| it.renumber(|index| index + shift));
    test.assertions.retain(|it| !adds_all || !matches!(it.expected, Observation::Object(_)));
    let last_call = last_call(&test.case) + shift;
    let end = test.case.len() as u32 + shift;
    let is_new = |it: &Assertion| {
        let shows_last_call = it.after > it.var.0 || it.var.0 == last_call;
        it.var.0 >= end || (adds_all || shows_last_call) && !test.assertions.contains(it)
    };
    let new: Vec<Assertion> = extended.assertions.into_iter().filter(is_new).collect();
    test.assertions.extend(new);
    test.assertions.sort_by_key(|it| it.after);
    test.case = extended.case;
}

/// Returns how many statements the addition of inspectors inserted at the beginning of a test.
fn added_at_beginning(world: &World, test: &TestCase, inspected: &TestCase) -> u32 {
    let redirects = |test: &TestCase| redirection_of(world, test).is_some();
    if redirects(inspected) && !redirects(test) { REDIRECTION as u32 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testcase::Args;
    use types::{MethodId, Type};

    #[test]
    fn a_test_shows_its_last_call_by_its_result_or_by_a_later_value_but_not_by_its_receiver() {
        let statement = |kind: StatementKind| Statement { kind, ty: Type::Null };
        let call = StatementKind::Call { method: MethodId(1), receiver: Some(Var(0)), args: Args::new() };
        let creation =
            StatementKind::Construct { constructor: MethodId(0), receiver: None, args: Args::new() };
        let case = TestCase { statements: [creation, call.clone(), call].map(statement).into() };
        let is_shown = |var: u32, after: u32, expected: Observation| {
            let assertions = vec![Assertion { var: Var(var), after, expected }];
            shows_last_call(&CheckedTest { assertions, ..CheckedTest::new(case.clone()) })
        };
        assert!(is_shown(2, 2, Observation::Null));
        assert!(is_shown(1, 2, Observation::Null), "the value of an earlier variable after the last call");
        assert!(!is_shown(1, 1, Observation::Null));
        assert!(!is_shown(2, 2, Observation::Same(Var(0))));
        assert!(!is_shown(2, 2, Observation::Object("Gauge".into())));
    }

    #[test]
    fn an_object_is_not_asserted_to_exist_if_the_result_of_a_call_on_it_is_asserted() {
        let creation =
            || StatementKind::Construct { constructor: MethodId(0), receiver: None, args: Args::new() };
        let call = StatementKind::Call { method: MethodId(1), receiver: Some(Var(0)), args: Args::new() };
        let statements = [creation(), creation(), call].map(|kind| Statement { kind, ty: Type::Null });
        let exists =
            |var: u32| Assertion { var: Var(var), after: var, expected: Observation::Object("Gauge".into()) };
        let result = Assertion { var: Var(2), after: 2, expected: Observation::Null };
        let mut test = CheckedTest {
            assertions: vec![exists(0), exists(1), result.clone()],
            ..CheckedTest::new(TestCase { statements: statements.into() })
        };
        drop_implied_null_checks(&mut test);
        assert_eq!(test.assertions, [exists(1), result]);
    }
}
