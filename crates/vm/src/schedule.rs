//! Which worker runs which test, and what happens to the tests of a lost worker.

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
