//! What the code of a class under test looks like to a tester: control flow, control dependence,
//! branches, lines and constants.
//!
//! Must never know of goals, probes or tests.

pub mod program;

pub use program::{Branch, BranchId, Method, MethodId, Outcome, Predicate, Program};
