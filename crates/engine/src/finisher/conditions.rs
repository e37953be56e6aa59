//! Finds the conditions of the code that hold when a test calls a method, for the name of the test.

use std::collections::BTreeSet;
use std::time::Instant;

use analysis::{BranchId, Predicate, Program};
use execution::run::Executor;
use suite::names::conditions::condition_words;
use testcase::{Statement, TestCase};
use types::{MethodId, World};

use super::deadlines::with_time_to_observe;
use super::suite::FinishedTest;
use crate::subject::method_table::{MethodTable, method_table};

/// Sets [`CheckedTest::conditions`](testcase::CheckedTest::conditions) of tests, if there is time to measure
/// which branches the tests take.
pub fn set_conditions(
    world: &World,
    program: &Program,
    executor: &mut Executor,
    tests: &mut [FinishedTest],
    deadline: Instant,
) {
    let cases: Vec<TestCase> = tests.iter().map(|(_, test)| test.case.clone()).collect();
    let evaluations = executor.evaluate(&cases, &|_, _| Vec::new(), with_time_to_observe(deadline));
    let finder = ConditionFinder { world, program, table: method_table(program) };
    for ((_, test), evaluation) in tests.iter_mut().zip(evaluations) {
        let branches: BTreeSet<BranchId> =
            evaluation.covered.iter().filter_map(|&goal| executor.goals.branch(goal)).collect();
        test.conditions = test
            .case
            .statements
            .iter()
            .filter_map(Statement::called_method)
            .filter_map(|method| Some((method, finder.words(method, &branches)?)))
            .collect();
    }
}

/// Finds the conditions in the methods of the class under test.
struct ConditionFinder<'a> {
    world: &'a World,
    program: &'a Program,
    table: MethodTable<'a>,
}

impl ConditionFinder<'_> {
    /// Returns the conditions in a method that hold for a test that takes the given branches, in words.
    /// Returns `None` if the class under test does not declare the method.
    fn words(&self, called: MethodId, branches: &BTreeSet<BranchId>) -> Option<Vec<Option<String>>> {
        let method = self.world.method(called);
        let class = self.world.name(method.class).to_string();
        let index = *self.table.get(&(class, &*method.name, &*method.descriptor))?;
        let predicates = &self.program.methods[index].predicates;
        let words = |predicate: &Predicate| {
            let taken = |&outcome: &usize| branches.contains(&BranchId(predicate.first.0 + outcome as u32));
            let mut taken = (0..predicate.outcomes.len()).filter(taken);
            let (outcome, None) = (taken.next()?, taken.next()) else { return None };
            condition_words(self.world, called, predicate.condition.as_ref()?, &predicate.outcomes[outcome])
        };
        Some(predicates.iter().map(words).collect())
    }
}
