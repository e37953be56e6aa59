//! A slot of the pool: at most one worker, and the tests that were sent to it.

use std::collections::VecDeque;
use std::time::Instant;

use super::batches::Batches;
use super::ids::SlotNumber;
use super::job::Job;
use super::worker::{Loss, Phase, Worker};
use crate::config::Config;

/// The work that a worker may have at once. It has more than one job, so that it need not wait while results
/// travel.
#[derive(Clone, Copy)]
pub struct Quota {
    /// Number of jobs.
    jobs: usize,
    /// Number of runs of tests in each job, including runs on mutants.
    runs: u64,
}

impl Quota {
    /// For a worker that shares its jobs with no other.
    pub const UNSHARED: Quota = Quota { jobs: 8, runs: u64::MAX };
    /// For one of several workers that take the same jobs. Tests differ much in duration. Small jobs then
    /// balance the load.
    pub const SHARED: Quota = Quota { jobs: 2, runs: 8 };
}

/// A slot of the pool: at most one worker, and the jobs that were sent to it.
pub struct Slot {
    pub worker: Option<Worker>,
    /// Number of workers in a row that ended before they were ready.
    pub failed_starts: u32,
    pub(super) in_flight: VecDeque<Job>,
    /// Number of tests that the worker may have at once. It is 1 at first and after a loss, so that the next
    /// tests can be cut before the member under which the worker was lost. It grows by 1 with each result.
    window: usize,
    /// Number of workers in a row that were lost without a result.
    pub(super) fruitless: u32,
}

impl Default for Slot {
    fn default() -> Slot {
        Slot { worker: None, failed_starts: 0, in_flight: VecDeque::new(), window: 1, fruitless: 0 }
    }
}

impl Slot {
    /// Returns whether the worker accepts tests.
    pub fn is_ready(&self) -> bool {
        self.worker.as_ref().is_some_and(|worker| worker.phase == Phase::Ready)
    }

    fn has_work(&self) -> bool {
        !self.in_flight.is_empty()
    }

    /// Assigns one more waiting job to the worker, within its quota. `number` is the number of this slot.
    /// Returns whether a job was assigned.
    pub fn assign(&mut self, number: SlotNumber, batches: &mut Batches, quota: Quota) -> bool {
        let Some(worker) = self.worker.as_mut().filter(|it| it.phase == Phase::Ready) else { return false };
        let Some(index) = batches.next_for(number) else { return false };
        let runs_alone = batches.waiting[index].suspect.is_some()
            || self.in_flight.iter().any(|job| job.suspect.is_some());
        let room = self.window.saturating_sub(self.in_flight.iter().map(|job| job.tests.len()).sum());
        if self.in_flight.len() >= if runs_alone { 1 } else { quota.jobs } || room == 0 {
            return false;
        }
        let job = batches.take(index, room, quota.runs);
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
        let Slot { worker, in_flight, window, fruitless, .. } = self;
        let Some(worker) = worker else { return Ok(()) };
        worker.receive(|reader, exceptions| {
            let job = in_flight.front_mut()?;
            let is_lost = batches.read(job.first(), reader, exceptions)?;
            *window = if is_lost { 1 } else { *window + 1 };
            *fruitless = 0;
            job.tests.start += 1;
            if job.tests.is_empty() {
                in_flight.pop_front();
            }
            Some(())
        })
    }

    /// Returns when to check the worker next.
    pub fn next_check(&self, config: &Config) -> Option<Instant> {
        self.worker.as_ref()?.next_check(config, self.has_work())
    }

    /// Returns whether the worker has exceeded its time limit.
    pub fn is_late(&self, config: &Config, now: Instant) -> bool {
        self.worker.as_ref().is_some_and(|worker| worker.is_late(config, self.has_work(), now))
    }

    /// Samples the state of the worker if half of its time limit has passed.
    pub fn sample_if_due(&mut self, config: &Config, now: Instant) {
        let has_work = self.has_work();
        if let Some(worker) = &mut self.worker {
            worker.sample_if_due(config, has_work, now);
        }
    }

    /// Drops the work. Removes and returns the worker if it has work, or in any case if `also_idle` is set.
    pub fn cancel(&mut self, also_idle: bool) -> Option<Worker> {
        let had_work = self.has_work();
        self.in_flight.clear();
        if had_work || also_idle { self.remove_worker() } else { None }
    }

    /// Removes the worker. The window of the next worker is small, since the effect of the next tests on it
    /// is unknown.
    pub fn remove_worker(&mut self) -> Option<Worker> {
        self.window = 1;
        self.worker.take()
    }
}
