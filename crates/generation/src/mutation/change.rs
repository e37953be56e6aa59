//! Changes of single statements.

use rand::Rng;
use rand::seq::IteratorRandom;
use types::FieldId;

use super::calls::{change_stub_behaviour, regenerate_value, replace_call};
use super::operands::replace_operand;
use crate::cluster::Cluster;
use crate::context::GenerationContext;
use crate::literals;
use crate::operators::{OperatorSet, VariationOperator};
use testcase::{Literal, StatementKind, TestCase, Var};

/// Probability that the change of a call replaces the call by another call, or by other statements that
/// produce a value of the same type.
const REPLACE_PROBABILITY: f64 = 0.2;
/// Probability that a change of a stub changes the behaviour of one of its methods.
const BEHAVIOUR_PROBABILITY: f64 = 0.5;
/// Maximum change of an array length by one mutation.
const MAX_LENGTH_STEP: u32 = 4;

/// Changes each of the first `executed` statements with probability `1 / executed`. Adapts `executed` to the
/// new length of the test. Returns the operators that had an effect.
pub(super) fn change(
    test: &mut TestCase,
    executed: &mut usize,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> OperatorSet {
    let rate = 1.0 / (*executed).max(1) as f64;
    let mut applied = OperatorSet::default();
    // A change can insert or delete statements, which moves the later statements. Therefore the loop visits
    // the statements backwards.
    for index in (0..*executed).rev() {
        if index < test.len() && rng.random_bool(rate) {
            let before = test.len();
            if let Some(operator) = change_statement(test, index, context, rng) {
                applied.insert(operator);
            }
            *executed = (*executed + test.len()).saturating_sub(before);
        }
    }
    applied
}

/// Changes one statement. Returns the operator, or `None` if the statement did not change.
fn change_statement(
    test: &mut TestCase,
    index: usize,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> Option<VariationOperator> {
    match &test.statements[index].kind {
        StatementKind::Literal(Literal::Null | Literal::Class(_)) => {
            regenerate_value(test, index, context, rng)
        }
        StatementKind::Literal(Literal::Enum(id)) => {
            let other = other_enum_constant(*id, &context.cluster, rng)?;
            test.statements[index].kind = StatementKind::Literal(Literal::Enum(other));
            Some(VariationOperator::ChangeEnumConstant)
        }
        StatementKind::Literal(literal) => {
            let mutated = literals::mutated(literal, &context.experience.pools, rng);
            let is_changed = mutated != *literal;
            test.statements[index].kind = StatementKind::Literal(mutated);
            is_changed.then_some(VariationOperator::ChangeLiteral)
        }
        &StatementKind::NewArray { length } => {
            resize_array(test, index, length, rng);
            Some(VariationOperator::ResizeArray)
        }
        &StatementKind::WriteElement { array, .. } => change_element_write(test, index, array, context, rng),
        StatementKind::Implement { .. } if rng.random_bool(BEHAVIOUR_PROBABILITY) => {
            change_stub_behaviour(test, index, context, rng)
        }
        _ if rng.random_bool(REPLACE_PROBABILITY) => {
            replace_call(test, index, context, rng).or_else(|| regenerate_value(test, index, context, rng))
        }
        _ => replace_operand(test, index, context, rng),
    }
}

fn other_enum_constant(id: FieldId, cluster: &Cluster, rng: &mut impl Rng) -> Option<FieldId> {
    cluster.enum_constants(cluster.world.field(id).class).filter(|&field| field != id).choose(rng)
}

/// Changes the length of an array by a small step.
fn resize_array(test: &mut TestCase, index: usize, length: u32, rng: &mut impl Rng) {
    let step = rng.random_range(1..=MAX_LENGTH_STEP);
    let new = if length > 0 && rng.random() { length.saturating_sub(step) } else { length + step };
    test.set_array_length(index, new);
}

/// Changes the index or one of the variables in a write to an array element.
fn change_element_write(
    test: &mut TestCase,
    index: usize,
    array: Var,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> Option<VariationOperator> {
    let StatementKind::NewArray { length } = test.definition(array).kind else {
        return replace_operand(test, index, context, rng);
    };
    if length == 0 || rng.random() {
        return replace_operand(test, index, context, rng);
    }
    let new = rng.random_range(0..length);
    let StatementKind::WriteElement { index: element, .. } = &mut test.statements[index].kind else {
        return None;
    };
    let old = std::mem::replace(element, new);
    (old != new).then_some(VariationOperator::ChangeElementIndex)
}
