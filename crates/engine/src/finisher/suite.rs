//! Finished tests (minimised, with assertions), and the goals that these tests cover.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use execution::run::Executor;
use goals::{GoalId, Goals};
use mutation::MutantId;
use suite::minimise::SuiteTest;
use suite::redundancy::needed_tests;
use testcase::{Assertion, CheckedTest, Literal, Observation, StatementKind, TestCase, Var};
use types::{ClassId, MethodId};

use super::test_finisher::is_only_for_mutants;

/// A test with the goals that it is kept for, and the same test with assertions.
pub type FinishedTest = (SuiteTest, CheckedTest);

/// Finished tests (minimised, with assertions), and the goals that these tests cover.
#[derive(Default)]
pub struct FinishedSuite {
    /// The tests, in the order in which they were finished.
    tests: Vec<FinishedTest>,
    /// For each test, the targets that it covers, and the goals that it is kept for.
    covered: Vec<Vec<GoalId>>,
    /// For each goal that a test with an assertion or an expected exception covers, whether such a test
    /// without exception covers it.
    is_covered_without_exception: BTreeMap<GoalId, bool>,
    /// Mutants that the tests kill.
    killed: BTreeSet<MutantId>,
}

impl FinishedSuite {
    /// Returns the tests without assertions, in the order in which they were finished.
    pub fn cases(&self) -> impl Iterator<Item = &TestCase> {
        self.tests.iter().map(|(_, test)| &test.case)
    }

    /// Returns the tests with assertions, in the order in which they were finished.
    pub fn checked_tests(&self) -> impl Iterator<Item = &CheckedTest> {
        self.tests.iter().map(|(_, test)| test)
    }

    /// Returns the number of tests.
    pub fn len(&self) -> usize {
        self.tests.len()
    }

    /// Returns whether the suite has no test.
    pub fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// Returns whether the suite requires a further test for a goal. This is so if no test of the suite that
    /// has an assertion or an expected exception covers the goal. It is also so if only tests that end with
    /// an exception cover the goal, and the further test ends without exception. `threw`: whether the further
    /// test ends with an exception.
    pub fn requires(&self, goal: GoalId, threw: bool) -> bool {
        match self.is_covered_without_exception.get(&goal) {
            Some(is_covered_without_exception) => !is_covered_without_exception && !threw,
            None => true,
        }
    }

    /// Returns whether a test of the suite kills a mutant.
    pub fn kills(&self, mutant: MutantId) -> bool {
        self.killed.contains(&mutant)
    }

    /// Adds tests, and runs them until the deadline to measure which goals they cover.
    pub fn add(&mut self, executor: &mut Executor, tests: Vec<FinishedTest>, deadline: Instant) {
        let cases: Vec<TestCase> = tests.iter().map(|(_, test)| test.case.clone()).collect();
        let evaluations = executor.evaluate(&cases, &|_, _| Vec::new(), deadline);
        let covered = evaluations.into_iter().map(|it| Some(it.covered)).chain(std::iter::repeat(None));
        for ((mut kept, test), covered) in tests.into_iter().zip(covered) {
            kept.is_evaluated |= covered.is_some();
            let mut covered = covered.unwrap_or_default();
            covered.extend(&kept.goals);
            covered.sort_unstable();
            covered.dedup();
            let without_exception = test.throws.is_none();
            // If the test asserts nothing, a further test should cover its goals.
            for &goal in covered.iter().filter(|_| test.has_check()) {
                *self.is_covered_without_exception.entry(goal).or_default() |= without_exception;
            }
            self.killed.extend(kept.mutants(executor.goals));
            self.tests.push((kept, test));
            self.covered.push(covered);
        }
    }

