//! The parts of the evolutionary algorithms.

pub mod breeding;
pub mod objectives;
pub mod ranking;
pub mod scores;
pub mod selection;
pub mod suites;
