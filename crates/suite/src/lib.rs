//! From the tests that a search found to a suite that a person keeps: minimised, with assertions, named,
//! compiled and run.
//!
//! Must never know which algorithm found the tests.
//!
//! - [`executor`]: runs tests in the worker and tells which goals they cover.
//! - [`trace`]: what the worker tells of a test, as goals ask for it.
//! - [`minimise`]: fewer tests, fewer statements, the same coverage; [`improve`] tries changes and keeps what is as good.
//! - [`simplify`]: values that people would write.
//! - [`inspect`]: what else a test could look at when it is over.
//! - [`oracle`]: assertions on what was observed, and expected exceptions; [`judge`] keeps those that kill mutants.
//! - `suspicion`, [`contracts`]: what may well be a fault.
//! - [`names`]: test names and their order.
//! - [`verify`]: compiles and runs what will be written, and drops what does not hold.

pub mod contracts;
pub mod improve;
pub mod minimise;
pub mod names;
pub mod plain;
pub mod simplify;
pub mod verify;
