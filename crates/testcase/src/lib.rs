//! The test model: a test as a sequence of typed statements, with what was observed of it and what it asserts.
//!
//! Must never know how a test is generated or run.

mod edit;
pub mod filling;
pub mod hashes;
pub mod hints;
pub mod model;
mod parts;
pub mod stubs;

pub use filling::fills;
pub use hints::{Hint, Operand, Wanted};
pub use model::{
    Args, Assertion, Behaviour, CheckedTest, Expected, Implemented, Literal, Observation, Statement,
    StatementKind, Stored, Suspicion, TestCase, Var,
};