    /// Removes each test whose goals other tests cover, and returns the remaining tests. Removes tests that
    /// assert nothing first, then suspicious tests, tests for which `is_in_interface` returns false, tests
    /// with an exception, and long tests. Keeps tests whose goals are unknown. Each goal of a removed test
    /// becomes a goal that a remaining test is kept for.
    pub fn into_needed_tests(self, is_in_interface: &dyn Fn(&CheckedTest) -> bool) -> Vec<FinishedTest> {
        let FinishedSuite { tests, covered, .. } = self;
        let mut removable: Vec<usize> =
            (0..tests.len()).filter(|&index| tests[index].0.is_evaluated).collect();
        removable.sort_by_cached_key(|&index| {
            let test = &tests[index].1;
            let is_suspicious = test.suspicion.is_some();
            (
                !test.has_check(),
                is_suspicious,
                !is_in_interface(test),
                test.throws.is_some(),
                test.case.size(),
            )
        });
        needed(tests, &covered, removable.into_iter().rev())
    }
}

/// Returns the tests without the removable tests whose goals other tests cover. Each goal of a removed test
/// becomes a goal that a remaining test is kept for. `covered` contains the goals that each test covers.
/// `removable` contains the indices of the tests that can be removed, in the order in which their removal is
/// tried.
pub(super) fn needed(
    tests: Vec<FinishedTest>,
    covered: &[Vec<GoalId>],
    removable: impl IntoIterator<Item = usize>,
) -> Vec<FinishedTest> {
    let covered_goals: Vec<&[GoalId]> = covered.iter().map(|goals| &goals[..]).collect();
    let is_needed = needed_tests(&covered_goals, removable);
    let needed_indices = || (0..tests.len()).filter(|&index| is_needed[index]);
    let mut assigned: BTreeSet<GoalId> =
        needed_indices().flat_map(|index| &tests[index].0.goals).copied().collect();
    let mut remaining = Vec::with_capacity(tests.len());
    for ((mut kept, test), (is_needed, covered)) in tests.into_iter().zip(is_needed.iter().zip(covered)) {
        if *is_needed {
            kept.goals.extend(covered.iter().filter(|&&goal| assigned.insert(goal)));
            remaining.push((kept, test));
        }
    }
    remaining
}

/// Merges tests with equal statements and the same expected exception into the first of them. It gets the
/// goals and assertions of all of them.
pub fn merge_equal_tests(tests: Vec<FinishedTest>) -> Vec<FinishedTest> {
    let mut merged: Vec<FinishedTest> = Vec::with_capacity(tests.len());
    for (kept, test) in tests {
        let is_equal =
            |(_, other): &&mut FinishedTest| other.case == test.case && other.throws == test.throws;
        match merged.iter_mut().find(is_equal) {
            Some((first_kept, first)) => {
                first_kept.add_goals(kept.goals);
                let new: Vec<Assertion> =
                    test.assertions.into_iter().filter(|it| !first.assertions.contains(it)).collect();
                first.assertions.extend(new);
                first.assertions.sort_by_key(|assertion| assertion.after);
            }
            None => merged.push((kept, test)),
        }
    }
    merged
}

/// Minimum number of mutants for which a test is kept if another test has the same method and outcome.
const MIN_MUTANTS: usize = 3;

