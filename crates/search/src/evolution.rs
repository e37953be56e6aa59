//! The parts of the evolutionary algorithms.

pub mod objectives;
pub mod offspring;
pub mod ranking;
pub mod scores;
pub mod selection;
pub mod suites;
