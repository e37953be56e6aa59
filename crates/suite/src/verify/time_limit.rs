//! Time limits that do not blame a test for a busy machine.

use std::process::Child;
use std::time::{Duration, Instant};

/// A JVM counts as working if its processor time is at least the elapsed time divided by this number.
const WORKING_DIVISOR: u32 = 8;
/// Maximum length of an extended time limit, as a multiple of the time limit.
const MAX_EXTENSION: u32 = 4;

/// The time limit of a test, or of the start of a JVM.
pub(super) struct TimeLimit {
    began: Instant,
    limit: Duration,
    /// End of the time limit.
    pub end: Instant,
    /// Processor time of the JVM at the beginning, if the system reports it.
    processor_time: Option<Duration>,
}

impl TimeLimit {
    pub fn start(limit: Duration, process: &Child) -> TimeLimit {
        let began = Instant::now();
        TimeLimit { began, limit, end: began + limit, processor_time: vm::processor_time(process) }
    }

    /// Extends the time limit if the JVM has waited for the machine: it has hardly used the processor, and is
    /// not asleep. Returns whether the time limit was extended.
    pub fn extend(&mut self, process: &Child) -> bool {
        let elapsed = self.began.elapsed();
        let used = vm::processor_time(process).zip(self.processor_time);
        let has_waited = used.is_some_and(|(now, then)| (now - then) * WORKING_DIVISOR < elapsed);
        let is_extended = has_waited && elapsed < self.limit * MAX_EXTENSION && !vm::is_asleep(process);
        if is_extended {
            self.end = Instant::now() + self.limit;
        }
        is_extended
    }
}
