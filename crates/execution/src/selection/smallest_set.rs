//! Selects assertions that detect mutants, and assertions that a reader of the test expects.

use std::collections::BTreeSet;

use testcase::{Assertion, CheckedTest, Observation, Statement, StatementKind, Var};
use types::access::PUBLIC;

use super::AssertedAfter;
use super::candidate::{Candidate, last_void_call};

/// Maximum cost of an assertion that is selected although it detects no mutant. The maximum is twice as high
/// if the test would otherwise check nothing, and for an array that the tested call changed.
const MAX_COST: u32 = 40;

impl Candidate<'_> {
    /// Returns a small set of assertions that detects every mutant in `detections`.
    ///
    /// The algorithm is greedy: it adds the assertion that detects the most remaining mutants relative to its
    /// cost, until all mutants are detected. Then it removes each assertion whose mutants other selected
    /// assertions also detect.
    pub(super) fn smallest_set(&self) -> BTreeSet<usize> {
        let mut detections = self.detections.clone();
        let mut selected = BTreeSet::new();
        while !detections.is_empty() {
            let benefit = |&it: &usize| {
                let detected = detections.iter().filter(|assertions| assertions.contains(&it)).count() as u32;
                (detected * 100 / self.cost(it), std::cmp::Reverse(it))
            };
            let candidates: BTreeSet<usize> = detections.iter().flatten().copied().collect();
            let best = candidates
                .into_iter()
                .max_by_key(benefit)
                .expect("each mutant has at least one detecting assertion");
            selected.insert(best);
            detections.retain(|assertions| !assertions.contains(&best));
        }
        for it in selected.clone() {
            let is_detected_without = |assertions: &BTreeSet<usize>| {
                assertions.iter().any(|other| *other != it && selected.contains(other))
            };
            if self.detections.iter().all(is_detected_without) {
                selected.remove(&it);
            }
        }
        selected
    }

    /// Returns the assertions on unused results whose reading cost is at most [`MAX_COST`]. A result is
    /// unused if its statement precedes the inspectors, and no other statement before the inspectors uses it.
    ///
    /// Omits calls that usually prepare an object for the tested call: calls that return their receiver, and
    /// calls of other methods that return null. An example is `map.put("a", "b")`.
    pub(super) fn assertions_on_unused_results(&self) -> Vec<usize> {
        let CheckedTest { case, assertions, .. } = &self.test;
        let statements = &case.statements[..self.first_inspector];
        let tested_method = statements.iter().rev().find_map(Statement::called_method);
        let is_unused = |it: &Assertion| {
            let index = it.var.0 as usize;
            let prepares =
                it.expected == Observation::Null && case.statements[index].called_method() != tested_method;
            index < self.first_inspector && it.after == it.var.0 && !self.is_used(it.var) && !prepares
        };
        let is_expected = |&index: &usize| is_unused(&assertions[index]) && !self.is_receiver(index);
        let assertions_on_unused = (0..assertions.len()).filter(is_expected);
        assertions_on_unused.filter(|&index| self.reading_cost(index) <= MAX_COST).collect()
    }

    /// Returns the assertion that a reader expects at the end of a test, or `None` if there is no such
    /// assertion.
    ///
    /// The result is the first assertion in this list whose cost is low enough:
    ///
    /// - If the last call returns nothing: an assertion on an inspector of the receiver of this call.
    /// - An assertion on the result of the last call whose result is not asserted yet, unless a later
    ///   statement uses this result. An earlier call that returns its receiver does not count.
    /// - If no selected assertion shows what the last call did: the cheapest assertion that does.
    pub(super) fn expected_assertion_on_last_call(&self, selected: &BTreeSet<usize>) -> Option<usize> {
        let CheckedTest { case, assertions, throws, .. } = &self.test;
        let is_cheap = |it: &usize, limit: u32| self.cost(*it) <= limit;
        let assertion_on_result = |index: usize| {
            let assertion = assertions.iter().position(|it| it.var.0 as usize == index);
            assertion.filter(|it| !self.is_used(assertions[*it].var) && is_cheap(it, MAX_COST))
        };
        let is_call = |index: &usize| matches!(case.statements[*index].kind, StatementKind::Call { .. });
        if let Some(inspector) = self.assertion_on_receiver_of_last_call() {
            return Some(inspector);
        }
        let mut results =
            (0..self.first_inspector).rev().filter(is_call).map(assertion_on_result).enumerate();
        let is_preparation = |call: usize, it: usize| call > 0 && self.is_receiver(it);
        let is_next = |(call, it): &(usize, Option<usize>)| {
            it.is_none_or(|it| !selected.contains(&it) && !is_preparation(*call, it))
        };
        let last = results.find(is_next).and_then(|(_, it)| it);
        // The index after the last assertion means the message of the expected exception.
        let mut selected = selected.range(..assertions.len()).copied();
        let is_shown =
            last.is_some_and(|it| !self.is_receiver(it)) || selected.any(|it| self.shows_last_call(it));
        if is_shown || throws.is_some() {
            return last;
        }
        let cheap = (0..assertions.len()).filter(|it| is_cheap(it, 2 * MAX_COST));
        let showing = cheap.filter(|&it| self.shows_last_call(it)).min_by_key(|&it| self.cost(it));
        showing.or(last)
    }

    /// Returns the cheapest assertion on a value that the last call changed. If the call changed no value,
    /// returns the cheapest assertion on an inspector in `asserted_after`. In this way, the tests of a method
    /// assert the same values. Returns `None` if such an assertion is selected already, or if each such
    /// assertion costs too much.
    pub(super) fn assertion_on_change(
        &self,
        selected: &BTreeSet<usize>,
        asserted_after: &AssertedAfter,
    ) -> Option<usize> {
        let CheckedTest { case, assertions, throws, .. } = &self.test;
        let own_statements = &case.statements[..self.first_inspector];
        let last_call = own_statements.iter().rev().find_map(Statement::called_method);
        let usual_inspectors = last_call.and_then(|method| asserted_after.get(&method));
        let inspector = |it: usize| case.definition(assertions[it].var).called_method();
        let shows_change = |&it: &usize| {
            let Assertion { var, after, .. } = assertions[it];
            let is_at_end = var.0 as usize >= self.first_inspector || after > var.0;
            is_at_end && self.shows_last_call(it) && inspector(it) != last_call
        };
        let is_usual = |&it: &usize| {
            let is_asserted = inspector(it).zip(usual_inspectors);
            assertions[it].var.0 as usize >= self.first_inspector
                && is_asserted.is_some_and(|(inspector, usual)| usual.contains(&inspector))
                && self.is_related_to_tested_call(assertions[it].var)
        };
        // Fields that are not public are a detail of the implementation.
        let is_internal = |it: &usize| match case.definition(assertions[*it].var).kind {
            StatementKind::ReadField { field, .. } => self.world.field(field).access & PUBLIC == 0,
            _ => false,
        };
        // An array that the call filled is often its only effect.
        let max_cost = |it: usize| if self.is_changed_array(it) { 2 * MAX_COST } else { MAX_COST };
        let is_readable = |it: &usize| self.reading_cost(*it) <= max_cost(*it) && !is_internal(it);
        let mut selected = selected.range(..assertions.len());
        if throws.is_some() || selected.any(|it| shows_change(it) || is_usual(it)) {
            return None;
        }
        let cheapest = |is_possible: &dyn Fn(&usize) -> bool| {
            let possible = (0..assertions.len()).filter(is_readable).filter(is_possible);
            possible.min_by_key(|&it| self.reading_cost(it))
        };
        cheapest(&shows_change).or_else(|| cheapest(&is_usual))
    }

    /// Returns whether an assertion says what a call wrote to an array that existed before the call.
    fn is_changed_array(&self, assertion: usize) -> bool {
        let Assertion { var, after, expected } = &self.test.assertions[assertion];
        *after > var.0 && matches!(expected, Observation::Array(_))
    }

    /// Returns whether a statement before the inspectors uses a variable.
    fn is_used(&self, var: Var) -> bool {
        let own_statements = &self.test.case.statements[..self.first_inspector];
        own_statements.iter().any(|statement| statement.mentions(var))
    }

    /// Returns whether an assertion shows what the last call did. Such an assertion follows the call and is
    /// on an object of the call. Its value is not the same without the call. An assertion that the call
    /// returned its receiver shows nothing.
    fn shows_last_call(&self, assertion: usize) -> bool {
        !self.precedes_last_call(assertion)
            && !self.is_receiver(assertion)
            && !self.unaffected.contains(&assertion)
            && self.is_related_to_tested_call(self.test.assertions[assertion].var)
    }

    /// Returns whether an assertion says that a call returned its receiver.
    fn is_receiver(&self, assertion: usize) -> bool {
        let CheckedTest { case, assertions, .. } = &self.test;
        let Assertion { var, expected, .. } = &assertions[assertion];
        let is_same = |receiver: Var| *expected == Observation::Same(receiver);
        let refers_to_it = |receiver: Var| {
            assertions.iter().any(|other| other.var == receiver && other.expected == *expected)
        };
        let is_object = matches!(expected, Observation::Same(_));
        case.definition(*var).receiver().is_some_and(|it| is_object && (is_same(it) || refers_to_it(it)))
    }

    fn precedes_last_call(&self, assertion: usize) -> bool {
        let statements = &self.test.case.statements[..self.first_inspector];
        let last_call = statements.iter().rposition(Statement::is_call);
        (self.test.assertions[assertion].after as usize) < last_call.unwrap_or(0)
    }

    /// Returns an assertion on an inspector of the receiver of the last call, if the last call returns
    /// nothing. If the last call is a setter, prefers an assertion on the matching getter.
    fn assertion_on_receiver_of_last_call(&self) -> Option<usize> {
        let CheckedTest { case, assertions, .. } = &self.test;
        let (method, changed_object) = last_void_call(self.world, case, self.first_inspector)?;
        let property = self.world.method(method).name.strip_prefix("set").map(str::to_owned);
        let inspector_name = |assertion: &Assertion| match &case.statements[assertion.var.0 as usize].kind {
            StatementKind::Call { method, receiver: Some(object), .. } if *object == changed_object => {
                Some(&self.world.method(*method).name)
            }
            _ => None,
        };
        let is_affected_inspector = |&it: &usize| {
            assertions[it].var.0 as usize >= self.first_inspector && !self.unaffected.contains(&it)
        };
        let inspector_assertions = (0..assertions.len()).filter(is_affected_inspector);
        let named_assertions =
            inspector_assertions.filter_map(|it| Some((it, inspector_name(&assertions[it])?)));
        let is_matching_getter = |name: &str| {
            let read_property = ["get", "is"].iter().find_map(|prefix| name.strip_prefix(prefix));
            read_property.is_some() && read_property == property.as_deref()
        };
        let best = named_assertions.min_by_key(|(it, name)| (!is_matching_getter(name), self.cost(*it)));
        best.filter(|(it, _)| self.cost(*it) <= MAX_COST).map(|(it, _)| it)
    }
}
