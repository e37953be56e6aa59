//! Mutation of tests: delete, change and insert statements (after Fraser, Arcuri: "Whole Test Suite
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

/// Probability of each of the three steps: delete, change, insert.
const STEP: f64 = 1.0 / 3.0;
/// Number of rounds without any effect after which mutation gives up.
const ATTEMPTS: u32 = 10;

/// Mutates a test in place and returns the operators that changed it.
///
/// `completed` is the number of statements that completed in the last run of the test: all statements, or the
/// statements before the one that threw. Mutation deletes and changes the statement that threw like the
/// statements before it, inserts only before it, and leaves the statements after it unchanged, because they
/// never ran. An empty test is replaced by a random test.
pub fn mutate(
    test: &mut TestCase,
    completed: usize,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> OperatorSet {
    let mut rounds = (0..ATTEMPTS).map(|_| mutate_once(test, completed, context, rng));
    let mut applied = rounds.find(|applied| !applied.is_empty()).unwrap_or_default();
    if test.is_empty() {
        *test = random_test(context, rng);
        applied.insert(VariationOperator::RandomTest);
    }
    applied
}

/// Runs one round of the three steps. The result is empty if no step had an effect: random choice may select
/// no statement, and a long test may have no room for an insertion.
fn mutate_once(
    test: &mut TestCase,
    completed: usize,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> OperatorSet {
    let threw = completed < test.len();
    let mut executed = if threw { completed + 1 } else { test.len() };
    let mut applied = OperatorSet::default();
    if rng.random_bool(STEP) && delete::delete(test, &mut executed, &context.cluster, rng) {
        applied.insert(VariationOperator::DeleteStatement);
    }
    if rng.random_bool(STEP) {
        applied = applied.union(change::change(test, &mut executed, context, rng));
    }
    if applied.is_empty() || rng.random_bool(STEP) {
        executed -= usize::from(threw && executed > 0);
        applied = applied.union(insert::insert(test, &mut executed, context, rng));
    }
    applied
}
