//! A test as a sequence of typed statements: its validity, random generation, mutation, crossover.
//!
//! Must never know how a test is run or what its fitness is.

pub mod model;

pub use model::{Assertion, CheckedTest, Expected, Literal, Observation, Statement, StatementKind, TestCase, Var};
