//! Generates the tests of a whole project, and maintains them.
//!
//! [`plan`] decides which classes need tests, how the tests look and where they go. If a class has changed
//! since its tests were generated, [`run_earlier_tests`] finds the tests that no longer pass. The crate
//! `batch` generates new tests. [`merge`] adds them to the tests of earlier runs. [`check`] runs the new
//! tests in the project's own build. It removes the tests that fail there.
//!
//! The crate prints nothing.

mod behaviour;
mod bytecode;
mod check;
mod error;
mod files;
mod fingerprint;
mod jvm_arguments;
mod merge;
mod mismatch;
mod pattern;
mod plan;
mod record;
mod revision;
mod selection;
mod shard;
mod style;
mod test_names;

pub use behaviour::{
    Action, BehaviourChange, EarlierTests, can_remove, remove_tests, run_earlier_tests,
    tests_that_do_not_compile,
};
pub use check::{Checked, Refusal, WrittenFile, check};
pub use error::Error;
pub use merge::{ExistingTest, merge, test_names, tests};
pub use pattern::Pattern;
pub use plan::{ModuleOptions, Options, Plan, PlannedClass, PlannedModule, SameClass, plan};
pub use record::Record;
pub use revision::{changed_since, uncommitted_test_file};
pub use shard::Shard;
pub use style::{StyleOptions, missing_framework};
