//! The pool of workers: assigns tests to workers, and returns results in the order of submission.

mod replacement;
mod turns;

use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use testcase::TestCase;
use types::World;

use crate::config::{Classes, Config};
use crate::error::Error;
use crate::execution::{Execution, InitFailure};
use crate::ids::MutantNumber;
use crate::process::launcher::Launcher;
use crate::process::sandbox::SandboxReport;
use crate::protocol::results::IdLimits;
use crate::schedule::batches::Batches;
use crate::schedule::ids::SlotNumber;
use crate::schedule::mutant_runs::MutantRuns;
use crate::schedule::slot::{Quota, Slot};
use crate::schedule::worker::{Loss, Worker};
use crate::settings::BatchSettings;
use replacement::Initialisation;
use turns::Turns;

/// A pool of worker JVMs that run batches of tests. Dropping the pool ends all workers.
///
/// The pool assigns tests to free workers or [round-robin](Config::reproducible), and returns results in the
/// order of submission. A result does not depend on which worker ran the test, unless tests change state that
/// is not restored. The pool starts with one worker. It starts each further worker when there is enough work.
pub struct WorkerPool {
    config: Config,
    launcher: Launcher,
    /// Number of workers that the launcher was ordered to start and that the pool has not received yet.
    ordered_workers: usize,
    slots: Vec<Slot>,
    /// By slot, the worker of the set that is not in use, if there is one: see [`WorkerPool::swap_workers`].
    reserve: Vec<Option<Worker>>,
    turns: Turns,
    batches: Batches,
    initialisation: Initialisation,
}

impl WorkerPool {
    /// Starts the first worker. Does not wait until its JVM is ready.
    ///
    /// # Errors
    /// If a temporary folder cannot be created, or `java` cannot be started.
    pub fn start(config: Config, classes: Classes) -> Result<WorkerPool, Error> {
        let initialisation = Initialisation::new(config.initialise.clone().into());
        let workers = config.workers.max(1);
        let Config { methods, branches, statements, .. } = config;
        let id_limits = IdLimits { methods, branches, statements };
        let launcher = Launcher::start(config.clone(), classes)?;
        launcher.launch(initialisation.classes.clone());
        let mut pool = WorkerPool {
            batches: Batches::new(config.watches.clone(), id_limits),
            config,
            launcher,
            ordered_workers: 1,
            slots: (0..workers).map(|_| Slot::default()).collect(),
            reserve: (0..workers).map(|_| None).collect(),
            turns: Turns::new(),
            initialisation,
        };
        pool.fill_slot(SlotNumber(0))?;
        Ok(pool)
    }

    /// Returns the maximum number of workers.
    pub fn worker_count(&self) -> usize {
        self.slots.len()
    }

    /// Returns which parts of the sandbox are active.
    pub fn sandbox(&self) -> SandboxReport {
        self.config.sandbox.report()
    }

    /// Queues a batch of tests, and sends as many tests as the workers accept now. Does not wait. All calls
    /// must pass the same world.
    pub fn submit(&mut self, world: &World, tests: &[&TestCase], settings: BatchSettings) {
        self.enqueue(world, tests, settings, Vec::new());
    }

    /// Queues a batch of tests, each with the mutants on which it runs. The mode must be
    /// [`crate::Mode::Mutants`], [`crate::Mode::Detections`] or [`crate::Mode::UntilSurvivor`].
    ///
    /// Each test runs twice without mutants, the second time as in [`crate::Mode::ObserveOtherwise`]. The
    /// test runs on no mutant if the two runs end in different ways, or if the test neither returns nor
    /// throws. On a mutant the tick limit is 4 times the ticks of the first run plus 1000. It is lower for
    /// slow tests, but at least twice the ticks of the first run. The tick limit of the batch is the maximum.
    /// All probes report, because the impact of a mutant counts statements. The value of
    /// [`BatchSettings::all_probes_report`] has no effect.
    ///
    /// A mutant is *fatal* if two workers are lost while a test runs on the mutant, or if a worker reports
    /// that it cannot run further tests because of the mutant. The test kills the mutant, and then runs on
    /// its other mutants until three of its mutants are fatal. No later test runs on a fatal mutant. A later
    /// test still counts as killing the mutant if it begins with the statements of the test during which the
    /// worker was lost. For all other later tests, the effect of the mutant is [`crate::Effect::NotRun`].
    ///
    /// A mutant can change state that is not restored between runs. Therefore, after every few kills and at
    /// the end, the worker checks the test: it runs the test again without a mutant. If the result is
    /// different, the worker drops the effects since the last successful check, and the pool replaces the
    /// worker.
    pub fn submit_mutants(
        &mut self,
        world: &World,
        tests: &[(&TestCase, &[MutantNumber])],
        settings: BatchSettings,
    ) {
        let mutant_runs = tests.iter().map(|(test, mutants)| MutantRuns::new(test, mutants)).collect();
        let tests: Vec<&TestCase> = tests.iter().map(|(test, _)| *test).collect();
        self.enqueue(world, &tests, BatchSettings { all_probes_report: true, ..settings }, mutant_runs);
    }