/// Drops tests that are needed only for mutants, if a reader would learn little from them:
///
/// - tests that expect a crash,
/// - tests of calls for which `is_in_interface` returns false, because users do not make these calls,
/// - tests that expect the same exception of the same method as another test,
/// - tests for one or two mutants, or only for mutants that no usual mutation tool creates, if another test
///   has the same method and outcome. A test that differs from another test only in literals stays, because
///   both become one parameterized test.
pub fn drop_weak_tests(
    tests: Vec<FinishedTest>,
    goals: &Goals,
    is_in_interface: &dyn Fn(&CheckedTest) -> bool,
) -> Vec<FinishedTest> {
    let (removable, needed): (Vec<usize>, Vec<usize>) =
        (0..tests.len()).partition(|&index| is_only_for_mutants(&tests[index].0, goals));
    let mut failures: BTreeSet<Failure> =
        needed.iter().filter_map(|&index| failure(&tests[index].1)).collect();
    let mut outcomes: BTreeSet<Outcome> =
        needed.iter().filter_map(|&index| outcome(&tests[index].1)).collect();
    let shapes: Vec<TestCase> = tests.iter().map(|(_, test)| without_literals(&test.case)).collect();
    let mut is_dropped = vec![false; tests.len()];
    for index in removable {
        let (kept, test) = &tests[index];
        let is_crash = test.throws.as_ref().is_some_and(|throws| throws.is_crash);
        let is_useless = is_crash || !is_in_interface(test);
        let is_repeated = failure(test).is_some_and(|failure| !failures.insert(failure));
        let has_other_test = outcome(test).is_some_and(|outcome| !outcomes.insert(outcome));
        let is_weak = has_other_test && kills_little(kept, goals);
        let has_same_shape =
            |other: usize| other != index && !is_dropped[other] && shapes[other] == shapes[index];
        is_dropped[index] = is_useless || is_repeated || is_weak && !(0..tests.len()).any(has_same_shape);
    }
    tests.into_iter().zip(is_dropped).filter(|(_, is_dropped)| !is_dropped).map(|(test, _)| test).collect()
}

/// Returns whether a test is needed only for few mutants, or for none that PIT also creates.
fn kills_little(kept: &SuiteTest, goals: &Goals) -> bool {
    let mut mutants = kept.goals.iter().filter_map(|&goal| goals.strong_mutant(goal));
    kept.goals.len() < MIN_MUTANTS || !mutants.any(|mutant| goals.is_usual(mutant))
}

/// A method or constructor, the class of the exception that a test expects of it, and the message.
type Failure = (MethodId, ClassId, Option<Arc<str>>);

/// Returns how a test fails, if its last statement is a call that throws an expected exception.
fn failure(test: &CheckedTest) -> Option<Failure> {
    let throws = test.throws.as_ref()?;
    Some((last_method(test)?, throws.class, throws.message.clone()))
}

/// A method or constructor, and how it ends: the class of the exception that a test expects, or the boolean
/// value that the test asserts. Other values do not count.
type Outcome = (MethodId, Option<ClassId>, Option<bool>);

/// Returns the outcome of the last statement of a test, if this statement is a call.
fn outcome(test: &CheckedTest) -> Option<Outcome> {
    let last = Var(test.case.len().checked_sub(1)? as u32);
    let asserted = test.assertions.iter().filter(|assertion| assertion.var == last);
    let mut value = asserted.filter_map(|assertion| match assertion.expected {
        Observation::Literal(Literal::Boolean(value)) => Some(value),
        _ => None,
    });
    Some((last_method(test)?, test.throws.as_ref().map(|throws| throws.class), value.next()))
}

/// Returns the test with null instead of each literal. The result is equal for tests that differ only in
/// literals.
fn without_literals(test: &TestCase) -> TestCase {
    let mut shape = test.clone();
    for statement in &mut shape.statements {
        if let StatementKind::Literal(literal) = &mut statement.kind {
            *literal = Literal::Null;
        }
    }
    shape
}

/// Returns the method or constructor that the last statement of a test calls.
fn last_method(test: &CheckedTest) -> Option<MethodId> {
    test.case.statements.last()?.called_method()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished_test(goal: usize, after: u32) -> FinishedTest {
        let assertion = Assertion { var: Var(0), after, expected: Observation::Null };
        let test = CheckedTest { assertions: vec![assertion], ..CheckedTest::new(TestCase::default()) };
        (SuiteTest::new(TestCase::default(), vec![goal.into()]), test)
    }

    #[test]
    fn equal_tests_become_one_test_with_the_goals_and_assertions_of_both() {
        let merged = merge_equal_tests(vec![finished_test(2, 1), finished_test(1, 0), finished_test(2, 1)]);
        assert_eq!(merged.len(), 1);
        let (kept, test) = &merged[0];
        assert_eq!(kept.goals, [1.into(), 2.into()]);
        assert_eq!(test.assertions.iter().map(|it| it.after).collect::<Vec<_>>(), [0, 1]);
    }
}
