//! The work that waits, one worker's share of it, and what becomes of that when the worker is lost.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::time::Instant;

use testcase::TestCase;
use types::{MethodId, World};

use crate::config::{Config, Watched};
use crate::cursor::Cursor;
use crate::danger::{Danger, Member};
use crate::decode::{self, Exceptions, Ids};
use crate::encode::{Encoder, Tests};
use crate::execution::{BatchSettings, Execution, Mode, Outcome};
use crate::process::Begun;
use crate::trial::{Fatal, Place, Trial};
use crate::worker::{Loss, Phase, Worker};

/// What a worker may have at once, so that it need not wait for more while results travel.
#[derive(Clone, Copy)]
pub struct Share {
    /// Jobs.
    jobs: usize,
    /// Runs of tests in each, those on mutants too.
    runs: u64,
}

impl Share {
    /// That of a worker with work of its own.
    pub const ALL: Share = Share { jobs: 8, runs: u64::MAX };
    /// That of one among others: tests differ in length by far, so the less each has, the sooner all are done.
    pub const SOME: Share = Share { jobs: 2, runs: 8 };
}

/// How many workers in a row may be lost without one result before a test is blamed.
const FRUITLESS: u32 = 6;

/// A submitted batch.
struct Batch {
    tests: Tests,
    /// The number of its first test among all.
    begin: u64,
    /// By test, on which mutants it runs; none but where they are to run on mutants.
    trials: Vec<Trial>,
    /// By test, the statement that it was sent without, with all behind it.
    cuts: Vec<Option<u32>>,
    /// By test, how and under which statement it ended that is to run again without.
    ends: Vec<Option<(Outcome, u32)>>,
    results: Vec<Option<Execution>>,
    missing: usize,
    /// Its first tests, as many as that, did without the members that those before them were lost under.
    settled: usize,
}

impl Batch {
    /// Forgets the results of its tests that are not settled and did not run as it looks that they have to; these are to run again.
    fn again(&mut self, number: u64, danger: &Danger, slot: Option<usize>) -> Vec<Job> {
        let avoided = |test, member| danger.is_avoided(test, member);
        let wrong = |&test: &usize| self.cut(test, avoided) != self.cuts[test];
        let tests: Vec<usize> = (self.settled..self.results.len()).filter(wrong).collect();
        tests.into_iter().map(|test| self.rerun(number, test, slot)).collect()
    }

    fn rerun(&mut self, number: u64, test: usize, slot: Option<usize>) -> Job {
        self.results[test] = None;
        self.missing += 1;
        Job { batch: number, tests: test..test + 1, slot, suspect: None, is_settled: true }
    }

    /// Whether a test that ended otherwise than by returning or an exception may return without the use of a member under
    /// which it did.
    fn can_be_shortened(&self, test: usize, execution: &Execution) -> bool {
        let is_search = matches!(self.tests.settings.mode, Mode::Run | Mode::Ask) && self.avoids();
        let ended =
            !matches!(execution.outcome, Outcome::Returned | Outcome::Threw { .. } | Outcome::Avoided);
        let is_new = self.ends[test].is_none();
        is_search
            && ended
            && is_new
            && execution.executed > 0
            && self.used(test, execution.executed).is_some()
    }

    /// Whether tests may be sent without the members that others were lost under: not those on mutants, which have run without.
    fn avoids(&self) -> bool {
        self.trials.is_empty() && !self.tests.are_unlimited()
    }

    /// The first statement of a test that uses what is avoided, or under which it ended.
    fn cut(&self, test: usize, mut is_avoided: impl FnMut(u64, Member) -> bool) -> Option<u32> {
        let number = self.begin + test as u64;
        let uses = || self.tests.uses(test);
        let avoided = self.avoids().then(|| uses().find(|it| is_avoided(number, it.0))).flatten();
        let ended = self.ends[test].as_ref().map(|(_, statement)| *statement);
        avoided.map(|it| it.1).into_iter().chain(ended).min()
    }

