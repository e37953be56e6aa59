//! Runs tests in worker JVMs: starts the JVMs in a sandbox, serves classes to them, sends batches of tests,
//! decodes the results, and replaces lost workers.
//!
//! This crate must not depend on goals, nor on the reason why a test runs. A test that ends its JVM is data
//! ([`Outcome::Crashed`]), not an error.
//!
//! - [`WorkerPool`] (module `pool`): the public interface.
//! - `schedule`: which worker runs which test, and what happens to the tests of a lost worker.
//! - `protocol`: encoding and decoding of messages.
//! - `process`: the JVM processes, their sandbox and their files.

mod config;
mod error;
mod execution;
mod pool;
mod process;
mod protocol;
mod schedule;
mod settings;

#[doc(hidden)]
pub use process::class_server::{LastClass, serve};
#[doc(hidden)]
pub use schedule::worker::decode_results;

pub use config::{Classes, Config, Request, Watch};
pub use error::Error;
pub use execution::{Effect, Execution, Facet, InitFailure, Outcome, Thrown, Trace, WatchedCall};
pub use pool::WorkerPool;
pub use process::sandbox::{Sandbox, SandboxReport, command, descriptor_path, inherit};
pub use process::scratch::remove_folder;
pub use protocol::wire::Wire;
pub use settings::{BatchSettings, DEFAULT_TICK_LIMIT, Mode};
