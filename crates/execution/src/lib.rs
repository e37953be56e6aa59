//! Runs tests on the workers, observes them, and selects assertions that kill mutants.
//!
//! Both users of this crate build on it: the search (crate `engine`) and the stages after the search (crate
//! `suite`). This crate must not depend on either of them, on a search algorithm, or on the way in which
//! tests are written.
//!
//! - [`run`]: runs tests, also on mutants, and computes which goals they cover.
//! - [`observe`]: observes variables and exceptions, and makes all assertions that stay true in other runs.
//! - [`judge`]: runs observed tests on mutants and keeps a small set of assertions that kills the same
//!   mutants.

pub mod judge;
pub mod observe;
pub mod run;
