//! Infection distances: how close an execution came to infecting the program state with a mutant.

use std::ops::Range;

use mutation::{Change, MutantId, Mutants, Point, PointId, Relation};
use typed_index_collections::TiVec;

use crate::fitness::nu;
use crate::list_table::ListTable;
use crate::trace::Trace;

/// The relations of the operands of a comparison, in the order of their distance ids. The operands satisfy
/// exactly one of these relations. The operands that satisfy one relation are a *region*.
const REGIONS: [u8; 3] = [Relation::LESS, Relation::EQUAL, Relation::GREATER];

/// Computes the infection distances of mutants from the distances that a trace reports.
#[derive(Clone, Debug)]
pub(crate) struct Infections {
    /// For each mutant, the rule that computes its infection distance.
    rules: TiVec<MutantId, Rule>,
    /// For each reported distance, the mutants that are infected if the distance is 0.
    infected_by_distance: ListTable<MutantId, Range<MutantId>>,
}

/// The rule that computes the infection distance of a mutant from reported distances.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// The mutant has its own distance: the distance from producing another value.
    OwnDistance,
    /// The mutant replaces a comparison. The given id and the next two ids have the distances from the three
    /// [`REGIONS`] of the operands. The number is a bit set: the regions in which the mutant has another
    /// outcome than the original comparison.
    Comparison(MutantId, u8),
    /// The mutant is infected whenever it is reached. The given id has a distance if the mutant was reached.
    Reached(MutantId),
}

impl Infections {
    pub(crate) fn new(mutants: &Mutants) -> Infections {
        let mut rules = TiVec::with_capacity(mutants.mutants.len());
        let mut infected_by_distance = TiVec::from(vec![Vec::new(); mutants.mutants.len()]);
        for (index, point) in mutants.points.iter_enumerated() {
            for mutant in mutants_of(mutants, index) {
                let rule = rule(mutants, point, mutant);
                visit_infecting_ids(rule, mutant, &mut |id| append(&mut infected_by_distance[id], mutant));
                rules.push(rule);
            }
        }
        Infections { rules, infected_by_distance: infected_by_distance.into_iter().collect() }
    }

    /// Returns the normalised infection distance of a mutant: 0 exactly if the mutant was infected, `None` if
    /// it was not reached. `distance` returns the normalised distance that was reported for an id, or `None`
    /// if no distance was reported.
    pub(crate) fn distance(
        &self,
        mutant: MutantId,
        distance: &dyn Fn(MutantId) -> Option<f64>,
    ) -> Option<f64> {
        match self.rules[mutant] {
            Rule::OwnDistance => distance(mutant),
            Rule::Reached(id) => distance(id).map(|_| 0.0),
            Rule::Comparison(first, differing) => {
                let nearest = regions(first, differing).filter_map(distance).reduce(f64::min);
                // The comparison was reached, but no distance from a region in which the mutant differs was
                // reported. A comparison for identity never reports the third region.
                nearest.or_else(|| distance(first).map(|_| nu(1.0)))
            }
        }
    }

    /// Calls `visit` with ranges of mutants that an execution infected, in any order. Ranges can overlap.
    pub(crate) fn visit_infected(&self, trace: &Trace, visit: &mut dyn FnMut(Range<MutantId>)) {
        for (id, _) in trace.mutants.iter().filter(|(_, distance)| *distance == 0.0) {
            self.infected_by_distance[*id].iter().for_each(|range| visit(range.clone()));
        }
    }
}

/// Appends a mutant that is greater than all mutants in the ranges.
fn append(ranges: &mut Vec<Range<MutantId>>, mutant: MutantId) {
    let next = MutantId(mutant.0 + 1);
    match ranges.last_mut() {
        Some(range) if range.end == mutant => range.end = next,
        _ => ranges.push(mutant..next),
    }
}

/// Returns the rule for a mutant of a mutation point.
fn rule(mutants: &Mutants, point: &Point, mutant: MutantId) -> Rule {
    match &point.change {
        Change::Comparison { original, others } => {
            let other = others[(mutant.0 - point.first.0) as usize];
            Rule::Comparison(point.first, original.0 ^ other.0)
        }
        _ if point.operator.has_infection_condition() => Rule::OwnDistance,
        _ => Rule::Reached(mutants.points[point.reached_with].first),
    }
}

/// Calls `visit` with the ids whose distance of 0 shows that a mutant is infected.
fn visit_infecting_ids(rule: Rule, mutant: MutantId, visit: &mut dyn FnMut(MutantId)) {
    match rule {
        Rule::OwnDistance => visit(mutant),
        Rule::Reached(id) => visit(id),
        Rule::Comparison(first, differing) => regions(first, differing).for_each(visit),
    }
}

/// Returns the distance ids of a set of regions. `first` is the id of the first of the three regions.
fn regions(first: MutantId, set: u8) -> impl Iterator<Item = MutantId> {
    (first.0..).zip(REGIONS).filter(move |(_, region)| set & region != 0).map(|(id, _)| MutantId(id))
}

/// Returns the mutants of a mutation point.
fn mutants_of(mutants: &Mutants, point: PointId) -> impl Iterator<Item = MutantId> {
    let next = mutants.points.get(PointId(point.0 + 1));
    let end = next.map_or_else(|| mutants.mutants.next_key(), |next| next.first);
    MutantId::range(mutants.points[point].first..end)
}
