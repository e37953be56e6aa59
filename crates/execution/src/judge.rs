//! Selects the assertions of tests: a small set that kills the same mutants as all possible assertions.
//!
//! See Fraser and Zeller, "Mutation-driven generation of unit tests and oracles" (IEEE TSE 2012, Section 4).
//! All possible assertions of a test are checked on mutants at once. A mutant that a test kills is not run
//! with later tests.

mod candidate;
mod cost;
mod selection;

use std::collections::BTreeSet;
use std::time::Instant;

use fixedbitset::FixedBitSet;
use mutation::MutantId;
use testcase::{Assertion, CheckedTest, Literal, Observation};
use types::Type;
use vm::{Execution, Mode};

use crate::observe::{self, InspectedTest, ObservedTest};
use crate::run::{Executor, MutantSelector, detecting_assertions};
use candidate::Candidate;

pub use candidate::last_void_call;

/// Longest text that is asserted, in UTF-16 units.
const MAX_TEXT: usize = 300;

/// A test with its selected assertions.
#[derive(Debug)]
pub struct JudgedTest {
    /// The test. Inspectors without a selected assertion are removed.
    pub test: CheckedTest,
    /// Mutants that this test kills and no test before it, ascending.
    pub kills: Vec<MutantId>,
}

/// The deadlines of [`judge`].
#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    /// Deadline for observing tests. Tests observed later have no assertions.
    pub observe: Instant,
    /// Deadline for running tests on mutants. Assertions of later tests are selected without mutants.
    pub kill: Instant,
}

/// Observes tests, runs them on mutants, and selects their assertions.
///
/// A test runs on those of its `mutants` that it infects and that no earlier test has killed. The result is
/// `None` for a test that does not end the same way each time. A test that did not run on mutants before the
/// deadline asserts the results of its own calls.
///
/// `can_write` decides whether an assertion on a value of a static type can be written in the test class,
/// which is in `package`.
pub fn judge(
    executor: &mut Executor,
    tests: &[InspectedTest],
    mutants: &dyn Fn(usize) -> Vec<MutantId>,
    package: &str,
    can_write: &dyn Fn(&Observation, &Type) -> bool,
    deadlines: Deadlines,
) -> Vec<Option<JudgedTest>> {
    let world = executor.world;
    let cases: Vec<_> = tests.iter().map(|it| it.test.clone()).collect();
    let observed = observe::observe(executor, &cases, package, deadlines.observe);
    let candidates = tests.iter().zip(observed).map(|(test, observed)| {
        let ObservedTest { test: checked, infected } = observed?;
        // A test that throws has no inspectors after the exception.
        let own = test.own.min(checked.case.len());
        let is_usable = |it: &Assertion| {
            is_about_test(it, own) && can_write(&it.expected, &checked.case.definition(it.var).ty)
        };
        let assertions = checked.assertions.iter().filter(|it| is_usable(it)).cloned().collect();
        let checked = CheckedTest { assertions, ..checked };
        Some(Candidate::new(world, checked, own, infected))
    });
    let mut selection = Selection { tests: candidates.collect(), mutants, killed: BTreeSet::new() };
    executor.run_on_mutants(&cases, Mode::Detections, &mut selection, deadlines.kill);
    selection.tests.into_iter().map(|candidate| Some(candidate?.into_judged())).collect()
}

/// Returns whether an assertion is readable and about the test itself. An assertion that two inspectors
/// return the same object is not.
fn is_about_test(assertion: &Assertion, own: usize) -> bool {
    match &assertion.expected {
        Observation::Same(other) => (other.0 as usize) < own,
        Observation::Literal(Literal::String(text)) => text.len() <= MAX_TEXT,
        _ => true,
    }
}

/// Runs tests on mutants and selects the assertions of each test as soon as its results arrive.
struct Selection<'a> {
    tests: Vec<Option<Candidate<'a>>>,
    /// Returns the mutants that a test may run on.
    mutants: &'a dyn Fn(usize) -> Vec<MutantId>,
    /// Mutants that a test has killed.
    killed: BTreeSet<MutantId>,
}

impl MutantSelector for Selection<'_> {
    fn select_mutants(&mut self, test: usize) -> Vec<MutantId> {
        let Some(candidate) = &mut self.tests[test] else { return Vec::new() };
        candidate.mutants = killable((self.mutants)(test), &candidate.infected, &self.killed);
        if candidate.mutants.is_empty() {
            candidate.selected = Some(BTreeSet::new());
        }
        candidate.mutants.clone()
    }

    fn record(&mut self, test: usize, execution: &Execution) {
        let Some(candidate) = &mut self.tests[test] else { return };
        let mut detections = Vec::new();
        let mutants = std::mem::take(&mut candidate.mutants);
        let effects = mutants.iter().zip(&execution.effects);
        // Another test may have killed a mutant after this test was submitted.
        for (&mutant, effect) in effects.filter(|(mutant, _)| !self.killed.contains(mutant)) {
            let Some(assertions) = detecting_assertions(&candidate.test, effect) else { continue };
            candidate.kills.push(mutant);
            detections.extend((!assertions.is_empty()).then_some(assertions));
        }
        self.killed.extend(&candidate.kills);
        candidate.selected = Some(candidate.smallest_set(detections));
    }
}

/// Returns the mutants that a test infects and no test has killed. The result is stored for each test, so it
/// must not reserve memory for the other mutants: large classes have many tests and many mutants.
fn killable(
    mut mutants: Vec<MutantId>,
    infected: &FixedBitSet,
    killed: &BTreeSet<MutantId>,
) -> Vec<MutantId> {
    mutants.retain(|it| infected.contains(it.index()) && !killed.contains(it));
    mutants.shrink_to_fit();
    mutants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mutants_of_a_test_reserve_no_memory_for_mutants_that_it_does_not_infect() {
        let infected = [3, 5, 7].into_iter().collect();
        let mutants = killable((0..1_000).map(MutantId).collect(), &infected, &BTreeSet::from([MutantId(5)]));
        assert_eq!(mutants, [3, 7].map(MutantId));
        assert!(mutants.capacity() < 10, "{}", mutants.capacity());
    }
}
