//! Runs tests on mutants.

use std::collections::VecDeque;
use std::time::Instant;

use mutation::MutantId;
use testcase::TestCase;
use vm::{Execution, Mode};

use super::executor::{Executor, MAX_BATCH};

/// Maximum number of tests in a batch that runs on mutants, except in [`Mode::UntilSurvivor`].
const MUTANT_BATCH: usize = 2;
/// Number of batches on mutants that are submitted before results arrive. Earlier results determine on which
/// mutants later tests run. The number of workers must not affect any result, so this number does not depend
/// on it.
const PENDING_BATCHES: usize = 4;

/// Selects the mutants that each test runs on, and receives the results.
pub(crate) trait MutantSelector {
    /// Returns the mutants that a test runs on. The executor calls this method once for each test, in the
    /// order of the tests.
    fn select_mutants(&mut self, test: usize) -> Vec<MutantId>;

    /// Records the result of a test on its mutants. The executor calls this method in the order of the tests,
    /// and not for a test without mutants.
    fn record(&mut self, test: usize, execution: &Execution);
}

impl Executor<'_> {
    /// Runs tests on mutants until the deadline, in [`Mode::Mutants`] or a similar mode.
    ///
    /// Only [`PENDING_BATCHES`] batches are submitted before results arrive. The results of earlier tests are
    /// therefore recorded before the mutants of most later tests are selected.
    pub(crate) fn run_on_mutants(
        &mut self,
        tests: &[TestCase],
        mode: Mode,
        selector: &mut dyn MutantSelector,
        deadline: Instant,
    ) {
        let batch_size = if mode == Mode::UntilSurvivor { MAX_BATCH } else { MUTANT_BATCH };
        let mut next = 0..tests.len();
        let mut pending: VecDeque<Vec<usize>> = VecDeque::new();
        loop {
            while pending.len() < PENDING_BATCHES && !next.is_empty() {
                let selected = next.by_ref().map(|test| (test, selector.select_mutants(test)));
                let selected = selected.filter(|(_, mutants)| !mutants.is_empty()).take(batch_size);
                let raw = |mutants: Vec<MutantId>| mutants.into_iter().map(|mutant| mutant.0).collect();
                let batch: Vec<(usize, Vec<u32>)> =
                    selected.map(|(test, mutants)| (test, raw(mutants))).collect();
                if batch.is_empty() {
                    break;
                }
                let with_mutants: Vec<(&TestCase, &[u32])> =
                    batch.iter().map(|(test, mutants)| (&tests[*test], &mutants[..])).collect();
                self.vm.submit_mutants(self.world, &with_mutants, self.settings(mode));
                pending.push_back(batch.iter().map(|(test, _)| *test).collect());
            }
            let Some(batch) = pending.pop_front() else { return };
            let Some(results) = self.next_results(deadline) else { return self.vm.cancel() };
            batch.into_iter().zip(results).for_each(|(test, result)| selector.record(test, &result));
        }
    }
}
