//! Decomposition of tests into independent parts.

use petgraph::unionfind::UnionFind;

use crate::model::{Statement, StatementKind, TestCase, Var};

impl TestCase {
    /// Splits the test into parts that share no object, in order. Each part is a test of its own and has its
    /// own copies of shared literals. Returns no parts if the test cannot be split.
    pub fn independent_parts(&self) -> Vec<TestCase> {
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

    /// Returns whether this test contains all statements of another test in the same order, except for
    /// literals. If several statements are equal, only the first one is considered. Therefore the result may
    /// be false although the test contains the other test.
    pub fn contains(&self, other: &TestCase) -> bool {
        let mut positions: Vec<Option<Var>> = Vec::with_capacity(other.len());
        let mut next = 0;
        for (index, statement) in other.statements.iter().enumerate() {
            if other.is_shared(index) {
                positions
                    .push(self.statements.iter().position(|it| it == statement).map(|at| Var(at as u32)));
                continue;
            }
            let mut renamed = statement.clone();
            let mut is_complete = true;
            renamed.uses_mut(|var| match positions[var.0 as usize] {
                Some(position) => *var = position,
                None => is_complete = false,
            });
            let position =
                (next..self.len()).find(|&at| is_complete && self.with_first_literals(at) == renamed);
            let Some(position) = position else { return false };
            positions.push(Some(Var(position as u32)));
            next = position + 1;
        }
        true
    }

    /// Returns a statement in which the first equal literal of the test replaces each literal.
    fn with_first_literals(&self, at: usize) -> Statement {
        let mut statement = self.statements[at].clone();
        statement.uses_mut(|var| {
            let used = var.0 as usize;
            if self.is_shared(used) {
                let first = self.statements.iter().position(|it| *it == self.statements[used]);
                var.0 = first.expect("the literal is equal to itself") as u32;
            }
        });
        statement
    }

    /// Returns whether parts may share the variable of a statement: a literal that is never assigned again.
    fn is_shared(&self, index: usize) -> bool {
        let is_assignment = |kind: &StatementKind| matches!(kind, StatementKind::Assign { target, .. } if target.0 as usize == index);
        matches!(self.statements[index].kind, StatementKind::Literal(_))
            && !self.statements[index..].iter().any(|it| is_assignment(&it.kind))
    }

    fn part(&self, groups: &[usize], label: usize) -> TestCase {
        let mut is_needed: Vec<bool> = groups.iter().map(|group| *group == label).collect();
        for (statement, _) in self.statements.iter().zip(groups).filter(|(_, group)| **group == label) {
            statement.uses(|var| is_needed[var.0 as usize] = true);
        }
        let mut part = self.clone();
        part.retain(|index| is_needed[index]);
        part
    }
}
