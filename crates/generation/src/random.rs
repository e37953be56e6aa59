//! Random tests and insertion of calls (based on Fraser, Arcuri: "Whole Test Suite Generation", IEEE TSE
//! 2013).

use rand::Rng;

use crate::builder::Builder;
use crate::cluster::ClusterCall;
use crate::context::GenerationContext;
use testcase::TestCase;

/// Number of consecutive failures after which no more calls are added to a random test. Also the number of
/// attempts to build a test with one call, if no call could be added.
const MAX_ATTEMPTS: u32 = 10;

/// Probability that a random test continues a completed sequence, if there is one.
const CONTINUE_PROBABILITY: f64 = 0.5;
/// Maximum number of calls that continue a sequence.
const MAX_CONTINUING_CALLS: u32 = 3;
/// Probability that a sequence is continued by a method that has never completed, if there is one.
const UNCOMPLETED_PROBABILITY: f64 = 0.5;

/// Returns a random test: a completed sequence of an earlier test with further calls on the same object, or a
/// new test.
pub fn random_test(context: &GenerationContext, rng: &mut impl Rng) -> TestCase {
    let continues = context.cluster.options.recipes && rng.random_bool(CONTINUE_PROBABILITY);
    let continued = if continues { continued_sequence(context, rng) } else { None };
    continued.unwrap_or_else(|| new_test(context, rng))
}

/// Returns a completed sequence of an earlier test with further calls on the receiver of its last call.
/// Returns `None` if there is no such sequence, or if no call could be added.
fn continued_sequence(context: &GenerationContext, rng: &mut impl Rng) -> Option<TestCase> {
    let mut test = context.experience.sequences.choose(rng)?.clone();
    let length = test.len();
    let receiver = test.statements.last()?.receiver();
    for _ in 0..rng.random_range(1..=MAX_CONTINUING_CALLS) {
        let uncompleted = match rng.random_bool(UNCOMPLETED_PROBABILITY) {
            true => context.experience.sequences.choose_uncompleted(&context.cluster, rng),
            false => None,
        };
        let call = uncompleted.or_else(|| context.choose_call(rng))?;
        let mut builder = Builder::new(context, &test.statements, rng);
        let is_built = builder.call_with_receiver(call, receiver).is_some();
        let added = builder.added;
        if is_built && test.len() + added.len() <= context.cluster.max_length {
            test.statements.extend(added);
        }
    }
    (test.len() > length).then_some(test)
}

/// Returns a random test with a random number of statements, at most
/// [`Cluster::max_length`](crate::Cluster::max_length).
///
/// The test exceeds the maximum only if all attempts to build a shorter test failed. The test is empty only
/// if no call could be built.
fn new_test(context: &GenerationContext, rng: &mut impl Rng) -> TestCase {
    let length = rng.random_range(1..=context.cluster.max_length);
    let mut test = TestCase::default();
    let mut failures = 0;
    while test.len() < length && failures < MAX_ATTEMPTS {
        let end = test.len();
        failures = if insert_call(&mut test, end, context, rng) { 0 } else { failures + 1 };
    }
    if test.is_empty() { shortest_call(context, rng).unwrap_or_default() } else { test }
}

/// Returns the shortest of several random tests that each contain one call and the statements for this call.
fn shortest_call(context: &GenerationContext, rng: &mut impl Rng) -> Option<TestCase> {
    let mut random_call = || single_call(context, context.choose_call(rng)?, rng);
    (0..MAX_ATTEMPTS).filter_map(|_| random_call()).min_by_key(TestCase::len)
}

/// Inserts a call at a position. If the test contains an object, calls any method on a random object with
/// probability 1/2. Otherwise, calls the class under test. Returns false and inserts nothing if no call could
/// be built or if the test would be too long.
pub fn insert_call(test: &mut TestCase, at: usize, context: &GenerationContext, rng: &mut impl Rng) -> bool {
    let is_on_object = rng.random_bool(0.5);
    let Some(call) = context.choose_call(rng) else { return false };
    let mut builder = Builder::new(context, &test.statements[..at], rng);
    let call = match if is_on_object { builder.object_of_test() } else { None } {
        Some(object) => builder.call_any_method(object),
        None => builder.call(call),
    };
    let added = builder.added;
    if call.is_none() || test.len() + added.len() > context.cluster.max_length {
        return false;
    }
    test.splice(at, added);
    true
}

/// Returns a test with one call and the statements that the call needs. Returns `None` if the call cannot be
/// built.
pub fn single_call(context: &GenerationContext, call: ClusterCall, rng: &mut impl Rng) -> Option<TestCase> {
    let mut builder = Builder::new(context, &[], rng);
    builder.call(call)?;
    Some(TestCase { statements: builder.added })
}

/// Returns one test for each call of the class under test that can be built.
pub fn single_calls(context: &GenerationContext, rng: &mut impl Rng) -> Vec<TestCase> {
    context.cluster.calls.iter().filter_map(|&call| single_call(context, call, rng)).collect()
}
