//! One submitted batch of tests.

use super::ids::{BatchNumber, SlotNumber, TestNumber};
use super::job::Job;
use super::mutant_runs::MutantRuns;
use super::quarantine::Quarantine;
use crate::execution::{Execution, Outcome};
use crate::protocol::message::{EncodedTests, Member};
use crate::settings::Mode;

/// A submitted batch, with the results that have arrived so far.
pub struct Batch {
    /// The encoded tests.
    pub tests: EncodedTests,
    /// Number of the first test of the batch among all tests.
    begin: TestNumber,
    /// By test, its runs on mutants. Empty if the tests run without mutants.
    pub mutant_runs: Vec<MutantRuns>,
    /// By test, the index of the statement before which the test was cut when it was sent most recently. The
    /// worker then received only the statements before this statement. `None` if the whole test was sent.
    pub cuts: Vec<Option<u32>>,
    /// By test, the outcome of its first run and the index of the statement at which this run ended. `None`
    /// unless the test runs again in a shortened form.
    pub first_ends: Vec<Option<(Outcome, u32)>>,
    /// By test, its result, if it has arrived.
    pub results: Vec<Option<Execution>>,
    /// Number of tests without a result.
    missing: usize,
    /// Number of settled tests. These are the first tests of the batch, whose results are final.
    settled: usize,
}

impl Batch {
    /// Creates a batch without results.
    pub fn new(tests: EncodedTests, begin: TestNumber, mutant_runs: Vec<MutantRuns>) -> Batch {
        let missing = tests.len();
        Batch {
            tests,
            begin,
            mutant_runs,
            cuts: vec![None; missing],
            first_ends: vec![None; missing],
            results: vec![None; missing],
            missing,
            settled: 0,
        }
    }

    /// Returns whether all tests have a result. The results need not be final.
    pub fn has_all_results(&self) -> bool {
        self.missing == 0
    }

    /// Returns whether all results are final.
    pub fn is_final(&self) -> bool {
        self.missing == 0 && self.settled == self.results.len()
    }

    /// Returns the number of a test among all tests.
    pub fn test_number(&self, test: usize) -> TestNumber {
        self.begin + test as u64
    }

    /// Stores the result of a test.
    pub fn store(&mut self, test: usize, execution: Execution) {
        self.results[test] = Some(execution);
        self.missing -= 1;
    }

    /// Declares results final (*settles* them), in the order of the tests, up to the first test without a
    /// final result. Returns jobs for the tests that must run again: tests that were cut before a wrong
    /// statement, and tests that can be shortened. The jobs are for `slot`, or for any slot if `slot` is
    /// `None`.
    pub fn settle(
        &mut self,
        number: BatchNumber,
        quarantine: &mut Quarantine,
        slot: Option<SlotNumber>,
    ) -> Vec<Job> {
        let mut jobs = Vec::new();
        while let Some(Some(execution)) = self.results.get(self.settled) {
            let test = self.settled;
            if self.cut(test, |number, member| quarantine.is_quarantined(number, member)) != self.cuts[test] {
                jobs.extend(self.rerun_wrongly_cut(number, quarantine, slot));
                break;
            }
            let completed = self.tests.uses(test).filter(|it| it.1 < execution.executed);
            quarantine.record_completed(completed.map(|it| it.0));
            if is_loss(&execution.outcome)
                && let Some(member) = self.member_at(test, execution.executed)
            {
                quarantine.record_loss(self.test_number(test), member);
            }
            if self.can_be_shortened(test, execution) {
                self.first_ends[test] = Some((execution.outcome.clone(), execution.executed));
                jobs.push(self.rerun(number, test, slot));
            }
            self.settled += 1;
            quarantine.first_unsettled = self.test_number(self.settled);
        }
        jobs
    }

    /// Drops the results of unsettled tests that were cut before a wrong statement, according to the losses
    /// settled so far. Returns jobs that run these tests again.
    fn rerun_wrongly_cut(
        &mut self,
        number: BatchNumber,
        quarantine: &Quarantine,
        slot: Option<SlotNumber>,
    ) -> Vec<Job> {
        let is_quarantined = |test, member| quarantine.is_quarantined(test, member);
        let is_wrong = |&test: &usize| self.cut(test, is_quarantined) != self.cuts[test];
        let tests: Vec<usize> = (self.settled..self.results.len()).filter(is_wrong).collect();
        tests.into_iter().map(|test| self.rerun(number, test, slot)).collect()
    }

    /// Drops the result of a test, and returns a job that runs the test again.
    fn rerun(&mut self, number: BatchNumber, test: usize, slot: Option<SlotNumber>) -> Job {
        self.results[test] = None;
        self.missing += 1;
        Job { batch: number, tests: test..test + 1, slot, suspect: None, uses_only_settled_losses: true }
    }

    /// Returns whether a test must run again without the statement at which it ended. This is true if the
    /// first run of the test in a search was stopped (it neither returned nor threw), and the statement is
    /// not the first one and uses a member.
    fn can_be_shortened(&self, test: usize, execution: &Execution) -> bool {
        let may_change_test =
            matches!(self.tests.settings.mode, Mode::Run | Mode::Hints) && self.can_be_cut();
        let ended_regularly =
            matches!(execution.outcome, Outcome::Returned | Outcome::Threw { .. } | Outcome::Quarantined);
        let is_first_run = self.first_ends[test].is_none();
        may_change_test
            && !ended_regularly
            && is_first_run
            && execution.executed > 0
            && self.member_at(test, execution.executed).is_some()
    }

    /// Returns whether tests may be cut before quarantined members. Tests on mutants are never cut, because
    /// an earlier batch already ran them without mutants. Tests without a tick limit are never cut either.
    fn can_be_cut(&self) -> bool {
        self.mutant_runs.is_empty() && !self.tests.has_no_tick_limit()
    }

    /// Returns the index of the statement before which a test is cut, if it is cut. This is the first
    /// statement that uses a quarantined member or at which the first run of the test ended.
    pub fn cut(
        &self,
        test: usize,
        mut is_quarantined: impl FnMut(TestNumber, Member) -> bool,
    ) -> Option<u32> {
        let number = self.test_number(test);
        let uses = || self.tests.uses(test);
        let quarantined = self.can_be_cut().then(|| uses().find(|it| is_quarantined(number, it.0))).flatten();
        let end = self.first_ends[test].as_ref().map(|(_, statement)| *statement);
        quarantined.map(|it| it.1).into_iter().chain(end).min()
    }

    /// Returns the member that a statement of a test uses.
    pub fn member_at(&self, test: usize, statement: u32) -> Option<Member> {
        self.tests.uses(test).find(|it| it.1 == statement).map(|it| it.0)
    }
}

/// Returns whether an outcome counts as a loss. A full heap also counts as a loss, because such a test takes
/// much time, even if the worker is not lost.
pub fn is_loss(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::TimedOut | Outcome::Crashed | Outcome::OutOfMemory)
}
