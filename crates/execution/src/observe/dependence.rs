//! Statements whose value depends on an unstable value, on a clock or on random numbers.

use testcase::{StatementKind, TestCase};
use types::World;
use vm::Execution;

/// Returns for each statement whether its value depends on a value that differed between two executions.
///
/// If the value itself was the same in both, that may be chance: an example is the last character of a text
/// that ends with a hash code.
pub(super) fn on_unstable_values(case: &TestCase, first: &Execution, second: &Execution) -> Vec<bool> {
    let differs = |index: usize| first.observations.get(index) != second.observations.get(index);
    propagate(case, differs, |_| false)
}

/// Returns for each statement whether its value depends on a clock or on random numbers.
pub(super) fn on_clock(world: &World, case: &TestCase, execution: &Execution) -> Vec<bool> {
    let reads_clock = |index: usize| {
        execution.time_dependent.contains(&(index as u32)) || calls_now(world, &case.statements[index].kind)
    };
    // An object whose method reads a clock may store the time.
    propagate(case, reads_clock, reads_clock)
}

/// Returns whether a statement calls a `now()` method of the JDK, without a `Clock` argument.
fn calls_now(world: &World, kind: &StatementKind) -> bool {
    let StatementKind::Call { method, receiver: None, args } = kind else { return false };
    let method = world.method(*method);
    *method.name == *"now" && args.is_empty() && world.is_from_jdk(method.class)
}

/// Returns for each statement whether a property holds for it or for a statement that its value depends on.
///
/// `is_source` is the property itself. A receiver depends on the arguments of its calls. If `taints_receiver`
/// holds for a statement, its receiver depends on the statement, too.
fn propagate(
    case: &TestCase,
    is_source: impl Fn(usize) -> bool,
    taints_receiver: impl Fn(usize) -> bool,
) -> Vec<bool> {
    let mut found = vec![false; case.len()];
    for (index, statement) in case.statements.iter().enumerate() {
        let mut uses_found = false;
        statement.uses(|var| uses_found |= found[var.0 as usize]);
        found[index] = uses_found || is_source(index);
        let changed = statement.receiver().or(statement.written());
        if let Some(changed) = changed.filter(|_| uses_found || taints_receiver(index)) {
            found[changed.0 as usize] = true;
        }
    }
    found
}
