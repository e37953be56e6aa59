//! Which assertions are worth keeping: those that kill mutants.
//!
//! As in Fraser and Zeller, "Mutation-driven generation of unit tests and oracles" (IEEE TSE 2012, Section 4), all that can be
//! asserted of a test is tried on mutants, and of that a small set is kept which kills the same. A mutant that one test kills is
//! not tried on those behind it.

use std::collections::BTreeSet;
use std::time::Instant;

use emit::TestClass;
use fixedbitset::FixedBitSet;
use mutation::MutantId;
use testcase::{Assertion, CheckedTest, Literal, Observation, Statement, StatementKind, TestCase, Var};
use types::{MethodId, Type, World};
use vm::{Execution, Mode};

use crate::executor::{Executor, Trials, seen_by};
use crate::inspect::Extended;
use crate::oracle::{self, Observed};

/// UTF-16 units of a text that are read at a glance.
const LONG_TEXT: usize = 40;
/// Longest text that is asserted.
const LONGEST_TEXT: usize = 300;
/// What it costs more to read only that there is an object.
const VAGUE: u32 = 31;
/// Assertions that cost more than this are not made only because something is to be checked.
const DEAR: u32 = 40;

/// A test with what it checks.
#[derive(Debug)]
pub struct Judged {
    /// The test; inspectors are left of those that are asserted.
    pub test: CheckedTest,
    /// The mutants that it kills and no test before it does, ascending.
    pub kills: Vec<MutantId>,
}

/// Until when tests may be judged.
#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    /// What is not observed by then has no assertions.
    pub observe: Instant,
    /// What did not run on mutants by then is asserted as far as it seems worth it.
    pub kill: Instant,
}

/// Chooses the assertions of tests, each of which is tried on those of some mutants that it infects and no test before it kills.
/// `None` for a test that does not end the same way twice. Of tests that there was no time to run on mutants what their
/// own calls give is asserted. They are to be written in a test class, of which only how it is written matters.
pub fn judge(
    executor: &mut Executor,
    tests: &[Extended],
    mutants: &dyn Fn(usize) -> Vec<MutantId>,
    class: &TestClass,
    deadlines: Deadlines,
) -> Vec<Option<Judged>> {
    let world = executor.world;
    let cases: Vec<_> = tests.iter().map(|it| it.test.clone()).collect();
    let observed = oracle::observe(executor, &cases, &class.package, deadlines.observe);
    let candidates = tests.iter().zip(observed).map(|(test, observed)| {
        let Observed { test: checked, infected } = observed?;
        // Where it ended before them there are no inspectors.
        let own = test.own.min(checked.case.len());
        let is_written = |it: &Assertion| {
            is_about(it, own)
                && emit::can_assert(world, class, &it.expected, &checked.case.definition(it.var).ty)
        };
        let assertions = checked.assertions.iter().filter(|it| is_written(it)).cloned().collect();
        let checked = CheckedTest { assertions, ..checked };
        Some(Candidate { test: checked, own, infected, tried: Vec::new(), kills: Vec::new(), chosen: None })
    });
    let mut choosing = Choosing { world, tests: candidates.collect(), mutants, killed: BTreeSet::new() };
    executor.run_on_mutants(&cases, Mode::Detections, &mut choosing, deadlines.kill);
    choosing.tests.into_iter().map(|candidate| Some(candidate?.judged(world))).collect()
}

struct Candidate {
    /// With all that can be asserted.
    test: CheckedTest,
    own: usize,
    infected: FixedBitSet,
    /// The mutants that it runs on.
    tried: Vec<MutantId>,
    kills: Vec<MutantId>,
    /// The assertions that kill mutants, by their index; the message of an exception behind them. `None` if there was no time.
    chosen: Option<BTreeSet<usize>>,
}

struct Choosing<'a> {
    world: &'a World,
    tests: Vec<Option<Candidate>>,
    mutants: &'a dyn Fn(usize) -> Vec<MutantId>,
    killed: BTreeSet<MutantId>,
}

impl Trials for Choosing<'_> {
    fn mutants(&mut self, test: usize) -> Vec<MutantId> {
        let Some(candidate) = &mut self.tests[test] else { return Vec::new() };
        candidate.tried = open((self.mutants)(test), &candidate.infected, &self.killed);
        if candidate.tried.is_empty() {
            candidate.chosen = Some(BTreeSet::new());
        }
        candidate.tried.clone()
    }

    fn take(&mut self, test: usize, execution: &Execution) {
        let Some(candidate) = &mut self.tests[test] else { return };
        let mut sightings = Vec::new();
        let tried = std::mem::take(&mut candidate.tried);
        let tried = tried.iter().zip(&execution.effects);
        // Another test may have killed it since this one was sent.
        for (&mutant, effect) in tried.filter(|(mutant, _)| !self.killed.contains(mutant)) {
            let Some(seen_by) = seen_by(&candidate.test, effect) else { continue };
            candidate.kills.push(mutant);
            sightings.extend((!seen_by.is_empty()).then_some(seen_by));
        }
        self.killed.extend(&candidate.kills);
        candidate.chosen = Some(candidate.choose(self.world, sightings));
    }
}

