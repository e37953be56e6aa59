//! Runs tests in worker JVMs: starts the JVMs in a sandbox, serves classes to them, sends batches of tests,
//! decodes the results, and replaces lost workers.
//!
//! This crate must not depend on goals or on the purpose of a test run. A test that ends its JVM has a result
//! ([`Outcome::Crashed`]), which is not an error.
//!
//! - [`WorkerPool`] (module `pool`): the interface for the callers of this crate.
//! - `schedule`: decides which worker runs which test, and runs the tests of a lost worker again.
//! - `protocol`: encodes and decodes messages.
//! - `process`: starts and ends the JVM processes, with their sandbox and their files.

mod config;
mod error;
mod execution;
mod ids;
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
pub use execution::{Effect, Execution, InitFailure, Outcome, RecordedValue, Thrown, Trace, WatchedCall};
pub use ids::{DistanceProbe, MethodProbe, MutantNumber, StatementProbe};
pub use pool::WorkerPool;
pub use process::activity::{is_asleep, processor_time};
pub use process::flags::arguments_for;

pub use process::sandbox::folders::FolderNames;
pub use process::sandbox::{Guard, Jvm, Restrictions, Sandbox, SandboxReport, descriptor_path};
pub use process::scratch::{create_folder, read_from_scratch, remove_folder};
pub use protocol::wire::Wire;
pub use settings::{BatchSettings, DEFAULT_TICK_LIMIT, Mode};
