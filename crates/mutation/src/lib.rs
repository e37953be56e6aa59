//! Mutants of a class under test as data: where they are in the code and what they change.
//!
//! - `code`: facts about the code of one method.
//! - `operators`: the mutation operators, each of which proposes alternatives for one instruction.
//! - [`Mutants`]: the tables of mutation points and mutants; [`mutants`] builds the tables.
//! - `subsumption`: which mutants of a point other mutants of the same point subsume.
//!
//! This crate must not depend on how mutants run, nor on goals.

mod code;
mod finder;
mod model;
mod operators;
mod subsumption;

pub use finder::mutants;
pub use model::{Change, Mutant, MutantId, Mutants, Operator, Point, PointId, Relation, Unary};
