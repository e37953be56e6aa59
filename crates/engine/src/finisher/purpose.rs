//! Finds the method for whose goals a test exists.

use std::collections::{BTreeMap, BTreeSet};

use analysis::{MethodIndex, Program};
use goals::{GoalId, Goals};
use suite::minimise::SuiteTest;
use testcase::{Statement, TestCase};
use types::{MethodId, World};

use super::suite::FinishedTest;
use crate::subject::method_table::method_table;

/// Sets [`CheckedTest::purpose`](testcase::CheckedTest::purpose) of tests.
pub fn set_purposes(world: &World, program: &Program, goals: &Goals, tests: &mut [FinishedTest]) {
    let indices = method_table(program);
    let index_of = |method: MethodId| {
        let method = world.method(method);
        let class = world.name(method.class).to_string();
        indices.get(&(class, &*method.name, &*method.descriptor)).copied()
    };
    for (kept, test) in tests {
        let called = called_methods(&test.case, &index_of);
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
    index_of: &dyn Fn(MethodId) -> Option<MethodIndex>,
) -> BTreeMap<MethodIndex, MethodId> {
    let called = test.statements.iter().filter_map(Statement::called_method);
    called.filter_map(|method| Some((index_of(method)?, method))).collect()
}
