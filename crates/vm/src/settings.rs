//! The settings of a batch of tests.

/// Default limit of ticks (method entries and backward jumps) of one test.
pub const DEFAULT_TICK_LIMIT: u64 = 25_000;

/// Settings of one batch of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchSettings {
    /// Selects what the workers record.
    pub mode: Mode,
    /// Maximum number of ticks (method entries and backward jumps) of each test.
    pub tick_limit: u64,
    /// Whether [disabled probes](crate::WorkerPool::disable_probes) report in this batch, too.
    pub all_probes_report: bool,
}

impl BatchSettings {
    /// Returns settings with the given mode and the default tick limit. All probes report.
    pub fn new(mode: Mode) -> BatchSettings {
        BatchSettings { mode, tick_limit: DEFAULT_TICK_LIMIT, all_probes_report: true }
    }
}

/// Selects what workers record about a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Records the outcome and the trace.
    Run,
    /// Records the outcome, the trace, the values of variables and the message of an exception.
    Observe,
    /// Records the same as [`Mode::Observe`], in a different environment: the time, the speed of the clocks,
    /// random numbers, language and time zone differ. If a value in this mode differs from the value in the
    /// mode [`Mode::Observe`], the value depends on the environment. The number (from 1) selects the
    /// environment: each number selects a different time. Odd and even numbers select different languages and
    /// time zones.
    ObserveOtherwise(u8),
    /// Records the outcome, the trace and hints: the operands of comparisons and queries that were false.
    Hints,
    /// Records the outcome, the trace and the effect of each mutant: see
    /// [`crate::WorkerPool::submit_mutants`].
    Mutants,
    /// Records the same as [`Mode::Mutants`], and also the statements that detect each killed mutant: see
    /// [`crate::Effect::Detected`].
    Detections,
    /// Records the same as [`Mode::Mutants`], but skips all mutants after the first mutant that survives.
    /// This mode is for tests that must kill every mutant.
    UntilSurvivor,
}
