//! What can be mutated in the code of a class under test, as data: mutants, where they are, what they do.
//!
//! Must never know how mutants are run, nor what a goal is.

mod assigned;
mod body;
mod comparisons;
mod constants;
mod deletions;
mod fields;
mod find;
mod flow;
mod hidden;
mod loads;
mod model;
mod operations;
mod subsumption;
mod types;
mod variables;

pub use find::mutants;
pub use model::{Change, Mutant, MutantId, Mutants, Operator, Point, PointId, Relation, Unary};
