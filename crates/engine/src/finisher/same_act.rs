//! Merges tests that make the same tested call and differ only in what they inspect afterwards.

use std::time::Instant;

use execution::observe;
use execution::run::Executor;
use testcase::{Assertion, CheckedTest, Statement, StatementKind, TestCase, Var};

use super::suite::FinishedTest;
use super::test_finisher::TestFinisher;

/// Maximum number of assertions of a merged test.
const MAX_ASSERTIONS: usize = 4;
/// Numbers from here stand for literals in [`Canonical::statements`].
const FIRST_LITERAL: u32 = u32::MAX / 2;

impl TestFinisher {
    /// Merges tests whose statements are the same up to the tested call, if only calls without arguments and
    /// reads of fields follow. The merged test has the goals and assertions of all of them. The merged tests
    /// run until `deadline`; tests whose merged test behaves in another way are not merged.
    pub fn merge_same_acts(
        &self,
        executor: &mut Executor,
        finished: &mut Vec<FinishedTest>,
        deadline: Instant,
    ) {
        let groups = self.groups(executor, finished);
        let cases: Vec<TestCase> = groups.iter().map(|group| group.merged.case.clone()).collect();
        let observed = observe::observe(executor, &cases, &self.test_class.package, deadline);
        let mut is_merged = vec![false; finished.len()];
        for (Group { first, others, merged }, observed) in groups.into_iter().zip(observed) {
            let is_confirmed = observed.is_some_and(|observed| {
                let confirms = |assertion: &Assertion| observed.test.assertions.contains(assertion);
                observed.is_observed_twice && merged.assertions.iter().all(confirms)
            });
            if !is_confirmed {
                continue;
            }
            for other in others {
                is_merged[other] = true;
                let goals = finished[other].0.goals.clone();
                finished[first].0.add_goals(goals);
            }
            finished[first].1 = merged;
        }
        let mut is_merged = is_merged.into_iter();
        finished.retain(|_| !is_merged.next().unwrap_or_default());
    }

    /// Returns the groups of tests to merge.
    fn groups(&self, executor: &Executor, finished: &[FinishedTest]) -> Vec<Group> {
        let mut literals = Vec::new();
        let mut groups: Vec<(Act, Group)> = Vec::new();
        for (index, (_, test)) in finished.iter().enumerate() {
            let call = self.tested_statement(executor.world, test);
            let Some(act) = call.and_then(|call| Act::new(test, call, &mut literals)) else { continue };
            let same =
                groups.iter_mut().find(|(other, _)| other.canonical.statements == act.canonical.statements);
            let Some((first, group)) = same else {
                groups.push((act, Group { first: index, others: Vec::new(), merged: test.clone() }));
                continue;
            };
            if let Some(merged) = merged(&group.merged, first, test, &act) {
                group.others.push(index);
                group.merged = merged;
            }
        }
        groups.into_iter().map(|(_, group)| group).filter(|group| !group.others.is_empty()).collect()
    }
}

/// Tests that become one test.
struct Group {
    /// Index of the first test.
    first: usize,
    /// Indices of the other tests.
    others: Vec<usize>,
    merged: CheckedTest,
}

/// A test without suspicion or expected exception, up to its tested call. Only inspections follow the call.
struct Act {
    /// Index of the tested call.
    call: usize,
    /// The statements up to the tested call.
    canonical: Canonical,
}

impl Act {
    fn new(test: &CheckedTest, call: usize, literals: &mut Vec<Statement>) -> Option<Act> {
        let inspections = &test.case.statements[call + 1..];
        let is_plain = test.throws.is_none() && test.suspicion.is_none() && !test.assertions.is_empty();
        let canonical = Canonical::new(&test.case.statements[..=call], literals);
        (is_plain && inspections.iter().all(is_inspection)).then_some(Act { call, canonical })
    }
}

/// Statements without their literals: two sequences of statements that differ only in the variables for
/// literals are equal.
struct Canonical {
    /// The statements other than literals. A variable is the index of its statement in this list, or a number
    /// from [`FIRST_LITERAL`].
    statements: Vec<Statement>,
    /// For each of these statements, its index in the test.
    indices: Vec<usize>,
}

impl Canonical {
    /// `literals` contains all literals so far.
    fn new(statements: &[Statement], literals: &mut Vec<Statement>) -> Canonical {
        let is_assigned = |index: usize| {
            let assigns = |it: &Statement| matches!(it.kind, StatementKind::Assign { target, .. } if target.0 as usize == index);
            statements.iter().any(assigns)
        };
        let mut canonical = Canonical { statements: Vec::new(), indices: Vec::new() };
        let mut numbers: Vec<u32> = Vec::with_capacity(statements.len());
        for (index, statement) in statements.iter().enumerate() {
            if matches!(statement.kind, StatementKind::Literal(_)) && !is_assigned(index) {
                let known = literals.iter().position(|literal| literal == statement);
                let number = known.unwrap_or(literals.len());
                literals.extend(known.is_none().then(|| statement.clone()));
                numbers.push(FIRST_LITERAL + number as u32);
                continue;
            }
            let mut statement = statement.clone();
            statement.uses_mut(|var| var.0 = numbers[var.0 as usize]);
            numbers.push(canonical.statements.len() as u32);
            canonical.statements.push(statement);
            canonical.indices.push(index);
        }
        canonical
    }
}

