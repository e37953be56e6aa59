//! Selects the assertions of tests: a small set that kills the same mutants as all possible assertions.
//!
//! See Fraser and Zeller, "Mutation-driven generation of unit tests and oracles" (IEEE TSE 2012, Section 4).
//! One run of a test on a mutant checks all possible assertions of the test. When a result shows that a test
//! kills a mutant, tests that are submitted later do not run on this mutant.

mod candidate;
mod cost;
mod smallest_set;
mod unaffected;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use analysis::MethodIndex;
use fixedbitset::FixedBitSet;
use goals::Goals;
use mutation::MutantId;
use testcase::{Assertion, CheckedTest, Literal, Observation};
use types::{MethodId, Type};
use vm::{Effect, Execution, Mode};

use crate::observe::{self, InspectedTest, ObservedTest};
use crate::run::{Executor, MutantSelector};
use candidate::{Candidate, Detection};
use unaffected::find_unaffected;

/// Minimum number of digits after which a hexadecimal number in a text counts as a hash code.
const MIN_HASH_CODE_LENGTH: usize = 5;
/// Maximum length of a text that is asserted, in UTF-16 code units.
const MAX_TEXT_LENGTH: usize = 500;
/// Approximate maximum number of ticks of one submission. A submission is one test with some of its mutants.
const SUBMISSION_TICKS: u64 = 500_000;
/// Maximum number of submissions of a test. Each submission contains other mutants.
const MAX_SUBMISSIONS: usize = 4;
/// Estimated cost of executing and observing a statement, in ticks.
const STATEMENT_TICKS: u64 = 50;
/// Number of mutants in a submission of a test that needs many ticks.
const MIN_SUBMITTED: u64 = 4;

/// A test with its selected assertions.
#[derive(Debug)]
pub struct AssertedTest {
    /// The test with its selected assertions. Inspectors that no selected assertion needs are removed.
    pub test: CheckedTest,
    /// Index of the first inspector in `test`, which is also the number of statements before the inspectors.
    pub first_inspector: usize,
    /// Inspectors whose asserted values the tested call possibly changes. The tested call is the last call
    /// before the inspectors.
    pub affected_inspectors: BTreeSet<usize>,
    /// Mutants that this test kills and no earlier test kills, ascending.
    pub kills: Vec<MutantId>,
    /// Mutants that the test ran on and does not kill.
    pub survivors: BTreeSet<MutantId>,
    /// Whether the test was observed twice and a selection of assertions ended before the deadline. The
    /// selection can end without a run on mutants, for example if there are no mutants to run on.
    pub is_complete: bool,
}

/// The deadlines of [`select_assertions`].
#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    /// Time at which observing stops. A test that was not observed twice before this time has no
    /// assertions, unless an earlier selection chose them.
    pub observe: Instant,
    /// Time at which the runs of tests on mutants stop. If a test did not run on its mutants before this
    /// time, the selection of its assertions ignores mutants.
    pub kill: Instant,
}

/// For each method, the inspectors whose values other tests assert after a call of this method.
pub type AssertedAfter = BTreeMap<MethodId, BTreeSet<MethodId>>;

/// What [`select_assertions`] needs to know about the mutants and the test class.
pub struct Oracle<'a> {
    /// Returns the candidate mutants of a test, given the index of the test.
    pub mutants: &'a dyn Fn(usize) -> Vec<MutantId>,
    /// Indices of the methods in the program under test.
    pub methods: &'a BTreeMap<MethodId, MethodIndex>,
    /// The package of the test class.
    pub package: &'a str,
    /// If this is set, a test also asserts a value that its last call changed. If the call changed no value,
    /// the test asserts a value that other tests assert after a call of the same method.
    pub asserted_after: Option<&'a AssertedAfter>,
    /// Returns whether an assertion on an observed value of a given static type can be written in the test
    /// class.
    pub can_write: &'a dyn Fn(&Observation, &Type) -> bool,
}

