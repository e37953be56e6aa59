//! Goals that need no test any more, as tests cover them that are there already.

use mutation::MutantId;

use crate::goals::Goals;
use crate::ids::GoalId;
use crate::trace::Trace;

impl Goals {
    /// Has goals count as covered_by_existing that an execution of an existing test covers: [`Goals::covered`] visits them no more. A mutant is
    /// covered_by_existing where the execution infects it, whether or not anything was seen of it.
    pub fn add_existing_test(&mut self, trace: &Trace) {
        let mut found = Vec::new();
        self.covered(trace, &mut |goal| found.push(goal));
        // Without the criterion nothing is known of mutants that the trace tells of.
        if self.strong_goal(MutantId(0)).is_some() {
            let infected = self.infected_by(trace);
            found.extend(infected.ones().filter_map(|mutant| self.strong_goal(mutant.into())));
        }
        self.covered_by_existing.grow(self.len());
        found.into_iter().for_each(|goal| self.covered_by_existing.insert(goal.index()));
    }

    /// Whether existing tests cover a goal.
    pub fn is_covered_by_existing(&self, goal: GoalId) -> bool {
        self.covered_by_existing.contains(goal.index())
    }

    /// The goals that existing tests cover, ascending.
    pub fn covered_by_existing(&self) -> impl Iterator<Item = GoalId> + '_ {
        self.covered_by_existing.ones().map(GoalId::from)
    }

    /// Whether existing tests cover all that guide a search and were asked for, if there are such.
    pub fn are_targets_covered_by_existing(&self) -> bool {
        let mut wanted =
            self.goals.keys().filter(|&goal| self.is_objective(goal) && self.is_target(goal)).peekable();
        wanted.peek().is_some() && wanted.all(|goal| self.is_covered_by_existing(goal))
    }
}
