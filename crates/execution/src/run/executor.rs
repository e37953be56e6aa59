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

/// Maximum number of tests in a batch. This number is enough to keep a worker busy.
pub(super) const MAX_BATCH: usize = 16;
/// Maximum number of submitted batches per worker whose results have not arrived.
const BATCHES_PER_WORKER: usize = 2;
/// Desired duration of a batch. If a batch has not ended at the deadline, the results of all its tests are
/// lost. Therefore batches are short.
const BATCH_TIME: Duration = Duration::from_millis(50);

/// Runs tests on the workers until a deadline or an interrupt.
pub struct Executor<'a> {
    /// Workers that run the tests.
    pub vm: &'a mut WorkerPool,
    /// Tick limit of each test.
    pub tick_limit: u64,
    /// Types and members that tests use.
    pub world: &'a World,
    /// Goals that tests can cover.
    pub goals: &'a Goals,
    /// Translates executions into the traces that goals need.
    pub tracer: &'a Tracer,
    /// Mutants for which the archive contains tests. [`Executor::coverage`] tries to kill each of these
    /// mutants.
    pub mutants: &'a BTreeSet<MutantId>,
    /// Returns whether the run must stop now, as at a deadline. After this function has returned true, it
    /// must never return false again.
    pub interrupted: &'a dyn Fn() -> bool,
    /// The first error that prevented the workers from running tests, if there was one.
    pub failure: Option<vm::Error>,
}

impl Executor<'_> {
    /// Runs tests until the deadline. Returns the results of the tests that ran in time, in the order of the
    /// tests.
    ///
    /// The first batch has one test. Later batches have more tests if the tests are fast. Batches of slow
    /// tests stay small, so that some of their results arrive before the deadline.
    pub fn run(&mut self, tests: &[TestCase], mode: Mode, deadline: Instant) -> Vec<Execution> {
        let mut results = Vec::with_capacity(tests.len());
        let (mut submitted, mut batch_size, mut last_results) = (0, 1, Instant::now());
        let mut pending_batches = 0;
        let max_pending = BATCHES_PER_WORKER * self.vm.worker_count();
        while results.len() < tests.len() {
            while submitted < tests.len() && pending_batches < max_pending && !self.is_over(deadline) {
                let batch: Vec<&TestCase> = tests[submitted..].iter().take(batch_size).collect();
                self.vm.submit(self.world, &batch, self.settings(mode));
                submitted += batch.len();
                pending_batches += 1;
            }
            let pending_results = if pending_batches > 0 { self.next_results(deadline) } else { None };
            let Some(executions) = pending_results else {
                self.vm.cancel();
                break;
            };
            pending_batches -= 1;
            batch_size = next_batch_size(executions.len(), last_results.elapsed());
            last_results = Instant::now();
            results.extend(executions);
        }
        results
    }

    /// Returns whether no further test may start.
    pub(super) fn is_over(&self, deadline: Instant) -> bool {
        (self.interrupted)() || Instant::now() >= deadline
    }

    /// Returns the settings of a batch in which all probes report.
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
            tracing::info!("skipping the remaining tests, because no worker can run them: {error}");
            self.failure.get_or_insert(error);
            None
        })
    }

    /// Returns the mutants that each executed test infects, in the order of the tests. The set is empty for a
    /// test that neither returned nor threw an exception.
    pub(crate) fn infected(&self, tests: &[TestCase], executions: &[Execution]) -> Vec<FixedBitSet> {
        let infected_by_test = |(test, execution): (&TestCase, &Execution)| match is_valid(&execution.outcome)
        {
            true => {
                let trace = self.tracer.trace(test, execution, execution.trace.clone());
                self.goals.infected_by(&trace)
            }
            false => FixedBitSet::new(),
        };
        tests.iter().zip(executions).map(infected_by_test).collect()
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
    let ideal_size = size as f64 * BATCH_TIME.as_secs_f64() / duration.as_secs_f64();
    (ideal_size as usize).clamp(1, MAX_BATCH.min(2 * size))
}
