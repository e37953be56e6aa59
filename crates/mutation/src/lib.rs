//! Mutants of a class under test as data: their places in the code and their changes.
//!
//! - `code`: facts about the code of one method.
//! - `operators`: the mutation operators, each of which proposes alternatives for one instruction.
//! - [`Mutants`]: the tables of mutation points and mutants. The function [`mutants`] builds the tables.
//! - `subsumption`: decides whether another mutant of the same point subsumes a mutant.
//! - `usual`: decides which mutants resemble mistakes of programmers.
//! - `sample`: selects some mutants of a class that has very many mutants.
//!
//! This crate must not depend on how mutants run, nor on goals.

mod code;
mod finder;
mod model;
mod operators;
mod sample;
mod subsumption;
mod usual;

pub use finder::mutants;
pub use model::{Change, Mutant, MutantId, Mutants, Operator, Point, PointId, Relation, Unary};