    /// What a test called, or which static field it used, under a statement.
    fn used(&self, test: usize, statement: u32) -> Option<Member> {
        self.tests.uses(test).find(|it| it.1 == statement).map(|it| it.0)
    }
}

/// The batches whose results were not fetched yet.
pub struct Batches {
    /// Number of the oldest.
    first: u64,
    /// Tests taken in so far.
    tests: u64,
    queue: VecDeque<Batch>,
    /// Tests of these that no worker has.
    waiting: VecDeque<Job>,
    /// The numbering of members.
    encoder: Encoder,
    /// Mutants that took a worker down.
    fatal: Fatal,
    /// Members that did.
    danger: Danger,
    /// What results may name.
    ids: Ids,
}

impl Batches {
    /// None yet; calls of some members will be watched, and results name no other ids.
    pub fn new(watched: BTreeMap<MethodId, Watched>, ids: Ids) -> Batches {
        let (fatal, danger) = (Fatal::default(), Danger::default());
        let (queue, waiting, encoder) = (VecDeque::new(), VecDeque::new(), Encoder::new(watched));
        Batches { first: 0, tests: 0, queue, waiting, encoder, fatal, danger, ids }
    }

    /// Takes a batch in; its number. Where they are to run on mutants there is a trial of each
    /// test, else none.
    pub fn add(
        &mut self,
        world: &World,
        tests: &[&TestCase],
        settings: BatchSettings,
        trials: Vec<Trial>,
    ) -> u64 {
        let tests = self.encoder.tests(world, tests, settings);
        let missing = tests.len();
        let (cuts, ends, results) = (vec![None; missing], vec![None; missing], vec![None; missing]);
        let begin = self.tests;
        self.tests += missing as u64;
        self.queue.push_back(Batch { tests, begin, trials, cuts, ends, results, missing, settled: 0 });
        self.first + self.queue.len() as u64 - 1
    }

    /// Has tests of a batch wait for a worker: for that of one slot, or for any.
    pub fn enqueue(&mut self, batch: u64, tests: Range<usize>, slot: Option<usize>) {
        if !tests.is_empty() {
            self.waiting.push_back(Job { batch, tests, slot, suspect: None, is_settled: false });
        }
    }

    /// Has distances under some ids told no more, from the next batch on.
    pub fn close(&mut self, ids: &[u32]) {
        self.encoder.closed.extend(ids);
    }

    /// Settles the tests of the oldest batch if all its results are there; those that ran otherwise than they have to run again
    /// before all that wait, in one slot or in any, and those that can be shortened.
    pub fn settle(&mut self, slot: Option<usize>) {
        let Batches { first, queue, danger, .. } = self;
        let Some(batch) = queue.front_mut().filter(|batch| batch.missing == 0) else { return };
        let mut jobs = Vec::new();
        while let Some(Some(execution)) = batch.results.get(batch.settled) {
            let test = batch.settled;
            if batch.cut(test, |number, member| danger.is_avoided(number, member)) != batch.cuts[test] {
                jobs.extend(batch.again(*first, danger, slot));
                break;
            }
            let completed = batch.tests.uses(test).filter(|it| it.1 < execution.executed);
            danger.ran(completed.map(|it| it.0));
            if is_loss(&execution.outcome)
                && let Some(member) = batch.used(test, execution.executed)
            {
                danger.lost(batch.begin + test as u64, member);
            }
            if batch.can_be_shortened(test, execution) {
                batch.ends[test] = Some((execution.outcome.clone(), execution.executed));
                jobs.push(batch.rerun(*first, test, slot));
            }
            batch.settled += 1;
            danger.next = batch.begin + batch.settled as u64;
        }
        self.run_first(jobs);
    }

    /// Has some tests run before all others that wait.
    fn run_first(&mut self, jobs: Vec<Job>) {
        jobs.into_iter().rev().for_each(|job| self.waiting.push_front(job));
    }

