//! Generates tests: random generation, mutation and crossover, based on a test cluster and on the results of
//! earlier tests.
//!
//! This crate must not depend on the execution of tests or on their fitness.

mod builder;
pub mod cluster;
mod context;
pub mod crossover;
pub mod diversity;
pub mod experience;
pub mod literals;
mod mutation;
mod operators;
pub mod random;
pub mod validity;

pub use cluster::{Cluster, ClusterCall, GenerationOptions, Input, InputCasts, InputPart};
pub use context::GenerationContext;
pub use crossover::Crossover;
pub use experience::{ConstantPools, Experience};
pub use mutation::hints::follow_hint;
pub use mutation::mutate;
pub use mutation::neighbourhood;
pub use operators::{OperatorCount, OperatorCounts, OperatorSet, VariationOperator};
