//! Finds the probes that can be turned off, because no uncovered goal needs them.

use analysis::{DistanceId, TiSlice, TiVec};
use fixedbitset::FixedBitSet;
use goals::{GoalId, Goals};
use mutation::{MutantId, Mutants};

/// Counts the uncovered goals that need each probe of a mutant or a statement. The probes of mutants have the
/// numbers of the mutants. The probes of statements have the numbers after the mutants.
///
/// The probes of branch distances are not counted, because the fitness of many goals uses the same distance.
/// [`idle_distances`](SilencedProbes::idle_distances) computes the branch distances whose probes can be
/// turned off.
pub struct SilencedProbes {
    /// For each mutant, the number of the probe that reports it. Mutants that are always reached together
    /// share the probe of the first mutant.
    probe_of: TiVec<MutantId, u32>,
    /// Number of uncovered goals that need each probe.
    open_counts: Vec<u32>,
    /// The branch distances whose probes were turned off.
    idle_distances: FixedBitSet,
    /// Whether a goal was newly covered since `idle_distances` was computed.
    has_new_coverage: bool,
}

impl SilencedProbes {
    /// Returns the counts at the beginning of a search, when all goals are uncovered.
    pub fn new(goals: &Goals, mutants: &Mutants, statements: usize) -> SilencedProbes {
        let probe = |mutant: &mutation::Mutant| {
            let point = &mutants.points[mutant.point];
            mutants.points[point.reached_with].first.0
        };
        let probe_of: TiVec<MutantId, u32> = mutants.mutants.iter().map(probe).collect();
        let mut open_counts = vec![0; probe_of.len() + statements];
        for probe in (0..goals.len()).flat_map(|goal| probes(goals, &probe_of, goal.into())) {
            open_counts[probe as usize] += 1;
        }
        SilencedProbes { probe_of, open_counts, idle_distances: FixedBitSet::new(), has_new_coverage: true }
    }

    /// Returns the branch distances that no uncovered goal needs, without the distances that an earlier call
    /// returned. Returns no distances if strong mutation is a criterion, because all branch distances are
    /// needed to measure the effect of a mutant.
    pub fn idle_distances(&mut self, goals: &Goals, is_open: &dyn Fn(GoalId) -> bool) -> Vec<DistanceId> {
        if goals.strong_goal(MutantId(0)).is_some() || !std::mem::take(&mut self.has_new_coverage) {
            return Vec::new();
        }
        let mut distances = goals.unneeded_distances(is_open);
        distances.retain(|&id| {
            self.idle_distances.grow(id.index() + 1);
            !self.idle_distances.put(id.index())
        });
        distances
    }

    /// Returns the statement probes that no uncovered goal needs.
    pub fn idle_statements(&self) -> Vec<u32> {
        let statements = self.probe_of.len()..self.open_counts.len();
        statements.filter(|&probe| self.open_counts[probe] == 0).map(|probe| probe as u32).collect()
    }

    /// Records that a goal is covered for the first time. Returns the probes that no uncovered goal needs any
    /// more.
    pub fn cover(&mut self, goals: &Goals, goal: GoalId) -> Vec<u32> {
        self.has_new_coverage = true;
        let mut unneeded_probes = probes(goals, &self.probe_of, goal);
        unneeded_probes.retain(|&probe| {
            let open = &mut self.open_counts[probe as usize];
            *open -= 1;
            *open == 0
        });
        unneeded_probes
    }
}

/// Returns the probes that a goal needs.
fn probes(goals: &Goals, probe_of: &TiSlice<MutantId, u32>, goal: GoalId) -> Vec<u32> {
    match goals.mutant(goal) {
        Some(mutant) => vec![probe_of[mutant]],
        None => {
            let statements = goals.statements(goal);
            statements.into_iter().map(|statement| probe_of.len() as u32 + statement.0).collect()
        }
    }
}