    /// The first of the jobs that wait for the worker of a slot, or for any.
    fn next(&self, slot: usize) -> Option<usize> {
        self.waiting.iter().position(|job| job.slot.is_none_or(|it| it == slot))
    }

    /// Takes tests from a job that waits: up to so many that run so often.
    fn take(&mut self, place: usize, tests: usize, runs: u64) -> Job {
        let next = &mut self.waiting[place];
        let trials = &self.queue[(next.batch - self.first) as usize].trials;
        let mut left = runs;
        let is_in = |test: &usize| {
            let is_in = left > 0;
            left = left.saturating_sub(1 + trials.get(*test).map_or(0, Trial::mutants) as u64);
            is_in
        };
        let tests = next.tests.clone().take(tests).take_while(is_in).count();
        let job = next.split(tests);
        if next.tests.is_empty() {
            self.waiting.remove(place);
        }
        job
    }

    /// The results of the oldest batch, if all are there and [settled](Batches::settle).
    pub fn finished(&mut self) -> Option<Vec<Execution>> {
        self.queue.front().filter(|batch| batch.missing == 0 && batch.settled == batch.results.len())?;
        let Batch { results, trials, .. } = self.queue.pop_front()?;
        let number = self.first;
        self.first += 1;
        let mut results: Vec<Execution> = results.into_iter().flatten().collect();
        for (index, (result, trial)) in results.iter_mut().zip(&trials).enumerate() {
            self.fatal.correct((number, index), trial, &mut result.effects);
        }
        Some(results)
    }

    /// Drops all.
    pub fn forget(&mut self) {
        self.first += self.queue.len() as u64;
        self.queue.clear();
        self.waiting.clear();
        self.danger.next = self.tests;
    }

