//! How far a whole suite is from covering goals.

use crate::fitness::{Dense, Trace};
use crate::goals::Goals;

/// The executions of a suite, laid over each other. Made once, then loaded with suite after suite.
#[derive(Clone, Debug, Default)]
pub struct SuiteTrace {
    /// By branch the least normalised distance; 1 where its predicate was not executed.
    distances: Vec<f64>,
    /// By place whether its predicate was executed more than once.
    repeated: Vec<bool>,
    /// The same for at least once.
    executed: Vec<bool>,
    /// By method whether it was entered.
    entered: Vec<bool>,
}

impl Goals {
    /// Lays the executions of a suite over each other, in place of those loaded before.
    pub fn load_suite<'a>(
        &self,
        executions: impl Iterator<Item = (&'a Trace, &'a Dense)>,
        suite: &mut SuiteTrace,
    ) {
        suite.clear(self);
        for (trace, dense) in executions {
            self.lay_over(trace, dense, suite);
        }
    }

    fn lay_over(&self, trace: &Trace, dense: &Dense, suite: &mut SuiteTrace) {
        let branches = || trace.branches.iter().map(|&(branch, _)| branch).filter(|&it| self.is_branch(it));
        for branch in branches() {
            let least = &mut suite.distances[branch as usize];
            *least = least.min(dense.distances[branch as usize]);
        }
        for &branch in trace.repeated.iter().filter(|&&branch| self.is_branch(branch)) {
            suite.repeated[self.place_of[branch as usize] as usize] = true;
        }
        // Once in each of two executions is twice. A predicate has several branches, each of which is met here.
        let mut places: Vec<usize> =
            branches().map(|branch| self.place_of[branch as usize] as usize).collect();
        places.dedup();
        for place in places {
            let before = std::mem::replace(&mut suite.executed[place], true);
            suite.repeated[place] |= before;
        }
        for (entered, now) in suite.entered.iter_mut().zip(&dense.entered) {
            *entered |= now;
        }
    }

    /// How far the loaded suite is from covering some goals, ascending: the sum over the branches of 0 for one that was
    /// taken, else its normalised distance where its predicate was executed at least twice, else 1; and the number of
    /// methods with such goals that it did not enter.
    ///
    /// A predicate that is executed once cannot take both branches: its distance, had it any weight, would lead the
    /// search from one to the other and back (Fraser, Arcuri: "Whole Test Suite Generation", IEEE TSE 2013, Section 3.2).
    pub fn suite_fitness(&self, goals: impl Iterator<Item = u32>, suite: &SuiteTrace) -> f64 {
        let mut sum = 0.0;
        let mut missing = vec![false; self.method_count];
        for goal in goals {
            let place = self.place_of[goal as usize] as usize;
            let method = self.places[place].method as usize;
            missing[method] = !suite.entered[method];
            if self.is_branch(goal) {
                sum += suite.distance(goal as usize, place);
            }
        }
        sum + missing.iter().filter(|&&missing| missing).count() as f64
    }

    fn is_branch(&self, id: u32) -> bool {
        (id as usize) < self.branch_count
    }
}

impl SuiteTrace {
    fn clear(&mut self, goals: &Goals) {
        self.distances.clear();
        self.distances.resize(goals.branch_count, 1.0);
        for (flags, length) in [
            (&mut self.repeated, goals.places.len()),
            (&mut self.executed, goals.places.len()),
            (&mut self.entered, goals.method_count),
        ] {
            flags.clear();
            flags.resize(length, false);
        }
    }

    fn distance(&self, branch: usize, place: usize) -> f64 {
        match self.distances[branch] {
            0.0 => 0.0,
            distance if self.repeated[place] => distance,
            _ => 1.0,
        }
    }
}
