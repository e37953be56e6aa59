//! Finds the method for whose goals a test exists.

use std::collections::{BTreeMap, BTreeSet};

use analysis::MethodIndex;
use goals::{GoalId, Goals};
use suite::minimise::SuiteTest;
use testcase::{Statement, TestCase};
use types::MethodId;

use super::suite::FinishedTest;

/// Sets [`CheckedTest::purpose`](testcase::CheckedTest::purpose) of tests.
pub fn set_purposes(methods: &BTreeMap<MethodId, MethodIndex>, goals: &Goals, tests: &mut [FinishedTest]) {
    for (kept, test) in tests {
        let called = called_methods(&test.case, methods);
        let methods: BTreeSet<MethodIndex> =
            important_goals(kept, goals).map(|goal| goals.method(goal)).collect();
        let mut needed = methods.iter().filter_map(|method| called.get(method));
        test.purpose = needed.next().copied().filter(|_| needed.next().is_none());
    }
}

/// Returns the goals that a test is kept for, without mutants if there are other goals.
fn important_goals<'a>(kept: &'a SuiteTest, goals: &'a Goals) -> impl Iterator<Item = GoalId> + 'a {
    let is_mutant = |goal: GoalId| goals.strong_mutant(goal).is_some();
    let has_only_mutants = kept.goals.iter().all(|&goal| is_mutant(goal));
    kept.goals.iter().copied().filter(move |&goal| has_only_mutants || !is_mutant(goal))
}

/// Returns the methods of the program that a test calls directly.
fn called_methods(
    test: &TestCase,
    indices: &BTreeMap<MethodId, MethodIndex>,
) -> BTreeMap<MethodIndex, MethodId> {
    let called = test.statements.iter().filter_map(Statement::called_method);
    called.filter_map(|method| Some((*indices.get(&method)?, method))).collect()
}