    /// Whether tests wait that the worker of a slot may run.
    pub fn has_work_for(&self, slot: usize) -> bool {
        self.next(slot).is_some()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    fn get(&mut self, number: u64) -> &mut Batch {
        &mut self.queue[(number - self.first) as usize]
    }

    /// Writes the message that has a worker run a job.
    fn write(&mut self, job: &Job, worker: &mut Worker) {
        let batch = &mut self.queue[(job.batch - self.first) as usize];
        for (index, trial) in batch.trials.iter_mut().enumerate().take(job.tests.end).skip(job.tests.start) {
            self.fatal.settle((job.batch, index), trial);
        }
        let is_avoided = if job.is_settled { Danger::is_avoided } else { Danger::is_suspect };
        for test in job.tests.clone() {
            batch.cuts[test] = batch.cut(test, |number, member| is_avoided(&self.danger, number, member));
        }
        let Worker { known, outgoing, .. } = worker;
        let Batch { tests, trials, cuts, .. } = batch;
        let cut = |test: usize| cuts[test];
        self.encoder.message(tests, job.tests.clone(), trials, &cut, known, outgoing);
    }

    /// Reads a result, and tells whether the test was lost; `None` if it is no result of that test.
    fn read(
        &mut self,
        (number, test): Place,
        cursor: &mut Cursor,
        exceptions: &mut Exceptions,
    ) -> Option<bool> {
        let ids = self.ids;
        let batch = self.get(number);
        let length = batch.tests.statements(test);
        let mut execution = decode::execution(cursor, batch.tests.settings.mode, exceptions, ids, length)?;
        if let Some(trial) = batch.trials.get(test) {
            execution.effects = trial.effects(execution.effects)?;
        }
        if batch.cuts[test].is_some() && execution.outcome == Outcome::Returned {
            let ended = batch.ends[test].as_ref().map(|(outcome, _)| Box::new(outcome.clone()));
            execution.outcome = ended.map_or(Outcome::Avoided, Outcome::Shortened);
        }
        let is_lost = is_loss(&execution.outcome);
        if is_lost {
            self.rumour(number, test, execution.executed);
        }
        self.record(number, test, execution);
        Some(is_lost)
    }

    /// Whether a mutant is to blame where a worker was lost that had a test run on so many.
    fn blames_mutant(&mut self, place: Place, begun: u32) -> bool {
        let batch = &mut self.queue[(place.0 - self.first) as usize];
        let trial = batch.trials.get_mut(place.1);
        trial.is_some_and(|trial| self.fatal.blame(place, trial, begun as usize))
    }

    /// A test was lost under a statement.
    fn rumour(&mut self, number: u64, test: usize, statement: u32) {
        let batch = &self.queue[(number - self.first) as usize];
        if let Some(member) = batch.used(test, statement) {
            self.danger.rumour(batch.begin + test as u64, member);
        }
    }

    fn record(&mut self, number: u64, test: usize, execution: Execution) {
        let batch = self.get(number);
        batch.results[test] = Some(execution);
        batch.missing -= 1;
    }
}

/// Tests of a batch that are still to run.
pub struct Job {
    batch: u64,
    tests: Range<usize>,
    /// Whose worker is to run them, where not any may.
    slot: Option<usize>,
    /// Where it is a single test that a worker was lost under, the number of mutants that it had begun to run on: it runs alone, and
    /// if that happens there again, it is to blame, or the last of them.
    suspect: Option<u32>,
    /// A single test that runs again, since what happened to those before it is settled.
    is_settled: bool,
}

impl Job {
    /// Takes the first tests away, up to so many.
    fn split(&mut self, most: usize) -> Job {
        let end = self.tests.end.min(self.tests.start + most);
        let first = Job { tests: self.tests.start..end, ..*self };
        self.tests.start = end;
        first
    }
}

/// A worker, when there is one, with its work.
pub struct Slot {
    /// The worker.
    pub worker: Option<Worker>,
    /// How many workers in a row ended before they were ready.
    pub failed_starts: u32,
    in_flight: VecDeque<Job>,
    /// How many tests the worker may have at once: one at first and where one was lost, so that the others can do without the
    /// member that it was lost under; one more for each that was not.
    window: usize,
    fruitless: u32,
}

impl Default for Slot {
    fn default() -> Slot {
        Slot { worker: None, failed_starts: 0, in_flight: VecDeque::new(), window: 1, fruitless: 0 }
    }
}

impl Slot {
    /// Whether it has a worker that tests may be sent to.
    pub fn is_ready(&self) -> bool {
        self.worker.as_ref().is_some_and(|worker| worker.phase == Phase::Ready)
    }

    /// Gives the worker of this slot, by its number, one more of the jobs that wait, if it may have that; whether it did.
    pub fn feed(&mut self, number: usize, batches: &mut Batches, share: Share) -> bool {
        let Some(worker) = self.worker.as_mut().filter(|it| it.phase == Phase::Ready) else { return false };
        let Some(place) = batches.next(number) else { return false };
        let alone = batches.waiting[place].suspect.is_some()
            || self.in_flight.iter().any(|job| job.suspect.is_some());
        let room = self.window.saturating_sub(self.in_flight.iter().map(|job| job.tests.len()).sum());
        if self.in_flight.len() >= if alone { 1 } else { share.jobs } || room == 0 {
            return false;
        }
        let job = batches.take(place, room, share.runs);
        if self.in_flight.is_empty() {
            worker.wake();
        }
        batches.write(&job, worker);
        self.in_flight.push_back(job);
        true
    }

    /// Sends as much as fits of what the worker was given.
    pub fn send(&mut self) {
        if let Some(worker) = self.worker.as_mut().filter(|it| it.phase == Phase::Ready) {
            worker.send();
        }
    }

    /// Takes in what the worker has sent.
    pub fn receive(&mut self, batches: &mut Batches) -> Result<(), Loss> {
        let Slot { worker, in_flight, window, fruitless, .. } = self;
        let Some(worker) = worker else { return Ok(()) };
        worker.receive(|cursor, exceptions| {
            let job = in_flight.front_mut()?;
            let is_lost = batches.read((job.batch, job.tests.start), cursor, exceptions)?;
            *window = if is_lost { 1 } else { *window + 1 };
            *fruitless = 0;
            job.tests.start += 1;
            if job.tests.is_empty() {
                in_flight.pop_front();
            }
            Some(())
        })
    }

