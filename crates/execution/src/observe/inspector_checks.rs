//! Checks whether inspectors are fast and change nothing that other inspectors return.
//!
//! Most inspectors of a class are usable. Therefore a check runs many inspectors together. If the check
//! fails, each half of these inspectors is checked separately. Methods with the name of a getter come first,
//! because they probably have no side effects. The later checks run these getters together with the other
//! methods.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::time::Instant;

use testcase::{Literal, Observation, StatementKind, TestCase, Var};
use vm::{Execution, Mode, Outcome};

use super::inspectors::{Inspection, Inspector, InspectorFinder};
use crate::run::Executor;

/// Maximum number of tests in which an inspector is checked.
const MAX_USES: usize = 3;
/// Maximum sum of the ticks of the tests in which an inspector is checked. One test can need more ticks.
const MAX_TICKS_OF_USES: u64 = 50_000;
/// Maximum number of ticks that an inspector needs on average. Each test runs with its inspectors on many
/// mutants, so slow inspectors would leave no time for other tests.
const MAX_AVERAGE_TICKS: u64 = 300;

/// The checks of the inspectors that tests could use.
pub(super) struct InspectorChecks<'a> {
    finder: &'a InspectorFinder<'a>,
    /// The tests without the inspectors.
    tests: &'a [TestCase],
    /// For each test, its number of ticks.
    ticks: &'a [u64],
    /// For each test, the inspectors that the test could use.
    candidates: &'a [Vec<Inspection>],
    /// For each checked inspector, where tests can use it.
    usability: &'a mut BTreeMap<Inspector, Usability>,
    /// For each inspector that was not checked before, the tests and variables in which it is checked.
    uses: BTreeMap<Inspector, Vec<(usize, Var)>>,
    /// Inspections that threw in a test.
    throwing: BTreeSet<(usize, Inspection)>,
    deadline: Instant,
}

/// Where tests can use an inspector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Usability {
    /// At every place: the inspector is fast and has no side effects.
    Everywhere,
    /// Only as the last statement of a test. The inspector is a fast getter that has side effects. For
    /// example, it also resets a buffer.
    AtEnd,
    /// Nowhere.
    Nowhere,
}

/// The result of a check of several inspectors.
enum Verdict {
    /// All inspectors are usable.
    Usable,
    /// All inspectors are fast, but at least one of them has side effects.
    HasSideEffects,
    /// At least one inspector is slow or does not return.
    Unusable,
    /// Inspectors threw, each in the test with the given index.
    Threw(Vec<(usize, Inspection)>),
    /// The check did not end before the deadline.
    NotRun,
}

/// The order of the two runs of each inspector.
#[derive(Clone, Copy)]
enum Order {
    /// All inspectors run once, and then all again. The second runs show what the other inspectors changed.
    Rounds,
    /// Each inspector runs twice in a row. The second run shows what the first run changed, also if another
    /// inspector would undo the change: `getAndIncrement` and `getAndDecrement`.
    Pairs,
}

/// A test with inspectors, each of which runs twice.
struct Check {
    /// Index of the test without inspectors.
    test: usize,
    case: TestCase,
    /// Ranges of statements. In each range, the second half repeats the first half.
    repetitions: Vec<Range<usize>>,
    /// For each inspection, the index after its last statement.
    ends: Vec<(usize, Inspection)>,
    /// Maximum number of ticks.
    max_ticks: u64,
}

