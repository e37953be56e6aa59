//! What a batch of tests records, and its limits.

/// Default limit of ticks (method entries and backward jumps) of one test.
pub const DEFAULT_TICK_LIMIT: u64 = 25_000;

/// Settings of one batch of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchSettings {
    /// What the workers record.
    pub mode: Mode,
    /// Largest number of ticks (method entries and backward jumps) of each test.
    pub tick_limit: u64,
    /// Whether the workers also report the [disabled probes](crate::WorkerPool::disable_probes).
    pub report_all: bool,
}

impl BatchSettings {
    /// Returns the settings of a mode with the default tick limit. All probes report.
    pub fn new(mode: Mode) -> BatchSettings {
        BatchSettings { mode, tick_limit: DEFAULT_TICK_LIMIT, report_all: true }
    }
}

/// What workers record about a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The outcome and the trace.
    Run,
    /// The outcome, the trace, the values of variables and the message of an exception.
    Observe,
    /// The same as [`Mode::Observe`], in other surroundings: time, pace of the clocks, random numbers,
    /// language and time zone differ. A value that differs between both modes depends on the surroundings.
    /// Each number (from 1) selects another time; there are two languages and time zones.
    ObserveOtherwise(u8),
    /// The outcome, the trace and hints: comparisons and queries that were false.
    Hints,
    /// The outcome, the trace and the effect of each mutant: see [`crate::WorkerPool::submit_mutants`].
    Mutants,
    /// The same as [`Mode::Mutants`], and for each killed mutant the statements that detect it: see
    /// [`crate::Effect::Detected`].
    Detections,
    /// The same as [`Mode::Mutants`], for a test that must kill every mutant: the mutants after the first
    /// survivor are skipped.
    UntilSurvivor,
}
