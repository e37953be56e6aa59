//! What happens to the tests of a lost worker.

use super::batches::Batches;
use super::ids::{Position, SlotNumber};
use super::job::Job;
use super::slot::Slot;
use super::worker::{Loss, Worker};
use crate::execution::{Execution, Outcome};
use crate::process::Progress;

/// Number of workers in a row that may be lost without a result before a test is blamed.
const MOST_FRUITLESS: u32 = 6;

impl Slot {
    /// Removes the lost worker of this slot, whose number is `number`, and queues its tests for the next
    /// worker of the slot.
    ///
    /// A test that is certainly to blame gets a result instead. A mutant that is to blame is recorded as
    /// killed. A test or mutant that may be to blame becomes a suspect: it runs alone, and is to blame if a
    /// worker is lost again.
    pub fn lose_worker(&mut self, number: SlotNumber, loss: Loss, batches: &mut Batches) -> Option<Worker> {
        let worker = self.remove_worker()?;
        let Progress { tests, mutants, statements, .. } = worker.process.progress();
        let begun = tests.saturating_sub(worker.completed) as usize;
        let mutants = if begun > 0 { mutants } else { 0 };
        self.fruitless += u32::from(!self.in_flight.is_empty());
        let is_fruitless = self.fruitless >= MOST_FRUITLESS;
        // Index of the suspect among the tests in flight.
        let suspect = match begun.checked_sub(1) {
            None if is_fruitless => Some(0),
            running => running,
        };
        let is_certain = is_fruitless
            || match loss {
                // On a busy machine one hang proves nothing. Mutants, and code that got no processor time,
                // must hang twice before they are blamed.
                Loss::Hung => begun > 0 && mutants == 0 && worker.is_stuck(),
                // The worker reports this of a mutant.
                Loss::Unfit => true,
                Loss::Ended | Loss::Garbled => false,
            };
        // The tests stay in this slot. In another slot, a second loss of the same test could not be
        // recognised.
        let slot = Some(number);
        let mut again: Vec<Job> = Vec::new();
        let mut before = 0;
        for job in self.in_flight.drain(..) {
            let offset = suspect.and_then(|it| it.checked_sub(before)).filter(|it| *it < job.tests.len());
            before += job.tests.len();
            let Some(offset) = offset else {
                again.push(Job { slot, ..job });
                continue;
            };
            let Job { batch, tests, suspect: suspect_mutants, is_settled, .. } = job;
            let test = tests.start + offset;
            again.push(Job { batch, tests: tests.start..test, slot, suspect: None, is_settled });
            let alone = |suspect| Job { batch, tests: test..test + 1, slot, suspect, is_settled };
            if !is_certain && suspect_mutants != Some(mutants) {
                again.push(alone(Some(mutants)));
            } else if batches.blame_mutant(Position { batch, index: test }, mutants) {
                self.fruitless = 0;
                again.push(alone(None));
            } else {
                self.fruitless = 0;
                batches.record_suspect(batch, test, statements);
                let result = Execution { executed: statements, ..Execution::with_outcome(outcome(loss)) };
                batches.store(batch, test, result);
            }
            again.push(Job { batch, tests: test + 1..tests.end, slot, suspect: None, is_settled });
        }
        again.retain(|job| !job.tests.is_empty());
        batches.enqueue_first(again);
        Some(worker)
    }
}

/// Returns the outcome of a test that is to blame for the loss of a worker.
fn outcome(loss: Loss) -> Outcome {
    match loss {
        Loss::Hung => Outcome::TimedOut,
        Loss::Ended | Loss::Unfit | Loss::Garbled => Outcome::Crashed,
    }
}
