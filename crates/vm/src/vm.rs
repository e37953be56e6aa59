//! The workers together: who runs what, and in which order results come back.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use testcase::TestCase;
use types::World;

use crate::config::{Classes, Config, Error};
use crate::decode::Ids;
use crate::execution::{BatchSettings, Execution, InitFailure};
use crate::launcher::Launcher;
use crate::sandbox::SandboxReport;
use crate::slot::{Batches, Share, Slot};
use crate::trial::Trial;
use crate::worker::{Loss, Phase, Worker};

/// How many workers in a row may fail to start, or to initialise a class.
const ATTEMPTS: u32 = 3;
/// Runs of tests, those on mutants too, that a worker gets before it is another one's turn.
const TURN: u64 = 8;
/// Runs of tests for which one more worker is worth its start.
const RAMP: u64 = 1000;

/// Worker JVMs that run batches of tests. Dropping it ends them all.
///
/// Whoever is free takes the next tests, of whatever batch, or they go to the workers [in turn](Config::in_turn). The results come back
/// in the order of submission: what is returned does not depend on who ran what, as long as tests leave nothing behind. At
/// first there is one worker; each of the others joins when there was enough to do.
pub struct Vm {
    config: Config,
    launcher: Launcher,
    /// Workers asked for and not yet taken.
    launched: usize,
    slots: Vec<Slot>,
    /// By slot the worker that was [set aside](Vm::set_aside); empty when none were.
    aside: Vec<Option<Worker>>,
    /// Who gets the next test, where they have turns.
    turn: usize,
    /// Runs of tests that it got in its turn.
    runs_of_turn: u64,
    /// Runs of tests submitted since the workers were new.
    runs: u64,
    batches: Batches,
    /// What each new worker initialises.
    initialise: Arc<[String]>,
    /// Known as soon as one worker is ready.
    failures: Option<Vec<InitFailure>>,
    /// Classes that workers were lost under when they initialised them, since one was ready last, with what speaks against them.
    suspects: BTreeMap<String, u32>,
    /// Classes that take the JVM down when they are initialised.
    deadly: Vec<InitFailure>,
}

impl Vm {
    /// Starts the first worker; does not wait for the JVM to be up.
    ///
    /// # Errors
    /// When there is no place for temporary files, or `java` cannot be run.
    pub fn start(config: Config, classes: Classes) -> Result<Vm, Error> {
        let initialise: Arc<[String]> = config.initialise.clone().into();
        let workers = config.workers.max(1);
        let Config { methods, branches, statements, .. } = config;
        let ids = Ids { methods, branches, statements };
        let launcher = Launcher::start(config.clone(), classes)?;
        launcher.launch(initialise.clone());
        let mut vm = Vm {
            batches: Batches::new(config.watched.clone(), ids),
            config,
            launcher,
            launched: 1,
            slots: (0..workers).map(|_| Slot::default()).collect(),
            aside: Vec::new(),
            turn: 0,
            runs_of_turn: 0,
            runs: 0,
            initialise,
            failures: None,
            suspects: BTreeMap::new(),
            deadly: Vec::new(),
        };
        vm.staff(0)?;
        Ok(vm)
    }

    /// How many workers there may be.
    pub fn workers(&self) -> usize {
        self.slots.len()
    }

    /// Which parts of the sandbox are active.
    pub fn sandbox(&self) -> SandboxReport {
        self.config.sandbox.report()
    }

    /// Queues a batch of tests and sends what the workers can take. Never blocks. All calls must be with the same
    /// world.
    pub fn submit(&mut self, world: &World, tests: &[&TestCase], settings: BatchSettings) {
        self.queue(world, tests, settings, Vec::new());
    }

