//! Counts properties of Java test files that make tests hard to read.
//!
//! The crate reads only the source. So it measures tests of any origin: generated tests and tests that people
//! wrote. It depends on no other crate of the workspace.

mod properties;
mod syntax;
mod texts;

pub use properties::{Counts, PROPERTIES, Property, count};