    /// Queues a batch. `mutant_runs` is empty if the tests run without mutants.
    fn enqueue(
        &mut self,
        world: &World,
        tests: &[&TestCase],
        settings: BatchSettings,
        mutant_runs: Vec<MutantRuns>,
    ) {
        let run_counts: Vec<u64> = match &mutant_runs[..] {
            [] => vec![1; tests.len()],
            runs => runs.iter().map(|runs| 1 + runs.mutant_count() as u64).collect(),
        };
        let batch = self.batches.add(world, tests, settings, mutant_runs);
        if self.config.reproducible {
            let slots = self.slots.len();
            self.turns.distribute(&run_counts, slots, |tests, slot| {
                self.batches.enqueue(batch, tests, Some(slot));
            });
        } else {
            self.batches.enqueue(batch, 0..tests.len(), None);
            self.turns.count(run_counts.iter().sum());
        }
        self.assign();
    }

    /// Returns the number of workers for which there is enough work.
    fn active_workers(&self) -> usize {
        self.turns.active_workers(self.slots.len())
    }

    /// Assigns waiting tests to the active workers, and sends the tests. Assigns one job after another to the
    /// workers in turn, until no worker accepts a further job.
    fn assign(&mut self) {
        let active = self.active_workers();
        let quota = if self.config.reproducible || active == 1 { Quota::UNSHARED } else { Quota::SHARED };
        let WorkerPool { slots, batches, .. } = self;
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for (number, slot) in slots[..active].iter_mut().enumerate() {
                is_done &= !slot.assign(SlotNumber(number), batches, quota);
            }
        }
        slots.iter_mut().for_each(Slot::send);
    }

    /// Disables probes in all later batches in which [`BatchSettings::all_probes_report`] is false. Disabled
    /// probes take almost no time.
    ///
    /// Each id identifies one of:
    /// - a branch: all branches of a predicate must be disabled in the same call;
    /// - a mutant: the id of its [`DistanceProbe`](crate::DistanceProbe), not its number;
    /// - a statement: the sum of [`Config::branches`] and the id of the statement.
    pub fn disable_probes(&mut self, ids: &[u32]) {
        self.batches.disable_probes(ids);
    }

    /// Waits for the results of the oldest batch and returns them in the order of the tests. Returns an empty
    /// list if no batch is queued.
    ///
    /// # Errors
    /// If no worker can be started, or the pool cannot wait for messages of the workers.
    pub fn next_results(&mut self) -> Result<Vec<Execution>, Error> {
        loop {
            if self.batches.is_empty() {
                return Ok(Vec::new());
            }
            if let Some(results) = self.final_results() {
                return Ok(results);
            }
            self.advance(None)?;
        }
    }

    /// Waits like [`WorkerPool::next_results`], but returns `None` if not all results have arrived at the
    /// time `until`.
    ///
    /// # Errors
    /// If no worker can be started, or the pool cannot wait for messages of the workers.
    pub fn next_results_until(&mut self, until: Instant) -> Result<Option<Vec<Execution>>, Error> {
        loop {
            if self.batches.is_empty() {
                return Ok(Some(Vec::new()));
            }
            let results = self.final_results();
            if results.is_some() || Instant::now() >= until {
                return Ok(results);
            }
            self.advance(Some(until))?;
        }
    }

    /// Returns the results of the oldest batch, if all of them are final.
    fn final_results(&mut self) -> Option<Vec<Execution>> {
        self.batches.settle(self.config.reproducible.then_some(SlotNumber(0)));
        self.batches.pop_final()
    }

    /// Drops all batches whose results the caller has not fetched. The workers finish their current tests, or
    /// are replaced if this takes too long.
    pub fn cancel(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.abandon_jobs(&self.batches));
        self.batches.clear();
    }

    /// Drops all batches whose results the caller has not fetched. Replaces all workers, so that no state of
    /// the code under test remains.
    pub fn replace_workers(&mut self) {
        self.cancel();
        self.turns = Turns::new();
        let current = self.slots.iter_mut().map(Slot::remove_worker);
        for worker in current.chain(self.reserve.iter_mut().map(Option::take)).flatten() {
            self.launcher.reap(worker.process);
        }
    }

    /// Drops all batches as [`WorkerPool::cancel`] does. Then exchanges the workers with a second set of
    /// workers, which run the next tests. A second call exchanges the workers again. Two runs of a test do
    /// not share the state of a JVM if the caller exchanges the workers between these runs.
    pub fn swap_workers(&mut self) {
        self.cancel();
        self.turns = Turns::new();
        for (slot, reserve) in self.slots.iter_mut().zip(&mut self.reserve) {
            let worker = slot.remove_worker();
            slot.worker = std::mem::replace(reserve, worker);
            // The time limit must not include the time during which the worker was not in use.
            slot.worker.iter_mut().for_each(Worker::restart_time_limit);
        }
    }

    /// Waits until the first worker is ready. Returns the classes of [`Config::initialise`] that could not be
    /// initialised.
    ///
    /// # Errors
    /// If no worker can be started, or the pool cannot wait for messages of the workers.
    pub fn initialisation_failures(&mut self) -> Result<Vec<InitFailure>, Error> {
        loop {
            if let Some(failures) = &self.initialisation.failures {
                return Ok(failures.clone());
            }
            self.advance(None)?;
        }
    }

    /// Waits until a worker sends a message or must be checked for a hang, and handles this event. Waits no
    /// longer than until the time `until`.
    fn advance(&mut self, until: Option<Instant>) -> Result<(), Error> {
        for slot in (0..self.active_workers()).map(SlotNumber) {
            if slot.0 == 0 || self.batches.has_work_for(slot) {
                self.fill_slot(slot)?;
            }
        }
        self.assign();
        self.wait(until)?;
        for number in (0..self.slots.len()).map(SlotNumber) {
            let slot = &mut self.slots[number.0];
            let was_ready = slot.is_ready();
            let received = slot.receive(&mut self.batches);
            let now = Instant::now();
            if let Err(loss) = received {
                self.handle_loss(number, loss)?;
            } else if slot.is_late(&self.config, now) {
                self.handle_loss(number, Loss::Hung)?;
            } else if slot.is_ready() && !was_ready {
                self.handle_ready(number);
            }
        }
        Ok(())
    }

    /// Waits until a pipe of a worker is readable or writable, a worker must be checked for a hang, or the
    /// time `until` has come.
    fn wait(&self, until: Option<Instant>) -> Result<(), Error> {
        let mut polled = Vec::with_capacity(2 * self.slots.len());
        for worker in self.slots.iter().filter_map(|slot| slot.worker.as_ref()) {
            polled.push(PollFd::new(&worker.process.results, PollFlags::IN));
            if !worker.outgoing.is_empty() {
                polled.push(PollFd::new(&worker.process.batches, PollFlags::OUT));
            }
        }
        let checks = self.slots.iter().filter_map(|slot| slot.next_check(&self.config));
        let deadline = checks.chain(until).min();
        // If the system cannot represent the duration, the wait has no limit.
        let timeout =
            deadline.and_then(|it| Timespec::try_from(it.saturating_duration_since(Instant::now())).ok());
        match rustix::event::poll(&mut polled, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(Error::Poll(error.into())),
        }
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        let current = self.slots.iter().filter_map(|slot| slot.worker.as_ref());
        current.chain(self.reserve.iter().flatten()).for_each(|worker| worker.process.kill());
        // The workers must end before the launcher removes the folder that contains their files.
        self.slots.clear();
        self.reserve.clear();
    }
}
