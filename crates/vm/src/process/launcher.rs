//! Starts spare workers and reaps killed ones, on a thread of its own.
//!
//! On Linux a worker dies with the thread that started it. So this thread lives as long as the
//! [`crate::WorkerPool`], whatever thread uses the pool. In addition, no caller waits for a fork or for the
//! end of a JVM.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use tempfile::TempDir;

use super::Process;
use crate::config::{Classes, Config};
use crate::error::Error;

const RUNNER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runner.jar"));

enum Order {
    /// Start a worker that initialises these classes.
    Launch(Arc<[String]>),
    /// Wait for the end of a killed worker and remove its files.
    Reap(Process),
}

/// The thread, and the folder with the files of all workers.
pub struct Launcher {
    orders: Option<Sender<Order>>,
    launched: Receiver<Result<Process, Error>>,
    thread: Option<JoinHandle<()>>,
    _scratch: TempDir,
}

impl Launcher {
    /// Starts the thread. Starts no worker yet.
    pub fn start(config: Config, classes: Classes) -> Result<Launcher, Error> {
        let failed = |source| Error::Scratch { folder: config.temporary.clone(), source };
        let scratch = TempDir::with_prefix_in("testudo-", &config.temporary).map_err(failed)?;
        let folder = scratch.path().canonicalize().map_err(failed)?;
        let runner = folder.join("runner.jar");
        std::fs::write(&runner, RUNNER).map_err(failed)?;
        let (orders, inbox) = channel();
        let (outbox, launched) = channel();
        let thread = std::thread::Builder::new()
            .name("testudo-launcher".into())
            .spawn(move || process_orders(&config, &classes, &runner, &folder, &inbox, &outbox));
        let thread = thread.map_err(|source| Error::Scratch { folder: scratch.path().to_owned(), source })?;
        Ok(Launcher { orders: Some(orders), launched, thread: Some(thread), _scratch: scratch })
    }

    fn order(&self, order: Order) {
        // If the thread has ended, the order is dropped here, which also kills and reaps its process.
        let _ = self.orders.as_ref().map(|it| it.send(order));
    }

    /// Orders one more worker, which initialises some classes.
    pub fn launch(&self, initialise: Arc<[String]>) {
        self.order(Order::Launch(initialise));
    }

    /// Returns the next ordered worker. Waits until its process exists, not until the JVM is ready.
    pub fn receive(&self) -> Result<Process, Error> {
        self.launched.recv().expect("the thread lives as long as the launcher, and a launch was ordered")
    }

    /// Reaps a killed worker in the background.
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
        // Unused workers must end before their folder is removed.
        while self.launched.try_recv().is_ok() {}
    }
}

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
