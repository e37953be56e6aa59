//! Counts the mutants that no test covers yet, by basic block.

use std::collections::BTreeMap;

use analysis::TiVec;
use mutation::{Mutant, MutantId, Mutants};

/// The number of uncovered goals of mutants in each basic block.
///
/// A hint about a comparison helps to cover the mutants of its block: they change the comparison, or the
/// values that it compares.
pub struct OpenMutants {
    /// For each mutant, the number of its block.
    block_of: TiVec<MutantId, usize>,
    /// For each block, the number of uncovered goals of its mutants.
    open_counts: Vec<usize>,
}

impl OpenMutants {
    /// Returns the counts at the beginning of a search, when all goals are uncovered. `goals` are the mutants
    /// of the goals.
    pub fn new(mutants: &Mutants, goals: impl Iterator<Item = MutantId>) -> OpenMutants {
        let mut blocks = BTreeMap::new();
        let block_of = |mutant: &Mutant| {
            let point = &mutants.points[mutant.point];
            let next = blocks.len();
            *blocks.entry((point.method, point.block)).or_insert(next)
        };
        let block_of: TiVec<MutantId, usize> = mutants.mutants.iter().map(block_of).collect();
        let mut open_counts = vec![0; blocks.len()];
        goals.for_each(|mutant| open_counts[block_of[mutant]] += 1);
        OpenMutants { block_of, open_counts }
    }

    /// Records that a goal of a mutant is covered for the first time.
    pub fn cover(&mut self, mutant: MutantId) {
        self.open_counts[self.block_of[mutant]] -= 1;
    }

    /// Returns whether the block of a mutant has uncovered goals. Returns false for an unknown mutant.
    pub fn are_in_block_of(&self, mutant: MutantId) -> bool {
        self.block_of.get(mutant).is_some_and(|&block| self.open_counts[block] > 0)
    }
}

#[cfg(test)]
mod tests {
    use analysis::{BlockId, MethodIndex};
    use mutation::{Change, Operator, Point, PointId};

    use super::*;

    #[test]
    fn a_block_has_open_mutants_until_all_its_goals_are_covered() {
        let point = |(block, first): (u32, u32)| Point {
            method: MethodIndex(0),
            block: BlockId(block),
            at: 0,
            line: 1,
            operator: Operator::DeleteStatement,
            first: MutantId(first),
            reached_with: PointId(first),
            change: Change::Deleted,
        };
        let mutant = |point| Mutant { point: PointId(point), description: String::new(), is_usual: false };
        let mutants = Mutants {
            points: [(5, 0), (5, 1), (7, 2)].map(point).to_vec().into(),
            mutants: [0, 1, 2].map(mutant).to_vec().into(),
        };
        let [first, second, third] = [0, 1, 2].map(MutantId);
        let mut open = OpenMutants::new(&mutants, [first, second].into_iter());
        assert!(open.are_in_block_of(first) && open.are_in_block_of(second));
        assert!(!open.are_in_block_of(third), "the mutant is no goal");
        open.cover(first);
        assert!(open.are_in_block_of(first));
        open.cover(second);
        assert!(!open.are_in_block_of(first));
        assert!(!open.are_in_block_of(MutantId(3)));
    }
}