    /// The same in [`crate::Mode::Mutants`] or one like it for tests with the mutants that each is to run on, by the numbers that the runner's
    /// `Mutants.live` has while they live.
    ///
    /// Each test runs twice without them, the second time as in [`crate::Mode::ObserveOtherwise`]. If that ends otherwise, or in
    /// another way than by itself or an exception, it runs on none. On a mutant it may use 10 times
    /// the ticks of the first run and 1000, but never more than other tests. All probes report, whatever
    /// [`BatchSettings::report_all`] is: impact counts statements.
    ///
    /// A mutant that hangs or ends its worker, twice, would do so where a written test runs: it is killed, and the test runs on
    /// the others. After three such mutants of a test it does not run on those behind them. No later test runs on such a mutant:
    /// it is killed by those that begin with the statements of the test that it was lost with.
    ///
    /// A mutant may change what is not put back between runs. So after some are killed the test runs without any; where that shows
    /// something else, these kills and what comes behind them count for nothing, and the worker is replaced.
    pub fn submit_mutants(&mut self, world: &World, tests: &[(&TestCase, &[u32])], settings: BatchSettings) {
        let trials = tests.iter().map(|(test, mutants)| Trial::new(test, mutants)).collect();
        let tests: Vec<&TestCase> = tests.iter().map(|(test, _)| *test).collect();
        self.queue(world, &tests, BatchSettings { report_all: true, ..settings }, trials);
    }

    fn queue(&mut self, world: &World, tests: &[&TestCase], settings: BatchSettings, trials: Vec<Trial>) {
        let runs: Vec<u64> = match &trials[..] {
            [] => vec![1; tests.len()],
            trials => trials.iter().map(|trial| 1 + trial.mutants() as u64).collect(),
        };
        let batch = self.batches.add(world, tests, settings, trials);
        if self.config.in_turn {
            self.take_turns(batch, &runs);
        } else {
            self.batches.enqueue(batch, 0..tests.len(), None);
            self.runs += runs.iter().sum::<u64>();
        }
        self.feed();
    }

    /// Has tests, which run so many times each, wait for the workers whose turn it is.
    fn take_turns(&mut self, batch: u64, runs: &[u64]) {
        let mut begin = 0;
        for (index, runs) in runs.iter().enumerate() {
            if self.runs_of_turn >= TURN {
                let next = (self.turn + 1) % self.joined();
                if next != self.turn {
                    self.batches.enqueue(batch, begin..index, Some(self.turn));
                    (self.turn, begin) = (next, index);
                }
                self.runs_of_turn = 0;
            }
            self.runs_of_turn += runs;
            self.runs += runs;
        }
        self.batches.enqueue(batch, begin..runs.len(), Some(self.turn));
    }

