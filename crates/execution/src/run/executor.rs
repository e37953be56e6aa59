//! Runs tests in batches until a deadline.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use fixedbitset::FixedBitSet;
use goals::{GoalId, Goals, Trace};
use mutation::MutantId;
use testcase::TestCase;
use types::World;
use vm::{BatchSettings, Execution, Mode, WorkerPool};

use super::outcome::is_valid;
use super::trace::Tracer;

/// Largest number of tests in a batch: enough to keep a worker busy.
pub(super) const MAX_BATCH: usize = 16;
/// Number of batches submitted ahead for each worker.
const BATCHES_PER_WORKER: usize = 2;
/// Desired duration of a batch. If a batch has not ended at the deadline, the results of all its tests are
/// lost.
const BATCH_TIME: Duration = Duration::from_millis(50);

/// Runs tests on the workers until a deadline or an interrupt.
pub struct Executor<'a> {
    /// Workers that run the tests.
    pub vm: &'a mut WorkerPool,
    /// Tick limit of each test.
    pub tick_limit: u64,
    /// Types and members that tests use.
    pub world: &'a World,
    /// Goals that tests may cover.
    pub goals: &'a Goals,
    /// Translates executions into the traces that goals need.
    pub tracer: &'a Tracer,
    /// Mutants that the archive has tests for. [`Executor::coverage`] tries to kill each of them.
    pub mutants: &'a BTreeSet<MutantId>,
    /// Returns whether to stop now, as at a deadline. Once it has returned true, it must always return true.
    pub interrupted: &'a dyn Fn() -> bool,
}

impl Executor<'_> {
    /// Runs tests until the deadline and returns the results of the first tests, in the order of the tests.
    ///
    /// Batches start with one test and grow while tests are fast. So slow tests also yield results before the
    /// deadline.
    pub fn run(&mut self, tests: &[TestCase], mode: Mode, deadline: Instant) -> Vec<Execution> {
        let mut results = Vec::with_capacity(tests.len());
        let (mut submitted, mut size, mut since) = (0, 1, Instant::now());
        let mut pending = 0;
        let max_pending = BATCHES_PER_WORKER * self.vm.worker_count();
        while results.len() < tests.len() {
            while submitted < tests.len() && pending < max_pending {
                let batch: Vec<&TestCase> = tests[submitted..].iter().take(size).collect();
                self.vm.submit(self.world, &batch, self.settings(mode));
                submitted += batch.len();
                pending += 1;
            }
            let Some(executions) = self.next_results(deadline) else {
                self.vm.cancel();
                break;
            };
            pending -= 1;
            size = next_batch_size(executions.len(), since.elapsed());
            since = Instant::now();
            results.extend(executions);
        }
        results
    }

    /// Returns the settings of a batch: all probes report.
    pub(super) fn settings(&self, mode: Mode) -> BatchSettings {
        BatchSettings { tick_limit: self.tick_limit, ..BatchSettings::new(mode) }
    }

    /// Waits for the results of the oldest batch. Returns `None` at the deadline, after an interrupt, or if
    /// no worker can be started.
    pub(super) fn next_results(&mut self, deadline: Instant) -> Option<Vec<Execution>> {
        if (self.interrupted)() {
            return None;
        }
        self.vm.next_results_until(deadline).unwrap_or_else(|error| {
            tracing::warn!("cannot run the remaining tests, they are skipped: {error}");
            None
        })
    }

    /// Returns the mutants that each executed test infects, in the order of the tests. The set is empty for a
    /// test that did not end [normally](is_valid).
    pub(crate) fn infected(&self, tests: &[TestCase], executions: &[Execution]) -> Vec<FixedBitSet> {
        let infected = |(test, execution): (&TestCase, &Execution)| match is_valid(&execution.outcome) {
            true => {
                let trace = self.tracer.trace(test, execution, execution.trace.clone());
                self.goals.infected_by(&trace)
            }
            false => FixedBitSet::new(),
        };
        tests.iter().zip(executions).map(infected).collect()
    }

    /// Returns the targets that a run with this trace covers, ascending.
    pub(super) fn covered(&self, trace: &Trace) -> Vec<GoalId> {
        let mut covered = Vec::new();
        self.goals.covered(trace, &mut |goal| covered.push(goal));
        covered.retain(|&goal| self.goals.is_target(goal));
        covered
    }
}

/// Returns the size of the next batch, given the size and the duration of the previous batch.
fn next_batch_size(size: usize, duration: Duration) -> usize {
    let fitting = size as f64 * BATCH_TIME.as_secs_f64() / duration.as_secs_f64();
    (fitting as usize).clamp(1, MAX_BATCH.min(2 * size))
}
