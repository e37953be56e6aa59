//! How near an execution came to having a mutant give another value than the original.

use std::ops::Range;

use mutation::{Change, MutantId, Mutants, Point, Relation};

use crate::fitness::nu;
use crate::rows::Rows;
use crate::trace::Trace;

/// By region of operands what relation it is.
const REGIONS: [u8; 3] = [Relation::LESS, Relation::EQUAL, Relation::GREATER];

/// What tells of mutants that they gave another value.
#[derive(Clone, Debug)]
pub(crate) struct Infections {
    /// By mutant.
    rules: Vec<Rule>,
    /// By id whose distance is 0 the mutants that gave another value then.
    infects: Rows<(u32, u32)>,
}

/// Which distances tell of a mutant.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// Its own: that of the values being the same.
    Own,
    /// Of those under three ids from this one on, how far the operands of a comparison were from each region, the ones where its
    /// outcome is another one: a set of relations.
    Compares(u32, u8),
    /// It need only be reached, as that under this id tells.
    Reached(u32),
}

impl Infections {
    pub(crate) fn new(mutants: &Mutants) -> Infections {
        let mut rules = Vec::with_capacity(mutants.mutants.len());
        let mut infects = vec![Vec::new(); mutants.mutants.len()];
        for (index, point) in mutants.points.iter().enumerate() {
            for mutant in made_at(mutants, index) {
                let rule = rule(mutants, point, mutant);
                infected_by(rule, mutant, &mut |id| add(&mut infects[id as usize], mutant));
                rules.push(rule);
            }
        }
        Infections { rules, infects: infects.into_iter().collect() }
    }

    /// The normalised infection distance of a mutant, given those under the ids of mutants: 0 exactly if it gave another value;
    /// `None` where it was not reached.
    pub(crate) fn distance(&self, mutant: MutantId, distance: &dyn Fn(u32) -> Option<f64>) -> Option<f64> {
        match self.rules[mutant.0 as usize] {
            Rule::Own => distance(mutant.0),
            Rule::Reached(id) => distance(id).map(|_| 0.0),
            Rule::Compares(first, differing) => {
                let nearest = regions(first, differing).filter_map(distance).reduce(f64::min);
                // Reached at all, but with operands of which none of these is told, as a third region of booleans.
                nearest.or_else(|| distance(first).map(|_| nu(1.0)))
            }
        }
    }

    /// Calls `mark` with the mutants that gave another value in an execution, in any order, some perhaps twice.
    pub(crate) fn infect(&self, trace: &Trace, mark: &mut dyn FnMut(Range<u32>)) {
        for (id, _) in trace.mutants.iter().filter(|(_, distance)| *distance == 0.0) {
            self.infects.row(*id as usize).iter().for_each(|&(first, end)| mark(first..end));
        }
    }
}

/// Adds a mutant behind those that are smaller.
fn add(ranges: &mut Vec<(u32, u32)>, mutant: u32) {
    match ranges.last_mut() {
        Some((_, end)) if *end == mutant => *end += 1,
        _ => ranges.push((mutant, mutant + 1)),
    }
}

fn rule(mutants: &Mutants, point: &Point, mutant: u32) -> Rule {
    match &point.change {
        Change::Comparison { original, others } => {
            let other = others[(mutant - point.first.0) as usize];
            Rule::Compares(point.first.0, original.0 ^ other.0)
        }
        _ if point.operator.is_graded() => Rule::Own,
        _ => Rule::Reached(mutants.points[point.reached_with as usize].first.0),
    }
}

/// Calls `visit` with the ids that, with a distance of 0, tell that a mutant of that rule gave another value.
fn infected_by(rule: Rule, mutant: u32, visit: &mut dyn FnMut(u32)) {
    match rule {
        Rule::Own => visit(mutant),
        Rule::Reached(id) => visit(id),
        Rule::Compares(first, differing) => regions(first, differing).for_each(visit),
    }
}

/// The ids of some regions.
fn regions(first: u32, of: u8) -> impl Iterator<Item = u32> {
    (first..).zip(REGIONS).filter(move |(_, region)| of & region != 0).map(|(id, _)| id)
}

/// The mutants of a point.
fn made_at(mutants: &Mutants, point: usize) -> Range<u32> {
    let first = |point: usize| mutants.points.get(point).map(|point| point.first.0);
    first(point).unwrap_or(0)..first(point + 1).unwrap_or(mutants.mutants.len() as u32)
}
