//! Handles the tests of a lost worker: runs them again, and finds the test or mutant that caused the loss.

use super::batches::Batches;
use super::ids::{Position, SlotNumber};
use super::job::Job;
use super::slot::Slot;
use super::worker::{Loss, Worker};
use crate::execution::{Execution, Outcome};
use crate::process::Progress;

/// Number of workers in a row that are lost without a result, after which the running test counts as the
/// cause. If no test was running, the first test that was sent to the last of these workers counts as the
/// cause.
const MAX_LOSSES_WITHOUT_RESULT: u32 = 6;

impl Slot {
    /// Removes the lost worker of this slot, and queues its tests for the next worker of the slot. `number`
    /// is the number of this slot.
    ///
    /// If a test certainly caused the loss, the loss becomes its result. If a mutant certainly caused the
    /// loss, the mutant is recorded as killed. If the cause is uncertain, the running test becomes a suspect:
    /// it runs alone, and is the cause if a worker is lost again.
    pub fn remove_lost_worker(
        &mut self,
        number: SlotNumber,
        loss: Loss,
        batches: &mut Batches,
    ) -> Option<Worker> {
        let worker = self.remove_worker()?;
        let Progress { tests, mutants, statements, .. } = worker.process.progress();
        let begun = tests.saturating_sub(worker.completed) as usize;
        let mutants = if begun > 0 { mutants } else { 0 };
        self.losses_without_result += u32::from(!self.in_flight.is_empty());
        let has_too_many_losses = self.losses_without_result >= MAX_LOSSES_WITHOUT_RESULT;
        // Index of the suspect among the tests that were sent to the worker and that have no result.
        let suspect = match begun.checked_sub(1) {
            None if has_too_many_losses => Some(0),
            running => running,
        };
        let is_certain = has_too_many_losses
            || match loss {
                // On a busy machine, one hang does not prove that the code hangs. Mutants, and code that had
                // no processor time, must hang twice before they count as the cause.
                Loss::Hung => begun > 0 && mutants == 0 && worker.is_stuck(),
                // The worker itself reports that the current test or mutant made it unfit.
                Loss::Unfit => true,
                Loss::Ended | Loss::Garbled => false,
            };
        // The tests stay in this slot, because the slot counts how many workers in a row were lost without a
        // result.
        let slot = Some(number);
        let mut jobs: Vec<Job> = Vec::new();
        let mut tests_before = 0;
        for job in self.in_flight.drain(..) {
            let offset =
                suspect.and_then(|it| it.checked_sub(tests_before)).filter(|it| *it < job.tests.len());
            tests_before += job.tests.len();
            let Some(offset) = offset else {
                jobs.push(Job { slot, ..job });
                continue;
            };
            let Job { batch, tests, suspect: suspect_mutants, uses_only_settled_losses, .. } = job;
            let test = tests.start + offset;
            let new_job = |tests, suspect| Job { batch, tests, slot, suspect, uses_only_settled_losses };
            jobs.push(new_job(tests.start..test, None));
            let job_alone = |suspect| new_job(test..test + 1, suspect);
            if !is_certain && suspect_mutants != Some(mutants) {
                jobs.push(job_alone(Some(mutants)));
            } else if batches.blame_mutant(Position { batch, index: test }, mutants) {
                self.losses_without_result = 0;
                jobs.push(job_alone(None));
            } else {
                self.losses_without_result = 0;
                batches.record_suspect(batch, test, statements);
                let result = Execution { executed: statements, ..Execution::with_outcome(outcome(loss)) };
                batches.store(batch, test, result);
            }
            jobs.push(new_job(test + 1..tests.end, None));
        }
        jobs.retain(|job| !job.tests.is_empty());
        batches.enqueue_first(jobs);
        Some(worker)
    }
}

/// Returns the outcome of a test that caused the loss of a worker.
fn outcome(loss: Loss) -> Outcome {
    match loss {
        Loss::Hung => Outcome::TimedOut,
        Loss::Ended | Loss::Unfit | Loss::Garbled => Outcome::Crashed,
    }
}
