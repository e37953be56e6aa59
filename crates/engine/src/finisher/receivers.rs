//! Uses one variable for one object if a call returned its receiver. If only the result is used, the calls
//! become a chain. Otherwise only the receiver is used.

use std::time::Instant;

use execution::run::Executor;
use suite::minimise::plain::{with_receiver, with_result};
use testcase::{Assertion, CheckedTest, Observation, Statement, StatementKind, TestCase, Var};
use types::Type;
use vm::{Execution, Mode};

use super::suite::FinishedTest;

/// Writes calls that return their receivers as chains: later statements use the result instead of the
/// receiver. Drops the assertion that the call returns its receiver, because the later statements need the
/// result. If the source cannot contain a chain, later statements use the receiver instead of the result.
///
/// Runs the tests until the deadline to find such calls. Suspicious tests remain as they are.
pub fn chain_calls(executor: &mut Executor, finished: &mut [FinishedTest], deadline: Instant) {
    let mut candidates: Vec<&mut FinishedTest> = finished
        .iter_mut()
        .filter(|(_, test)| test.suspicion.is_none() && may_return_receiver(&test.case))
        .collect();
    let cases: Vec<TestCase> = candidates.iter().map(|(_, test)| test.case.clone()).collect();
    let executions = executor.run(&cases, Mode::Observe, deadline);
    for ((kept, test), execution) in candidates.iter_mut().zip(&executions) {
        use_results(test, execution);
        kept.test.clone_from(&test.case);
    }
}

/// Returns whether a call of the test has a result of the type of its receiver.
fn may_return_receiver(test: &TestCase) -> bool {
    let has_type_of_receiver =
        |it: &Statement| it.receiver().is_some_and(|receiver| test.definition(receiver).ty == it.ty);
    test.statements.iter().any(has_type_of_receiver)
}

/// Changes a test as [`chain_calls`] does. `execution` is the result of the test.
fn use_results(test: &mut CheckedTest, execution: &Execution) {
    let returns_receiver: Vec<bool> =
        (0..test.case.len()).map(|position| returns_receiver(test, execution, position)).collect();
    for position in (0..test.case.len()).filter(|position| returns_receiver[*position]) {
        let Some(receiver) = test.case.statements[position].receiver() else { continue };
        if !can_be_chained(&test.case, receiver, position) {
            if let Some(changed) = with_receiver(&test.case, position, receiver) {
                test.case = changed;
            }
        } else if let Some(changed) = with_result(&test.case, position, receiver) {
            test.case = changed;
            let is_implied = |it: &Assertion| {
                it.var == Var(position as u32) && matches!(it.expected, Observation::Same(_))
            };
            test.assertions.retain(|it| !is_implied(it));
            let later = test.assertions.iter_mut().filter(|it| it.after as usize > position);
            later.for_each(|it| it.renumber(|var| if var == receiver.0 { position as u32 } else { var }));
        }
    }
}

/// Returns whether the call with the index `position` can follow its receiver in a chain. Only literals may
/// be between them, so no other statement uses the receiver before the call. The type may have no type
/// arguments.
fn can_be_chained(test: &TestCase, receiver: Var, position: usize) -> bool {
    let mut between = test.statements[receiver.0 as usize + 1..position].iter();
    let has_type_arguments =
        !matches!(&test.statements[position].ty, Type::Class(_, arguments) if arguments.is_empty());
    !has_type_arguments && between.all(|it| matches!(it.kind, StatementKind::Literal(_)))
}

/// Returns whether the statement with the index `position` is a call that returned its receiver.
fn returns_receiver(test: &CheckedTest, execution: &Execution, position: usize) -> bool {
    // A variable with the same object as an earlier variable is the same as this earlier variable.
    let first_variable = |var: Var| match execution.observations.get(var.0 as usize) {
        Some(Some(Observation::Same(first))) => *first,
        _ => var,
    };
    let result = Var(position as u32);
    let receiver = test.case.statements[position].receiver();
    receiver.is_some_and(|receiver| first_variable(result) == first_variable(receiver))
}

#[cfg(test)]
mod tests {
    use testcase::Args;
    use types::{ClassId, MethodId};
    use vm::Outcome;

    use super::*;

    /// Returns a test of a builder whose method returns the builder. `statements` contains for each statement
    /// the receiver of the method, or `None` for a new builder.
    fn test(statements: &[Option<u32>]) -> CheckedTest {
        let statement = |receiver: &Option<u32>| {
            let (member, args) = (MethodId(0), Args::new());
            let kind = match receiver.map(Var) {
                None => StatementKind::Construct { constructor: member, receiver: None, args },
                receiver => StatementKind::Call { method: member, receiver, args },
            };
            Statement { kind, ty: Type::class(ClassId(0)) }
        };
        CheckedTest::new(TestCase { statements: statements.iter().map(statement).collect() })
    }

    /// Returns the receivers of the statements after the change. All calls return the builder that the first
    /// statement creates.
    fn receivers(statements: &[Option<u32>]) -> Vec<Option<u32>> {
        let mut test = test(statements);
        let same = |receiver: &Option<u32>| receiver.map(|_| Observation::Same(Var(0)));
        let observations = statements.iter().map(same).collect();
        let execution = Execution { observations, ..Execution::with_outcome(Outcome::Returned) };
        let is_fluent = Assertion { var: Var(1), after: 1, expected: Observation::Same(Var(0)) };
        test.assertions.push(is_fluent);
        use_results(&mut test, &execution);
        test.case.statements.iter().map(|it| it.receiver().map(|receiver| receiver.0)).collect()
    }

    #[test]
    fn calls_that_return_their_receiver_become_a_chain() {
        assert_eq!(receivers(&[None, Some(0), Some(0), Some(0)]), [None, Some(0), Some(1), Some(2)]);
        assert_eq!(receivers(&[None, Some(0), Some(1), Some(0)]), [None, Some(0), Some(1), Some(2)]);
    }

    #[test]
    fn assertions_after_a_chain_use_the_last_result() {
        let mut test = test(&[None, Some(0), Some(0)]);
        let same = |var: u32, other: u32| Assertion {
            var: Var(var),
            after: var,
            expected: Observation::Same(Var(other)),
        };
        test.assertions = vec![same(1, 0), same(2, 0)];
        let observations = vec![None, Some(Observation::Same(Var(0))), Some(Observation::Same(Var(0)))];
        let returned = Execution::with_outcome(Outcome::Returned);
        use_results(&mut test, &Execution { observations, ..returned });
        assert_eq!(test.assertions, [same(2, 1)]);
    }

    #[test]
    fn the_receiver_remains_if_a_statement_is_between_it_and_the_call() {
        assert_eq!(receivers(&[None, None, Some(0), Some(0)]), [None, None, Some(0), Some(0)]);
        assert_eq!(receivers(&[None, None, Some(0), Some(2), Some(0)])[3..], [Some(0), Some(0)]);
    }
}
