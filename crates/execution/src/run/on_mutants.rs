//! Runs tests on mutants.

use std::collections::VecDeque;
use std::time::Instant;

use mutation::MutantId;
use testcase::TestCase;
use vm::{Execution, Mode, MutantNumber};

use super::executor::{Executor, MAX_BATCH};
use super::trace::mutant_numbers;

/// Maximum number of tests in a batch that runs on mutants, except in [`Mode::UntilSurvivor`]. If a batch has
/// not ended at the deadline, the results of all its tests are lost.
const MUTANT_BATCH: usize = 1;
/// Maximum number of submitted batches on mutants whose results have not arrived.
///
/// Earlier results determine on which mutants later tests run. The number of workers must not affect this
/// choice, so this constant does not depend on the number of workers.
const PENDING_BATCHES: usize = 8;

/// Selects the mutants on which each test runs, and receives the results.
pub(crate) trait MutantSelector {
    /// Returns the mutants that a test runs on. The executor calls this method once for each test, in the
    /// order of the tests.
    fn select_mutants(&mut self, test: usize) -> Vec<MutantId>;

    /// Records the result of a test on its mutants. The executor calls this method in the order of the tests,
    /// and skips tests without mutants.
    fn record(&mut self, test: usize, execution: &Execution);
}

impl Executor<'_> {
    /// Runs tests on mutants until the deadline, in [`Mode::Mutants`], [`Mode::Detections`] or
    /// [`Mode::UntilSurvivor`].
    ///
    /// At most [`PENDING_BATCHES`] batches run at the same time. Therefore `selector` has recorded the
    /// results of most earlier tests before it selects the mutants of a test.
    pub(crate) fn run_on_mutants(
        &mut self,
        tests: &[TestCase],
        mode: Mode,
        selector: &mut dyn MutantSelector,
        deadline: Instant,
    ) {
        // Small batches keep all workers busy, also if the tests are slow.
        let batch_size = match mode {
            Mode::UntilSurvivor => tests.len().div_ceil(PENDING_BATCHES).clamp(1, MAX_BATCH),
            _ => MUTANT_BATCH,
        };
        let mut next = 0..tests.len();
        let mut pending_batches: VecDeque<Vec<usize>> = VecDeque::new();
        loop {
            while pending_batches.len() < PENDING_BATCHES && !next.is_empty() {
                let selected_tests = next.by_ref().map(|test| (test, selector.select_mutants(test)));
                let selected_tests =
                    selected_tests.filter(|(_, mutants)| !mutants.is_empty()).take(batch_size);
                let batch: Vec<(usize, Vec<MutantNumber>)> =
                    selected_tests.map(|(test, mutants)| (test, mutant_numbers(&mutants))).collect();
                // A test without mutants is complete, also if its turn comes after the deadline.
                if batch.is_empty() || self.is_over(deadline) {
                    continue;
                }
                let tests_with_mutants: Vec<(&TestCase, &[MutantNumber])> =
                    batch.iter().map(|(test, mutants)| (&tests[*test], &mutants[..])).collect();
                self.vm.submit_mutants(self.world, &tests_with_mutants, self.settings(mode));
                pending_batches.push_back(batch.iter().map(|(test, _)| *test).collect());
            }
            let Some(batch) = pending_batches.pop_front() else { return };
            let Some(results) = self.next_results(deadline) else { return self.vm.cancel() };
            batch.into_iter().zip(results).for_each(|(test, result)| selector.record(test, &result));
        }
    }
}
