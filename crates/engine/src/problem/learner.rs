//! Learns from the results of tests which goals are covered, and which hints, mutants and probes the search
//! still needs.

use analysis::DistanceId;
use generation::OperatorCounts;
use goals::{GoalId, Goals};
use mutation::MutantId;
use search::Goal;
use testcase::Hint;
use vm::DistanceProbe;

use super::open_mutants::OpenMutants;
use super::outcome_counts::OutcomeCounts;
use super::silenced_probes::SilencedProbes;
use crate::harness::Harness;

/// Maximum number of mutants that a test runs on. A test can infect thousands of mutants, and a run on a
/// mutant takes as long as a test.
const MAX_MUTANTS_PER_TEST: usize = 64;
/// Number of mutants on which even the slowest test runs.
const MIN_MUTANTS_PER_TEST: usize = 4;
/// Approximate maximum number of ticks of all runs of a test on mutants. So a slow test runs on fewer
/// mutants.
const MUTANT_TICKS: u64 = 100_000;

/// Data that the search learns from the results of tests.
pub struct Learner {
    /// For each operator, the number of tests that it derived, and the number of these tests that covered a
    /// goal for the first time.
    pub operators: OperatorCounts,
    /// Counts of the outcomes of tests.
    pub outcomes: OutcomeCounts,
    /// For each branch, the smallest distance of any test; infinite if the condition was never evaluated.
    pub nearest: Vec<f64>,
    /// Number of runs on mutants.
    pub runs_on_mutants: u64,
    /// For each goal, whether a test of the archive or an existing test covers it.
    is_covered: Vec<bool>,
    /// For each mutant, the number of tests that were selected to run on it.
    tries: Vec<u32>,
    /// The probes that can be turned off.
    silenced: SilencedProbes,
    /// The mutants that no test covers yet, by basic block.
    open_mutants: OpenMutants,
}

impl Learner {
    /// Returns a learner without results.
    pub fn new(harness: &Harness) -> Learner {
        let goals = &harness.goals;
        Learner {
            operators: OperatorCounts::default(),
            outcomes: OutcomeCounts::default(),
            nearest: vec![f64::INFINITY; goals.branch_count()],
            runs_on_mutants: 0,
            is_covered: vec![false; goals.len()],
            tries: vec![0; harness.mutants.mutants.len()],
            silenced: SilencedProbes::new(goals, &harness.mutants, goals.statement_count()),
            open_mutants: OpenMutants::new(
                &harness.mutants,
                (0..goals.len()).filter_map(|goal| goals.mutant(goal.into())),
            ),
        }
    }

    /// Returns whether a hint can help to cover a goal that no test covers yet.
    pub fn is_useful(&self, hint: &Hint, harness: &Harness) -> bool {
        let Some(id) = hint.branch else { return true };
        if let Some(mutant) = harness.tracer.mutant(DistanceProbe(id)) {
            return self.open_mutants.are_in_block_of(mutant);
        }
        let goal = harness.goals.goal_of_distance(DistanceId(id));
        goal.is_none_or(|goal| !self.is_covered[goal.index()])
    }

    /// Records how near a test came to each branch.
    pub fn record_distances(&mut self, trace: &goals::Trace) {
        for &(id, distance) in &trace.branches {
            if let Some(nearest) = self.nearest.get_mut(id.index()) {
                *nearest = nearest.min(distance);
            }
        }
    }

    /// Selects the mutants that a test should run on, in ascending order. The test infects these mutants, and
    /// no test of the archive kills them. Selects the mutants with the fewest runs: at most
    /// `MAX_MUTANTS_PER_TEST`, and fewer for a test that took many `ticks`.
    pub fn select_mutants(&mut self, trace: &goals::Trace, ticks: u64, goals: &Goals) -> Vec<MutantId> {
        let is_open = |mutant: &MutantId| {
            let goal = goals.strong_goal(*mutant);
            goal.is_some_and(|goal| !self.is_covered[goal.index()])
        };
        let infected = goals.infected_by(trace);
        let mut mutants: Vec<MutantId> = infected.ones().map(MutantId::from).filter(is_open).collect();
        mutants.sort_by_key(|&mutant| self.tries[mutant.index()]);
        let affordable = (MUTANT_TICKS / ticks.max(1)) as usize;
        mutants.truncate(affordable.clamp(MIN_MUTANTS_PER_TEST, MAX_MUTANTS_PER_TEST));
        mutants.sort_unstable();
        mutants.iter().for_each(|&mutant| self.tries[mutant.index()] += 1);
        mutants
    }

    /// Records newly covered goals, and turns off the probes that only covered goals need.
    pub fn cover(&mut self, newly_covered: &[Goal], harness: &mut Harness) {
        self.is_covered.resize(harness.goals.len(), false);
        let probes =
            newly_covered.iter().flat_map(|goal| self.silenced.cover(&harness.goals, GoalId(goal.0)));
        let probes: Vec<u32> = probes.collect();
        silence(&probes, harness);
        for goal in newly_covered {
            self.is_covered[goal.index()] = true;
            harness.goals.mutant(GoalId(goal.0)).into_iter().for_each(|it| self.open_mutants.cover(it));
        }
    }

    /// Turns off each statement probe that no goal needs.
    pub fn silence_unused_probes(&self, harness: &mut Harness) {
        silence(&self.silenced.idle_statements(), harness);
    }

    /// Turns off the probes of branch distances that no uncovered goal needs.
    pub fn silence_distances(&mut self, harness: &mut Harness) {
        let is_open = |goal: GoalId| self.is_covered.get(goal.index()).is_none_or(|is_covered| !is_covered);
        let distances = self.silenced.idle_distances(&harness.goals, &is_open);
        harness.vm.disable_probes(&distances.into_iter().map(|id| id.0).collect::<Vec<_>>());
    }
}

/// Turns off probes of mutants and statements. `probes` are probe numbers as in [`SilencedProbes`].
fn silence(probes: &[u32], harness: &mut Harness) {
    let ids: Vec<u32> = probes.iter().map(|probe| harness.tracer.first_mutant + probe).collect();
    harness.vm.disable_probes(&ids);
}
