//! Tests taken apart.

use petgraph::unionfind::UnionFind;

use crate::model::{StatementKind, TestCase, Var};

impl TestCase {
    /// The parts of a test that share no object, in order, each a test of its own; none where it is all of one piece. What several
    /// parts use of literals each of them has.
    pub fn parts(&self) -> Vec<TestCase> {
        let mut groups: UnionFind<usize> = UnionFind::new(self.len());
        for (index, statement) in self.statements.iter().enumerate() {
            statement.uses(|Var(used)| {
                if !self.is_shared(used as usize) {
                    groups.union(index, used as usize);
                }
            });
        }
        let groups = groups.into_labeling();
        let first = |index: &usize| groups[..*index].iter().all(|group| *group != groups[*index]);
        let firsts: Vec<usize> = (0..self.len()).filter(|it| first(it) && !self.is_shared(*it)).collect();
        match firsts.len() {
            0 | 1 => Vec::new(),
            _ => firsts.into_iter().map(|first| self.part(&groups, groups[first])).collect(),
        }
    }

    /// Whether it is a value that cannot change, and a variable that does not.
    fn is_shared(&self, index: usize) -> bool {
        let assigned = |kind: &StatementKind| matches!(kind, StatementKind::Assign { target, .. } if target.0 as usize == index);
        matches!(self.statements[index].kind, StatementKind::Literal(_))
            && !self.statements[index..].iter().any(|it| assigned(&it.kind))
    }

    fn part(&self, groups: &[usize], label: usize) -> TestCase {
        let mut needed: Vec<bool> = groups.iter().map(|group| *group == label).collect();
        for statement in self.statements.iter().zip(groups).filter(|(_, group)| **group == label) {
            statement.0.uses(|var| needed[var.0 as usize] = true);
        }
        let mut part = self.clone();
        part.retain(|index| needed[index]);
        part
    }
}
