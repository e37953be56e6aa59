//! Crossover, which recombines two tests and returns two children.

mod hybrid;
mod single_point;

use rand::Rng;

use crate::context::GenerationContext;
use crate::operators::VariationOperator;
use testcase::TestCase;

pub use hybrid::{RecombinedData, hybrid};
pub use single_point::single_point;

/// The kind of crossover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossover {
    /// Swaps the tails of the tests: [`single_point`].
    SinglePoint,
    /// Swaps the tails of the tests, then recombines arguments: [`hybrid`].
    Hybrid(RecombinedData),
}

impl Crossover {
    /// Returns two children that recombine two tests.
    pub fn cross(
        self,
        a: &TestCase,
        b: &TestCase,
        context: &GenerationContext,
        rng: &mut impl Rng,
    ) -> (TestCase, TestCase) {
        match self {
            Crossover::SinglePoint => single_point(a, b, context, rng),
            Crossover::Hybrid(data) => hybrid(a, b, data, context, rng),
        }
    }

    /// Returns the variation operator that derives the children of this crossover.
    #[must_use]
    pub fn operator(self) -> VariationOperator {
        match self {
            Crossover::SinglePoint => VariationOperator::SinglePointCrossover,
            Crossover::Hybrid(_) => VariationOperator::HybridCrossover,
        }
    }
}
