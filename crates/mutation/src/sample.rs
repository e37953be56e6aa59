//! A sample of the mutants of a large class.

use std::collections::BTreeSet;

use typed_index_collections::TiVec;

use crate::model::{Change, Mutant, MutantId, Mutants, Point, PointId};

/// Minimum number of mutants of a comparison: see [`Change::Comparison`].
const MIN_COMPARISONS: usize = 3;

impl Mutants {
    /// Returns a sample of at most `limit` mutants, or all mutants if there are at most `limit`.
    ///
    /// The sample prefers the mutants that show most about the quality of a test suite, in this order:
    ///
    /// 1. One mutant for each line and operator; three for comparisons.
    /// 2. One mutant for each mutation point; three for comparisons.
    /// 3. All mutants that no other mutant [subsumes](Mutants::is_subsuming).
    /// 4. The other mutants.
    ///
    /// If only some mutants of a group fit into the limit, the sample has mutants of this group from all
    /// parts of the class, and no mutants of later groups. The result is the same in every run.
    pub fn sample(self, limit: usize) -> Mutants {
        if self.mutants.len() <= limit {
            return self;
        }
        let mut kept_mutants = BTreeSet::new();
        for group in self.groups() {
            let remaining = limit - kept_mutants.len();
            let mutant_count: usize = group.iter().map(Vec::len).sum();
            if mutant_count <= remaining {
                kept_mutants.extend(group.into_iter().flatten());
                continue;
            }
            let set_count = group.len() * remaining / mutant_count;
            for set in (0..set_count).map(|index| &group[index * group.len() / set_count]) {
                if kept_mutants.len() + set.len() <= limit {
                    kept_mutants.extend(set);
                }
            }
            break;
        }
        self.restricted_to(&kept_mutants)
    }

    /// Returns the mutants in the four groups of [`sample`](Self::sample), in the same order. A group
    /// consists of sets of mutants. The mutants of a set are selected together.
    fn groups(&self) -> [Vec<Vec<MutantId>>; 4] {
        let mut groups = [const { Vec::new() }; 4];
        let mut lines = BTreeSet::new();
        for (number, point) in self.points.iter().enumerate() {
            let (best, others) = self.representatives(point, number);
            let is_first_of_line = lines.insert((point.method, point.line, point.operator));
            groups[usize::from(!is_first_of_line)].push(best);
            for mutant in others {
                groups[if self.is_subsuming(mutant) { 2 } else { 3 }].push(vec![mutant]);
            }
        }
        groups
    }

    /// Returns the mutants that represent a point, and the other mutants of the point.
    ///
    /// A point is represented by one mutant that no other mutant subsumes. The choice rotates with the number
    /// of the point, so that the sample has alternatives of all kinds. A comparison is represented by three
    /// mutants, because their ids report the three distances of the comparison (see [`Change::Comparison`]).
    fn representatives(&self, point: &Point, number: usize) -> (Vec<MutantId>, Vec<MutantId>) {
        let (mut candidates, subsumed_mutants): (Vec<MutantId>, Vec<MutantId>) =
            point.mutants().partition(|&mutant| self.is_subsuming(mutant));
        let first = number % candidates.len().max(1);
        candidates.rotate_left(first);
        candidates.extend(subsumed_mutants);
        let is_comparison = matches!(point.change, Change::Comparison { .. });
        let others = candidates.split_off(if is_comparison { MIN_COMPARISONS } else { 1 });
        (candidates, others)
    }

    /// Returns a table of the kept mutants, with new ids in the same order.
    fn restricted_to(&self, kept: &BTreeSet<MutantId>) -> Mutants {
        let mut restricted = Mutants::default();
        let mut new_ids: TiVec<PointId, Option<PointId>> = vec![None; self.points.len()].into();
        for point in &self.points {
            let is_kept: Vec<bool> = point.mutants().map(|mutant| kept.contains(&mutant)).collect();
            if !is_kept.contains(&true) {
                continue;
            }
            let id = restricted.points.next_key();
            // Of several points that are reached together, `reached_with` is the first kept point.
            let reached_with = *new_ids[point.reached_with].get_or_insert(id);
            let first = restricted.mutants.next_key();
            let change = point.change.restricted_to(&is_kept);
            restricted.points.push(Point { first, reached_with, change, ..point.clone() });
            let mutants = point.mutants().filter(|mutant| kept.contains(mutant));
            restricted
                .mutants
                .extend(mutants.map(|mutant| Mutant { point: id, ..self.mutants[mutant].clone() }));
        }
        restricted
    }
}

impl Point {
    /// Returns the mutants of the point.
    fn mutants(&self) -> impl Iterator<Item = MutantId> + use<> {
        MutantId::range(self.first..MutantId(self.first.0 + self.change.len() as u32))
    }
}

impl Change {
    /// Returns the number of alternatives.
    fn len(&self) -> usize {
        match self {
            Change::Int(values) => values.len(),
            Change::Long(values) => values.len(),
            Change::Float(values) => values.len(),
            Change::Double(values) => values.len(),
            Change::Text(values) | Change::Field(values) => values.len(),
            Change::Variable { slots, .. } => slots.len(),
            Change::Operation(others) => others.len(),
            Change::Unary(changes) => changes.len(),
            Change::Comparison { others, .. } => others.len(),
            Change::Deleted => 1,
        }
    }

    /// Returns the change with only the kept alternatives. `is_kept` has one entry for each alternative.
    fn restricted_to(&self, is_kept: &[bool]) -> Change {
        match self {
            Change::Int(values) => Change::Int(kept_alternatives(values, is_kept)),
            Change::Long(values) => Change::Long(kept_alternatives(values, is_kept)),
            Change::Float(values) => Change::Float(kept_alternatives(values, is_kept)),
            Change::Double(values) => Change::Double(kept_alternatives(values, is_kept)),
            Change::Text(values) => Change::Text(kept_alternatives(values, is_kept)),
            Change::Field(names) => Change::Field(kept_alternatives(names, is_kept)),
            Change::Variable { slots, class } => {
                Change::Variable { slots: kept_alternatives(slots, is_kept), class: class.clone() }
            }
            Change::Operation(others) => Change::Operation(kept_alternatives(others, is_kept)),
            Change::Unary(changes) => Change::Unary(kept_alternatives(changes, is_kept)),
            Change::Comparison { original, others } => {
                Change::Comparison { original: *original, others: kept_alternatives(others, is_kept) }
            }
            Change::Deleted => Change::Deleted,
        }
    }
}

fn kept_alternatives<T: Clone>(alternatives: &[T], is_kept: &[bool]) -> Vec<T> {
    let pairs = std::iter::zip(alternatives, is_kept);
    pairs.filter(|(_, is_kept)| **is_kept).map(|(alternative, _)| alternative.clone()).collect()
}
