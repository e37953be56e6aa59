//! The goals that a many-objective search optimises, and DynaMOSA's dynamic choice of them.

use std::collections::BTreeSet;

use crate::archive::Archive;
use crate::problem::{Goal, Problem, guiding};
use crate::scores::Scores;

/// The goals that a search optimises now, with how long each has not come closer.
#[derive(Clone, Debug, Default)]
pub struct Objectives {
    /// In increasing order, no goal twice, none covered.
    list: Vec<Objective>,
}

#[derive(Clone, Copy, Debug)]
struct Objective {
    goal: Goal,
    /// The best fitness seen on it.
    closest: f64,
    /// Generations since it got better.
    still_for: u32,
    /// Generations since it became an objective.
    age: u32,
}

impl Objectives {
    /// The first objectives: goals that depend on no other goal.
    pub fn roots<P: Problem>(problem: &P) -> Self {
        let mut objectives = Self::default();
        objectives.add(reached(problem, &Archive::default(), problem.roots()).into_iter());
        objectives
    }

    /// All goals that guide: MOSA's objectives.
    pub fn all<P: Problem>(problem: &P) -> Self {
        let mut objectives = Self::default();
        objectives.add(guiding(problem));
        objectives
    }

    /// The goals to optimise, in increasing order.
    pub fn goals(&self) -> Vec<Goal> {
        self.list.iter().map(|objective| objective.goal).collect()
    }

    /// Replaces covered objectives by the uncovered goals that depend on them, so that the objectives are
    /// the uncovered goals that depend on no other goal or, directly, on a covered one (`UPDATE-TARGETS`,
    /// Algorithm 7 of the DynaMOSA paper).
    ///
    /// The paper walks on through dependents that are covered too. Here `newly_covered` holds all goals
    /// covered since the last call, so each of these is, or once was, among them itself: one step suffices.
    pub fn update<P: Problem>(&mut self, problem: &P, archive: &Archive<P::Test>, newly_covered: &[Goal]) {
        if newly_covered.is_empty() {
            return;
        }
        self.list.retain(|objective| !archive.is_covered(objective.goal));
        let dependents = newly_covered.iter().flat_map(|&goal| problem.dependents(goal));
        self.add(reached(problem, archive, dependents.copied().collect()).into_iter());
    }

    /// Notes the fitness of the tests that are there now: `tests` rows of `scores`, whose columns are these
    /// objectives.
    pub fn observe(&mut self, scores: &Scores, tests: usize) {
        for objective in &mut self.list {
            objective.still_for = objective.still_for.saturating_add(1);
            objective.age = objective.age.saturating_add(1);
        }
        for test in 0..tests {
            for (objective, &fitness) in self.list.iter_mut().zip(scores.row(test)) {
                if fitness < objective.closest {
                    objective.closest = fitness;
                    objective.still_for = 0;
                }
            }
        }
    }

    /// For each objective whether length breaks ties: always, or until it has not come closer for
    /// `patience` generations.
    pub fn by_length(&self, patience: Option<u32>) -> Vec<bool> {
        let impatient = |still_for| patience.is_some_and(|patience| still_for >= patience);
        self.list.iter().map(|objective| !impatient(objective.still_for)).collect()
    }

    /// The goals that have been objectives for `age` generations or longer.
    pub fn older_than(&self, age: u32) -> impl Iterator<Item = Goal> {
        self.list.iter().filter(move |objective| objective.age >= age).map(|objective| objective.goal)
    }

    fn add(&mut self, goals: impl Iterator<Item = Goal>) {
        self.list.extend(goals.map(|goal| Objective { goal, closest: f64::INFINITY, still_for: 0, age: 0 }));
        // Stable, so that of a goal met again the older entry, which knows its past, stays.
        self.list.sort_by_key(|objective| objective.goal);
        self.list.dedup_by_key(|objective| objective.goal);
    }
}

/// What stands for some goals as objectives: those of them that guide, and for one that does not the goals that depend on
/// it, which nothing would lead to otherwise. None is covered.
fn reached<P: Problem>(problem: &P, archive: &Archive<P::Test>, mut goals: Vec<Goal>) -> Vec<Goal> {
    let mut met = BTreeSet::new();
    let mut reached = Vec::new();
    while let Some(goal) = goals.pop() {
        if archive.is_covered(goal) || !met.insert(goal) {
            continue;
        }
        if problem.guides(goal) {
            reached.push(goal);
        } else {
            goals.extend(problem.dependents(goal));
        }
    }
    reached
}
