//! Selects assertions: by the mutants that they detect, and by what a reader expects.

use std::collections::BTreeSet;

use testcase::{Assertion, CheckedTest, StatementKind};

use super::candidate::{Candidate, last_void_call};

/// Highest cost of an assertion that is selected although it detects no mutant.
const MAX_COST: u32 = 40;

impl Candidate<'_> {
    /// Returns a small set of assertions that detects every mutant. `detections` are the assertions that
    /// detect each mutant.
    ///
    /// Greedy: adds the assertion that detects most remaining mutants relative to its cost, until all are
    /// detected. Then removes assertions whose mutants others detect, too.
    pub(super) fn smallest_set(&self, mut detections: Vec<BTreeSet<usize>>) -> BTreeSet<usize> {
        let all = detections.clone();
        let mut selected = BTreeSet::new();
        while !detections.is_empty() {
            let benefit = |&it: &usize| {
                let detected = detections.iter().filter(|assertions| assertions.contains(&it)).count() as u32;
                (detected * 100 / self.cost(it), std::cmp::Reverse(it))
            };
            let candidates: BTreeSet<usize> = detections.iter().flatten().copied().collect();
            let best =
                candidates.into_iter().max_by_key(benefit).expect("a mutant is detected by an assertion");
            selected.insert(best);
            detections.retain(|assertions| !assertions.contains(&best));
        }
        for it in selected.clone() {
            let is_detected_without = |assertions: &BTreeSet<usize>| {
                assertions.iter().any(|other| *other != it && selected.contains(other))
            };
            if all.iter().all(is_detected_without) {
                selected.remove(&it);
            }
        }
        selected
    }

    /// Returns the cheap assertions on results of the test's own statements that no own statement uses.
    pub(super) fn on_unused_results(&self) -> Vec<usize> {
        let CheckedTest { case, assertions, .. } = &self.test;
        let is_unused = |it: &Assertion| {
            let index = it.var.0 as usize;
            let is_used = case.statements[..self.own].iter().any(|other| other.mentions(it.var));
            index < self.own && it.after == it.var.0 && !is_used
        };
        let found = (0..assertions.len()).filter(|&index| is_unused(&assertions[index]));
        found.filter(|&index| self.cost(index) <= MAX_COST).collect()
    }

    /// Returns the assertion that a reader expects.
    ///
    /// After a last call without result, that is an assertion on its receiver. Otherwise it is an assertion
    /// on the last call whose result is not yet asserted. If neither exists and the test checks nothing, the
    /// cheapest assertion is returned.
    pub(super) fn on_last_call(&self, selected: &BTreeSet<usize>) -> Option<usize> {
        let CheckedTest { case, assertions, throws, .. } = &self.test;
        let costs_at_most = |it: &usize, limit: u32| self.cost(*it) <= limit;
        let on_result = |index: usize| {
            let found = assertions.iter().position(|it| it.var.0 as usize == index);
            found.filter(|it| costs_at_most(it, MAX_COST))
        };
        let is_call = |index: &usize| matches!(case.statements[*index].kind, StatementKind::Call { .. });
        if let Some(inspector) = self.on_receiver_of_last_call() {
            return Some(inspector);
        }
        let mut results = (0..self.own).rev().filter(is_call).map(on_result);
        let last = results.find(|it| it.is_none_or(|it| !selected.contains(&it))).flatten();
        if last.is_some() || throws.is_some() || !selected.is_empty() {
            return last;
        }
        (0..assertions.len()).filter(|it| costs_at_most(it, 2 * MAX_COST)).min_by_key(|&it| self.cost(it))
    }

    /// Returns an assertion on an inspector of the last call's receiver, if that call returns nothing. The
    /// getter that matches a setter is preferred.
    fn on_receiver_of_last_call(&self) -> Option<usize> {
        let CheckedTest { case, assertions, .. } = &self.test;
        let (setter, changed) = last_void_call(self.world, case, self.own)?;
        let property = self.world.method(setter).name.strip_prefix("set").map(str::to_owned);
        let inspector = |assertion: &Assertion| match &case.statements[assertion.var.0 as usize].kind {
            StatementKind::Call { method, receiver: Some(of), .. } if *of == changed => {
                Some(&self.world.method(*method).name)
            }
            _ => None,
        };
        let on_inspectors = (0..assertions.len()).filter(|&it| assertions[it].var.0 as usize >= self.own);
        let of_receiver = on_inspectors.filter_map(|it| Some((it, inspector(&assertions[it])?)));
        let is_matching_getter = |name: &str| {
            let rest = ["get", "is"].iter().find_map(|prefix| name.strip_prefix(prefix));
            rest.is_some() && rest == property.as_deref()
        };
        let best = of_receiver.min_by_key(|(it, name)| (!is_matching_getter(name), self.cost(*it)));
        best.filter(|(it, _)| self.cost(*it) <= MAX_COST).map(|(it, _)| it)
    }
}
