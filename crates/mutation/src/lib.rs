//! What can be mutated in the code of a class under test, as data: mutants, where they are, what they do.
//!
//! Must never know how mutants are run, nor what a goal is.

mod model;

pub use model::{Change, Mutant, MutantId, Mutants, Operator, Point, Relation, Unary};