    /// Gives the workers that have joined what they may have, each one more until none takes any.
    fn feed(&mut self) {
        let joined = self.joined();
        let share = if self.config.in_turn || joined == 1 { Share::ALL } else { Share::SOME };
        let Vm { slots, batches, .. } = self;
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for (number, slot) in slots[..joined].iter_mut().enumerate() {
                is_done &= !slot.feed(number, batches, share);
            }
        }
        slots.iter_mut().for_each(Slot::send);
    }

    /// How many workers there is enough to do for.
    fn joined(&self) -> usize {
        (1 + self.runs / RAMP).min(self.slots.len() as u64) as usize
    }

    /// Has some things told no more in batches to come that are not to [report all](BatchSettings::report_all): distances of
    /// predicates, of which all are closed together, those under ids of mutants that probes of points are named by, and the
    /// execution of statements, whose ids are theirs and [`Config::branches`]. What nobody asks for takes no time then.
    pub fn close(&mut self, ids: &[u32]) {
        self.batches.close(ids);
    }

    /// The results of the oldest batch, in the order of its tests; waits for them. Empty when nothing was submitted.
    ///
    /// # Errors
    /// When no JVM can be started any more.
    #[expect(clippy::should_implement_trait, reason = "it fails rather than ends")]
    pub fn next(&mut self) -> Result<Vec<Execution>, Error> {
        loop {
            if self.batches.is_empty() {
                return Ok(Vec::new());
            }
            if let Some(results) = self.finished() {
                return Ok(results);
            }
            self.pump(None)?;
        }
    }

    /// Like [`Vm::next`], but waits no longer than `until`, and is then `None`.
    ///
    /// # Errors
    /// When no JVM can be started any more.
    pub fn next_until(&mut self, until: Instant) -> Result<Option<Vec<Execution>>, Error> {
        loop {
            if self.batches.is_empty() {
                return Ok(Some(Vec::new()));
            }
            let results = self.finished();
            if results.is_some() || Instant::now() >= until {
                return Ok(results);
            }
            self.pump(Some(until))?;
        }
    }

    /// The results of the oldest batch, if it is done with.
    fn finished(&mut self) -> Option<Vec<Execution>> {
        self.batches.settle(self.config.in_turn.then_some(0));
        self.batches.finished()
    }

    /// Forgets all batches whose results were not fetched. Workers that are busy with them are replaced.
    pub fn give_up(&mut self) {
        self.drop_work(false);
    }

    /// The same, where idle workers are replaced too: whatever the code under test left in them is gone.
    pub fn renew(&mut self) {
        self.drop_work(true);
    }

    /// Sets the workers aside as they are: until [`Vm::restore`] others run what comes, which have run nothing. Batches whose results
    /// were not fetched are forgotten, and workers that are busy with them replaced.
    pub fn set_aside(&mut self) {
        self.drop_work(false);
        self.aside = self.slots.iter_mut().map(Slot::dismiss).collect();
        self.begin_turns();
    }

    /// Gives the work back to the workers that were set aside; those that had it meanwhile end.
    pub fn restore(&mut self) {
        self.drop_work(true);
        for (slot, worker) in self.slots.iter_mut().zip(self.aside.drain(..)) {
            slot.worker = worker;
        }
    }

    fn begin_turns(&mut self) {
        (self.turn, self.runs_of_turn, self.runs) = (0, 0, 0);
    }

    fn drop_work(&mut self, idle_too: bool) {
        for worker in self.slots.iter_mut().filter_map(|slot| slot.give_up(idle_too)) {
            self.launcher.bury(worker.process);
        }
        self.batches.forget();
        if idle_too {
            self.begin_turns();
        }
    }

    /// The classes of [`Config::initialise`] that could not be initialised; waits for the first worker to be ready.
    ///
    /// # Errors
    /// When no JVM can be started.
    pub fn initialisation(&mut self) -> Result<Vec<InitFailure>, Error> {
        loop {
            if let Some(failures) = &self.failures {
                return Ok(failures.clone());
            }
            self.pump(None)?;
        }
    }

    /// Waits until some worker says something or passes its deadline, and deals with it; not longer than `until`.
    fn pump(&mut self, until: Option<Instant>) -> Result<(), Error> {
        for slot in 0..self.joined() {
            if slot == 0 || self.batches.has_work_for(slot) {
                self.staff(slot)?;
            }
        }
        self.feed();
        self.wait(until)?;
        for slot in 0..self.slots.len() {
            let was_ready = self.slots[slot].is_ready();
            if let Err(loss) = self.slots[slot].receive(&mut self.batches) {
                self.lose(slot, loss)?;
            } else if self.slots[slot].is_late(&self.config) {
                self.lose(slot, Loss::Hung)?;
            } else if self.slots[slot].is_ready() && !was_ready {
                self.ready(slot);
            }
        }
        Ok(())
    }

    /// Gives a slot a worker if it has none; asks for a spare one once the first tests can run.
    fn staff(&mut self, slot: usize) -> Result<(), Error> {
        if self.slots[slot].worker.is_none() {
            self.stock(1);
            self.launched -= 1;
            self.slots[slot].worker = Some(Worker::new(self.launcher.take()?));
            if self.failures.is_some() {
                self.stock(1);
            }
        }
        Ok(())
    }

    fn stock(&mut self, workers: usize) {
        while self.launched < workers {
            self.launcher.launch(self.initialise.clone());
            self.launched += 1;
        }
    }

    fn ready(&mut self, slot: usize) {
        self.slots[slot].failed_starts = 0;
        self.suspects.clear();
        if self.failures.is_none()
            && let Some(worker) = &self.slots[slot].worker
        {
            let mut failures = self.deadly.clone();
            failures.extend(worker.failures.iter().cloned());
            self.failures = Some(failures);
            self.stock(1);
        }
    }

    fn lose(&mut self, slot: usize, loss: Loss) -> Result<(), Error> {
        let Some(worker) = self.slots[slot].lose(slot, loss, &mut self.batches) else { return Ok(()) };
        // It says so of an initialiser that uses up what it may.
        let certain = worker.is_stuck() || loss == Loss::Unfit;
        worker.process.kill();
        let Worker { process, phase, completed, .. } = &worker;
        tracing::debug!(?loss, ?phase, completed, last_words = process.last_words(), "worker lost");
        let initialising = worker.process.initialise.get(worker.initialised).cloned();
        match (worker.phase, initialising) {
            (Phase::Ready, _) => {}
            (Phase::Initialising, Some(class)) => self.suspect_class(class, loss, certain),
            _ => {
                self.slots[slot].failed_starts += 1;
                if self.slots[slot].failed_starts >= ATTEMPTS {
                    let (java, stderr) = (self.config.java.clone(), worker.process.last_words());
                    return Err(Error::Start { java, attempts: ATTEMPTS, stderr });
                }
            }
        }
        // The next one first: seeing off the old one takes its time.
        self.staff(slot)?;
        self.launcher.bury(worker.process);
        Ok(())
    }

    /// A worker was lost while it initialised a class, which may be chance.
    fn suspect_class(&mut self, class: String, loss: Loss, certain: bool) {
        // Those that hang take long.
        let weight = if loss == Loss::Hung { 2 } else { 1 };
        let suspicion = self.suspects.entry(class.clone()).or_default();
        *suspicion += weight;
        if certain || *suspicion >= ATTEMPTS {
            self.give_up_class(class);
        }
    }

    /// A class whose initialiser hangs or ends the JVM is left alone from now on.
    fn give_up_class(&mut self, class: String) {
        self.initialise = self.initialise.iter().filter(|it| **it != class).cloned().collect();
        if !self.deadly.iter().any(|it| it.class == class) {
            self.deadly.push(InitFailure { class, thrown: None, message: None });
        }
    }

    /// Waits until a worker can be read from or written to, or a deadline passes.
    fn wait(&self, until: Option<Instant>) -> Result<(), Error> {
        let mut polled = Vec::with_capacity(2 * self.slots.len());
        for worker in self.slots.iter().filter_map(|slot| slot.worker.as_ref()) {
            polled.push(PollFd::new(&worker.process.results, PollFlags::IN));
            if !worker.outgoing.is_empty() {
                polled.push(PollFd::new(&worker.process.batches, PollFlags::OUT));
            }
        }
        let deadlines = self.slots.iter().filter_map(|slot| slot.next_look(&self.config));
        let deadline = deadlines.chain(until).min();
        // A deadline too far for the system's type is no deadline.
        let timeout =
            deadline.and_then(|it| Timespec::try_from(it.saturating_duration_since(Instant::now())).ok());
        match rustix::event::poll(&mut polled, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(Error::Poll(error.into())),
        }
    }
}

impl Drop for Vm {
    fn drop(&mut self) {
        let working = self.slots.iter().filter_map(|slot| slot.worker.as_ref());
        working.chain(self.aside.iter().flatten()).for_each(|worker| worker.process.kill());
        // They are gone before the launcher, in whose directory they live.
        self.slots.clear();
        self.aside.clear();
    }
}
