//! Counts of the outcomes of tests.

use vm::Outcome;

/// Number of tests by outcome. These numbers show why a search is slow or finds no test.
#[derive(Clone, Copy, Debug, Default)]
pub struct OutcomeCounts {
    returned: u64,
    threw: u64,
    out_of_budget: u64,
    out_of_memory: u64,
    exited: u64,
    timed_out: u64,
    crashed: u64,
    quarantined: u64,
}

impl OutcomeCounts {
    /// Counts the outcome of one test.
    pub(crate) fn add(&mut self, outcome: &Outcome) {
        let count = match outcome {
            Outcome::Returned => &mut self.returned,
            Outcome::Threw { .. } => &mut self.threw,
            Outcome::OutOfBudget => &mut self.out_of_budget,
            Outcome::OutOfMemory => &mut self.out_of_memory,
            Outcome::Exited => &mut self.exited,
            Outcome::TimedOut => &mut self.timed_out,
            Outcome::Crashed => &mut self.crashed,
            Outcome::Quarantined => &mut self.quarantined,
            Outcome::Shortened(outcome) => return self.add(outcome),
        };
        *count += 1;
    }

    /// Returns a text with the number of tests for each outcome that is not normal. If all tests ended
    /// normally, returns a text with the number of executed tests.
    pub(crate) fn explain(&self) -> String {
        let limits = self.out_of_budget + self.out_of_memory + self.timed_out;
        let executed = self.returned + self.threw + limits + self.exited + self.crashed + self.quarantined;
        let counts = [
            (limits, "exceeded a limit of time or memory"),
            (self.exited, "called System.exit"),
            (self.crashed, "crashed the JVM"),
            (self.quarantined, "were skipped, because worker JVMs were lost during similar tests"),
        ];
        let parts: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, outcome)| format!("{count} of {executed} tests {outcome}"))
            .collect();
        if parts.is_empty() { format!("{executed} tests were executed") } else { parts.join(", ") }
    }
}
