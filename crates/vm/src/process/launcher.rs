//! Starts workers and reaps killed workers (waits until their processes have ended), on a separate thread.
//!
//! On Linux, the system kills a worker when the thread that started it ends. The launcher's thread ends only
//! with the [`crate::WorkerPool`], so any thread may create or use the pool. In addition, the caller can
//! continue while processes start and end.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use tempfile::TempDir;

use super::Process;
use super::scratch::create_folder;
use crate::config::{Classes, Config};
use crate::error::Error;

const RUNNER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runner.jar"));

/// An order to the launcher's thread.
enum Order {
    /// Starts a worker that initialises the given classes.
    Launch(Arc<[String]>),
    /// Waits for the end of a killed worker and removes its files.
    Reap(Process),
}

/// The thread that starts and reaps workers, and the folder that contains the files of all workers.
pub struct Launcher {
    orders: Option<Sender<Order>>,
    launched: Receiver<Result<Process, Error>>,
    thread: Option<JoinHandle<()>>,
    _scratch: TempDir,
}

impl Launcher {
    /// Starts the thread, but no worker.
    pub fn start(config: Config, classes: Classes) -> Result<Launcher, Error> {
        let scratch_error = |source| Error::Scratch { folder: config.temporary.clone(), source };
        let scratch = create_folder("testudo-", &config.temporary).map_err(scratch_error)?;
        let folder = scratch.path().canonicalize().map_err(scratch_error)?;
        let runner = folder.join("runner.jar");
        std::fs::write(&runner, RUNNER).map_err(scratch_error)?;
        let (orders, inbox) = channel();
        let (outbox, launched) = channel();
        let thread = std::thread::Builder::new()
            .name("testudo-launcher".into())
            .spawn(move || process_orders(&config, &classes, &runner, &folder, &inbox, &outbox));
        let thread = thread.map_err(|source| Error::Scratch { folder: scratch.path().to_owned(), source })?;
        Ok(Launcher { orders: Some(orders), launched, thread: Some(thread), _scratch: scratch })
    }

    fn order(&self, order: Order) {
        // If the thread has ended, the order is dropped here. Dropping an order to reap also kills and reaps
        // the process.
        if let Some(orders) = &self.orders {
            let _ = orders.send(order);
        }
    }

    /// Orders one more worker, which initialises the given classes.
    pub fn launch(&self, initialise: Arc<[String]>) {
        self.order(Order::Launch(initialise));
    }

    /// Returns the next ordered worker. Waits until its process has started, but not until its JVM is ready.
    pub fn receive(&self) -> Result<Process, Error> {
        self.launched.recv().expect("the thread ends only with the launcher, and a worker was ordered")
    }

    /// Reaps a killed worker on the launcher's thread.
    pub fn reap(&self, process: Process) {
        self.order(Order::Reap(process));
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        // Workers that the pool has not received must end before their folder is removed.
        while self.launched.try_recv().is_ok() {}
    }
}

/// Executes orders until the sender is dropped.
fn process_orders(
    config: &Config,
    classes: &Classes,
    runner: &Path,
    folder: &Path,
    inbox: &Receiver<Order>,
    outbox: &Sender<Result<Process, Error>>,
) {
    for number in 0_u64.. {
        match inbox.recv() {
            Ok(Order::Launch(initialise)) => {
                let scratch = folder.join(number.to_string());
                let _ = outbox.send(Process::start(config, classes, runner, scratch, initialise));
            }
            Ok(Order::Reap(process)) => drop(process),
            Err(_) => return,
        }
    }
}