    /// When the worker is to be looked at.
    pub fn next_look(&self, config: &Config) -> Option<Instant> {
        self.worker.as_ref()?.next_look(config, !self.in_flight.is_empty())
    }

    /// Looks at the worker; whether it is to be given up.
    pub fn is_late(&mut self, config: &Config) -> bool {
        let busy = !self.in_flight.is_empty();
        self.worker.as_mut().is_some_and(|worker| worker.is_late(config, busy))
    }

    /// Drops its work, with the worker if it has some; `idle_too`, with the worker in any case.
    pub fn give_up(&mut self, idle_too: bool) -> Option<Worker> {
        let busy = !self.in_flight.is_empty();
        self.in_flight.clear();
        if busy || idle_too { self.dismiss() } else { None }
    }

    /// Takes the worker away; of what tests do to the next one nothing is known yet.
    pub fn dismiss(&mut self) -> Option<Worker> {
        self.window = 1;
        self.worker.take()
    }

    /// Takes the worker of this slot, by its number, away; the next one is to run what it had, except for a test that is to blame, or
    /// on a mutant that is.
    pub fn lose(&mut self, number: usize, loss: Loss, batches: &mut Batches) -> Option<Worker> {
        let worker = self.dismiss()?;
        let Begun { tests, mutants, statements, .. } = worker.process.begun();
        let begun = tests.saturating_sub(worker.completed) as usize;
        let mutants = if begun > 0 { mutants } else { 0 };
        self.fruitless += u32::from(!self.in_flight.is_empty());
        let blamed = match begun.checked_sub(1) {
            None if self.fruitless >= FRUITLESS => Some(0),
            running => running,
        };
        let certain = match loss {
            // Of a busy machine nothing is to be claimed: a mutant that is killed must hang twice, and what had no processor, too.
            Loss::Hung => begun > 0 && mutants == 0 && worker.is_stuck(),
            // It says so of a mutant.
            Loss::Unfit => true,
            Loss::Ended | Loss::Garbled => false,
        } || self.fruitless >= FRUITLESS;
        // Else nothing could be said of a test for which several workers were lost.
        let slot = Some(number);
        let mut again: Vec<Job> = Vec::new();
        let mut before = 0;
        for job in self.in_flight.drain(..) {
            let offset = blamed.and_then(|it| it.checked_sub(before)).filter(|it| *it < job.tests.len());
            before += job.tests.len();
            let Some(offset) = offset else {
                again.push(Job { slot, ..job });
                continue;
            };
            let Job { batch, tests, suspect, is_settled, .. } = job;
            let guilty = tests.start + offset;
            again.push(Job { batch, tests: tests.start..guilty, slot, suspect: None, is_settled });
            let alone = |suspect| Job { batch, tests: guilty..guilty + 1, slot, suspect, is_settled };
            if !certain && suspect != Some(mutants) {
                again.push(alone(Some(mutants)));
            } else if batches.blames_mutant((batch, guilty), mutants) {
                self.fruitless = 0;
                again.push(alone(None));
            } else {
                self.fruitless = 0;
                batches.rumour(batch, guilty, statements);
                batches.record(batch, guilty, Execution { executed: statements, ..lost(loss) });
            }
            again.push(Job { batch, tests: guilty + 1..tests.end, slot, suspect: None, is_settled });
        }
        again.retain(|job| !job.tests.is_empty());
        batches.run_first(again);
        Some(worker)
    }
}

/// Whether a test that ended so cost much time: a full heap does, whatever becomes of the worker.
fn is_loss(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::TimedOut | Outcome::Crashed | Outcome::OutOfMemory)
}

fn lost(loss: Loss) -> Execution {
    Execution::ended(match loss {
        Loss::Hung => Outcome::TimedOut,
        _ => Outcome::Crashed,
    })
}