/// Those of some mutants that a test infects and none has killed. What is kept of each test has no room for the others: large
/// classes have many tests and many mutants.
fn open(mut mutants: Vec<MutantId>, infected: &FixedBitSet, killed: &BTreeSet<MutantId>) -> Vec<MutantId> {
    mutants.retain(|it| infected.contains(it.index()) && !killed.contains(it));
    mutants.shrink_to_fit();
    mutants
}

impl Candidate {
    /// A small set of assertions that sees every mutant that any of them sees: each time the one that sees most of what is left for
    /// what it costs the reader; then those go that the rest makes up for.
    fn choose(&self, world: &World, mut left: Vec<BTreeSet<usize>>) -> BTreeSet<usize> {
        let all = left.clone();
        let mut chosen = BTreeSet::new();
        while !left.is_empty() {
            let worth = |&it: &usize| {
                let seen = left.iter().filter(|seen_by| seen_by.contains(&it)).count() as u32;
                (seen * 100 / self.cost(world, it), std::cmp::Reverse(it))
            };
            let candidates: BTreeSet<usize> = left.iter().flatten().copied().collect();
            let best = candidates.into_iter().max_by_key(worth).expect("what is seen is seen by something");
            chosen.insert(best);
            left.retain(|seen_by| !seen_by.contains(&best));
        }
        for it in chosen.clone() {
            let without = |seen_by: &BTreeSet<usize>| {
                seen_by.iter().any(|other| *other != it && chosen.contains(other))
            };
            if all.iter().all(without) {
                chosen.remove(&it);
            }
        }
        chosen
    }

    /// What reading an assertion costs, in tenths of the least.
    fn cost(&self, world: &World, assertion: usize) -> u32 {
        let Some(Assertion { var, expected, .. }) = self.test.assertions.get(assertion) else { return 10 };
        let text = match expected {
            Observation::Literal(Literal::String(text)) => 10 * (text.len() / LONG_TEXT) as u32,
            Observation::Array(elements) | Observation::List(elements) | Observation::Set(elements) => {
                2 * elements.len() as u32
            }
            Observation::Object(_) => VAGUE,
            _ => 0,
        };
        let place = match &self.test.case.statements[var.0 as usize].kind {
            _ if var.0 as usize + 1 == self.own => 0,
            StatementKind::Call { .. } if (var.0 as usize) < self.own => 3,
            StatementKind::Call { method, .. } if &*world.method(*method).name == "toString" => 8,
            StatementKind::Call { args, .. } => 4 + args.len() as u32,
            _ => 6,
        };
        10 + text + place
    }

    /// The test with what was chosen, and what a reader expects to see checked.
    fn judged(mut self, world: &World) -> Judged {
        let mut kept = self.chosen.take().unwrap_or_else(|| BTreeSet::from([self.test.assertions.len()]));
        kept.extend(self.obvious(world, &kept));
        kept.extend(self.idle(world));
        let CheckedTest { assertions, throws, case, .. } = &mut self.test;
        if let Some(throws) = throws
            && !kept.contains(&assertions.len())
        {
            throws.message = None;
        }
        let mut numbers = 0..;
        assertions.retain(|_| kept.contains(&numbers.next().expect("they do not end")));
        let needed = needed(case, self.own, assertions);
        let place = |index: u32| needed[..index as usize].iter().filter(|needed| **needed).count() as u32;
        for assertion in assertions.iter_mut() {
            assertion.var = Var(place(assertion.var.0));
            assertion.after = place(assertion.after);
        }
        case.retain(|index| needed[index]);
        let last = case.len() as u32 - 1;
        assertions.iter_mut().for_each(|it| it.after = it.after.min(last));
        assertions.sort_by_key(|it| it.after);
        Judged { test: self.test, kills: self.kills }
    }

