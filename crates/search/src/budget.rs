//! When a search ends, what it has spent, what it reports on the way.

/// When a search ends: as soon as one of the limits is reached. With no limit it ends when all goals are covered.
///
/// ```
/// use search::Budget;
/// let budget = Budget { tests: Some(10_000), ..Budget::default() };
/// ```
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Generations, the first population included.
    pub generations: Option<u64>,
    /// Tests executed. Never exceeded.
    pub tests: Option<u64>,
    /// Statements executed. Looked at after each generation, so the last one may exceed it.
    pub statements: Option<u64>,
    /// Whether to stop now: the caller's clock, its signal to end. Asked before each test and after each
    /// generation; tests that are under way are still awaited. Once true it must stay true.
    pub stop: &'a dyn Fn() -> bool,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Self { generations: None, tests: None, statements: None, stop: &|| false }
    }
}

impl Budget<'_> {
    /// Whether the budget allows nothing beyond what is spent.
    pub fn is_over(&self, spent: &Spent) -> bool {
        let reached = |limit: Option<u64>, spent: u64| limit.is_some_and(|limit| spent >= limit);
        reached(self.generations, spent.generations)
            || reached(self.tests, spent.tests)
            || reached(self.statements, spent.statements)
            || (self.stop)()
    }
}

/// What a search has spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Generations, the first population included.
    pub generations: u64,
    /// Tests executed.
    pub tests: u64,
    /// Statements executed.
    pub statements: u64,
}

/// Where a search stands after a batch of executions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What was spent so far.
    pub spent: Spent,
    /// Goals there are.
    pub goals: usize,
    /// Goals covered.
    pub covered: usize,
    /// Distinct tests in the archive.
    pub archived: usize,
}
