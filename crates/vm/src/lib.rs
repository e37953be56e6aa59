//! Runs tests in worker JVMs: starts them in a sandbox, serves them classes, sends batches, reads what happened,
//! and replaces a worker that hangs, exits or dies.
//!
//! Must never know what a goal is or why a test is run. A test that takes its JVM down is data
//! ([`Outcome::Crashed`]), not an error.

mod config;
mod cursor;
mod danger;
mod decode;
mod encode;
mod execution;
mod hints;
mod launcher;
mod numbers;
mod process;
mod sandbox;
mod scratch;
mod service;
mod slot;
mod stub;
mod trial;
mod vm;
mod wire;
mod worker;

#[doc(hidden)]
pub use service::{LastClass, serve};
#[doc(hidden)]
pub use worker::results;

pub use config::{Classes, Config, Error, Request, Watched};
pub use execution::{
    BatchSettings, DEFAULT_TICK_LIMIT, Effect, Execution, Facet, InitFailure, Mode, Outcome, Seen, Thrown,
    Trace,
};
pub use sandbox::{Sandbox, SandboxReport, command, hand_over, path_of};
pub use scratch::remove;
pub use vm::Vm;
pub use wire::Wire;
