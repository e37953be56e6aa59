//! Runs a search algorithm for one phase and reports its progress.

use std::cell::Cell;
use std::time::Instant;

use fixedbitset::FixedBitSet;
use goals::GoalId;
use search::{Parameters, Progress, Rng, SearchResult};

use super::phase::{Moment, Phase};
use crate::cancellation::Cancellation;
use crate::problem::JavaProblem;

/// One run of a search algorithm.
pub struct SearchRun<'a> {
    /// The algorithm.
    pub algorithm: search::Algorithm,
    /// Parameters of the algorithm.
    pub parameters: &'a Parameters,
    /// Random number generator of the search.
    pub rng: Rng,
    /// The phase, which limits the search.
    pub phase: &'a Phase,
    /// Cancels the search.
    pub cancellation: &'a Cancellation,
    /// Whether the search ends immediately, because there is no goal.
    pub has_no_goal: bool,
    /// Returns the time at which the search must end, so that there is time to finish and verify its tests.
    /// The search calls this function after each generation, because later estimates are better. `None`:
    /// there is no estimate yet, or time does not limit the search.
    pub latest_end: &'a dyn Fn(&Progress) -> Option<Instant>,
}

impl SearchRun<'_> {
    /// Searches until the phase ends. Calls `listen` with the spent share of the phase and with the progress.
    /// In this progress, goals that existing tests cover count as covered.
    pub fn search<'r>(
        mut self,
        problem: &mut JavaProblem<'r>,
        listen: &mut dyn FnMut(f64, &Progress),
    ) -> SearchResult<JavaProblem<'r>> {
        let phase = self.phase;
        let has_failed = problem.submitter.has_failed.clone();
        let finishing_time =
            problem.backlog.as_ref().map(|backlog| backlog.spent.clone()).unwrap_or_default();
        let goals = &problem.harness.goals;
        let has_no_goal = self.has_no_goal || goals.are_targets_covered_by_existing();
        let covered_by_existing: FixedBitSet = goals.covered_by_existing().map(GoalId::index).collect();
        let ends_early = Cell::new(false);
        let elapsed_share = || {
            if has_no_goal || ends_early.get() || has_failed.get() || self.cancellation.is_requested() {
                1.0
            } else {
                phase.elapsed_share()
            }
        };
        let budget = search::Budget {
            generations: phase.limits.generations,
            tests: phase.limits.tests,
            statements: phase.limits.statements,
            elapsed_share: &elapsed_share,
        };
        let mut last_covered = (0, Moment::default());
        let mut report = |progress: &Progress| {
            (self.latest_end)(progress).into_iter().for_each(|end| phase.deadline.bring_forward(end));
            let share = budget.share(&progress.spent).min(1.0);
            let finishing = phase.share_of_time(finishing_time.get());
            let now = Moment {
                share: phase.share_of_run(share),
                searched: phase.share_of_run((share - finishing).max(0.0)),
                generation: progress.spent.generations,
            };
            if progress.covered > last_covered.0 {
                last_covered = (progress.covered, now);
            }
            ends_early.set(phase.early_end.is_reached(now, last_covered.1));
            let is_covered = |goal: search::Goal| {
                covered_by_existing.contains(goal.index()) || (progress.is_covered)(goal)
            };
            let covered = progress.covered + covered_by_existing.count_ones(..);
            listen(share, &Progress { covered, is_covered: &is_covered, ..*progress });
        };
        self.algorithm.search(problem, self.parameters, &budget, &mut self.rng, &mut report)
    }
}
