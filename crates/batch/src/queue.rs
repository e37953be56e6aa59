//! The tasks that have not started.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::{ExistingRuns, Platform, Request};

use crate::budget::TimeBudget;
use crate::{Batch, Task};

/// The part of a class that always counts as not covered by existing tests. So a class gets some time for its
/// mutants.
const MIN_OPEN_PART: f64 = 0.05;

/// The tasks that have not started, for all threads.
pub(crate) struct Queue<'b> {
    batch: &'b Batch,
    state: Mutex<State>,
}

struct State {
    /// Indices of the tasks that have not started, in the order in which they start.
    waiting: VecDeque<usize>,
    /// The expected effort of each task.
    weights: Vec<f64>,
    budget: Option<TimeBudget>,
    /// The platforms that were opened before the first task started. Each is used by the first thread that
    /// needs it.
    platforms: Vec<Option<Platform>>,
}

impl State {
    /// Sorts the waiting tasks of each environment by their weights.
    fn sort(&mut self, tasks: &[Task]) {
        let State { waiting, weights, .. } = self;
        let have_same_environment =
            |&one: &usize, &other: &usize| tasks[one].environment == tasks[other].environment;
        for group in waiting.make_contiguous().chunk_by_mut(have_same_environment) {
            group.sort_by(|&one, &other| weights[other].total_cmp(&weights[one]));
        }
    }
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
        let waiting = (0..batch.tasks.len()).collect();
        let mut state = State { waiting, weights, budget, platforms };
        state.sort(&batch.tasks);
        Queue { batch, state: Mutex::new(state) }
    }

    /// Reduces the expected effort of the tasks of an environment whose classes existing tests cover. Without
    /// a total time, all tasks get their whole time, and keep their order.
    pub(crate) fn consider_existing_tests(&self, environment: usize, runs: &ExistingRuns) {
        let state = &mut *self.state();
        if state.budget.is_none() {
            return;
        }
        for (task, weight) in self.batch.tasks.iter().zip(&mut state.weights) {
            if task.environment == environment {
                let open_part = runs.open_part(&task.request.class).max(MIN_OPEN_PART);
                *weight = task.weight * open_part.sqrt();
            }
        }
        state.sort(&self.batch.tasks);
    }

    /// Returns the environment of the next task. Returns `None` if no task can start.
    pub(crate) fn next_environment(&self) -> Option<usize> {
        let next = *self.state().waiting.front()?;
        Some(self.batch.tasks[next].environment)
    }

    /// Starts the next task. Returns `None` if this task needs another environment, if all tasks have
    /// started, or if the total time is spent. After the total time, no task can start.
    pub(crate) fn start(&self, environment: usize) -> Option<Started> {
        let state = &mut *self.state();
        let index =
            *state.waiting.front().filter(|&&next| self.batch.tasks[next].environment == environment)?;
        state.waiting.pop_front();
        let mut request = self.batch.tasks[index].request.clone();
        if let Some(budget) = &state.budget {
            let waiting: Vec<f64> = state.waiting.iter().map(|&task| state.weights[task]).collect();
            let Some(time) = budget.search_time(Instant::now(), state.weights[index], &waiting) else {
                state.waiting.clear();
                return None;
            };
            let limit = request.budget.time.unwrap_or(Duration::MAX);
            request.budget.time = Some(time.min(limit));
        }
        Some(Started { index, request })
    }

    /// Records the time that an ended task needed besides its search.
    pub(crate) fn record(&self, task: usize, overhead: Duration) {
        let State { budget, weights, .. } = &mut *self.state();
        if let Some(budget) = budget {
            budget.record(overhead, weights[task]);
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
