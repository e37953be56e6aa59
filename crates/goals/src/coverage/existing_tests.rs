//! Goals that need no new test, because existing tests cover them.

use mutation::MutantId;

use crate::goals::Goals;
use crate::ids::GoalId;
use crate::trace::Trace;

impl Goals {
    /// Marks the goals that an execution of an existing test covers. [`Goals::covered`] no longer visits
    /// these goals. A goal of strong mutation counts as covered if the execution infects the mutant, even if
    /// the test does not kill the mutant.
    pub fn add_existing_test(&mut self, trace: &Trace) {
        let mut covered_goals = Vec::new();
        self.covered(trace, &mut |goal| covered_goals.push(goal));
        // Without goals of strong mutation, the table of mutants can be empty although the trace contains
        // mutants.
        if self.strong_goal(MutantId(0)).is_some() {
            let infected = self.infected_by(trace);
            covered_goals.extend(infected.ones().filter_map(|mutant| self.strong_goal(mutant.into())));
        }
        self.covered_by_existing.grow(self.len());
        covered_goals.into_iter().for_each(|goal| self.covered_by_existing.insert(goal.index()));
    }

    /// Returns whether existing tests cover a goal.
    pub fn is_covered_by_existing(&self, goal: GoalId) -> bool {
        self.covered_by_existing.contains(goal.index())
    }

    /// Returns the goals that existing tests cover, in ascending order.
    pub fn covered_by_existing(&self) -> impl Iterator<Item = GoalId> + '_ {
        self.covered_by_existing.ones().map(GoalId::from)
    }

    /// Returns whether existing tests cover all goals that are both objectives and targets. Returns false if
    /// there are no such goals.
    pub fn are_targets_covered_by_existing(&self) -> bool {
        let mut targets =
            self.goals.keys().filter(|&goal| self.is_objective(goal) && self.is_target(goal)).peekable();
        targets.peek().is_some() && targets.all(|goal| self.is_covered_by_existing(goal))
    }
}
