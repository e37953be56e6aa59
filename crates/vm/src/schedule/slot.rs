//! A slot of the pool: at most one worker, and the tests that were sent to it.

use std::collections::VecDeque;
use std::time::Instant;

use super::batches::Batches;
use super::ids::SlotNumber;
use super::job::Job;
use super::worker::{Loss, Phase, Worker};
use crate::config::Config;

/// The amount of work that may be assigned to a worker at once. A worker has more than one job, so that it
/// has work while its results are being sent and handled.
#[derive(Clone, Copy)]
pub struct Quota {
    /// Maximum number of jobs.
    jobs: usize,
    /// Approximate maximum number of runs of tests in each job, including runs on mutants.
    runs: u64,
}

impl Quota {
    /// Quota of a worker whose jobs no other worker may run.
    pub const UNSHARED: Quota = Quota { jobs: 8, runs: u64::MAX };
    /// Quota of a worker that shares the waiting jobs with other workers. The durations of tests differ much,
    /// and small jobs balance the load of the workers.
    pub const SHARED: Quota = Quota { jobs: 2, runs: 8 };
}

/// A slot of the pool: at most one worker, and the jobs that were sent to it.
pub struct Slot {
    /// The worker of this slot, if there is one.
    pub worker: Option<Worker>,
    /// Number of workers in a row that were lost before they were ready.
    pub failed_starts: u32,
    /// Jobs that were assigned to the worker and whose results have not all arrived.
    pub(super) in_flight: VecDeque<Job>,
    /// Maximum number of tests that may be assigned to the worker at once. It is 1 at the start and after a
    /// loss, and grows by 1 with each result. Only tests that are not assigned yet can be cut before a use of
    /// the member that caused a loss.
    window: usize,
    /// Number of workers in a row that were lost without sending a result, although tests had been sent to
    /// them.
    pub(super) losses_without_result: u32,
}

impl Default for Slot {
    fn default() -> Slot {
        Slot {
            worker: None,
            failed_starts: 0,
            in_flight: VecDeque::new(),
            window: 1,
            losses_without_result: 0,
        }
    }
}

impl Slot {
    /// Returns whether the slot has a worker that accepts tests.
    pub fn is_ready(&self) -> bool {
        self.worker.as_ref().is_some_and(|worker| worker.phase == Phase::Ready)
    }

    fn has_work(&self) -> bool {
        !self.in_flight.is_empty()
    }

    /// Assigns one more waiting job to the worker, unless it already has as much work as `quota` permits.
    /// `number` is the number of this slot. Returns whether a job was assigned.
    pub fn assign(&mut self, number: SlotNumber, batches: &mut Batches, quota: Quota) -> bool {
        let Some(worker) = self.worker.as_mut().filter(|it| it.accepts_tests()) else { return false };
        let Some(index) = batches.next_for(number) else { return false };
        let runs_alone = batches.waiting[index].suspect.is_some()
            || self.in_flight.iter().any(|job| job.suspect.is_some());
        let free_tests = self.window.saturating_sub(self.in_flight.iter().map(|job| job.tests.len()).sum());
        if self.in_flight.len() >= if runs_alone { 1 } else { quota.jobs } || free_tests == 0 {
            return false;
        }
        let job = batches.take(index, free_tests, quota.runs);
        if self.in_flight.is_empty() {
            worker.restart_time_limit();
        }
        batches.write(&job, worker);
        self.in_flight.push_back(job);
        true
    }

    /// Sends as much of the assigned work as the pipe accepts.
    pub fn send(&mut self) {
        if let Some(worker) = self.worker.as_mut().filter(|it| it.phase == Phase::Ready) {
            worker.send();
        }
    }

    /// Handles the messages that the worker has sent.
    pub fn receive(&mut self, batches: &mut Batches) -> Result<(), Loss> {
        let Slot { worker, in_flight, window, losses_without_result, .. } = self;
        let Some(worker) = worker else { return Ok(()) };
        worker.receive(|reader, exceptions| {
            let job = in_flight.front_mut()?;
            let is_lost = batches.read(job.first(), reader, exceptions)?;
            *window = if is_lost { 1 } else { *window + 1 };
            *losses_without_result = 0;
            job.tests.start += 1;
            if job.tests.is_empty() {
                in_flight.pop_front();
            }
            Some(())
        })
    }

    /// Returns the time at which the worker must be checked next, or `None` if it need not be checked.
    pub fn next_check(&self, config: &Config) -> Option<Instant> {
        self.worker.as_ref()?.next_check(config, self.has_work())
    }

    /// Checks whether the worker has exceeded its time limit.
    pub fn is_late(&mut self, config: &Config, now: Instant) -> bool {
        let has_work = self.has_work();
        self.worker.as_mut().is_some_and(|worker| worker.is_late(config, has_work, now))
    }

    /// Drops the assigned jobs. The results of their tests will be ignored.
    pub fn abandon_jobs(&mut self, batches: &Batches) {
        let jobs = std::mem::take(&mut self.in_flight);
        if let Some(worker) = &mut self.worker {
            worker.abandon(jobs.iter().flat_map(|job| batches.modes_and_lengths(job)), batches.id_limits);
        }
    }

    /// Removes and returns the worker. The next worker first receives only one test, because it can be lost,
    /// too.
    pub fn remove_worker(&mut self) -> Option<Worker> {
        self.window = 1;
        self.worker.take()
    }
}
