//! Turns the tests that a search found into a test suite for people: small, readable, named, and verified.
//!
//! This crate must not depend on a search algorithm.
//!
//! - [`minimise`]: removes tests and statements, and simplifies values. The tests still cover the same goals.
//! - [`contracts`]: finds violations of the contracts of `equals`, `hashCode`, `compareTo` and similar
//!   methods.
//! - [`unasserted`]: drops tests that assert nothing, unless such a test alone covers a goal.
//! - [`redundancy`]: finds tests whose goals other tests cover, too.
//! - [`names`]: names and orders the tests.
//! - [`verify`]: compiles and runs the test class, and drops tests and assertions that fail.

pub mod contracts;
pub mod minimise;
pub mod names;
pub mod redundancy;
pub mod unasserted;
pub mod verify;
