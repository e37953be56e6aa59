//! Which probes have nothing left to tell.

use analysis::{DistanceId, TiSlice, TiVec};
use fixedbitset::FixedBitSet;
use goals::{GoalId, Goals};
use mutation::{MutantId, Mutants};

/// Counts what is left of the goals that one probe tells of. Probes of mutants go by the ids of mutants, those of statements by
/// theirs behind these. Of predicates, on which the fitness of many goals hangs, what is left is found out now and then.
pub struct SilencedProbes {
    /// By mutant the mutant whose id the probe goes by.
    probe_of: TiVec<MutantId, u32>,
    /// By probe: goals not covered yet.
    open: Vec<u32>,
    /// The ids of distances closed so far, once there may be such.
    distances: FixedBitSet,
    /// Whether a goal was covered since they were looked at.
    has_covered: bool,
}

impl SilencedProbes {
    /// All goals are open.
    pub fn new(goals: &Goals, mutants: &Mutants, statements: usize) -> SilencedProbes {
        let probe = |mutant: &mutation::Mutant| {
            let point = &mutants.points[mutant.point];
            mutants.points[point.reached_with].first.0
        };
        let probe_of: TiVec<MutantId, u32> = mutants.mutants.iter().map(probe).collect();
        let mut open = vec![0; probe_of.len() + statements];
        for probe in (0..goals.len()).flat_map(|goal| probes(goals, &probe_of, goal.into())) {
            open[probe as usize] += 1;
        }
        SilencedProbes { probe_of, open, distances: FixedBitSet::new(), has_covered: true }
    }

    /// The ids of distances that tell nothing of open goals any more, but for those given before. None where tests run on
    /// mutants: all their branches count for what these do.
    pub fn idle_distances(&mut self, goals: &Goals, is_open: &dyn Fn(GoalId) -> bool) -> Vec<DistanceId> {
        if goals.strong_goal(MutantId(0)).is_some() || !std::mem::take(&mut self.has_covered) {
            return Vec::new();
        }
        let mut idle = goals.unneeded_distances(is_open);
        idle.retain(|&id| {
            self.distances.grow(id.index() + 1);
            !self.distances.put(id.index())
        });
        idle
    }

    /// The probes of statements that tell of no goal.
    pub fn idle_statements(&self) -> Vec<u32> {
        let statements = self.probe_of.len()..self.open.len();
        statements.filter(|&probe| self.open[probe] == 0).map(|probe| probe as u32).collect()
    }

    /// Notes that a goal is covered, for the first time: the probes that have nothing left to tell then.
    pub fn cover(&mut self, goals: &Goals, goal: GoalId) -> Vec<u32> {
        self.has_covered = true;
        let mut closed = probes(goals, &self.probe_of, goal);
        closed.retain(|&probe| {
            let open = &mut self.open[probe as usize];
            *open -= 1;
            *open == 0
        });
        closed
    }
}

/// The probes that tell of a goal.
fn probes(goals: &Goals, probe_of: &TiSlice<MutantId, u32>, goal: GoalId) -> Vec<u32> {
    match goals.mutant(goal) {
        Some(mutant) => vec![probe_of[mutant]],
        None => {
            let statements = goals.statements(goal);
            statements.into_iter().map(|statement| probe_of.len() as u32 + statement.0).collect()
        }
    }
}
