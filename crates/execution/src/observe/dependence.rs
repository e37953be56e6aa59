//! Finds statements whose value depends on an unstable value, on a clock or on random numbers.

use testcase::{Observation, StatementKind, TestCase};
use types::World;
use vm::Execution;

/// Returns for each statement whether its value depends on a value that differed between two executions.
///
/// The dependent value can be equal in both executions by chance. An example is the last character of a text
/// that ends with a hash code.
pub(super) fn on_unstable_values(case: &TestCase, first: &Execution, second: &Execution) -> Vec<bool> {
    let differs = |index: usize| first.observations.get(index) != second.observations.get(index);
    let is_unstable = depends_on_source(case, differs, |_| false);
    // Only the end of such a text is stable, so values that depend on the text are not.
    let is_ending =
        |index: usize| matches!(first.observations.get(index), Some(Some(Observation::Ending(_))));
    let depends_on_ending = depends_on_source(case, is_ending, |_| false);
    (0..case.len()).map(|index| is_unstable[index] || depends_on_ending[index] && !is_ending(index)).collect()
}

/// Returns for each statement whether its value depends on a clock or on random numbers.
pub(super) fn on_clock(world: &World, case: &TestCase, execution: &Execution) -> Vec<bool> {
    let reads_clock = |index: usize| {
        execution.time_dependent.contains(&(index as u32)) || calls_now(world, &case.statements[index].kind)
    };
    // If a method reads a clock, the object that receives the call can store the time.
    depends_on_source(case, reads_clock, reads_clock)
}

/// Returns whether a statement calls a static JDK method `now()` without arguments. Such a method reads the
/// system clock.
fn calls_now(world: &World, kind: &StatementKind) -> bool {
    let StatementKind::Call { method, receiver: None, args } = kind else { return false };
    let method = world.method(*method);
    *method.name == *"now" && args.is_empty() && world.is_from_jdk(method.class)
}

/// Returns for each statement whether the statement is a source or its value depends on a source. A source is
/// a statement for which `is_source` returns true.
///
/// If an argument of a call depends on a source, the receiver of the call then depends on the source as well.
/// The receiver of a statement for which `taints_receiver` returns true depends on this statement.
fn depends_on_source(
    case: &TestCase,
    is_source: impl Fn(usize) -> bool,
    taints_receiver: impl Fn(usize) -> bool,
) -> Vec<bool> {
    let mut depends = vec![false; case.len()];
    for (index, statement) in case.statements.iter().enumerate() {
        let mut has_dependent_operand = false;
        statement.uses(|var| has_dependent_operand |= depends[var.0 as usize]);
        depends[index] = has_dependent_operand || is_source(index);
        let changed_object = statement.receiver().or(statement.written_variable());
        if let Some(changed_object) =
            changed_object.filter(|_| has_dependent_operand || taints_receiver(index))
        {
            depends[changed_object.0 as usize] = true;
        }
    }
    depends
}
