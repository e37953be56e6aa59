//! Minimises and simplifies tests so that they still cover the same goals and end in the same way.
//!
//! - [`minimise`]: selects a small set of tests and removes statements that no goal needs.
//! - [`split`], [`split_acts`], [`split_into_short_acts`], [`replace_by_parts`], [`drop_contained`],
//!   [`shorten`]: steps that make the tests smaller again after the selection of assertions.
//! - [`simplify`]: replaces values by typical values, or by plainer values such as 0 or a short text.
//! - [`make_alike`]: creates the objects of all tests of a class in the same way.

mod improve;
pub mod plain;
mod selection;
mod shorten;
mod simplify;
pub mod typical;

use std::sync::Arc;
use std::time::Instant;

use execution::run::{Evaluation, Executor, thrown_class};
use goals::{GoalId, Goals};
use mutation::MutantId;
use testcase::TestCase;

pub use shorten::{drop_contained, replace_by_parts, shorten, split, split_acts, split_into_short_acts};
pub use simplify::{Surroundings, make_alike, simplify};

/// A test of a suite, with the goals that it must cover.
#[derive(Clone, Debug)]
pub struct SuiteTest {
    /// The test.
    pub test: TestCase,
    /// Goals that the test must cover.
    pub goals: Vec<GoalId>,
    /// Whether `goals` is complete. A test with unknown goals is not changed.
    pub is_evaluated: bool,
    /// Whether the assertions of the test were selected. The selection usually runs the test on mutants.
    pub are_assertions_selected: bool,
    /// Binary name of the exception that ends the test, or `None` if no exception ends the test.
    pub exception: Option<Arc<str>>,
}

impl SuiteTest {
    /// Creates a test that ends without exception and whose assertions are not selected.
    pub fn new(test: TestCase, goals: Vec<GoalId>) -> SuiteTest {
        SuiteTest { test, goals, is_evaluated: true, are_assertions_selected: false, exception: None }
    }

    /// Returns whether the suite needs the test: the test must cover a goal, or its goals are unknown.
    pub fn is_needed(&self) -> bool {
        !self.goals.is_empty() || !self.is_evaluated
    }

    /// Adds goals that the test must cover, and sorts all its goals.
    pub fn add_goals(&mut self, goals: impl IntoIterator<Item = GoalId>) {
        self.goals.extend(goals);
        self.goals.sort_unstable();
        self.goals.dedup();
    }

    /// Returns the mutants among the goals that the test must cover.
    pub fn mutants(&self, goals: &Goals) -> Vec<MutantId> {
        self.goals.iter().filter_map(|&goal| goals.strong_mutant(goal)).collect()
    }
}

/// Selects a small set of tests that covers the same goals, and removes the statements that these goals do
/// not need.
///
/// `is_required` returns whether the suite must cover a goal. Its arguments are the goal, and whether the
/// test that covers the goal ends with an exception. For example, it returns false for a goal that tests
/// outside this suite cover.
///
/// `expected_kills` contains the mutants that each test should kill. If there is no time to run a test on
/// these mutants, this function assumes that the test kills them. At the deadline, this function returns the
/// smallest suite that it has found. The suite covers the same goals after each step. Tests that did not run
/// before the deadline remain unchanged.
pub fn minimise(
    executor: &mut Executor,
    tests: &[TestCase],
    expected_kills: &[Vec<MutantId>],
    is_required: &dyn Fn(GoalId, bool) -> bool,
    deadline: Instant,
) -> Vec<SuiteTest> {
    let goals = executor.goals;
    let expected = |test: usize| expected_kills[test].iter().filter_map(|&mutant| goals.strong_goal(mutant));
    let mut evaluations = executor.evaluate(tests, &|test, _| expected_kills[test].clone(), deadline);
    for (test, evaluation) in evaluations.iter_mut().enumerate().filter(|(_, it)| !it.is_complete) {
        // There was no time to run this test on its mutants. So this function assumes that the test kills
        // them.
        evaluation.covered.extend(expected(test));
    }
    for Evaluation { execution, covered, .. } in &mut evaluations {
        let threw = thrown_class(&execution.outcome).is_some();
        covered.retain(|&goal| is_required(goal, threw));
    }
    let tests_not_run = (evaluations.len()..tests.len()).map(|test| SuiteTest {
        is_evaluated: false,
        ..SuiteTest::new(tests[test].clone(), expected(test).collect())
    });
    let mut suite = selection::select(tests, evaluations);
    suite.extend(tests_not_run);
    split(executor, &mut suite, deadline);
    shorten(executor, &mut suite, deadline);
    simplify::simplify_stubs(executor, &mut suite, deadline);
    suite.retain(|it| !it.test.is_empty());
    suite.iter_mut().for_each(|it| it.test.remove_repeated_values());
    selection::merge_equal(suite)
}
