//! Starts workers, replaces lost ones, and records which classes cannot be initialised.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::WorkerPool;
use crate::error::Error;
use crate::execution::InitFailure;
use crate::schedule::ids::SlotNumber;
use crate::schedule::worker::{Loss, Phase, Worker};

/// Number of workers in a row that may fail to start, and weight of losses after which a class is skipped.
const MOST_ATTEMPTS: u32 = 3;
/// Weight of a hang. A hang counts more than another loss, since it takes longer.
const WEIGHT_OF_HANG: u32 = 2;

/// The classes that workers initialise first, and the ones that fail.
pub struct Initialisation {
    /// The classes that each new worker initialises.
    pub classes: Arc<[String]>,
    /// The classes that failed. `None` until the first worker is ready.
    pub failures: Option<Vec<InitFailure>>,
    /// The classes under which workers were lost since a worker was ready last, each with the weight of the
    /// losses.
    suspects: BTreeMap<String, u32>,
    /// The classes whose initialisers hang or end the JVM.
    deadly: Vec<InitFailure>,
}

impl Initialisation {
    /// Begins with some classes to initialise.
    pub fn new(classes: Arc<[String]>) -> Initialisation {
        Initialisation { classes, failures: None, suspects: BTreeMap::new(), deadly: Vec::new() }
    }

    /// Records that a worker was lost while it initialised a class. This can be chance unless `is_certain` is
    /// set.
    fn record_loss(&mut self, class: String, loss: Loss, is_certain: bool) {
        let weight = self.suspects.entry(class.clone()).or_default();
        *weight += if loss == Loss::Hung { WEIGHT_OF_HANG } else { 1 };
        if is_certain || *weight >= MOST_ATTEMPTS {
            self.skip(class);
        }
    }

    /// Skips a class in all later workers, since its initialiser hangs or ends the JVM.
    fn skip(&mut self, class: String) {
        self.classes = self.classes.iter().filter(|it| **it != class).cloned().collect();
        if !self.deadly.iter().any(|it| it.class == class) {
            self.deadly.push(InitFailure { class, thrown: None, message: None });
        }
    }
}

impl WorkerPool {
    /// Puts a worker into a slot without one. Orders a spare worker once tests can run.
    pub(super) fn staff(&mut self, slot: SlotNumber) -> Result<(), Error> {
        if self.slots[slot.0].worker.is_none() {
            self.order_worker();
            self.ordered -= 1;
            self.slots[slot.0].worker = Some(Worker::new(self.launcher.receive()?));
            if self.initialisation.failures.is_some() {
                self.order_worker();
            }
        }
        Ok(())
    }

    /// Orders a worker, unless one is ordered already.
    fn order_worker(&mut self) {
        if self.ordered == 0 {
            self.launcher.launch(self.initialisation.classes.clone());
            self.ordered += 1;
        }
    }

    /// Handles that the worker of a slot has become ready.
    pub(super) fn worker_ready(&mut self, slot: SlotNumber) {
        self.slots[slot.0].failed_starts = 0;
        let initialisation = &mut self.initialisation;
        initialisation.suspects.clear();
        if initialisation.failures.is_none()
            && let Some(worker) = &self.slots[slot.0].worker
        {
            let mut failures = initialisation.deadly.clone();
            failures.extend(worker.failures.iter().cloned());
            initialisation.failures = Some(failures);
            self.order_worker();
        }
    }

    /// Handles that the worker of a slot is lost: queues its tests again, and replaces it.
    pub(super) fn lose(&mut self, slot: SlotNumber, loss: Loss) -> Result<(), Error> {
        let Some(worker) = self.slots[slot.0].lose_worker(slot, loss, &mut self.batches) else {
            return Ok(());
        };
        // While classes are initialised, a worker reports that it is unfit if an initialiser exceeds its
        // limit.
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
                if self.slots[slot.0].failed_starts >= MOST_ATTEMPTS {
                    let (java, stderr) = (self.config.java.clone(), worker.process.end_of_output());
                    return Err(Error::Start { java, attempts: MOST_ATTEMPTS, stderr });
                }
            }
        }
        // The next worker starts before the lost worker is reaped, because reaping takes time.
        self.staff(slot)?;
        self.launcher.reap(worker.process);
        Ok(())
    }
}
