//! What a test checks: the values that were observed, and the exception it ends with.

use std::sync::Arc;

use testcase::{Assertion, CheckedTest, Expected, Observation, StatementKind, TestCase, Var};
use types::{ClassId, World};
use vm::{Execution, Mode, Outcome};

use crate::executor::{Executor, cut, is_valid, thrown};

/// Adds assertions to tests. Each is observed twice, the second time in reverse order; only what was the same both
/// times is asserted, and a test that does not end the same way twice is left out.
pub fn observe(executor: &mut Executor, tests: &[TestCase], package: &str) -> Vec<CheckedTest> {
    let first = executor.run(tests, Mode::Observe);
    let reversed: Vec<TestCase> = tests.iter().rev().cloned().collect();
    let mut second = executor.run(&reversed, Mode::Observe);
    second.reverse();
    let world = executor.world;
    let both = tests.iter().zip(first.iter().zip(&second));
    both.filter_map(|(test, (first, second))| checked(world, test, first, second, package)).collect()
}

fn checked(
    world: &World,
    test: &TestCase,
    first: &Execution,
    second: &Execution,
    package: &str,
) -> Option<CheckedTest> {
    if !is_valid(&first.outcome) || end(first) != end(second) {
        return None;
    }
    let throws = match &first.outcome {
        Outcome::Threw { .. } => Some(expected(world, first, package)?),
        _ => None,
    };
    let case = cut(test, first);
    let assertions = assertions(world, &case, first, second);
    Some(CheckedTest { name: String::new(), case, assertions, throws })
}

fn end(execution: &Execution) -> (Option<&Arc<str>>, u32) {
    (thrown(&execution.outcome), execution.executed)
}

/// The class of the exception, or its nearest superclass that the test can name.
fn expected(world: &World, execution: &Execution, package: &str) -> Option<Expected> {
    let Outcome::Threw { thrown, .. } = &execution.outcome else { return None };
    let nameable = |name: &Arc<str>| -> Option<ClassId> {
        world.class_named(name).filter(|&id| world.is_accessible_class(id, package))
    };
    let class = thrown.classes.iter().find_map(nameable)?;
    Some(Expected { statement: execution.executed, class })
}

fn assertions(world: &World, case: &TestCase, first: &Execution, second: &Execution) -> Vec<Assertion> {
    let mut found = Vec::new();
    for (index, statement) in case.statements.iter().enumerate() {
        let seen = |execution: &Execution| execution.observations.get(index).cloned().flatten();
        let (Some(expected), Some(again)) = (seen(first), seen(second)) else { continue };
        if expected == again && is_telling(&expected) && is_result(world, &statement.kind) {
            found.push(Assertion { var: Var(index as u32), after: index as u32, expected });
        }
    }
    found
}

/// Results of calls and variable fields are asserted; what the test itself put there is not.
fn is_result(world: &World, kind: &StatementKind) -> bool {
    const FINAL: u16 = 0x0010;
    match kind {
        StatementKind::Call { .. } => true,
        StatementKind::ReadField { field, .. } => world.field(*field).access & FINAL == 0,
        _ => false,
    }
}

fn is_telling(observation: &Observation) -> bool {
    match observation {
        Observation::Object(_) => false,
        Observation::Array(elements) => elements.iter().all(is_telling),
        _ => true,
    }
}