impl<'a> InspectorChecks<'a> {
    /// Prepares the checks of all inspectors in `candidates` that are not in `usability`.
    pub fn new(
        finder: &'a InspectorFinder<'a>,
        tests: &'a [TestCase],
        ticks: &'a [u64],
        candidates: &'a [Vec<Inspection>],
        usability: &'a mut BTreeMap<Inspector, Usability>,
        deadline: Instant,
    ) -> InspectorChecks<'a> {
        let mut uses: BTreeMap<Inspector, Vec<(usize, Var)>> = BTreeMap::new();
        for (test, candidates) in candidates.iter().enumerate() {
            for &(var, inspector) in candidates.iter().filter(|(_, it)| !usability.contains_key(it)) {
                uses.entry(inspector).or_default().push((test, var));
            }
        }
        // A stub can return another value in each call. So tests without stubs are preferred.
        let has_stub = |test: usize| {
            tests[test].statements.iter().any(|it| matches!(it.kind, StatementKind::Implement { .. }))
        };
        for uses in uses.values_mut() {
            uses.sort_by_key(|&(test, _)| (has_stub(test), ticks[test]));
            let mut sum = 0;
            let fast_uses = uses.iter().take_while(|&&(test, _)| {
                sum += ticks[test];
                sum <= MAX_TICKS_OF_USES
            });
            uses.truncate(fast_uses.count().clamp(1, MAX_USES));
        }
        InspectorChecks {
            finder,
            tests,
            ticks,
            candidates,
            usability,
            uses,
            throwing: BTreeSet::new(),
            deadline,
        }
    }

    /// Checks the inspectors and records where tests can use them. Records nothing about inspectors whose
    /// check does not end before the deadline.
    pub fn check(&mut self, executor: &mut Executor) {
        let only_reads = |it: &Inspector| matches!(it, Inspector::Field(_) | Inspector::Element(_));
        let (reads, calls): (Vec<Inspector>, Vec<Inspector>) =
            self.uses.keys().copied().partition(only_reads);
        self.record(reads, Usability::Everywhere);
        let (constants, calls): (Vec<Inspector>, Vec<Inspector>) =
            calls.into_iter().partition(|it| self.finder.returns_literal(*it));
        self.record(constants, Usability::Nowhere);
        let (getters, others): (Vec<Inspector>, Vec<Inspector>) =
            calls.into_iter().partition(|it| self.finder.has_name_of_getter(*it));
        let mut groups = vec![others, getters];
        while let Some(mut group) = groups.pop() {
            match self.check_group(executor, &group) {
                Verdict::Usable => self.record(group, Usability::Everywhere),
                Verdict::HasSideEffects | Verdict::Unusable if group.len() > 1 => {
                    groups.push(group.split_off(group.len() / 2));
                    groups.push(group);
                }
                Verdict::HasSideEffects if self.finder.has_name_of_mere_getter(group[0]) => {
                    self.record(group, Usability::AtEnd);
                }
                Verdict::HasSideEffects | Verdict::Unusable => self.record(group, Usability::Nowhere),
                Verdict::Threw(throwing) => {
                    self.throwing.extend(throwing);
                    let (usable, unusable): (Vec<Inspector>, Vec<Inspector>) =
                        group.into_iter().partition(|it| self.uses_of(*it).next().is_some());
                    self.record(unusable, Usability::Nowhere);
                    groups.push(usable);
                }
                Verdict::NotRun => return,
            }
        }
    }

    fn record(&mut self, inspectors: Vec<Inspector>, usability: Usability) {
        self.usability.extend(inspectors.into_iter().map(|it| (it, usability)));
    }

    /// Returns the tests and variables in which an inspector is checked and did not throw.
    fn uses_of(&self, inspector: Inspector) -> impl Iterator<Item = (usize, Var)> {
        let uses = self.uses[&inspector].iter().copied();
        uses.filter(move |&(test, var)| !self.throwing.contains(&(test, (var, inspector))))
    }

    /// Checks a group of inspectors together with the inspectors that are known to be usable.
    ///
    /// Each inspector runs twice and must return the same value twice: see [`Order`]. In rounds, a check
    /// detects inspectors that change the value of an earlier inspector. Therefore the inspectors also run in
    /// the reverse order.
    fn check_group(&self, executor: &mut Executor, group: &[Inspector]) -> Verdict {
        let mut checked: BTreeMap<usize, Vec<Inspection>> = BTreeMap::new();
        for &inspector in group {
            for (test, var) in self.uses_of(inspector) {
                checked.entry(test).or_default().push((var, inspector));
            }
        }
        let pairs = self.getter_pairs(&checked);
        let checks: Vec<Check> = checked
            .into_iter()
            .flat_map(|(test, inspections)| {
                let inspections = self.with_usable(test, inspections);
                let reversed: Vec<Inspection> = inspections.iter().rev().copied().collect();
                [
                    self.build(test, &inspections, Order::Rounds),
                    self.build(test, &reversed, Order::Rounds),
                    self.build(test, &inspections, Order::Pairs),
                ]
            })
            .collect();
        let cases = checks.iter().map(|check| &check.case).chain(pairs.iter().flatten());
        let cases: Vec<TestCase> = cases.cloned().collect();
        let executions = executor.run(&cases, Mode::Observe, self.deadline);
        if executions.len() < cases.len() {
            return Verdict::NotRun;
        }
        let (pair_executions, _) = executions[checks.len()..].as_chunks::<2>();
        let results = || checks.iter().zip(&executions);
        let throwing: BTreeSet<(usize, Inspection)> =
            results().filter_map(|(check, execution)| self.inspection_that_threw(check, execution)).collect();
        let Some(throwing) = self.inspections_that_throw_alone(executor, throwing) else {
            return Verdict::NotRun;
        };
        if !throwing.is_empty() {
            Verdict::Threw(throwing)
        } else if !results().all(|(check, execution)| is_fast(check, execution)) {
            Verdict::Unusable
        } else if !results().all(|(check, execution)| self.has_passed(check, execution))
            || !pair_executions.iter().all(have_same_last_value)
        {
            Verdict::HasSideEffects
        } else {
            Verdict::Usable
        }
    }

    /// Returns pairs of tests that end with a getter that has side effects. The first test of a pair contains
    /// no other inspections, and the second test contains `checked`. Only the value of the getter shows some
    /// side effects of `checked`.
    fn getter_pairs(&self, checked: &BTreeMap<usize, Vec<Inspection>>) -> Vec<[TestCase; 2]> {
        let mut pairs = Vec::new();
        for (&test, inspections) in checked {
            for getter in self.of_same_variables(test, inspections, Usability::AtEnd) {
                let with = |others: &[Inspection]| {
                    let mut case = self.tests[test].clone();
                    self.finder.append(&mut case, others.iter().copied().chain([getter]));
                    case
                };
                pairs.push([with(&[]), with(inspections)]);
            }
        }
        pairs
    }

    /// Adds the usable inspectors of the same variables, which come first.
    fn with_usable(&self, test: usize, inspections: Vec<Inspection>) -> Vec<Inspection> {
        let usable = self.of_same_variables(test, &inspections, Usability::Everywhere);
        let returning = usable.filter(|it| !self.throwing.contains(&(test, *it)));
        [returning.collect(), inspections].concat()
    }

    /// Returns the possible inspections of a test that have this usability, of the variables that
    /// `inspections` inspects.
    fn of_same_variables(
        &self,
        test: usize,
        inspections: &[Inspection],
        usability: Usability,
    ) -> impl Iterator<Item = Inspection> {
        self.candidates[test].iter().copied().filter(move |(inspected, inspector)| {
            self.usability.get(inspector) == Some(&usability)
                && inspections.iter().any(|(var, _)| var == inspected)
        })
    }

    /// Returns a test that runs each inspection twice.
    fn build(&self, test: usize, inspections: &[Inspection], order: Order) -> Check {
        let mut case = self.tests[test].clone();
        let mut ends = Vec::with_capacity(2 * inspections.len());
        let groups: Vec<&[Inspection]> = match order {
            Order::Rounds => vec![inspections],
            Order::Pairs => inspections.chunks(1).collect(),
        };
        let mut repetitions = Vec::with_capacity(groups.len());
        for group in groups {
            let start = case.len();
            for &inspection in group.iter().chain(group) {
                self.finder.append(&mut case, std::iter::once(inspection));
                ends.push((case.len(), inspection));
            }
            repetitions.push(start..case.len());
        }
        let max_ticks = self.ticks[test] + 2 * MAX_AVERAGE_TICKS * inspections.len() as u64;
        Check { test, case, repetitions, ends, max_ticks }
    }

    /// Returns the inspection that threw in a check, with the index of its test.
    fn inspection_that_threw(&self, check: &Check, execution: &Execution) -> Option<(usize, Inspection)> {
        let last = execution.executed as usize;
        let is_inspector = last >= self.tests[check.test].len();
        let has_thrown = matches!(execution.outcome, Outcome::Threw { .. }) && is_inspector;
        let (_, inspection) = check.ends.iter().find(|(end, _)| has_thrown && last < *end)?;
        Some((check.test, *inspection))
    }

    /// Returns those inspections that also throw if no other inspection precedes them. The other inspections
    /// throw because of a side effect of an earlier inspection, or of their own first run. Returns `None` at
    /// the deadline.
    fn inspections_that_throw_alone(
        &self,
        executor: &mut Executor,
        throwing: BTreeSet<(usize, Inspection)>,
    ) -> Option<Vec<(usize, Inspection)>> {
        let throwing: Vec<(usize, Inspection)> = throwing.into_iter().collect();
        let with_inspection = |&(test, inspection): &(usize, Inspection)| {
            let mut case = self.tests[test].clone();
            self.finder.append(&mut case, std::iter::once(inspection));
            case
        };
        let cases: Vec<TestCase> = throwing.iter().map(with_inspection).collect();
        let executions = executor.run(&cases, Mode::Run, self.deadline);
        if executions.len() < cases.len() {
            return None;
        }
        let threw = |execution: &Execution| matches!(execution.outcome, Outcome::Threw { .. });
        let results = throwing.into_iter().zip(&executions);
        Some(results.filter(|(_, execution)| threw(execution)).map(|(it, _)| it).collect())
    }

    /// Returns whether all inspections of a check returned the same value twice.
    fn has_passed(&self, check: &Check, execution: &Execution) -> bool {
        let first = self.tests[check.test].len();
        let is_repeated = |range: &Range<usize>| {
            let observations = execution.observations.get(range.clone());
            observations.is_some_and(|observations| are_repeated(observations, range.start, first))
        };
        check.repetitions.iter().all(is_repeated)
    }
}

