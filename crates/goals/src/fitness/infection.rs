//! How near an execution came to having a mutant give another value than the original.

use std::ops::Range;

use mutation::{Change, MutantId, Mutants, Point, PointId, Relation};
use typed_index_collections::TiVec;

use crate::fitness::nu;
use crate::list_table::ListTable;
use crate::trace::Trace;

/// By region of operands what relation it is.
const REGIONS: [u8; 3] = [Relation::LESS, Relation::EQUAL, Relation::GREATER];

/// What tells of mutants that they gave another value.
#[derive(Clone, Debug)]
pub(crate) struct Infections {
    /// By mutant.
    rules: TiVec<MutantId, Rule>,
    /// By id whose distance is 0 the mutants that gave another value then.
    infects: ListTable<MutantId, Range<MutantId>>,
}

/// Which distances tell of a mutant.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// Its own: that of the values being the same.
    Own,
    /// Of those under three ids from this one on, how far the operands of a comparison were from each region, the ones where its
    /// outcome is another one: a set of relations.
    Compares(MutantId, u8),
    /// It need only be reached, as that under this id tells.
    Reached(MutantId),
}

impl Infections {
    pub(crate) fn new(mutants: &Mutants) -> Infections {
        let mut rules = TiVec::with_capacity(mutants.mutants.len());
        let mut infects = TiVec::from(vec![Vec::new(); mutants.mutants.len()]);
        for (index, point) in mutants.points.iter_enumerated() {
            for mutant in made_at(mutants, index) {
                let rule = rule(mutants, point, mutant);
                infected_by(rule, mutant, &mut |id| add(&mut infects[id], mutant));
                rules.push(rule);
            }
        }
        Infections { rules, infects: infects.into_iter().collect() }
    }

    /// The normalised infection distance of a mutant, given those under the ids of mutants: 0 exactly if it gave another value;
    /// `None` where it was not reached.
    pub(crate) fn distance(
        &self,
        mutant: MutantId,
        distance: &dyn Fn(MutantId) -> Option<f64>,
    ) -> Option<f64> {
        match self.rules[mutant] {
            Rule::Own => distance(mutant),
            Rule::Reached(id) => distance(id).map(|_| 0.0),
            Rule::Compares(first, differing) => {
                let nearest = regions(first, differing).filter_map(distance).reduce(f64::min);
                // Reached at all, but with operands of which none of these is reported, as a third region of booleans.
                nearest.or_else(|| distance(first).map(|_| nu(1.0)))
            }
        }
    }

    /// Calls `mark` with the mutants that gave another value in an execution, in any order, some perhaps twice.
    pub(crate) fn infect(&self, trace: &Trace, mark: &mut dyn FnMut(Range<MutantId>)) {
        for (id, _) in trace.mutants.iter().filter(|(_, distance)| *distance == 0.0) {
            self.infects[*id].iter().for_each(|range| mark(range.clone()));
        }
    }
}

/// Adds a mutant behind those that are smaller.
fn add(ranges: &mut Vec<Range<MutantId>>, mutant: MutantId) {
    let next = MutantId(mutant.0 + 1);
    match ranges.last_mut() {
        Some(range) if range.end == mutant => range.end = next,
        _ => ranges.push(mutant..next),
    }
}

fn rule(mutants: &Mutants, point: &Point, mutant: MutantId) -> Rule {
    match &point.change {
        Change::Comparison { original, others } => {
            let other = others[(mutant.0 - point.first.0) as usize];
            Rule::Compares(point.first, original.0 ^ other.0)
        }
        _ if point.operator.is_graded() => Rule::Own,
        _ => Rule::Reached(mutants.points[point.reached_with].first),
    }
}

/// Calls `visit` with the ids that, with a distance of 0, tell that a mutant of that rule gave another value.
fn infected_by(rule: Rule, mutant: MutantId, visit: &mut dyn FnMut(MutantId)) {
    match rule {
        Rule::Own => visit(mutant),
        Rule::Reached(id) => visit(id),
        Rule::Compares(first, differing) => regions(first, differing).for_each(visit),
    }
}

/// The ids of some regions.
fn regions(first: MutantId, of: u8) -> impl Iterator<Item = MutantId> {
    (first.0..).zip(REGIONS).filter(move |(_, region)| of & region != 0).map(|(id, _)| MutantId(id))
}

/// The mutants of a point.
fn made_at(mutants: &Mutants, point: PointId) -> impl Iterator<Item = MutantId> {
    let next = mutants.points.get(PointId(point.0 + 1));
    let end = next.map_or_else(|| mutants.mutants.next_key(), |next| next.first);
    MutantId::range(mutants.points[point].first..end)
}
