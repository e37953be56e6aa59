//! The test model: a test as a sequence of typed statements, together with its observations and assertions.
//!
//! This crate must not depend on the generation or the execution of tests.

pub mod comparisons;
pub mod documents;
mod edit;
pub mod fill;
pub mod hash_codes;
pub mod hints;
mod inert;
pub mod model;
mod order;
mod ordinary;
pub mod output;
mod parts;
pub mod purposes;
pub mod stubs;

pub use fill::is_fill_method;
pub use hints::{Hint, Operand, Requirement};
pub use model::{
    Args, Assertion, Behaviour, CheckedTest, ExpectedException, ImplementedMethod, Literal, Observation,
    Statement, StatementKind, Stored, Suspicion, TestCase, Var,
};