    /// What those calls and fields of the test give of which nobody makes anything else, as far as it is short.
    fn idle(&self, world: &World) -> Vec<usize> {
        let CheckedTest { case, assertions, .. } = &self.test;
        let is_idle = |it: &Assertion| {
            let index = it.var.0 as usize;
            let used = case.statements[..self.own].iter().any(|other| other.mentions(it.var));
            index < self.own && it.after == it.var.0 && !used
        };
        let found = (0..assertions.len()).filter(|&index| is_idle(&assertions[index]));
        found.filter(|&index| self.cost(world, index) <= DEAR).collect()
    }

    /// What the last call of the test gives, those aside whose results are checked; where that says nothing and nothing else is
    /// checked, something that does.
    fn obvious(&self, world: &World, kept: &BTreeSet<usize>) -> Option<usize> {
        let CheckedTest { case, assertions, throws, .. } = &self.test;
        let cheap = |it: &usize, most: u32| self.cost(world, *it) <= most;
        let about = |index: usize| {
            assertions.iter().position(|it| it.var.0 as usize == index).filter(|it| cheap(it, DEAR))
        };
        let is_call = |index: &usize| matches!(case.statements[*index].kind, StatementKind::Call { .. });
        if let Some(getter) = self.looking_back(world) {
            return Some(getter);
        }
        let mut calls = (0..self.own).rev().filter(is_call).map(about);
        let of_last = calls.find(|it| it.is_none_or(|it| !kept.contains(&it))).flatten();
        if of_last.is_some() || throws.is_some() || !kept.is_empty() {
            return of_last;
        }
        (0..assertions.len()).filter(|it| cheap(it, 2 * DEAR)).min_by_key(|&it| self.cost(world, it))
    }

    /// What is seen of an object behind the last call of the test, which gives nothing and was made on it: first by the getter that goes
    /// with a setter.
    fn looking_back(&self, world: &World) -> Option<usize> {
        let CheckedTest { case, assertions, .. } = &self.test;
        let (setter, changed) = last_action(world, case, self.own)?;
        let property = world.method(setter).name.strip_prefix("set").map(str::to_owned);
        let look = |assertion: &Assertion| match &case.statements[assertion.var.0 as usize].kind {
            StatementKind::Call { method, receiver: Some(of), .. } if *of == changed => {
                Some(&world.method(*method).name)
            }
            _ => None,
        };
        let inspectors = (0..assertions.len()).filter(|&it| assertions[it].var.0 as usize >= self.own);
        let of_object = inspectors.filter_map(|it| Some((it, look(&assertions[it])?)));
        let goes_with = |name: &str| {
            let rest = ["get", "is"].iter().find_map(|prefix| name.strip_prefix(prefix));
            rest.is_some() && rest == property.as_deref()
        };
        let best = of_object.min_by_key(|(it, name)| (!goes_with(name), self.cost(world, *it)));
        best.filter(|(it, _)| self.cost(world, *it) <= DEAR).map(|(it, _)| it)
    }
}

/// The method that a test calls last, if that gives nothing, and the object that it is called on.
pub fn last_action(world: &World, test: &TestCase, own: usize) -> Option<(MethodId, Var)> {
    let is_call = |statement: &&Statement| matches!(statement.kind, StatementKind::Call { .. });
    let last = test.statements[..own].iter().rfind(is_call)?;
    match last.kind {
        StatementKind::Call { method, receiver: Some(object), .. } if last.ty == Type::Void => {
            Some((method, object))
        }
        _ => None,
    }
    .filter(|(method, _)| !world.is_from_jdk(world.method(*method).class))
}

/// By statement whether it is one of a test's own, or one of those behind them that assertions need.
fn needed(case: &TestCase, own: usize, assertions: &[Assertion]) -> Vec<bool> {
    let mut needed: Vec<bool> = (0..case.len()).map(|index| index < own).collect();
    assertions.iter().for_each(|it| needed[it.var.0 as usize] = true);
    for index in (own..case.len()).rev() {
        if needed[index] {
            case.statements[index].uses(|var| needed[var.0 as usize] = true);
        }
    }
    needed
}

/// Whether an assertion says something that a person can read about the test itself, and not that two inspectors give the same.
fn is_about(assertion: &Assertion, own: usize) -> bool {
    match &assertion.expected {
        Observation::Same(other) => (other.0 as usize) < own,
        Observation::Literal(Literal::String(text)) => text.len() <= LONGEST_TEXT,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_that_a_test_is_tried_on_take_no_room_for_those_that_it_is_not() {
        let infected = [3, 5, 7].into_iter().collect();
        let tried = open((0..1_000).map(MutantId).collect(), &infected, &BTreeSet::from([MutantId(5)]));
        assert_eq!(tried, [3, 7].map(MutantId));
        assert!(tried.capacity() < 10, "{}", tried.capacity());
    }
}
