//! Generates the tests of a whole project, and maintains them.
//!
//! [`plan`] decides which classes need tests, how the tests look and where they go. The crate `batch`
//! generates the tests. [`check`] runs them in the project's own build, and removes the tests that fail there.
//!
//! The crate prints nothing.

mod bytecode;
mod check;
mod error;
mod fingerprint;
mod launcher;
mod pattern;
mod plan;
mod style;
mod test_names;

pub use check::{Checked, Refusal, WrittenFile, check};
pub use error::Error;
pub use pattern::Pattern;
pub use plan::{Options, Plan, PlannedClass, PlannedModule, plan};
pub use style::{StyleOptions, missing_framework};
