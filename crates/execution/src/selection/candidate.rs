//! A test with all its possible assertions, before the assertions are selected.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;
use mutation::MutantId;
use testcase::output::{REDIRECTION, redirection_of};
use testcase::{Assertion, CheckedTest, Statement, StatementKind, TestCase, Var};
use types::{MethodId, Type, World};
use vm::Effect;

use super::{AssertedAfter, AssertedTest};
use crate::run::assertions_on;

/// A test with all its possible assertions, and its results on mutants.
pub(super) struct Candidate<'a> {
    pub world: &'a World,
    /// The test with all possible assertions.
    pub test: CheckedTest,
    /// Index of the first inspector. The statements before it belong to the test itself.
    pub first_inspector: usize,
    /// Indices of the assertions whose values are the same without the tested call.
    pub unaffected: BTreeSet<usize>,
    /// Mutants that the test infects and with which it was not submitted yet.
    pub infected: FixedBitSet,
    /// Number of ticks of the test without mutants, or 0 if it is unknown.
    pub ticks: u64,
    /// Whether the test was observed twice.
    pub is_observed_twice: bool,
    /// For each mutant that assertions detect, these assertions.
    pub detections: Vec<BTreeSet<usize>>,
    /// Mutants that the test kills and no earlier test kills.
    pub kills: Vec<MutantId>,
    /// Mutants that the test ran on and does not kill.
    pub survivors: BTreeSet<MutantId>,
    /// Indices of the selected assertions. The index after the last assertion means the message of the
    /// expected exception, which every test asserts. `None` if no selection of assertions ended before the
    /// deadline.
    pub selected: Option<BTreeSet<usize>>,
}

/// How a test kills a mutant.
pub(super) enum Detection {
    /// The statements of the test itself end in another way than without the mutant.
    ByStatements,
    /// At least one of these assertions must be selected.
    ByAssertions(BTreeSet<usize>),
}

impl<'a> Candidate<'a> {
    /// Returns how the test kills a mutant, or `None` if the test does not kill the mutant.
    ///
    /// If an inspector does not complete with the mutant, the test kills the mutant only with an assertion
    /// that needs this inspector. `is_mutated` returns whether a method contains the mutant.
    pub fn detection(&self, effect: &Effect, is_mutated: &dyn Fn(MethodId) -> bool) -> Option<Detection> {
        let mut assertions = match effect {
            Effect::Killed => return Some(Detection::ByStatements),
            Effect::EndsDifferently { completed, .. } if !self.is_inspector(*completed as usize) => {
                return Some(Detection::ByStatements);
            }
            Effect::EndsDifferently { completed, detected } => {
                let mut assertions = assertions_on(&self.test, detected);
                assertions.extend(self.assertions_that_need(*completed as usize));
                assertions
            }
            Effect::Detected(statements) => assertions_on(&self.test, statements),
            Effect::Survived { .. } | Effect::NotRun => BTreeSet::new(),
        };
        assertions.retain(|assertion| {
            !self.unaffected.contains(assertion) || !self.inspects_by(*assertion, is_mutated)
        });
        (!assertions.is_empty()).then_some(Detection::ByAssertions(assertions))
    }

    /// Returns whether the inspectors of an assertion call a method for which a predicate is true.
    fn inspects_by(&self, assertion: usize, is_wanted: &dyn Fn(MethodId) -> bool) -> bool {
        let Some(Assertion { var, .. }) = self.test.assertions.get(assertion) else { return false };
        let inspectors = std::iter::successors(Some(*var), |var| self.test.case.definition(*var).receiver())
            .take_while(|var| self.is_inspector(var.0 as usize));
        let mut methods = inspectors.filter_map(|var| self.test.case.definition(var).called_method());
        methods.any(is_wanted)
    }

    fn is_inspector(&self, index: usize) -> bool {
        (self.first_inspector..self.test.case.len()).contains(&index)
    }

    /// Returns the indices of the assertions that need an inspector.
    fn assertions_that_need(&self, inspector: usize) -> impl Iterator<Item = usize> {
        let CheckedTest { case, assertions, .. } = &self.test;
        let needs = move |assertion: &Assertion| {
            let assertions = std::slice::from_ref(assertion);
            needed_statements(self.world, case, self.first_inspector, assertions).get(inspector)
                == Some(&true)
        };
        assertions.iter().enumerate().filter(move |(_, it)| needs(it)).map(|(index, _)| index)
    }

