//! What tests do not cover: how near the search came, and why.

use std::collections::{BTreeMap, BTreeSet};

use execution::run::Coverage;
use generation::Cluster;
use goals::{GoalId, Goals};

use crate::harness::Harness;
use crate::problem::focus::Focus;
use crate::report::Missed;

/// What is known of the methods of a class that tests have a hard time with.
#[derive(Debug, Default)]
pub struct Obstacles {
    /// By method: a type that calls of it need and of which no object can be made.
    blocked: BTreeMap<usize, String>,
    /// Methods that no call which tests can make leads to.
    apart: BTreeSet<usize>,
}

impl Obstacles {
    /// Those of the calls of a cluster.
    pub fn of(cluster: &Cluster, focus: &Focus) -> Obstacles {
        let mut blocked = BTreeMap::new();
        for blocked_type in cluster.uninstantiable_classes() {
            let needs =
                format!("it needs a {}: {}", cluster.world.name(blocked_type.class), blocked_type.reason);
            for method in focus.entered_by(&blocked_type.calls) {
                blocked.entry(method).or_insert_with(|| needs.clone());
            }
        }
        Obstacles { blocked, apart: focus.apart().collect() }
    }
}

/// The goals asked for that neither tests cover together nor existing ones, in order; `nearest` is by branch the least distance
/// that the search came to taking it.
pub fn uncovered(
    judge: &Harness,
    coverage: &Coverage,
    nearest: &[f64],
    obstacles: &Obstacles,
) -> Vec<Missed> {
    let goals = &judge.goals;
    let covered = coverage.goals.iter().copied().chain(goals.covered_by_existing());
    let entered: BTreeSet<usize> = covered.map(|goal| method(goals, goal)).collect();
    let asked = (0..goals.len()).map(GoalId::from).filter(|&goal| judge.is_requested(goal));
    let missed = asked.filter(|goal| !coverage.goals.contains(goal) && !goals.is_covered_by_existing(*goal));
    let describe = |goal: GoalId| {
        let distance = goals.branch(goal).map(|branch| nearest[branch.index()]).filter(|it| it.is_finite());
        let method = method(goals, goal);
        Missed {
            criterion: goals.criterion(goal),
            goal: goals.describe(goal),
            distance,
            reason: match entered.contains(&method) || distance.is_some() {
                true => reason(goals, goal, distance),
                false => obstacle(obstacles, method),
            },
        }
    };
    missed.map(describe).collect()
}

fn method(goals: &Goals, goal: GoalId) -> usize {
    goals.method(goal).index()
}

/// Why a method is not entered.
fn obstacle(obstacles: &Obstacles, method: usize) -> String {
    match obstacles.blocked.get(&method) {
        Some(needs) => needs.clone(),
        None if obstacles.apart.contains(&method) => {
            "no call that a test in its package can make leads to its method".to_owned()
        }
        None => "its method was never entered".to_owned(),
    }
}

/// Why a goal in a method that is entered is not covered.
fn reason(goals: &Goals, goal: GoalId, distance: Option<f64>) -> String {
    match (goals.branch(goal), distance) {
        (Some(_), Some(0.0)) => "the search took it, but in no test that could be kept".to_owned(),
        (Some(_), Some(_)) => "its condition was evaluated, always with the other outcome".to_owned(),
        (Some(_), None) => "its condition was never evaluated".to_owned(),
        (None, _) => "it was never reached".to_owned(),
    }
}
