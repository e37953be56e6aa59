//! Runs tests on the workers, observes them, and judges them by the goals that they cover and the mutants that they kill.
//!
//! Must never know which algorithm found the tests, or which of them a suite keeps.

pub mod executor;
pub mod hashes;
pub mod inspect;
pub mod judge;
pub mod oracle;
pub mod suspicion;
pub mod trace;
