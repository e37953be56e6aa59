//! Tests run in the worker, with what they cover.

use std::sync::Arc;

use goals::Goals;
use testcase::TestCase;
use types::World;
use vm::{Execution, Mode, Outcome, Vm};

/// Tests handed over at a time: enough to keep the worker busy.
const BATCH: usize = 50;

/// Runs tests for the stages of this crate.
pub struct Executor<'a> {
    /// The worker.
    pub vm: &'a mut Vm,
    /// Types and members.
    pub world: &'a World,
    /// What there is to cover.
    pub goals: &'a Goals,
}

impl Executor<'_> {
    /// Runs tests; results in their order.
    pub fn run(&mut self, tests: &[TestCase], mode: Mode) -> Vec<Execution> {
        let mut results = Vec::with_capacity(tests.len());
        let batches: Vec<Vec<&TestCase>> = tests.chunks(BATCH).map(|chunk| chunk.iter().collect()).collect();
        for batch in &batches {
            self.vm.submit(self.world, batch, mode);
        }
        for batch in &batches {
            match self.vm.next() {
                Ok(executions) => results.extend(executions),
                Err(error) => {
                    tracing::warn!("tests are lost: {error}");
                    results.extend(batch.iter().map(|_| lost()));
                }
            }
        }
        results
    }

    /// Goals that an execution covers, ascending; none when it did not end as a test may end.
    pub fn covered(&self, execution: &Execution) -> Vec<u32> {
        let mut covered = Vec::new();
        if is_valid(&execution.outcome) {
            let trace = goals::Trace {
                methods: execution.trace.methods.clone(),
                branches: execution.trace.branches.clone(),
            };
            self.goals.covered(&trace, &mut |goal| covered.push(goal));
        }
        covered
    }
}

/// What is known of a test that could not be run.
pub fn lost() -> Execution {
    Execution {
        outcome: Outcome::Crashed,
        executed: 0,
        trace: vm::Trace::default(),
        observations: Vec::new(),
        finally: Vec::new(),
    }
}

/// Whether a test ended in a way that a written test can end: by returning or by an exception.
pub fn is_valid(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Returned | Outcome::Threw { .. })
}

/// Binary name of the exception that ended a test, if one did.
pub fn thrown(outcome: &Outcome) -> Option<&Arc<str>> {
    match outcome {
        Outcome::Threw { thrown, .. } => Some(thrown.class()),
        _ => None,
    }
}

/// The statements that ran, the one that threw included.
pub fn cut(test: &TestCase, execution: &Execution) -> TestCase {
    let mut test = test.clone();
    if matches!(execution.outcome, Outcome::Threw { .. }) {
        test.truncate(execution.executed as usize + 1);
    }
    test
}
