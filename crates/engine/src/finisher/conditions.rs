//! Finds the conditions of the code that hold when a test calls a method, for the name of the test.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use analysis::conditions::{Condition, conditions};
use analysis::{BranchId, MethodIndex, Predicate};
use execution::run::Executor;
use suite::names::conditions::condition_words;
use testcase::{Statement, TestCase};
use types::{MethodId, World};

use super::deadlines::with_time_to_observe;
use super::suite::FinishedTest;
use crate::subject::Subject;
use crate::subject::method_table::{MethodTable, method_table};

/// Sets [`CheckedTest::conditions`](testcase::CheckedTest::conditions) of tests, if there is time to measure
/// which branches the tests take.
pub fn set_conditions(
    world: &World,
    subject: &Subject,
    executor: &mut Executor,
    tests: &mut [FinishedTest],
    deadline: Instant,
) {
    let cases: Vec<TestCase> = tests.iter().map(|(_, test)| test.case.clone()).collect();
    let evaluations = executor.evaluate(&cases, &|_, _| Vec::new(), with_time_to_observe(deadline));
    let mut finder = ConditionFinder::new(world, subject);
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
    subject: &'a Subject,
    table: MethodTable<'a>,
    /// The conditions of the methods that were already read.
    conditions: BTreeMap<MethodIndex, Vec<Option<Condition>>>,
}

impl<'a> ConditionFinder<'a> {
    fn new(world: &'a World, subject: &'a Subject) -> ConditionFinder<'a> {
        ConditionFinder { world, subject, table: method_table(&subject.program), conditions: BTreeMap::new() }
    }

    /// Returns the conditions in a method that hold for a test that takes the given branches, in words.
    /// Returns `None` if the class under test does not declare the method.
    fn words(&mut self, called: MethodId, branches: &BTreeSet<BranchId>) -> Option<Vec<Option<String>>> {
        let method = self.world.method(called);
        let class = self.world.name(method.class).to_string();
        let index = *self.table.get(&(class, &*method.name, &*method.descriptor))?;
        let subject = self.subject;
        let conditions = self.conditions.entry(index).or_insert_with(|| read_conditions(subject, index));
        let predicates = &subject.program.methods[index].predicates;
        let words = |(predicate, condition): (&Predicate, &Option<Condition>)| {
            let taken = |&outcome: &usize| branches.contains(&BranchId(predicate.first.0 + outcome as u32));
            let mut taken = (0..predicate.outcomes.len()).filter(taken);
            let (outcome, None) = (taken.next()?, taken.next()) else { return None };
            condition_words(self.world, called, condition.as_ref()?, &predicate.outcomes[outcome])
        };
        Some(predicates.iter().zip(conditions.iter()).map(words).collect())
    }
}

/// Returns the condition of each predicate of a method. Returns nothing if the class file is damaged.
fn read_conditions(subject: &Subject, index: MethodIndex) -> Vec<Option<Condition>> {
    let method = &subject.program.methods[index];
    let is_class = |name: classfile::Utf8<'_>| name.to_str() == method.class;
    let file = subject.files.iter().find(|file| file.name().is_ok_and(is_class));
    let read = |file| conditions(file, &method.name, &method.descriptor, &method.predicates);
    file.and_then(|file| read(file).ok()).unwrap_or_default()
}
