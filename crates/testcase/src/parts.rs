//! Decomposition of tests into independent parts.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::unionfind::UnionFind;
use types::Type;

use crate::model::{Statement, StatementKind, TestCase, Var};

impl TestCase {
    /// Splits the test into parts that share no object, in the order of their first statements. Each part is
    /// a complete test. A literal or a value of a static field that several parts use is copied into each of
    /// them. Returns an empty list if the test cannot be split.
    pub fn independent_parts(&self) -> Vec<TestCase> {
        let is_copied = |index: usize| self.is_shareable(index) || self.is_used_static_field(index);
        let mut groups: UnionFind<usize> = UnionFind::new(self.len());
        for (index, statement) in self.statements.iter().enumerate() {
            statement.uses(|Var(used)| {
                if !is_copied(used as usize) {
                    groups.union(index, used as usize);
                }
            });
        }
        let groups = groups.into_labeling();
        let is_first_of_group = |index: &usize| groups[..*index].iter().all(|group| *group != groups[*index]);
        let first_statements: Vec<usize> =
            (0..self.len()).filter(|it| is_first_of_group(it) && !is_copied(*it)).collect();
        match first_statements.len() {
            0 | 1 => Vec::new(),
            _ => first_statements.into_iter().map(|first| self.part(&groups, groups[first])).collect(),
        }
    }

    /// Splits the test into one test for each act, in the order of the acts. An act is a call whose result no
    /// other statement uses. The last statement is also an act. The calls that return nothing, or whose
    /// results are used, prepare the acts. Returns an empty list if the test has less than two acts.
    pub fn single_acts(&self) -> Vec<TestCase> {
        let acts = self.acts();
        if acts.len() < 2 {
            return Vec::new();
        }
        let is_act = |index: usize| acts.contains(&index);
        let mut tests: Vec<TestCase> = acts.iter().map(|&act| self.with_act(act, &is_act)).collect();
        tests.dedup();
        tests
    }

    /// Returns the indices of the acts: see [`TestCase::single_acts`].
    pub fn acts(&self) -> Vec<usize> {
        let is_used = |index: usize| self.statements.iter().any(|it| it.mentions(Var(index as u32)));
        let is_call = |index: usize| matches!(self.statements[index].kind, StatementKind::Call { .. });
        let is_act = |&index: &usize| {
            index + 1 == self.len()
                || is_call(index) && self.statements[index].ty != Type::Void && !is_used(index)
        };
        (0..self.len()).filter(is_act).collect()
    }

    /// Returns the last act of the test, with the earlier statements that it needs. Omits other acts: see
    /// [`TestCase::single_acts`].
    pub fn last_act(&self) -> Option<TestCase> {
        self.single_acts().pop()
    }

    /// Returns the test of one call: the call, and the earlier statements that it needs. Omits acts: see
    /// [`TestCase::single_acts`].
    pub fn with_call(&self, call: usize) -> TestCase {
        let acts = self.acts();
        self.with_act(call, &|index| acts.contains(&index))
    }

    /// Returns the test of one call: the call, the earlier statements that it needs, and all earlier calls on
    /// the same objects.
    pub fn with_all_calls(&self, call: usize) -> TestCase {
        self.with_act(call, &|_| false)
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

    /// Separates the tested call from the inspectors whose values it does not change. The tested call is the
    /// last call before the statement `first_inspector`.
    ///
    /// The first of the returned tests has the tested call. Each other test has inspectors in place of the
    /// tested call. All inspectors without arguments are in one test. Each other inspector has its own test.
    /// Inspectors that use each other stay together.
    ///
    /// Returns an empty list if there is nothing to separate. A single inspector without arguments is not
    /// separated.
    ///
    /// `affected` contains the inspectors whose values the tested call changes.
    pub fn separate_inspectors(&self, first_inspector: usize, affected: &BTreeSet<usize>) -> Vec<TestCase> {
        let tested_call = self.statements[..first_inspector].iter().rposition(Statement::is_call);
        let Some(tested_call) = tested_call else { return Vec::new() };
        let mut groups: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (index, group) in self.inspector_groups(first_inspector) {
            groups.entry(group).or_default().insert(index);
        }
        groups.retain(|_, group| group.is_disjoint(affected));
        let separate: BTreeSet<usize> = groups.values().flatten().copied().collect();
        let (queries, mut inspections): (Vec<BTreeSet<usize>>, Vec<BTreeSet<usize>>) =
            groups.into_values().partition(|group| group.iter().all(|&index| self.is_query(index)));
        let queries: BTreeSet<usize> = queries.into_iter().flatten().collect();
        if inspections.is_empty() && queries.len() < 2 {
            return Vec::new();
        }
        inspections.extend(Some(queries).filter(|queries| !queries.is_empty()));
        let is_remaining = |index: usize| index >= first_inspector && !separate.contains(&index);
        let remaining: BTreeSet<usize> = (0..self.len()).filter(|&index| is_remaining(index)).collect();
        let preparation = |index: usize| index < first_inspector && index != tested_call;
        let without_inspectors = self.part_with(&remaining, &|index| index < first_inspector);
        let inspections = inspections.iter().map(|inspectors| self.part_with(inspectors, &preparation));
        std::iter::once(without_inspectors).chain(inspections).collect()
    }

    /// Returns the part with some statements, their literals, and the statements for which `is_kept` returns
    /// true.
    fn part_with(&self, statements: &BTreeSet<usize>, is_kept: &dyn Fn(usize) -> bool) -> TestCase {
        let mut literals = BTreeSet::new();
        for &index in statements.iter().filter(|&&index| !self.is_shareable(index)) {
            self.statements[index].uses(|Var(used)| {
                literals.extend(Some(used as usize).filter(|&used| self.is_shareable(used)));
            });
        }
        let is_needed = |index: usize| statements.contains(&index) && !self.is_shareable(index);
        let mut part = self.clone();
        part.retain(|index| is_kept(index) || is_needed(index) || literals.contains(&index));
        part
    }

    /// Returns the inspectors, each with the number of its group. Connected inspectors are in one group. Two
    /// inspectors are connected if one of them uses the other.
    fn inspector_groups(&self, first_inspector: usize) -> Vec<(usize, usize)> {
        let mut connected: UnionFind<usize> = UnionFind::new(self.len());
        for index in first_inspector..self.len() {
            self.statements[index].uses(|Var(used)| {
                if used as usize >= first_inspector && !self.is_shareable(used as usize) {
                    connected.union(index, used as usize);
                }
            });
        }
        let labels = connected.into_labeling();
        let inspectors = (first_inspector..self.len()).filter(|&index| !self.is_shareable(index));
        inspectors.map(|index| (index, labels[index])).collect()
    }

    /// Returns whether a statement reads the state of an object without arguments.
    fn is_query(&self, index: usize) -> bool {
        match &self.statements[index].kind {
            StatementKind::Call { args, receiver, .. } => receiver.is_some() && args.is_empty(),
            StatementKind::ReadField { .. } | StatementKind::ReadElement { .. } => true,
            _ => false,
        }
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

    /// Returns whether a statement reads a static field, and another statement uses the value.
    fn is_used_static_field(&self, index: usize) -> bool {
        matches!(self.statements[index].kind, StatementKind::ReadField { receiver: None, .. })
            && self.statements.iter().any(|it| it.mentions(Var(index as u32)))
    }

    /// Returns the part that consists of the statements of one group and the copied statements that they use.
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
