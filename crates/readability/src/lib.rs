//! Counts properties of Java test files that make tests hard to read.
//!
//! The crate reads only the source. So it measures tests of any origin: generated tests and tests that people
//! wrote. Of the other crates of the workspace, it depends only on `testsource`.

mod acts;
mod properties;
mod texts;

pub use properties::{Counts, PROPERTIES, Property, count};
