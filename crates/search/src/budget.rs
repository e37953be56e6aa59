//! The limits of a search, the amounts that it spent, and its progress reports.

use crate::problem::Goal;

/// The limits of a search. The search ends when it reaches any of these limits, or when all objectives that
/// are targets are covered.
///
/// ```
/// use search::Budget;
/// let budget = Budget { tests: Some(10_000), ..Budget::default() };
/// ```
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Maximum number of generations, including the first population.
    pub generations: Option<u64>,
    /// Maximum number of executed tests. The search never exceeds this limit.
    pub tests: Option<u64>,
    /// Maximum number of executed statements. The search checks this limit after each generation, so the last
    /// generation can exceed the limit.
    pub statements: Option<u64>,
    /// Returns the elapsed share of a limit that the caller measures, usually time. The share must never
    /// decrease.
    ///
    /// The search stops when the share reaches 1.0, so the caller can also stop the search early. The search
    /// checks the share before each test and after each generation. If the share reaches 1.0, the search
    /// still waits for the tests that it submitted.
    pub elapsed_share: &'a dyn Fn() -> f64,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Self { generations: None, tests: None, statements: None, elapsed_share: &|| 0.0 }
    }
}

impl Budget<'_> {
    /// Returns whether the search has reached a limit.
    pub fn is_over(&self, spent: &Spent) -> bool {
        self.share(spent) >= 1.0
    }

    /// Returns the spent share of the budget: the largest share among all limits. The share is 0 if
    /// there are no limits, and at least 1 if a limit is reached.
    pub fn share(&self, spent: &Spent) -> f64 {
        let share = |limit: Option<u64>, spent: u64| match limit {
            None => 0.0,
            Some(0) => 1.0,
            Some(limit) => spent as f64 / limit as f64,
        };
        let counted = share(self.generations, spent.generations).max(share(self.tests, spent.tests));
        counted.max(share(self.statements, spent.statements)).max((self.elapsed_share)())
    }
}

/// The amounts that a search spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Number of generations, including the first population.
    pub generations: u64,
    /// Number of executed tests.
    pub tests: u64,
    /// Number of executed statements.
    pub statements: u64,
}

/// The progress of a search after a generation.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// The amounts spent so far.
    pub spent: Spent,
    /// Number of goals.
    pub goals: usize,
    /// Number of covered goals.
    pub covered: usize,
    /// Number of distinct tests in the archive.
    pub archived: usize,
    /// Returns whether a goal is covered.
    pub is_covered: &'a dyn Fn(Goal) -> bool,
}
