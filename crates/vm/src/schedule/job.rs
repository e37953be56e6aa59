//! Jobs: tests of one batch that wait for a worker or run in a worker.

use std::ops::Range;

use super::ids::{BatchNumber, Position, SlotNumber};

/// Consecutive tests of one batch whose results have not arrived.
pub struct Job {
    /// Batch of the tests.
    pub batch: BatchNumber,
    /// Indices of the tests in the batch.
    pub tests: Range<usize>,
    /// The slot whose worker must run the tests, or `None` if any worker may run the tests.
    pub slot: Option<SlotNumber>,
    /// Number of mutants on which the only test of this job had begun to run when a worker was lost. `None`
    /// if the tests are not suspects. A suspect runs alone in its worker. If a worker is lost at the same
    /// mutant again, the test or this mutant is the cause.
    pub suspect: Option<u32>,
    /// Whether only settled (final) losses decide before which statement each test is cut: see
    /// [`Quarantine`](super::quarantine::Quarantine). This is true for tests that run again after all results
    /// of their batch have arrived.
    pub uses_only_settled_losses: bool,
}

impl Job {
    /// Returns the position of the first test.
    pub fn first(&self) -> Position {
        Position { batch: self.batch, index: self.tests.start }
    }

    /// Removes the first tests from this job, at most `max_tests`, and returns them as a new job.
    pub fn split(&mut self, max_tests: usize) -> Job {
        let end = self.tests.end.min(self.tests.start + max_tests);
        let first = Job { tests: self.tests.start..end, ..*self };
        self.tests.start = end;
        first
    }
}
