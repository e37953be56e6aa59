//! A test as a sequence of typed statements: its validity, random generation, mutation, crossover.
//!
//! Must never know how a test is run or what its fitness is.

mod accepted;
pub mod asked;
mod build;
pub mod cluster;
pub mod crossover;
pub mod diversity;
mod edit;
mod feasible;
pub mod follow;
pub mod hashes;
pub mod hints;
pub mod hmx;
mod implement;
mod levenshtein;
pub mod literals;
pub mod model;
pub mod mutate;
pub mod neighbours;
mod network;
pub mod obstacles;
mod parts;
pub mod plain;
pub mod pools;
pub mod random;
pub mod recipes;
pub mod stubs;
pub mod valid;

pub use asked::Asked;
pub use build::fills;
pub use cluster::{Call, Cluster, Making};
pub use hints::{Hint, Operand, Wanted};
pub use model::{
    Args, Assertion, Behaviour, CheckedTest, Expected, Implemented, Literal, Observation, Statement,
    StatementKind, Stored, Suspicion, TestCase, Var,
};
pub use pools::Pools;
