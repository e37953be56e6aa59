//! The tasks that have not started.

use std::sync::Mutex;
use std::sync::PoisonError;
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

    /// Starts the next task. Returns `None` if all tasks have started, or if the total time is spent.
    pub(crate) fn start(&self) -> Option<Started> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let index = state.next;
        let Task { request, weight, .. } = self.batch.tasks.get(index)?;
        let mut request = request.clone();
        if let Some(budget) = &mut state.budget {
            let time = budget.search_time(Instant::now(), *weight)?;
            let limit = request.budget.time.unwrap_or(Duration::MAX);
            request.budget.time = Some(time.min(limit));
        }
        state.next += 1;
        Some(Started { index, request })
    }

    /// Records the time that an ended task needed besides its search.
    pub(crate) fn record(&self, overhead: Duration) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(budget) = &mut state.budget {
            budget.record(overhead);
        }
    }

    /// Returns the platform that was opened for an environment, if no thread has it.
    pub(crate) fn take_platform(&self, environment: usize) -> Option<Platform> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.platforms[environment].take()
    }
}
