//! Insertion of statements.

use rand::Rng;
use rand::seq::IteratorRandom;
use types::Type;

use crate::builder::{is_null, is_usable_as};
use crate::cluster::Cluster;
use crate::context::GenerationContext;
use crate::operators::{OperatorSet, VariationOperator};
use crate::random::insert_call;
use testcase::{Statement, StatementKind, TestCase, Var};

/// Probability that an insertion inserts an assignment instead of a call.
const ASSIGNMENT_PROBABILITY: f64 = 0.02;

/// Inserts calls and assignments at random positions among the first `executed` statements, unless the test
/// has its maximum length. The first insertion has probability 1. Each further insertion has half the
/// probability of the previous insertion. Adds the number of inserted statements to `executed`. Returns the
/// operators that had an effect.
pub(super) fn insert(
    test: &mut TestCase,
    executed: &mut usize,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> OperatorSet {
    let mut applied = OperatorSet::default();
    let mut chance = 1.0;
    while rng.random_bool(chance) && test.len() < context.cluster.max_length {
        let at = if rng.random() { *executed } else { rng.random_range(0..=*executed) };
        let before = test.len();
        if rng.random_bool(ASSIGNMENT_PROBABILITY) && insert_assignment(test, at, &context.cluster, rng) {
            applied.insert(VariationOperator::InsertAssignment);
        } else if insert_call(test, at, context, rng) {
            applied.insert(VariationOperator::InsertCall);
        }
        *executed += test.len() - before;
        chance /= 2.0;
    }
    applied
}

/// Inserts `a = b` for two random variables of the same type. Returns false and inserts nothing if there are
/// not two such variables before `at`.
fn insert_assignment(test: &mut TestCase, at: usize, cluster: &Cluster, rng: &mut impl Rng) -> bool {
    let is_usable = |var: &usize| {
        let statement = &test.statements[*var];
        is_usable_as(cluster.world, statement, &statement.ty)
    };
    // The target is not a `null` variable, because `null` can be the argument for a parameter whose type the
    // test cannot name. The `null` variable then has a wider type than the parameter, and other values of the
    // wider type do not fit the parameter.
    let is_assignable = |var: &usize| is_usable(var) && !is_null(&test.statements[*var]);
    let Some(target) = (0..at).filter(is_assignable).choose(rng) else { return false };
    let has_same_type =
        |var: &usize| *var != target && test.statements[*var].ty == test.statements[target].ty;
    let Some(value) = (0..at).filter(is_usable).filter(has_same_type).choose(rng) else { return false };
    let kind = StatementKind::Assign { target: Var(target as u32), value: Var(value as u32) };
    test.splice(at, vec![Statement { kind, ty: Type::Void }]);
    true
}