/// Returns whether the last statements of two tests have the same value.
fn have_same_last_value([first, second]: &[Execution; 2]) -> bool {
    first.observations.last() == second.observations.last()
}

/// Returns whether all inspections of a check returned in a short time.
fn is_fast(check: &Check, execution: &Execution) -> bool {
    execution.outcome == Outcome::Returned && execution.ticks <= check.max_ticks
}

/// Returns whether the second half of some observations repeats the first half. `first` is the index of the
/// first observed variable, and `first_inspector` is the index of the first inspector of the test. An
/// inspector may return the same object twice, an object that another inspector returned, or the buffer to
/// which it writes.
fn are_repeated(observations: &[Option<Observation>], first: usize, first_inspector: usize) -> bool {
    let half = observations.len() / 2;
    let (before, after) = observations.split_at(half);
    let is_repeated = |(index, (before, after)): (usize, (&Option<Observation>, &Option<Observation>))| {
        let same_object = Observation::Same(Var((first + index) as u32));
        match (before, after) {
            (Some(Observation::Object(_)), Some(after)) if *after == same_object => true,
            (Some(Observation::Same(before)), Some(Observation::Same(after)))
                if before.0 as usize >= first_inspector =>
            {
                after == before || after.0 as usize == before.0 as usize + half
            }
            (Some(before), Some(Observation::Ending(after))) => ends_with(before, after),
            (before, after) => before == after,
        }
    };
    before.iter().zip(after).enumerate().all(is_repeated)
}

/// Returns whether the text of an observation ends with `ending`. A text with an identity hash code is
/// observed as a whole if the object with this hash code is not a variable yet.
fn ends_with(observed: &Observation, ending: &[u16]) -> bool {
    match observed {
        Observation::Literal(Literal::String(text)) | Observation::Ending(text) => text.ends_with(ending),
        _ => false,
    }
}
