//! Generates tests: random generation, mutation, crossover, and the test cluster and constant pools that they draw on.
//!
//! Must never know how a test is run or what its fitness is.

mod accepted;
pub mod asked;
mod build;
pub mod cluster;
pub mod crossover;
pub mod diversity;
mod feasible;
pub mod follow;
pub mod hmx;
mod implement;
mod levenshtein;
pub mod literals;
pub mod mutate;
pub mod neighbours;
mod network;
pub mod obstacles;
pub mod pools;
pub mod random;
pub mod recipes;
pub mod stubs;
pub mod valid;

pub use asked::Asked;
pub use cluster::{Call, Cluster, Making};
pub use pools::Pools;
