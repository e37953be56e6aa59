//! The queue of submitted batches, and the queue of tests that wait for a worker.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use testcase::TestCase;
use types::{MethodId, World};

use super::batch::{Batch, is_loss};
use super::ids::{BatchNumber, Position, SlotNumber, TestNumber};
use super::job::Job;
use super::mutant_runs::{FatalMutants, MutantRuns};
use super::quarantine::Quarantine;
use super::worker::Worker;
use crate::config::Watch;
use crate::execution::{Execution, Outcome};
use crate::protocol::Reader;
use crate::protocol::message::Encoder;
use crate::protocol::results::{self, ExceptionTable, IdLimits};
use crate::settings::{BatchSettings, Mode};

/// The batches whose results the caller has not fetched yet.
pub struct Batches {
    /// Number of the oldest batch.
    first: BatchNumber,
    /// Number of tests submitted so far.
    test_count: u64,
    queue: VecDeque<Batch>,
    /// Jobs that have not been assigned to a worker.
    pub waiting: VecDeque<Job>,
    encoder: Encoder,
    fatal_mutants: FatalMutants,
    quarantine: Quarantine,
    /// The limits that valid results respect.
    pub id_limits: IdLimits,
}

impl Batches {
    /// Creates an empty queue. The workers watch the calls of the given members.
    pub fn new(watches: BTreeMap<MethodId, Watch>, id_limits: IdLimits) -> Batches {
        Batches {
            first: BatchNumber(0),
            test_count: 0,
            queue: VecDeque::new(),
            waiting: VecDeque::new(),
            encoder: Encoder::new(watches),
            fatal_mutants: FatalMutants::default(),
            quarantine: Quarantine::default(),
            id_limits,
        }
    }

    /// Adds a batch and returns its number. `mutant_runs` has one entry for each test, or is empty if the
    /// tests run without mutants.
    pub fn add(
        &mut self,
        world: &World,
        tests: &[&TestCase],
        settings: BatchSettings,
        mutant_runs: Vec<MutantRuns>,
    ) -> BatchNumber {
        let tests = self.encoder.tests(world, tests, settings);
        let begin = TestNumber(self.test_count);
        self.test_count += tests.len() as u64;
        self.queue.push_back(Batch::new(tests, begin, mutant_runs));
        BatchNumber(self.first.0 + self.queue.len() as u64 - 1)
    }

    /// Queues tests of a batch for the worker of a slot, or for any worker if `slot` is `None`.
    pub fn enqueue(&mut self, batch: BatchNumber, tests: Range<usize>, slot: Option<SlotNumber>) {
        if !tests.is_empty() {
            self.waiting.push_back(Job {
                batch,
                tests,
                slot,
                suspect: None,
                uses_only_settled_losses: false,
            });
        }
    }

    /// Disables probes in all batches that are added later.
    pub fn disable_probes(&mut self, ids: &[u32]) {
        self.encoder.disable_probes(ids);
    }

    /// Declares the results of the oldest batch final (*settles* them) if all of them have arrived. If tests
    /// must run again, queues these tests before all other tests, for `slot` or for any slot if `slot` is
    /// `None`.
    pub fn settle(&mut self, slot: Option<SlotNumber>) {
        let Batches { first, queue, quarantine, .. } = self;
        let Some(batch) = queue.front_mut().filter(|batch| batch.has_all_results()) else { return };
        let jobs = batch.settle(*first, quarantine, slot);
        self.enqueue_first(jobs);
    }

    /// Queues jobs before all waiting jobs.
    pub fn enqueue_first(&mut self, jobs: Vec<Job>) {
        jobs.into_iter().rev().for_each(|job| self.waiting.push_front(job));
    }

    /// Returns the index of the first waiting job that the worker of a slot may run.
    pub fn next_for(&self, slot: SlotNumber) -> Option<usize> {
        self.waiting.iter().position(|job| job.slot.is_none_or(|it| it == slot))
    }

    /// Removes the first tests from a waiting job, and returns them as a new job. Removes at most `tests`
    /// tests, and stops after the test with which the number of runs reaches `runs`. A test runs once without
    /// mutants and once on each mutant.
    pub fn take(&mut self, index: usize, tests: usize, runs: u64) -> Job {
        let job = &mut self.waiting[index];
        let mutant_runs = &self.queue[(job.batch.0 - self.first.0) as usize].mutant_runs;
        let mut remaining_runs = runs;
        let fits = |test: &usize| {
            let fits = remaining_runs > 0;
            remaining_runs = remaining_runs
                .saturating_sub(1 + mutant_runs.get(*test).map_or(0, MutantRuns::mutant_count) as u64);
            fits
        };
        let tests = job.tests.clone().take(tests).take_while(fits).count();
        let taken = job.split(tests);
        if job.tests.is_empty() {
            self.waiting.remove(index);
        }
        taken
    }

