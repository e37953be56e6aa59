//! The tasks that have not started.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::{Platform, Request};

use crate::budget::TimeBudget;
use crate::{Batch, Task};

/// The tasks that have not started, for all threads.
pub(crate) struct Queue<'b> {
    batch: &'b Batch,
    state: Mutex<State>,
}

struct State {
    /// Index of the next task.
    next: usize,
    budget: Option<TimeBudget>,
    /// The platforms that were opened before the first task started. Each is used by the first thread that
    /// needs it.
    platforms: Vec<Option<Platform>>,
}

/// A task that starts now.
pub(crate) struct Started {
    /// Index of the task.
    pub index: usize,
    /// The request of the task, with its search time.
    pub request: Request,
}

impl<'b> Queue<'b> {
    pub(crate) fn new(batch: &'b Batch, platforms: Vec<Platform>) -> Queue<'b> {
        let weights: Vec<f64> = batch.tasks.iter().map(|task| task.weight).collect();
        let budget =
            batch.total_time.map(|total| TimeBudget::new(Instant::now(), total, batch.jobs, &weights));
        let platforms = platforms.into_iter().map(Some).collect();
        Queue { batch, state: Mutex::new(State { next: 0, budget, platforms }) }
    }

    /// Returns the environment of the next task. Returns `None` if no task can start.
    pub(crate) fn next_environment(&self) -> Option<usize> {
        Some(self.batch.tasks.get(self.state().next)?.environment)
    }

    /// Starts the next task. Returns `None` if this task needs another environment, if all tasks have
    /// started, or if the total time is spent. After the total time, no task can start.
    pub(crate) fn start(&self, environment: usize) -> Option<Started> {
        let mut state = self.state();
        let index = state.next;
        let Task { request, weight, .. } =
            self.batch.tasks.get(index).filter(|task| task.environment == environment)?;
        let mut request = request.clone();
        if let Some(budget) = &mut state.budget {
            let Some(time) = budget.search_time(Instant::now(), *weight) else {
                state.next = self.batch.tasks.len();
                return None;
            };
            let limit = request.budget.time.unwrap_or(Duration::MAX);
            request.budget.time = Some(time.min(limit));
        }
        state.next += 1;
        Some(Started { index, request })
    }

    /// Records the time that an ended task needed besides its search.
    pub(crate) fn record(&self, overhead: Duration) {
        if let Some(budget) = &mut self.state().budget {
            budget.record(overhead);
        }
    }

    /// Returns the platform that was opened for an environment, if no thread has it.
    pub(crate) fn take_platform(&self, environment: usize) -> Option<Platform> {
        self.state().platforms[environment].take()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
