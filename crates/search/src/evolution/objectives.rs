//! The goals that a many-objective search currently optimises, and how DynaMOSA selects these goals.

use std::collections::BTreeSet;

use crate::archive::Archive;
use crate::problem::{Goal, Problem, objective_goals};

/// The goals that a search currently optimises.
#[derive(Clone, Debug, Default)]
pub struct Objectives {
    /// Uncovered goals in increasing order, without duplicates.
    list: Vec<Objective>,
}

/// A goal that the search currently optimises.
#[derive(Clone, Copy, Debug)]
struct Objective {
    goal: Goal,
    /// Number of generations for which the goal has been an objective.
    age: u32,
}

impl Objectives {
    /// Returns the first objectives of DynaMOSA: the roots of the problem. Goals that depend on a root
    /// replace this root if it cannot be an objective.
    pub fn roots<P: Problem>(problem: &P) -> Self {
        let mut objectives = Self::default();
        objectives.add(nearest_objectives(problem, &Archive::default(), problem.roots()).into_iter());
        objectives
    }

    /// Returns the objectives of MOSA: all goals that can be objectives.
    pub fn all<P: Problem>(problem: &P) -> Self {
        let mut objectives = Self::default();
        objectives.add(objective_goals(problem));
        objectives
    }

    /// Returns the goals to optimise, in increasing order.
    pub fn goals(&self) -> Vec<Goal> {
        self.list.iter().map(|objective| objective.goal).collect()
    }

    /// Replaces covered objectives by the uncovered goals that depend on these objectives (`UPDATE-TARGETS`,
    /// Algorithm 7 of the DynaMOSA paper). The objectives are then the uncovered roots, and the uncovered
    /// goals that depend directly on a covered goal.
    ///
    /// The paper also visits the dependents of covered dependents. One step is enough here, because
    /// `newly_covered` contains all goals that were covered after the previous call. A covered dependent was
    /// therefore in `newly_covered` of this call or of an earlier call.
    pub fn update<P: Problem>(&mut self, problem: &P, archive: &Archive<P::Test>, newly_covered: &[Goal]) {
        if newly_covered.is_empty() {
            return;
        }
        self.list.retain(|objective| !archive.is_covered(objective.goal));
        let dependents = newly_covered.iter().flat_map(|&goal| problem.dependents(goal));
        self.add(nearest_objectives(problem, archive, dependents.copied().collect()).into_iter());
    }

    /// Adds one generation to the age of each objective.
    pub fn advance_age(&mut self) {
        for objective in &mut self.list {
            objective.age = objective.age.saturating_add(1);
        }
    }

    /// Returns the goals that have been objectives for at least `age` generations.
    pub fn of_age(&self, age: u32) -> impl Iterator<Item = Goal> {
        self.list.iter().filter(move |objective| objective.age >= age).map(|objective| objective.goal)
    }

    /// Adds goals with age 0. Ignores goals that are already objectives.
    fn add(&mut self, goals: impl Iterator<Item = Goal>) {
        self.list.extend(goals.map(|goal| Objective { goal, age: 0 }));
        // The sort is stable. If a goal has two entries, only the older entry remains, which has the true
        // age.
        self.list.sort_by_key(|objective| objective.goal);
        self.list.dedup_by_key(|objective| objective.goal);
    }
}

/// Returns the uncovered goals among `goals` that can be objectives. A goal that cannot be an objective is
/// replaced by the goals that depend on it. Otherwise no objective would lead the search to these goals.
fn nearest_objectives<P: Problem>(
    problem: &P,
    archive: &Archive<P::Test>,
    mut goals: Vec<Goal>,
) -> Vec<Goal> {
    let mut visited = BTreeSet::new();
    let mut objectives = Vec::new();
    while let Some(goal) = goals.pop() {
        if archive.is_covered(goal) || !visited.insert(goal) {
            continue;
        }
        if problem.is_objective(goal) {
            objectives.push(goal);
        } else {
            goals.extend(problem.dependents(goal));
        }
    }
    objectives
}
