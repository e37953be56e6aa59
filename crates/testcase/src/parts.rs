//! Tests taken apart.

use petgraph::unionfind::UnionFind;

use crate::model::{Statement, StatementKind, TestCase, Var};

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

    /// Whether all statements of another test but for literals are among those of this one, in the same order. Of several alike
    /// the first is taken for the one that is meant, so some are not found.
    pub fn contains(&self, other: &TestCase) -> bool {
        let mut places: Vec<Option<Var>> = Vec::with_capacity(other.len());
        let mut next = 0;
        for (index, statement) in other.statements.iter().enumerate() {
            if other.is_shared(index) {
                places.push(self.statements.iter().position(|it| it == statement).map(|at| Var(at as u32)));
                continue;
            }
            let mut here = statement.clone();
            let mut is_known = true;
            here.uses_mut(|var| match places[var.0 as usize] {
                Some(place) => *var = place,
                None => is_known = false,
            });
            let found = (next..self.len()).find(|&at| is_known && self.with_first_literals(at) == here);
            let Some(found) = found else { return false };
            places.push(Some(Var(found as u32)));
            next = found + 1;
        }
        true
    }

    /// A statement where each literal is the first one that is like it.
    fn with_first_literals(&self, at: usize) -> Statement {
        let mut statement = self.statements[at].clone();
        statement.uses_mut(|var| {
            let used = var.0 as usize;
            if self.is_shared(used) {
                let first = self.statements.iter().position(|it| *it == self.statements[used]);
                var.0 = first.expect("it is there itself") as u32;
            }
        });
        statement
    }

    /// Whether it is a value that cannot change, and a variable that does not.
    fn is_shared(&self, index: usize) -> bool {
        let assigned = |kind: &StatementKind| matches!(kind, StatementKind::Assign { target, .. } if target.0 as usize == index);
        matches!(self.statements[index].kind, StatementKind::Literal(_))
            && !self.statements[index..].iter().any(|it| assigned(&it.kind))
    }

    fn part(&self, groups: &[usize], label: usize) -> TestCase {
        let mut needed: Vec<bool> = groups.iter().map(|group| *group == label).collect();
        for (statement, _) in self.statements.iter().zip(groups).filter(|(_, group)| **group == label) {
            statement.uses(|var| needed[var.0 as usize] = true);
        }
        let mut part = self.clone();
        part.retain(|index| needed[index]);
        part
    }
}
