//! Explains why goals are not covered, and how near the search came to covering them.

use std::collections::{BTreeMap, BTreeSet};

use analysis::{BranchId, MethodIndex, Program};
use execution::run::Coverage;
use generation::Cluster;
use goals::{GoalId, Goals};
use mutation::MutantId;

use crate::harness::Harness;
use crate::problem::focus::Focus;
use crate::report::Missed;

/// Methods that tests cannot enter.
#[derive(Debug, Default)]
pub struct Obstacles {
    /// For each method that tests cannot call, the reason: a call needs an object that no test can make.
    uncallable: BTreeMap<MethodIndex, String>,
    /// Methods that no call in a test can run, directly or indirectly.
    unreachable: BTreeSet<MethodIndex>,
}

impl Obstacles {
    /// Returns the methods that the calls of a cluster cannot enter.
    pub fn of(cluster: &Cluster, focus: &Focus) -> Obstacles {
        let mut uncallable = BTreeMap::new();
        for obstacle in cluster.uninstantiable_classes() {
            let class = cluster.world.name(obstacle.class);
            let reason = format!(
                "its method needs an object of {class}, which no test can create: {}",
                obstacle.reason
            );
            for method in focus.called_methods(&obstacle.calls) {
                uncallable.entry(method).or_insert_with(|| reason.clone());
            }
        }
        Obstacles { uncallable, unreachable: focus.unreachable_methods().collect() }
    }
}

/// Explains why goals are not covered.
pub struct Explanation<'a> {
    program: &'a Program,
    goals: &'a Goals,
    /// What the written tests cover.
    coverage: &'a Coverage,
    /// The smallest distance of any test for each branch. Empty if no search ran.
    nearest: &'a [f64],
    obstacles: &'a Obstacles,
    entered_methods: BTreeSet<MethodIndex>,
}

impl<'a> Explanation<'a> {
    /// Returns an explanation for the goals of a program. `nearest` contains the smallest distance of any
    /// test for each branch.
    pub fn new(
        program: &'a Program,
        goals: &'a Goals,
        coverage: &'a Coverage,
        nearest: &'a [f64],
        obstacles: &'a Obstacles,
    ) -> Explanation<'a> {
        let covered = coverage.goals.iter().copied().chain(goals.covered_by_existing());
        let entered_methods = covered.map(|goal| goals.method(goal)).collect();
        Explanation { program, goals, coverage, nearest, obstacles, entered_methods }
    }

    /// Returns the requested goals that neither the written tests nor existing tests cover, in the order of
    /// the goals. `harness` contains the goals of this explanation.
    pub fn uncovered(&self, harness: &Harness) -> Vec<Missed> {
        let requested = (0..self.goals.len()).map(GoalId::from).filter(|&goal| harness.is_requested(goal));
        let uncovered = requested.filter(|&goal| !self.is_covered(goal));
        let describe = |goal: GoalId| Missed {
            criterion: self.goals.criterion(goal),
            goal: self.goals.describe(goal),
            distance: self.distance(goal),
            reason: self.reason(goal),
        };
        uncovered.map(describe).collect()
    }

    /// Returns whether written or existing tests cover a goal.
    pub fn is_covered(&self, goal: GoalId) -> bool {
        self.coverage.goals.contains(&goal) || self.goals.is_covered_by_existing(goal)
    }

    /// Returns whether existing tests infect a mutant.
    pub fn is_infected_by_existing(&self, mutant: MutantId) -> bool {
        self.goals.strong_goal(mutant).is_some_and(|goal| self.goals.is_covered_by_existing(goal))
    }

    /// Returns the goal of a branch, and its description inside its method, such as `line 12: a > b`. Returns
    /// `None` if the run does not require branches.
    pub fn branch(&self, branch: BranchId) -> Option<(GoalId, String)> {
        let goal = self.goals.branch_goal(branch).filter(|&goal| self.goals.is_target(goal))?;
        let description = self.goals.describe(goal);
        let inside = description.split_once("): ").map_or(&*description, |(_, inside)| inside);
        Some((goal, inside.to_owned()))
    }

    /// Returns the smallest branch distance of any test. Returns `None` if the goal is no branch, or if no
    /// test evaluated its condition.
    pub fn distance(&self, goal: GoalId) -> Option<f64> {
        let branch = self.goals.branch(goal)?;
        self.nearest.get(branch.index()).copied().filter(|distance| distance.is_finite())
    }

    /// Returns why a goal is not covered.
    pub fn reason(&self, goal: GoalId) -> String {
        let distance = self.distance(goal);
        match self.reason_of_method(self.goals.method(goal)) {
            Some(reason) if distance.is_none() => reason,
            _ => self.reason_in_entered_method(goal, distance).to_owned(),
        }
    }

    /// Returns why no test entered a method. Returns `None` if a test entered it.
    pub fn reason_of_method(&self, method: MethodIndex) -> Option<String> {
        if self.entered_methods.contains(&method) {
            return None;
        }
        Some(match self.obstacles.uncallable.get(&method) {
            Some(reason) => reason.clone(),
            None if self.obstacles.unreachable.contains(&method) => {
                "no call of a test in the package of the class can lead to its method".to_owned()
            }
            None => "no test entered its method".to_owned(),
        })
    }
    /// Returns why a goal in an entered method is not covered.
    fn reason_in_entered_method(&self, goal: GoalId, distance: Option<f64>) -> &'static str {
        match self.goals.branch(goal) {
            Some(_) if distance == Some(0.0) => {
                "a test of the search took the branch, but no written test takes it"
            }
            Some(branch) if distance.is_some() || self.has_covered_sibling(branch) => {
                "every evaluation of its condition had another outcome"
            }
            Some(_) => "no test evaluated its condition",
            None => "tests entered its method, but no test covered the goal",
        }
    }

    /// Returns whether written or existing tests take another branch of the same condition. The search does
    /// not record the distances of existing tests.
    fn has_covered_sibling(&self, branch: BranchId) -> bool {
        let analysis::Branch { method, predicate, .. } = self.program.branches[branch];
        let predicate = &self.program.methods[method].predicates[predicate as usize];
        let siblings =
            (0..predicate.outcomes.len() as u32).map(|outcome| BranchId(predicate.first.0 + outcome));
        siblings.filter_map(|sibling| self.goals.branch_goal(sibling)).any(|goal| self.is_covered(goal))
    }
}
