//! Runs tests on the workers, observes them, and selects assertions that kill mutants.
//!
//! The search (crate `engine`) and the stages after the search (crate `suite`) use this crate. This crate
//! must not depend on these two crates, on a search algorithm, or on the format in which tests are written.
//!
//! - [`run`]: runs tests, with and without mutants, and computes which goals they cover.
//! - [`observe`]: observes values and exceptions, and makes assertions on the values and exceptions that are
//!   the same in every run.
//! - [`selection`]: runs observed tests on mutants and keeps a small set of assertions that kills the same
//!   mutants.

pub mod observe;
pub mod run;
pub mod selection;
