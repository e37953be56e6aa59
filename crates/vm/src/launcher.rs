//! Starts workers ahead of need and buries dead ones, on a thread of its own.
//!
//! On Linux a worker dies with the thread that started it, so that thread must live as long as the [`crate::Vm`],
//! whatever thread that is used on; and neither a fork nor the end of a JVM is then waited for.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use tempfile::TempDir;

use crate::config::{Classes, Config, Error};
use crate::process::Process;

const RUNNER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runner.jar"));

enum Order {
    /// Start a worker that initialises these classes.
    Launch(Arc<[String]>),
    /// See a dead one off.
    Bury(Process),
}

/// The thread, and the directory that all workers' files are in.
pub struct Launcher {
    orders: Option<Sender<Order>>,
    launched: Receiver<Result<Process, Error>>,
    thread: Option<JoinHandle<()>>,
    _scratch: TempDir,
}

impl Launcher {
    /// Starts the thread; no worker yet.
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
            .spawn(move || work(&config, &classes, &runner, &folder, &inbox, &outbox));
        let thread = thread.map_err(|source| Error::Scratch { folder: scratch.path().to_owned(), source })?;
        Ok(Launcher { orders: Some(orders), launched, thread: Some(thread), _scratch: scratch })
    }

    fn order(&self, order: Order) {
        // An order that nobody takes is dropped here, which buries.
        let _ = self.orders.as_ref().map(|it| it.send(order));
    }

    /// Asks for one more worker, which is to initialise some classes.
    pub fn launch(&self, initialise: Arc<[String]>) {
        self.order(Order::Launch(initialise));
    }

    /// The next worker that was asked for; waits until its process exists, not until it is up.
    pub fn take(&self) -> Result<Process, Error> {
        self.launched.recv().expect("the launcher lives as long as this, and a launch was asked for")
    }

    /// Sees a killed worker off in the background.
    pub fn bury(&self, process: Process) {
        self.order(Order::Bury(process));
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        // Workers that nobody took are dropped with the channel, before the directory goes.
        while self.launched.try_recv().is_ok() {}
    }
}

fn work(
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
            Ok(Order::Bury(process)) => drop(process),
            Err(_) => return,
        }
    }
}