/// Observes tests, runs them on mutants, and selects their assertions.
///
/// A test runs on the candidate mutants that it infects and that no earlier test is known to kill. A test
/// that needs many ticks is submitted several times, each time with other mutants, and runs on only some of
/// these candidates. If no submission of a test ended before the deadline, the test has only assertions that
/// a reader expects. An example is an assertion on the result of the last call.
///
/// If the value of an inspector is the same without the tested call, an assertion on it shows nothing about
/// this call. Such an assertion is not selected for a mutant of the inspector's own method.
///
/// The result is `None` for a test that must not be written: see [`observe::observe`].
pub fn select_assertions(
    executor: &mut Executor,
    tests: &[InspectedTest],
    oracle: &Oracle,
    deadlines: Deadlines,
) -> Vec<Option<AssertedTest>> {
    let world = executor.world;
    let &Oracle { package, can_write, .. } = oracle;
    let cases: Vec<_> = tests.iter().map(|it| it.test.clone()).collect();
    let observed = observe::observe(executor, &cases, package, deadlines.observe);
    let candidates = tests.iter().zip(observed).map(|(test, observed)| {
        let ObservedTest { test: checked_test, infected, ticks, is_observed_twice } = observed?;
        // If the test throws, `observe` removed the statements after the exception, including all inspectors.
        let first_inspector = test.first_inspector.min(checked_test.case.len());
        let is_usable = |it: &Assertion| {
            is_selectable(it, first_inspector)
                && can_write(&it.expected, &checked_test.case.definition(it.var).ty)
        };
        let assertions = checked_test.assertions.iter().filter(|it| is_usable(it)).cloned().collect();
        let checked_test = CheckedTest { assertions, ..checked_test };
        let selected = test.selected.as_ref().map(|selected| same_assertions(&checked_test, selected));
        let selected = selected.filter(|_| is_observed_twice);
        let infected = if test.selected.is_some() { FixedBitSet::new() } else { infected };
        let candidate = Candidate::new(world, checked_test, first_inspector, infected);
        Some(Candidate { ticks, selected, is_observed_twice, ..candidate })
    });
    let mut candidates: Vec<Option<Candidate>> = candidates.collect();
    find_unaffected(executor, &mut candidates, deadlines.observe);
    let mut selection = Selection::new(candidates, oracle, executor.goals);
    let submitted_cases: Vec<_> = selection.submissions.iter().map(|&test| cases[test].clone()).collect();
    executor.run_on_mutants(&submitted_cases, Mode::Detections, &mut selection, deadlines.kill);
    let asserted = |(candidate, inspected): (Option<Candidate>, &InspectedTest)| {
        let candidate = candidate?;
        match &inspected.selected {
            // There was no time to observe the test again, so it keeps the assertions of the earlier
            // selection.
            Some(selected) if !candidate.is_observed_twice => Some(AssertedTest {
                test: selected.clone(),
                first_inspector: selected.case.len(),
                affected_inspectors: BTreeSet::new(),
                kills: Vec::new(),
                survivors: BTreeSet::new(),
                is_complete: true,
            }),
            _ => Some(candidate.into_asserted(oracle.asserted_after)),
        }
    };
    selection.tests.into_iter().zip(tests).map(asserted).collect()
}

/// Returns the indices of the assertions of `test` that `selected` also has. The index after the last
/// assertion means the message of the expected exception.
fn same_assertions(test: &CheckedTest, selected: &CheckedTest) -> BTreeSet<usize> {
    let is_same = |index: &usize| match test.assertions.get(*index) {
        Some(assertion) => selected.assertions.contains(assertion),
        None => selected.throws.as_ref().is_some_and(|throws| throws.message.is_some()),
    };
    (0..=test.assertions.len()).filter(is_same).collect()
}

/// Returns whether an assertion can be selected. Refuses assertions on long texts and on texts with hash
/// codes, because they are hard to read. Also refuses the assertion that a value is the same object as the
/// result of an inspector. `first_inspector` is the index of the first inspector.
pub fn is_selectable(assertion: &Assertion, first_inspector: usize) -> bool {
    match &assertion.expected {
        Observation::Same(other) => (other.0 as usize) < first_inspector,
        Observation::Literal(Literal::String(text)) | Observation::Ending(text) => {
            text.len() <= MAX_TEXT_LENGTH && !contains_hash_code(&String::from_utf16_lossy(text))
        }
        _ => true,
    }
}

/// Returns whether a text contains a hash code as `Object.toString` writes it: `Shape@1b2c3d`. The hash code
/// can be computed from the content of the object, but it tells a reader nothing.
fn contains_hash_code(text: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | ';');
    let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    text.match_indices('@').any(|(at, _)| {
        let after = &text[at + 1..];
        let rest = after.trim_start_matches(is_digit);
        text[..at].ends_with(is_name)
            && after.len() - rest.len() >= MIN_HASH_CODE_LENGTH
            && !rest.starts_with(is_name)
    })
}

/// Selects the mutants on which each test runs. When results of a test on its mutants arrive, selects the
/// assertions of this test.
struct Selection<'a> {
    /// The tests with their candidate assertions. `None` for a test that must not be written.
    tests: Vec<Option<Candidate<'a>>>,
    /// For each submission, its test. The first submissions contain each test once. Later submissions
    /// repeat tests with other mutants.
    submissions: Vec<usize>,
    oracle: &'a Oracle<'a>,
    goals: &'a Goals,
    /// For each submission without result, its mutants.
    running: BTreeMap<usize, Vec<MutantId>>,
    /// Mutants that at least one test has killed.
    killed: BTreeSet<MutantId>,
}

impl<'a> Selection<'a> {
    fn new(tests: Vec<Option<Candidate<'a>>>, oracle: &'a Oracle<'a>, goals: &'a Goals) -> Selection<'a> {
        let is_submitted = |test: usize, submission: usize| {
            let Some(candidate) = &tests[test] else { return submission == 0 };
            submission == 0 || candidate.infected.count_ones(..) > submission * candidate.submission_size()
        };
        let submissions = (0..MAX_SUBMISSIONS)
            .flat_map(|submission| (0..tests.len()).map(move |test| (test, submission)))
            .filter(|&(test, submission)| is_submitted(test, submission))
            .map(|(test, _)| test)
            .collect();
        let (running, killed) = (BTreeMap::new(), BTreeSet::new());
        Selection { tests, submissions, oracle, goals, running, killed }
    }
}

