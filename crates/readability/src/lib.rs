//! Counts properties of Java test files that make tests hard to read.
//!
//! The counters look only at the source. So they measure tests of any origin: generated tests and tests that
//! people wrote. This crate depends on no other crate of the workspace.

mod counters;
mod syntax;
mod texts;

pub use counters::{COUNTERS, Counter, Counts, count};
