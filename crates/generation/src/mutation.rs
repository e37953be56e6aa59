//! Mutation of tests: delete, change and insert statements (based on Fraser, Arcuri: "Whole Test Suite
//! Generation", IEEE TSE 2013).

mod calls;
mod change;
mod delete;
pub mod hints;
mod insert;
pub mod neighbourhood;
mod operands;
mod repair;

use rand::Rng;

use crate::context::GenerationContext;
use crate::operators::{OperatorSet, VariationOperator};
use crate::random::random_test;
use testcase::TestCase;

pub(crate) use repair::uses_null;

/// Probability of each of the three steps: delete, change, insert. If deletion and change had no effect,
/// insertion always runs.
const STEP_PROBABILITY: f64 = 1.0 / 3.0;
/// Maximum number of rounds. A round performs each of the three steps with probability [`STEP_PROBABILITY`].
/// Mutation ends after the first round that changes the test.
const MAX_ROUNDS: u32 = 10;

/// Mutates a test in place and returns the operators that changed it.
///
/// `completed` is the number of statements that completed in the last run of the test: all statements, or the
/// statements before the statement that threw. Mutation can delete and change these statements and the
/// statement that threw. Mutation inserts statements only before the statement that threw. It does not change
/// later statements, because these statements never ran. If the test is empty after mutation, a random test
/// replaces it.
pub fn mutate(
    test: &mut TestCase,
    completed: usize,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> OperatorSet {
    let mut rounds = (0..MAX_ROUNDS).map(|_| mutate_once(test, completed, context, rng));
    let mut applied = rounds.find(|applied| !applied.is_empty()).unwrap_or_default();
    if test.is_empty() {
        *test = random_test(context, rng);
        applied.insert(VariationOperator::RandomTest);
    }
    applied
}

/// Performs each of the three steps (delete, change, insert) with some probability. The result is empty if no
/// step had an effect, for example because an insertion would make the test too long.
fn mutate_once(
    test: &mut TestCase,
    completed: usize,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> OperatorSet {
    let has_thrown = completed < test.len();
    let mut executed = if has_thrown { completed + 1 } else { test.len() };
    let mut applied = OperatorSet::default();
    if rng.random_bool(STEP_PROBABILITY) && delete::delete(test, &mut executed, &context.cluster, rng) {
        applied.insert(VariationOperator::DeleteStatement);
    }
    if rng.random_bool(STEP_PROBABILITY) {
        applied = applied.union(change::change(test, &mut executed, context, rng));
    }
    if applied.is_empty() || rng.random_bool(STEP_PROBABILITY) {
        executed -= usize::from(has_thrown && executed > 0);
        applied = applied.union(insert::insert(test, &mut executed, context, rng));
    }
    applied
}