/// Returns whether a statement is a call without arguments, or a read of a field or element, of an object.
pub(super) fn is_inspection(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Call { receiver: Some(_), args, .. } => args.is_empty(),
        StatementKind::ReadField { receiver: Some(_), .. } | StatementKind::ReadElement { .. } => true,
        _ => false,
    }
}

/// Returns a test with the inspections and assertions of another test that has the same act. Returns `None`
/// if the test would have too many assertions, or if an assertion of the other test is on a literal.
fn merged(test: &CheckedTest, act: &Act, other: &CheckedTest, other_act: &Act) -> Option<CheckedTest> {
    let mut merged = test.clone();
    let same_statements = other_act.canonical.indices.iter().zip(&act.canonical.indices);
    let mut numbers: Vec<Option<u32>> = vec![None; other.case.len()];
    same_statements.for_each(|(&other, &own)| numbers[other] = Some(own as u32));
    for (index, statement) in other.case.statements.iter().enumerate().skip(other_act.call + 1) {
        let mut statement = statement.clone();
        let mut is_known = true;
        statement.uses_mut(|var| match numbers[var.0 as usize] {
            Some(number) => var.0 = number,
            None => is_known = false,
        });
        if !is_known {
            return None;
        }
        let found = (act.call + 1..merged.case.len()).find(|&own| merged.case.statements[own] == statement);
        numbers[index] = Some(found.unwrap_or(merged.case.len()) as u32);
        merged.case.statements.extend(found.is_none().then_some(statement));
    }
    for assertion in &other.assertions {
        let mut assertion = assertion.clone();
        let other_var = assertion.expected.other();
        let mentioned = [Some(assertion.var), Some(Var(assertion.after)), other_var];
        if mentioned.into_iter().flatten().any(|var| numbers[var.0 as usize].is_none()) {
            return None;
        }
        assertion.renumber(|index| numbers[index as usize].unwrap_or_default());
        let is_same = |own: &Assertion| own.var == assertion.var && own.expected == assertion.expected;
        if !merged.assertions.iter().any(is_same) {
            merged.assertions.push(assertion);
        }
    }
    merged.assertions.sort_by_key(|it| it.after);
    (merged.assertions.len() <= MAX_ASSERTIONS).then_some(merged)
}

#[cfg(test)]
mod tests {
    use testcase::{Literal, Observation};
    use types::MethodId;

    use super::*;
    use crate::finisher::fixture::{call, statement};

    const PARSE: u32 = 1;
    const KIND: u32 = 2;
    const TEXT: u32 = 3;

    fn text(text: &str) -> Statement {
        statement(StatementKind::Literal(Literal::String(text.encode_utf16().collect())))
    }

    /// Returns a test with an assertion on its last statement.
    fn test(statements: Vec<Statement>) -> CheckedTest {
        let last = statements.len() as u32 - 1;
        let expected = Observation::Literal(Literal::Int(last as i32));
        let assertion = Assertion { var: Var(last), after: last, expected };
        CheckedTest { assertions: vec![assertion], ..CheckedTest::new(TestCase { statements }) }
    }

    fn merge(first: &CheckedTest, second: &CheckedTest) -> Option<CheckedTest> {
        let mut literals = Vec::new();
        let mut act = |test: &CheckedTest| {
            let is_tested = |it: &Statement| it.called_method() == Some(MethodId(PARSE));
            let call = test.case.statements.iter().rposition(is_tested).unwrap();
            Act::new(test, call, &mut literals).unwrap()
        };
        let (first_act, second_act) = (act(first), act(second));
        let is_same = first_act.canonical.statements == second_act.canonical.statements;
        is_same.then(|| merged(first, &first_act, second, &second_act)).flatten()
    }

    #[test]
    fn tests_with_the_same_act_become_one_test_with_the_inspections_of_both() {
        let first = test(vec![text("a"), call(PARSE, None, &[0, 0]), call(KIND, Some(1), &[])]);
        let second = test(vec![text("a"), text("a"), call(PARSE, None, &[0, 1]), call(TEXT, Some(2), &[])]);
        let merged = merge(&first, &second).unwrap();
        let expected =
            [text("a"), call(PARSE, None, &[0, 0]), call(KIND, Some(1), &[]), call(TEXT, Some(1), &[])];
        assert_eq!(merged.case.statements, expected);
        let asserted: Vec<(u32, u32)> = merged.assertions.iter().map(|it| (it.var.0, it.after)).collect();
        assert_eq!(asserted, [(2, 2), (3, 3)]);
    }

    #[test]
    fn a_test_with_the_same_inspections_adds_nothing() {
        let first = test(vec![text("a"), call(PARSE, None, &[0]), call(KIND, Some(1), &[])]);
        assert_eq!(merge(&first, &first).unwrap(), first);
    }

    #[test]
    fn tests_with_other_literals_are_not_merged() {
        let first = test(vec![text("a"), call(PARSE, None, &[0]), call(KIND, Some(1), &[])]);
        let second = test(vec![text("b"), call(PARSE, None, &[0]), call(TEXT, Some(1), &[])]);
        assert_eq!(merge(&first, &second), None);
    }
}
