//! Which probes of mutants have nothing left to tell.

use goals::Goals;
use mutation::Mutants;

/// Counts what is left of the mutants that one probe tells of.
pub struct Closing {
    /// By mutant the mutant whose id the probe goes by.
    probe_of: Vec<u32>,
    /// By that mutant: goals not covered yet.
    open: Vec<u32>,
}

impl Closing {
    /// All goals are open.
    pub fn new(goals: &Goals, mutants: &Mutants) -> Closing {
        let probe = |mutant: &mutation::Mutant| {
            let point = &mutants.points[mutant.point as usize];
            mutants.points[point.reached_with as usize].first.0
        };
        let probe_of: Vec<u32> = mutants.mutants.iter().map(probe).collect();
        let mut open = vec![0; probe_of.len()];
        for mutant in (0..goals.len() as u32).filter_map(|goal| goals.mutant(goal)) {
            open[probe_of[mutant as usize] as usize] += 1;
        }
        Closing { probe_of, open }
    }

    /// Notes that a goal about a mutant is covered, for the first time: the mutant by whose id the probe goes that has nothing
    /// left to tell then.
    pub fn cover(&mut self, mutant: u32) -> Option<u32> {
        let probe = self.probe_of[mutant as usize];
        let open = &mut self.open[probe as usize];
        *open -= 1;
        (*open == 0).then_some(probe)
    }
}
