//! Finds the conditions of the code that hold when a test calls a method, for the name of the test.

use std::collections::BTreeSet;
use std::time::Instant;

use analysis::conditions::{Condition, Operand, Origin};
use analysis::{BranchId, Predicate, Program};
use execution::run::Executor;
use suite::names::conditions::condition_words;
use testcase::{Literal, Statement, StatementKind, TestCase};
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
        let calls = test.case.statements.iter().filter(|it| it.called_method().is_some());
        let words = calls.filter_map(|call| finder.words(&test.case, call, &branches)).collect();
        test.conditions = words;
    }
}

/// Finds the conditions in the methods of the class under test.
struct ConditionFinder<'a> {
    world: &'a World,
    program: &'a Program,
    table: MethodTable<'a>,
}

impl ConditionFinder<'_> {
    /// Returns the method that a statement of a test calls, with conditions in words. These are the
    /// conditions of the method that hold if the test takes the given branches. Returns `None` if the class
    /// under test does not declare the method.
    ///
    /// Omits conditions about an argument that is null, except for comparisons with null. Otherwise, the name
    /// of a test could call null an empty text.
    fn words(
        &self,
        test: &TestCase,
        call: &Statement,
        branches: &BTreeSet<BranchId>,
    ) -> Option<(MethodId, Vec<Option<String>>)> {
        let called = call.called_method()?;
        let is_null = |parameter: usize| {
            let arg = call.arguments().get(parameter);
            arg.is_some_and(|&arg| test.definition(arg).kind == StatementKind::Literal(Literal::Null))
        };
        let method = self.world.method(called);
        let class = self.world.name(method.class).to_string();
        let index = *self.table.get(&(class, &*method.name, &*method.descriptor))?;
        let predicates = &self.program.methods[index].predicates;
        let words = |predicate: &Predicate| {
            let taken = |&outcome: &usize| branches.contains(&BranchId(predicate.first.0 + outcome as u32));
            let mut taken = (0..predicate.outcomes.len()).filter(taken);
            let (outcome, None) = (taken.next()?, taken.next()) else { return None };
            let condition = predicate.condition.as_ref().filter(|it| !misreads_null(it, &is_null))?;
            condition_words(self.world, called, condition, &predicate.outcomes[outcome])
        };
        Some((called, predicates.iter().map(words).collect()))
    }
}

/// Returns whether a condition is about the content of a parameter for which `is_null` returns true.
fn misreads_null(condition: &Condition, is_null: &dyn Fn(usize) -> bool) -> bool {
    let Condition::Boolean { operand, .. } = condition else { return false };
    let Origin::Call { receiver, args, .. } = &operand.origin else { return false };
    let is_null = |it: &Operand| matches!(it.origin, Origin::Parameter { index, .. } if is_null(index));
    receiver.as_deref().into_iter().chain(args.first()).any(is_null)
}