impl Candidate<'_> {
    /// Returns the maximum number of mutants in a submission of this test.
    fn submission_size(&self) -> usize {
        let ticks = self.ticks + STATEMENT_TICKS * self.test.case.len() as u64;
        (SUBMISSION_TICKS / ticks.max(1)).max(MIN_SUBMITTED) as usize
    }
}

impl MutantSelector for Selection<'_> {
    fn select_mutants(&mut self, submission: usize) -> Vec<MutantId> {
        let test = self.submissions[submission];
        let Some(candidate) = &mut self.tests[test] else { return Vec::new() };
        let killable = retain_killable((self.oracle.mutants)(test), &candidate.infected, &self.killed);
        let limit = candidate.submission_size();
        let mutants = sample(killable, limit, test);
        // The next submission contains other mutants.
        mutants.iter().for_each(|mutant| candidate.infected.set(mutant.index(), false));
        let is_running = || self.running.keys().any(|&running| self.submissions[running] == test);
        if !mutants.is_empty() {
            self.running.insert(submission, mutants.clone());
        } else if candidate.is_observed_twice && !is_running() {
            candidate.selected.get_or_insert_default();
        }
        mutants
    }

    fn record(&mut self, submission: usize, execution: &Execution) {
        let Some(candidate) = &mut self.tests[self.submissions[submission]] else { return };
        let mutants = self.running.remove(&submission).unwrap_or_default();
        let effects = mutants.iter().zip(&execution.effects);
        // An earlier test has possibly killed some of these mutants, and its result arrived after this test
        // was submitted. These mutants count only for the earlier test.
        let is_open =
            |mutant: &MutantId, effect: &Effect| !self.killed.contains(mutant) && *effect != Effect::NotRun;
        for (&mutant, effect) in effects.filter(|(mutant, effect)| is_open(mutant, effect)) {
            let mutated = self.goals.strong_goal(mutant).map(|goal| self.goals.method(goal));
            let is_mutated =
                |method: MethodId| mutated.is_some() && self.oracle.methods.get(&method).copied() == mutated;
            match candidate.detection(effect, &is_mutated) {
                Some(Detection::ByStatements) => candidate.kills.push(mutant),
                Some(Detection::ByAssertions(assertions)) => {
                    candidate.kills.push(mutant);
                    candidate.detections.push(assertions);
                }
                None => drop(candidate.survivors.insert(mutant)),
            }
        }
        self.killed.extend(&candidate.kills);
        candidate.selected = Some(candidate.smallest_set());
    }
}

/// Returns the mutants that a test infects and no test has killed.
///
/// The result must not reserve memory for the removed mutants, because one such list is stored for each test.
/// Large classes have many tests and many mutants.
fn retain_killable(
    mut mutants: Vec<MutantId>,
    infected: &FixedBitSet,
    killed: &BTreeSet<MutantId>,
) -> Vec<MutantId> {
    mutants.retain(|it| infected.contains(it.index()) && !killed.contains(it));
    mutants.shrink_to_fit();
    mutants
}

/// Returns at most `limit` of the mutants, at equal distances in the list. `number` determines which mutant
/// is the first: for different numbers, the results usually differ.
pub fn sample(mutants: Vec<MutantId>, limit: usize, number: usize) -> Vec<MutantId> {
    let distance = mutants.len().div_ceil(limit).max(1);
    mutants.into_iter().skip(number % distance).step_by(distance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_memory_is_reserved_for_mutants_that_the_test_does_not_infect() {
        let infected = [3, 5, 7].into_iter().collect();
        let mutants =
            retain_killable((0..1_000).map(MutantId).collect(), &infected, &BTreeSet::from([MutantId(5)]));
        assert_eq!(mutants, [3, 7].map(MutantId));
        assert!(mutants.capacity() < 10, "{}", mutants.capacity());
    }

    #[test]
    fn a_text_contains_a_hash_code_if_hexadecimal_digits_follow_the_name_of_a_class() {
        for text in ["Spans@1a648e0", "[null, a.B$C@12345]", "[I@7a81197d"] {
            assert!(contains_hash_code(text), "{text}");
        }
        for text in ["anna@example.com", "a@bed", "@12345", "a@123456x", "apple"] {
            assert!(!contains_hash_code(text), "{text}");
        }
    }

    #[test]
    fn the_samples_of_two_tests_contain_different_mutants_from_all_parts_of_the_list() {
        let all: Vec<MutantId> = (0..10).map(MutantId).collect();
        assert_eq!(sample(all.clone(), 5, 0), [0, 2, 4, 6, 8].map(MutantId));
        assert_eq!(sample(all.clone(), 5, 1), [1, 3, 5, 7, 9].map(MutantId));
        assert_eq!(sample(all.clone(), 10, 1), all);
        assert_eq!(sample(Vec::new(), 10, 1), []);
    }
}
