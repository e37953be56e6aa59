//! Turns the tests of an archive into tests that a person would keep: small, plain, and with assertions.
//!
//! - [`test_finisher`]: the steps for a set of tests.
//! - [`suite`]: the finished tests, and the goals that these tests cover.
//! - [`purpose`]: the method for whose goals a test exists.
//! - [`conditions`]: the conditions of the code that hold in a test.
//! - `ordinary_uses`: tests that show the ordinary use of one method each.
//! - `reasons`: why a test is kept.
//! - [`redundant`]: tests for mutants that other tests also kill.
//! - [`receivers`]: one variable for one object, and chains of calls.
//! - [`repeated`]: assertions that repeat an earlier assertion.
//! - `same_act`: tests that make the same call and differ only in what they inspect.
//! - `alike`: objects of all tests that are created in the same way.
//! - `last_call`: assertions that show what the last call of a test did.
//! - `usual_inspectors`: assertions that the tests of a method share.
//! - `twins`: comparison of hash codes with the hash codes of equal objects.
//! - [`deadlines`]: how the steps share the available time.

mod alike;
pub mod conditions;
pub mod deadlines;
#[cfg(test)]
mod fixture;
mod last_call;
mod ordinary_uses;
pub mod purpose;
mod reasons;
pub mod receivers;
pub mod redundant;
pub mod repeated;
mod same_act;
pub mod suite;
pub mod test_finisher;
mod twins;
mod usual_inspectors;
