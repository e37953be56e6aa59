//! Distributes tests over workers round-robin, and decides how many workers are active.

use std::ops::Range;

use crate::schedule::ids::SlotNumber;

/// Number of runs of tests, including runs on mutants, that one worker receives before it is the next
/// worker's turn.
const RUNS_PER_TURN: u64 = 8;
/// Number of runs of tests, including runs on mutants, after which the pool starts one more worker.
const RUNS_PER_WORKER: u64 = 1000;

/// The state of the round-robin distribution: the slot that receives the next tests, and the number of runs
/// of tests so far.
pub struct Turns {
    /// The slot that receives the next tests.
    slot: SlotNumber,
    /// Number of runs that the slot has received in its current turn.
    runs_in_turn: u64,
    /// Number of runs since all workers were replaced or exchanged.
    runs: u64,
}

impl Turns {
    /// Creates the state in which the first slot has its turn.
    pub fn new() -> Turns {
        Turns { slot: SlotNumber(0), runs_in_turn: 0, runs: 0 }
    }

    /// Counts runs that the caller does not distribute round-robin.
    pub fn count(&mut self, runs: u64) {
        self.runs += runs;
    }

    /// Returns the number of workers for which there was enough work, at most `slots`.
    pub fn active_workers(&self, slots: usize) -> usize {
        (1 + self.runs / RUNS_PER_WORKER).min(slots as u64) as usize
    }

    /// Distributes tests over the active slots. `run_counts` contains the number of runs of each test. Calls
    /// `enqueue` with each range of consecutive tests and the slot of these tests.
    pub fn distribute(
        &mut self,
        run_counts: &[u64],
        slots: usize,
        mut enqueue: impl FnMut(Range<usize>, SlotNumber),
    ) {
        let mut begin = 0;
        for (index, runs) in run_counts.iter().enumerate() {
            if self.runs_in_turn >= RUNS_PER_TURN {
                let next = SlotNumber((self.slot.0 + 1) % self.active_workers(slots));
                if next != self.slot {
                    enqueue(begin..index, self.slot);
                    (self.slot, begin) = (next, index);
                }
                self.runs_in_turn = 0;
            }
            self.runs_in_turn += runs;
            self.runs += runs;
        }
        enqueue(begin..run_counts.len(), self.slot);
    }
}
