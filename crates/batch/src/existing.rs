//! Runs the existing tests of each environment once, before the first task of the environment.

use std::sync::{Arc, OnceLock};

use engine::{Cancellation, ExistingRuns, Platform, Request};

use crate::Batch;
use crate::queue::Queue;

/// The existing tests use at most the total time divided by this number.
const TOTAL_TIME_DIVISOR: u32 = 4;

/// What the existing tests of each environment execute, for all threads.
pub(crate) struct ExistingTests<'b> {
    batch: &'b Batch,
    queue: &'b Queue<'b>,
    cancellation: &'b Cancellation,
    runs: Vec<OnceLock<Option<Arc<ExistingRuns>>>>,
}

impl<'b> ExistingTests<'b> {
    pub(crate) fn new(
        batch: &'b Batch,
        queue: &'b Queue<'b>,
        cancellation: &'b Cancellation,
    ) -> ExistingTests<'b> {
        let runs = batch.environments.iter().map(|_| OnceLock::new()).collect();
        ExistingTests { batch, queue, cancellation, runs }
    }

    /// Returns what the existing tests of an environment execute. The first call runs the tests; calls of
    /// other threads wait meanwhile. Returns `None` if there are no existing tests, or if they cannot run;
    /// then each task reports the error.
    pub(crate) fn runs(&self, environment: usize, platform: &Platform) -> Option<Arc<ExistingRuns>> {
        let runs = self.runs[environment].get_or_init(|| self.run(environment, platform));
        runs.clone()
    }

    fn run(&self, environment: usize, platform: &Platform) -> Option<Arc<ExistingRuns>> {
        let Batch { tasks, jobs, total_time, .. } = self.batch;
        let of_environment = tasks.iter().filter(|task| task.environment == environment);
        let requests: Vec<&Request> = of_environment.map(|task| &task.request).collect();
        let time = total_time.map(|total| {
            let share = requests.len() as f64 / tasks.len() as f64;
            (total / TOTAL_TIME_DIVISOR).mul_f64(share)
        });
        // The other jobs wait, so these tests can use their cores.
        let runs = platform.run_existing_tests(&requests, time, *jobs, self.cancellation).ok().flatten()?;
        self.queue.consider_existing_tests(environment, &runs);
        Some(Arc::new(runs))
    }
}
