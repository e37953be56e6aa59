//! Tests that wait for a worker or run in one.

use std::ops::Range;

use super::ids::{BatchNumber, Position, SlotNumber};

/// Consecutive tests of one batch that must still run.
pub struct Job {
    pub batch: BatchNumber,
    pub tests: Range<usize>,
    /// The slot whose worker must run the tests, or `None` if any worker may.
    pub slot: Option<SlotNumber>,
    /// Set for a single test under which a worker was lost: the number of mutants that it had begun to run
    /// on. The test runs alone. If a worker is lost at the same place again, the test or its last mutant is
    /// to blame.
    pub suspect: Option<u32>,
    /// Whether this is a single test that runs again after all earlier tests were settled.
    pub is_settled: bool,
}

impl Job {
    /// Returns the position of the first test.
    pub fn first(&self) -> Position {
        Position { batch: self.batch, index: self.tests.start }
    }

    /// Splits off the first tests, at most `most`.
    pub fn split(&mut self, most: usize) -> Job {
        let end = self.tests.end.min(self.tests.start + most);
        let first = Job { tests: self.tests.start..end, ..*self };
        self.tests.start = end;
        first
    }
}
