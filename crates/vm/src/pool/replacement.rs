//! Starts workers, replaces lost workers, and records which classes cannot be initialised.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::WorkerPool;
use crate::error::Error;
use crate::execution::InitFailure;
use crate::schedule::ids::SlotNumber;
use crate::schedule::worker::{Loss, Phase, Worker};

/// Number of failed starts in a row after which the pool reports an error. Also a limit for the losses of
/// workers during the initialisation of one class: if their total weight reaches this number, later workers
/// skip the class.
const MAX_ATTEMPTS: u32 = 3;
/// Weight of the loss of a worker that hangs. Other losses have weight 1, because they take less time.
const HANG_WEIGHT: u32 = 2;

/// The classes that workers initialise before the first test, and the classes among them whose initialisation
/// fails.
pub struct Initialisation {
    /// Binary names of the classes that each new worker initialises.
    pub classes: Arc<[String]>,
    /// The classes whose initialisation failed. `None` until the first worker is ready.
    pub failures: Option<Vec<InitFailure>>,
    /// The classes during whose initialisation workers were lost, each with the total weight of the losses.
    /// Cleared when a worker becomes ready.
    suspects: BTreeMap<String, u32>,
    /// The classes whose initialisers hang or end the JVM.
    fatal: Vec<InitFailure>,
}

impl Initialisation {
    /// Creates the state before the first worker is ready.
    pub fn new(classes: Arc<[String]>) -> Initialisation {
        Initialisation { classes, failures: None, suspects: BTreeMap::new(), fatal: Vec::new() }
    }

    /// Records that a worker was lost while it initialised a class. Unless `is_certain` is set, the loss can
    /// have another cause than the class.
    fn record_loss(&mut self, class: String, loss: Loss, is_certain: bool) {
        let weight = self.suspects.entry(class.clone()).or_default();
        *weight += if loss == Loss::Hung { HANG_WEIGHT } else { 1 };
        if is_certain || *weight >= MAX_ATTEMPTS {
            self.skip(class);
        }
    }

    /// Makes all later workers skip a class, because its initialiser hangs or ends the JVM.
    fn skip(&mut self, class: String) {
        self.classes = self.classes.iter().filter(|it| **it != class).cloned().collect();
        if !self.fatal.iter().any(|it| it.class == class) {
            self.fatal.push(InitFailure { class, thrown: None, message: None });
        }
    }
}

impl WorkerPool {
    /// Assigns a worker to a slot if the slot has no worker. In this case, also orders a spare worker if any
    /// worker of the pool has been ready before.
    pub(super) fn fill_slot(&mut self, slot: SlotNumber) -> Result<(), Error> {
        if self.slots[slot.0].worker.is_none() {
            self.order_worker();
            self.ordered_workers -= 1;
            self.slots[slot.0].worker = Some(Worker::new(self.launcher.receive()?));
            if self.initialisation.failures.is_some() {
                self.order_worker();
            }
        }
        Ok(())
    }

    /// Orders the launcher to start a worker, unless the pool already waits for an ordered worker.
    fn order_worker(&mut self) {
        if self.ordered_workers == 0 {
            self.launcher.launch(self.initialisation.classes.clone());
            self.ordered_workers += 1;
        }
    }

    /// Handles the event that the worker of a slot has become ready.
    pub(super) fn handle_ready(&mut self, slot: SlotNumber) {
        self.slots[slot.0].failed_starts = 0;
        let initialisation = &mut self.initialisation;
        initialisation.suspects.clear();
        if initialisation.failures.is_none()
            && let Some(worker) = &self.slots[slot.0].worker
        {
            let mut failures = initialisation.fatal.clone();
            failures.extend(worker.failures.iter().cloned());
            initialisation.failures = Some(failures);
            self.order_worker();
        }
    }

    /// Handles the loss of the worker of a slot: queues the tests of the worker again, and replaces the
    /// worker.
    pub(super) fn handle_loss(&mut self, slot: SlotNumber, loss: Loss) -> Result<(), Error> {
        let Some(worker) = self.slots[slot.0].remove_lost_worker(slot, loss, &mut self.batches) else {
            return Ok(());
        };
        // During initialisation, a worker reports that it is unfit if an initialiser exceeds its tick limit.
        let is_certain = worker.is_stuck() || loss == Loss::Unfit;
        worker.process.kill();
        let Worker { process, phase, completed, .. } = &worker;
        tracing::debug!(?loss, ?phase, completed, output = process.end_of_output(), "worker lost");
        let class = worker.process.initialise.get(worker.initialised).cloned();
        match (worker.phase, class) {
            (Phase::Ready, _) => {}
            (Phase::Initialising, Some(class)) => self.initialisation.record_loss(class, loss, is_certain),
            _ => {
                self.slots[slot.0].failed_starts += 1;
                if self.slots[slot.0].failed_starts >= MAX_ATTEMPTS {
                    let (java, output) = (self.config.java.clone(), worker.process.end_of_output());
                    return Err(Error::Start { java, attempts: MAX_ATTEMPTS, output });
                }
            }
        }
        // Reaping a worker (waiting for the end of its process) takes time, so the next worker starts first.
        self.fill_slot(slot)?;
        self.launcher.reap(worker.process);
        Ok(())
    }
}
