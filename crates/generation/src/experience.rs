//! The knowledge that the search gains from the tests that it runs.

mod pools;
mod recipes;
mod sequences;

pub use pools::{ConstantLists, ConstantPools, text_character};
pub use recipes::{Recipe, Recipes};
pub use sequences::Sequences;

/// The results of earlier tests that guide the generation of later tests.
#[derive(Clone, Debug, Default)]
pub struct Experience {
    /// Constants, including the values that the code under test compared its inputs with.
    pub pools: ConstantPools,
    /// Statement sequences that created objects in earlier tests.
    pub recipes: Recipes,
    /// Statement sequences that completed in earlier tests.
    pub sequences: Sequences,
    /// Indexes into [`Cluster::calls`](crate::Cluster::calls) of calls that can still cover a goal. Random
    /// choice prefers these calls.
    pub useful_calls: Vec<usize>,
    /// Indexes into [`Cluster::calls`](crate::Cluster::calls) of calls that change state that uncovered code
    /// reads. Random choice also prefers these calls, but less often than `useful_calls`.
    pub preparing_calls: Vec<usize>,
}

impl Experience {
    /// Creates the experience at the start of a search, which contains only constants.
    pub fn new(pools: ConstantPools) -> Experience {
        Experience { pools, ..Experience::default() }
    }
}
