//! Explains why goals are not covered, and how near the search came to covering them.

use std::collections::{BTreeMap, BTreeSet};

use analysis::MethodIndex;
use execution::run::Coverage;
use generation::Cluster;
use goals::{GoalId, Goals};

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

/// Returns the requested goals that neither the written tests nor existing tests cover, in the order of the
/// goals. `nearest` contains the smallest distance of any test for each branch.
pub fn uncovered(
    harness: &Harness,
    coverage: &Coverage,
    nearest: &[f64],
    obstacles: &Obstacles,
) -> Vec<Missed> {
    let goals = &harness.goals;
    let covered = coverage.goals.iter().copied().chain(goals.covered_by_existing());
    let entered_methods: BTreeSet<MethodIndex> = covered.map(|goal| goals.method(goal)).collect();
    let requested = (0..goals.len()).map(GoalId::from).filter(|&goal| harness.is_requested(goal));
    let uncovered =
        requested.filter(|goal| !coverage.goals.contains(goal) && !goals.is_covered_by_existing(*goal));
    let describe = |goal: GoalId| {
        let distance = goals.branch(goal).map(|branch| nearest[branch.index()]).filter(|it| it.is_finite());
        let method = goals.method(goal);
        Missed {
            criterion: goals.criterion(goal),
            goal: goals.describe(goal),
            distance,
            reason: match entered_methods.contains(&method) || distance.is_some() {
                true => reason_in_entered_method(goals, goal, distance),
                false => reason_of_unentered_method(obstacles, method),
            },
        }
    };
    uncovered.map(describe).collect()
}

/// Returns why no test entered a method.
fn reason_of_unentered_method(obstacles: &Obstacles, method: MethodIndex) -> String {
    match obstacles.uncallable.get(&method) {
        Some(reason) => reason.clone(),
        None if obstacles.unreachable.contains(&method) => {
            "no call of a test in the package of the class can lead to its method".to_owned()
        }
        None => "no test entered its method".to_owned(),
    }
}

/// Returns why a goal in an entered method is not covered.
fn reason_in_entered_method(goals: &Goals, goal: GoalId, distance: Option<f64>) -> String {
    let reason = match (goals.branch(goal), distance) {
        (Some(_), Some(0.0)) => "a test of the search took the branch, but no written test takes it",
        (Some(_), Some(_)) => "every evaluation of its condition had another outcome",
        (Some(_), None) => "no test evaluated its condition",
        (None, _) => "tests entered its method, but no test covered the goal",
    };
    reason.to_owned()
}
