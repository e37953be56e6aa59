//! Goals that need no test any more, as tests cover them that are there already.

use crate::goals::Goals;
use crate::trace::Trace;

impl Goals {
    /// Has goals count as settled that an execution of an existing test covers: [`Goals::covered`] visits them no more. A mutant is
    /// settled where the execution infects it, whether or not anything was seen of it.
    pub fn settle(&mut self, trace: &Trace) {
        let mut found = Vec::new();
        self.covered(trace, &mut |goal| found.push(goal));
        // Without the criterion nothing is known of mutants that the trace tells of.
        if self.strong_goal(0).is_some() {
            let infected = self.infected_by(trace);
            found.extend(infected.ones().filter_map(|mutant| self.strong_goal(mutant as u32)));
        }
        self.settled.grow(self.len());
        found.into_iter().for_each(|goal| self.settled.insert(goal as usize));
    }

    /// Whether existing tests cover a goal.
    pub fn is_settled(&self, goal: u32) -> bool {
        self.settled.contains(goal as usize)
    }

    /// The goals that existing tests cover, ascending.
    pub fn settled(&self) -> impl Iterator<Item = u32> + '_ {
        self.settled.ones().map(|goal| goal as u32)
    }

    /// Whether existing tests cover all that guide a search and were asked for, if there are such.
    pub fn are_settled(&self) -> bool {
        let mut wanted =
            (0..self.len() as u32).filter(|&goal| self.guides(goal) && self.counts(goal)).peekable();
        wanted.peek().is_some() && wanted.all(|goal| self.is_settled(goal))
    }
}