    /// Removes the oldest batch and returns its results, if all of them are final: no test has to run again.
    pub fn pop_final(&mut self) -> Option<Vec<Execution>> {
        self.queue.front().filter(|batch| batch.is_final())?;
        let Batch { results, mutant_runs, .. } = self.queue.pop_front()?;
        let batch = self.first;
        self.first.0 += 1;
        let mut results: Vec<Execution> = results.into_iter().flatten().collect();
        for (index, (result, runs)) in results.iter_mut().zip(&mutant_runs).enumerate() {
            self.fatal_mutants.correct(Position { batch, index }, runs, &mut result.effects);
        }
        Some(results)
    }

    /// Drops all batches and jobs.
    pub fn clear(&mut self) {
        self.first.0 += self.queue.len() as u64;
        self.queue.clear();
        self.waiting.clear();
        self.quarantine.first_unsettled = TestNumber(self.test_count);
    }

    /// Returns whether a waiting job exists that the worker of a slot may run.
    pub fn has_work_for(&self, slot: SlotNumber) -> bool {
        self.next_for(slot).is_some()
    }

    /// Returns whether there are no batches.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    fn get(&mut self, number: BatchNumber) -> &mut Batch {
        &mut self.queue[(number.0 - self.first.0) as usize]
    }

    /// Returns the mode and the number of statements of each test of a job.
    pub fn modes_and_lengths(&self, job: &Job) -> impl Iterator<Item = (Mode, u32)> {
        let tests = &self.queue[(job.batch.0 - self.first.0) as usize].tests;
        job.tests.clone().map(|test| (tests.settings.mode, tests.statement_count(test)))
    }

    /// Encodes the message for a job and appends it to the bytes that must be sent to a worker.
    pub fn write(&mut self, job: &Job, worker: &mut Worker) {
        let batch = &mut self.queue[(job.batch.0 - self.first.0) as usize];
        let runs = batch.mutant_runs.iter_mut().enumerate().take(job.tests.end).skip(job.tests.start);
        for (index, runs) in runs {
            self.fatal_mutants.set_known_effects(Position { batch: job.batch, index }, runs);
        }
        let is_avoided =
            if job.uses_only_settled_losses { Quarantine::is_quarantined } else { Quarantine::is_suspect };
        for test in job.tests.clone() {
            batch.cuts[test] = batch.cut(test, |number, member| is_avoided(&self.quarantine, number, member));
        }
        let Worker { received, outgoing, .. } = worker;
        let Batch { tests, mutant_runs, cuts, .. } = batch;
        let cut = |test: usize| cuts[test];
        self.encoder.message(tests, job.tests.clone(), mutant_runs, &cut, received, outgoing);
    }

    /// Decodes the result of a test and stores it. Returns whether the outcome is a [loss](is_loss), or
    /// `None` if the result is invalid.
    pub fn read(
        &mut self,
        Position { batch: number, index: test }: Position,
        reader: &mut Reader,
        exceptions: &mut ExceptionTable,
    ) -> Option<bool> {
        let id_limits = self.id_limits;
        let batch = self.get(number);
        let length = batch.tests.statement_count(test);
        let mut execution =
            results::execution(reader, batch.tests.settings.mode, exceptions, id_limits, length)?;
        if let Some(runs) = batch.mutant_runs.get(test) {
            execution.effects = runs.complete(execution.effects)?;
        }
        if batch.cuts[test].is_some() && execution.outcome == Outcome::Returned {
            let first = batch.first_ends[test].as_ref().map(|(outcome, _)| Box::new(outcome.clone()));
            execution.outcome = first.map_or(Outcome::Quarantined, Outcome::Shortened);
        }
        let is_lost = is_loss(&execution.outcome);
        if is_lost {
            self.record_suspect(number, test, execution.executed);
        }
        self.store(number, test, execution);
        Some(is_lost)
    }

    /// Records that a worker was lost when a test had begun to run on `begun` mutants. Returns whether a
    /// mutant is the cause, which is true unless `begun` is 0.
    pub fn blame_mutant(&mut self, position: Position, begun: u32) -> bool {
        let batch = &mut self.queue[(position.batch.0 - self.first.0) as usize];
        let runs = batch.mutant_runs.get_mut(position.index);
        runs.is_some_and(|runs| self.fatal_mutants.blame(position, runs, begun as usize))
    }

    /// Records that a test was lost at a statement. The member that the statement uses becomes a suspect.
    pub fn record_suspect(&mut self, number: BatchNumber, test: usize, statement: u32) {
        let batch = &self.queue[(number.0 - self.first.0) as usize];
        if let Some(member) = batch.member_at(test, statement) {
            self.quarantine.record_suspect(batch.test_number(test), member);
        }
    }

    /// Stores the result of a test.
    pub fn store(&mut self, number: BatchNumber, test: usize, execution: Execution) {
        self.get(number).store(test, execution);
    }
}
