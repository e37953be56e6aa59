//! Decomposition of tests into independent parts.

use petgraph::unionfind::UnionFind;
use types::Type;

use crate::model::{Statement, StatementKind, TestCase, Var};

impl TestCase {
    /// Splits the test into parts that share no object, in the order of their first statements. Each part is
    /// a complete test. A literal that several parts use is copied into each of them. Returns an empty list
    /// if the test cannot be split.
    pub fn independent_parts(&self) -> Vec<TestCase> {
        let mut groups: UnionFind<usize> = UnionFind::new(self.len());
        for (index, statement) in self.statements.iter().enumerate() {
            statement.uses(|Var(used)| {
                if !self.is_shareable(used as usize) {
                    groups.union(index, used as usize);
                }
            });
        }
        let groups = groups.into_labeling();
        let is_first_of_group = |index: &usize| groups[..*index].iter().all(|group| *group != groups[*index]);
        let first_statements: Vec<usize> =
            (0..self.len()).filter(|it| is_first_of_group(it) && !self.is_shareable(*it)).collect();
        match first_statements.len() {
            0 | 1 => Vec::new(),
            _ => first_statements.into_iter().map(|first| self.part(&groups, groups[first])).collect(),
        }
    }

    /// Splits the test into one test for each act, in the order of the acts. An act is a call whose result no
    /// other statement uses. The last statement is also an act. The calls that return nothing, or whose
    /// results are used, prepare the acts. Returns an empty list if the test has less than two acts.
    pub fn single_acts(&self) -> Vec<TestCase> {
        let is_used = |index: usize| self.statements.iter().any(|it| it.mentions(Var(index as u32)));
        let is_call = |index: usize| matches!(self.statements[index].kind, StatementKind::Call { .. });
        let is_act = |index: usize| {
            index + 1 == self.len()
                || is_call(index) && self.statements[index].ty != Type::Void && !is_used(index)
        };
        let acts: Vec<usize> = (0..self.len()).filter(|&index| is_act(index)).collect();
        if acts.len() < 2 {
            return Vec::new();
        }
        let mut tests: Vec<TestCase> = acts.iter().map(|&act| self.with_act(act, &is_act)).collect();
        tests.dedup();
        tests
    }

    /// Returns the last act of the test, with the earlier statements that it needs. Omits other acts: see
    /// [`TestCase::single_acts`].
    pub fn last_act(&self) -> Option<TestCase> {
        self.single_acts().pop()
    }

    /// Returns the test of one act: the act, and the earlier statements that it needs. Omits other acts.
    fn with_act(&self, act: usize, is_act: &dyn Fn(usize) -> bool) -> TestCase {
        let mut is_needed = vec![false; self.len()];
        is_needed[act] = true;
        for index in (0..=act).rev() {
            let statement = &self.statements[index];
            let changes_needed_object = || {
                let changed = statement.receiver().or(statement.written_variable());
                !is_act(index) && changed.is_some_and(|Var(changed)| is_needed[changed as usize])
            };
            if is_needed[index] || changes_needed_object() {
                is_needed[index] = true;
                statement.uses(|Var(used)| is_needed[used as usize] = true);
            }
        }
        let mut test = self.clone();
        test.retain(|index| is_needed[index]);
        test
    }

    /// Returns whether this test contains all statements of another test in the same order. Literals can be
    /// in any order.
    ///
    /// If several statements of this test match one statement of the other test, the method considers only
    /// the first match. Therefore the result is sometimes false although this test contains the other test.
    pub fn contains(&self, other: &TestCase) -> bool {
        let mut positions: Vec<Option<Var>> = Vec::with_capacity(other.len());
        let mut search_start = 0;
        for (index, statement) in other.statements.iter().enumerate() {
            if other.is_shareable(index) {
                positions
                    .push(self.statements.iter().position(|it| it == statement).map(|at| Var(at as u32)));
                continue;
            }
            let mut renamed_statement = statement.clone();
            let mut is_complete = true;
            renamed_statement.uses_mut(|var| match positions[var.0 as usize] {
                Some(position) => *var = position,
                None => is_complete = false,
            });
            let position = (search_start..self.len())
                .find(|&at| is_complete && self.statement_with_first_literals(at) == renamed_statement);
            let Some(position) = position else { return false };
            positions.push(Some(Var(position as u32)));
            search_start = position + 1;
        }
        true
    }

    /// Returns a copy of a statement. The copy uses, instead of each literal, the first equal literal of the
    /// test.
    fn statement_with_first_literals(&self, at: usize) -> Statement {
        let mut statement = self.statements[at].clone();
        statement.uses_mut(|var| {
            let used_index = var.0 as usize;
            if self.is_shareable(used_index) {
                let first = self.statements.iter().position(|it| *it == self.statements[used_index]);
                var.0 = first.expect("the literal is equal to itself") as u32;
            }
        });
        statement
    }

    /// Returns whether each part can have its own copy of a statement: the statement is a literal whose
    /// variable is never assigned again.
    fn is_shareable(&self, index: usize) -> bool {
        let is_assignment = |kind: &StatementKind| matches!(kind, StatementKind::Assign { target, .. } if target.0 as usize == index);
        matches!(self.statements[index].kind, StatementKind::Literal(_))
            && !self.statements[index..].iter().any(|it| is_assignment(&it.kind))
    }

    /// Returns the part that consists of the statements of one group and the literals that they use.
    fn part(&self, groups: &[usize], wanted_group: usize) -> TestCase {
        let mut is_needed: Vec<bool> = groups.iter().map(|group| *group == wanted_group).collect();
        for (statement, _) in self.statements.iter().zip(groups).filter(|(_, group)| **group == wanted_group)
        {
            statement.uses(|var| is_needed[var.0 as usize] = true);
        }
        let mut part = self.clone();
        part.retain(|index| is_needed[index]);
        part
    }
}