    /// Creates a candidate without selected assertions.
    pub fn new(
        world: &'a World,
        test: CheckedTest,
        first_inspector: usize,
        infected: FixedBitSet,
    ) -> Candidate<'a> {
        Candidate {
            world,
            test,
            first_inspector,
            unaffected: BTreeSet::new(),
            infected,
            ticks: 0,
            is_observed_twice: false,
            detections: Vec::new(),
            kills: Vec::new(),
            survivors: BTreeSet::new(),
            selected: None,
        }
    }

    /// Returns the test with its selected assertions. Adds assertions that a reader expects: on the last
    /// call, and on unused results. If `asserted_after` is set, also adds an assertion on a value that the
    /// last call changed. Removes inspectors that no assertion needs.
    pub fn into_asserted(mut self, asserted_after: Option<&AssertedAfter>) -> AssertedTest {
        let is_complete = self.is_observed_twice && self.selected.is_some();
        let mut selected = self.selected.take().unwrap_or_default();
        selected.extend(self.expected_assertion_on_last_call(&selected));
        selected.extend(self.assertions_on_unused_results());
        if let Some(asserted_after) = asserted_after {
            selected.extend(self.assertion_on_change(&selected, asserted_after));
        }
        let CheckedTest { assertions, case, .. } = &mut self.test;
        let is_affected = |it: usize| !self.unaffected.contains(&it);
        let affected: Vec<u32> = selected
            .iter()
            .filter(|&&it| it < assertions.len() && is_affected(it))
            .map(|&it| assertions[it].var.0)
            .collect();
        let mut indices = 0..;
        assertions.retain(|_| selected.contains(&indices.next().expect("an endless range")));
        let is_needed = needed_statements(self.world, case, self.first_inspector, assertions);
        self.test.retain(|index| is_needed[index]);
        self.kills.sort_unstable();
        let new_index = |index: usize| is_needed[..index].iter().filter(|is_needed| **is_needed).count();
        let first_inspector = new_index(self.first_inspector);
        let affected = affected.into_iter().map(|index| new_index(index as usize));
        AssertedTest {
            affected_inspectors: affected.filter(|&index| index >= first_inspector).collect(),
            first_inspector,
            test: self.test,
            kills: self.kills,
            survivors: self.survivors,
            is_complete,
        }
    }
}

/// Returns for each statement whether the test needs it.
///
/// A test needs all statements before its inspectors, and the inspectors that its assertions depend on. Some
/// of the first statements can redirect the standard output to a buffer. The test needs these statements only
/// if another needed statement uses the buffer.
fn needed_statements(
    world: &World,
    case: &TestCase,
    first_inspector: usize,
    assertions: &[Assertion],
) -> Vec<bool> {
    let redirection = redirection_of(world, case).map(|first| first..first + REDIRECTION);
    let redirection = redirection.filter(|it| it.end <= first_inspector).unwrap_or_default();
    let mut is_needed: Vec<bool> =
        (0..case.len()).map(|index| index < first_inspector && !redirection.contains(&index)).collect();
    for assertion in assertions {
        is_needed[assertion.var.0 as usize] = true;
        if let Some(other) = assertion.expected.other() {
            is_needed[other.0 as usize] = true;
        }
    }
    for index in (first_inspector..case.len()).rev() {
        // An inspector that writes to a buffer is needed if the buffer is needed.
        let fills_needed_buffer = || {
            let mut fills = false;
            case.statements[index]
                .uses(|var| fills |= is_needed[var.0 as usize] && is_buffer(case, first_inspector, var));
            fills
        };
        if is_needed[index] || fills_needed_buffer() {
            is_needed[index] = true;
            case.statements[index].uses(|var| is_needed[var.0 as usize] = true);
        }
    }
    let own_statements = case.statements.get(redirection.end..first_inspector).unwrap_or_default();
    let is_mentioned =
        |index: usize| own_statements.iter().any(|statement| statement.mentions(Var(index as u32)));
    let is_used = redirection.clone().any(|index| is_needed[index] || is_mentioned(index));
    is_needed[redirection].fill(is_used);
    is_needed
}

/// Returns whether a statement creates a buffer to which the next inspector writes. Such a statement is an
/// inspector that creates an object.
fn is_buffer(case: &TestCase, first_inspector: usize, Var(index): Var) -> bool {
    index as usize >= first_inspector
        && matches!(case.statements[index as usize].kind, StatementKind::Construct { .. })
}

/// Returns the method and the receiver of the last call before the statement `first_inspector`. Returns
/// `None` if there is no call, or if the method is static, is from the JDK, or returns a value.
pub(super) fn last_void_call(
    world: &World,
    test: &TestCase,
    first_inspector: usize,
) -> Option<(MethodId, Var)> {
    let is_call = |statement: &&Statement| matches!(statement.kind, StatementKind::Call { .. });
    let last = test.statements[..first_inspector].iter().rfind(is_call)?;
    match last.kind {
        StatementKind::Call { method, receiver: Some(object), .. } if last.ty == Type::Void => {
            Some((method, object))
        }
        _ => None,
    }
    .filter(|(method, _)| !world.is_from_jdk(world.method(*method).class))
}
