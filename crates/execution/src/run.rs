//! Runs tests on the workers and computes which goals they cover.
//!
//! - [`Executor::run`]: runs tests without mutants.
//! - [`Executor::evaluate`]: computes the goals that each test covers.
//! - [`Executor::coverage`]: computes the goals that tests cover together.
//! - [`Executor::kills`]: computes the mutants that each test kills.
//! - [`Tracer`]: translates the trace that a worker reports into the trace that goals need.

mod coverage;
mod evaluation;
mod executor;
mod kills;
mod on_mutants;
mod outcome;
mod trace;

pub use coverage::Coverage;
pub use evaluation::Evaluation;
pub use executor::Executor;
pub use outcome::{executed_part, is_valid, lost_execution, thrown_class};
pub use trace::{Tracer, mutant_effects, mutant_numbers};

pub(crate) use on_mutants::MutantSelector;
pub(crate) use outcome::assertions_on;
