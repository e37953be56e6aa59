//! How near an execution came to having a mutant give another value than the original.

use std::ops::Range;

use mutation::{Change, MutantId, Relation};

use crate::fitness::nu;
use crate::goals::Goals;
use crate::trace::Trace;

/// By region of operands what relation it is.
const REGIONS: [u8; 3] = [Relation::LESS, Relation::EQUAL, Relation::GREATER];

impl Goals {
    /// The normalised infection distance of a mutant, given those under the ids of mutants: 0 exactly if it gave another value;
    /// `None` where it was not reached.
    ///
    /// Where an operator or a variable is replaced, that of the values being the same; of a comparison, how far its operands
    /// were from those for which the outcome is another one; 0 of all others, which need only be reached.
    pub(crate) fn infection(&self, mutant: MutantId, distance: &dyn Fn(u32) -> Option<f64>) -> Option<f64> {
        let point = self.mutants.point(mutant);
        let id = |mutant: MutantId| self.ground.mutants + mutant.0;
        match &point.change {
            Change::Operation(_) | Change::Variable { .. } | Change::Field(_) => distance(id(mutant)),
            Change::Comparison { original, others } => {
                let other = others[(mutant.0 - point.first.0) as usize];
                let differing = original.0 ^ other.0;
                let regions = (0..).zip(REGIONS).filter(|(_, region)| differing & region != 0);
                let near = |(index, _)| distance(id(MutantId(point.first.0 + index)));
                let nearest = regions.filter_map(near).reduce(f64::min);
                // Reached at all, but with operands of which none of these is told, as a third region of booleans.
                nearest.or_else(|| distance(id(point.first)).map(|_| nu(1.0)))
            }
            _ => {
                debug_assert!(!point.operator.is_graded());
                let leader = &self.mutants.points[point.reached_with as usize];
                distance(id(leader.first)).map(|_| 0.0)
            }
        }
    }

    /// Calls `mark` with the mutants that gave another value in an execution, in any order, some perhaps twice.
    pub(crate) fn infect(&self, trace: &Trace, mark: &mut dyn FnMut(Range<u32>)) {
        let zero =
            trace.branches.iter().filter(|(id, distance)| *distance == 0.0 && *id >= self.ground.mutants);
        for mutant in zero.map(|(id, _)| id - self.ground.mutants) {
            let index = self.mutants.mutants[mutant as usize].point;
            let point = &self.mutants.points[index as usize];
            match &point.change {
                Change::Comparison { original, others } => {
                    let region = REGIONS[(mutant - point.first.0) as usize];
                    let differs = |other: &Relation| (original.0 ^ other.0) & region != 0;
                    let found = (point.first.0..).zip(others).filter(|(_, other)| differs(other));
                    found.for_each(|(mutant, _)| mark(mutant..mutant + 1));
                }
                _ if point.operator.is_graded() => mark(mutant..mutant + 1),
                _ => self.reached_with.row(index as usize).iter().for_each(|&it| mark(self.made_at(it))),
            }
        }
    }

    /// The mutants of a point.
    fn made_at(&self, point: u32) -> Range<u32> {
        let first = |point: usize| self.mutants.points.get(point).map(|point| point.first.0);
        let end = first(point as usize + 1).unwrap_or(self.mutants.mutants.len() as u32);
        self.mutants.points[point as usize].first.0..end
    }
}
