//! When a search ends, what it has spent, what it reports on the way.

use crate::problem::Goal;

/// When a search ends: as soon as one of the limits is reached. With no limit it ends when all goals
/// that guide it are covered, if there are any.
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
    /// The share of the caller's own budget that is gone, such as its time: from 1 on the search stops, as it does when
    /// the caller is told to end. Asked before each test and after each generation; tests that are under way are
    /// still awaited. It must never fall.
    pub gone: &'a dyn Fn() -> f64,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Self { generations: None, tests: None, statements: None, gone: &|| 0.0 }
    }
}

impl Budget<'_> {
    /// Whether the budget allows nothing beyond what is spent.
    pub fn is_over(&self, spent: &Spent) -> bool {
        self.share(spent) >= 1.0
    }

    /// The share of the budget that is spent, that of the limit which is nearest: 0 without any, 1 or more where it is
    /// over.
    pub fn share(&self, spent: &Spent) -> f64 {
        let share = |limit: Option<u64>, spent: u64| match limit {
            None => 0.0,
            Some(0) => 1.0,
            Some(limit) => spent as f64 / limit as f64,
        };
        let counted = share(self.generations, spent.generations).max(share(self.tests, spent.tests));
        counted.max(share(self.statements, spent.statements)).max((self.gone)())
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
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// What was spent so far.
    pub spent: Spent,
    /// Goals there are.
    pub goals: usize,
    /// Goals covered.
    pub covered: usize,
    /// Distinct tests in the archive.
    pub archived: usize,
    /// Whether a goal is covered.
    pub is_covered: &'a dyn Fn(Goal) -> bool,
}
