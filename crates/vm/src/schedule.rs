//! Decides which worker runs which test, and runs the tests of a lost worker again.

pub mod batch;
pub mod batches;
pub mod ids;
mod job;
mod loss;
pub mod mutant_runs;
mod quarantine;
pub mod slot;
mod watchdog;
pub mod worker;
