//! The knowledge that the search gains from the tests that it runs.

mod pools;
mod recipes;

pub use pools::{ConstantLists, ConstantPools, text_character};
pub use recipes::{Recipe, Recipes};

/// Everything that the search learns while it runs and that guides the generation of later tests.
#[derive(Clone, Debug, Default)]
pub struct Experience {
    /// Constants, including the values that the code under test compared its inputs with.
    pub pools: ConstantPools,
    /// Statement sequences that created objects in earlier tests.
    pub recipes: Recipes,
    /// Indexes into [`Cluster::calls`](crate::Cluster::calls) of calls that can still cover a goal. Random
    /// choice prefers these calls.
    pub useful_calls: Vec<usize>,
    /// Indexes into [`Cluster::calls`](crate::Cluster::calls) of calls that change state which uncovered code
    /// reads. Random choice prefers these calls as well, but less often.
    pub preparing_calls: Vec<usize>,
}

impl Experience {
    /// Creates the experience at the start of a search. It contains only constants.
    pub fn new(pools: ConstantPools) -> Experience {
        Experience { pools, ..Experience::default() }
    }
}
