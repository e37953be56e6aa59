//! What there is to cover, how the goals hang together, and how far an execution was from each.
//!
//! Must never know of algorithms, nor how an execution came about.

mod criterion;
mod describe;
mod fitness;
mod flags;
mod goals;
mod paths;
mod rows;
mod suite;

pub use criterion::{Criterion, Selection};
pub use fitness::{Dense, Trace, nu};
pub use goals::{Goal, Goals};
pub use suite::SuiteTrace;
