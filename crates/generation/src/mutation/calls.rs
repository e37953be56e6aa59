//! Replacement of calls and of the statements that produce a value.

use rand::Rng;
use rand::seq::IteratorRandom;
use types::Type;

use super::operands::replace_operand;
use super::repair::replace_statement;
use crate::builder::Builder;
use crate::cluster::ClusterCall;
use crate::context::GenerationContext;
use crate::operators::VariationOperator;
use testcase::stubs;
use testcase::{ImplementedMethod, Statement, StatementKind, TestCase, Var};

/// Replaces a call of the class under test by another call with the same result type. If possible, the new
/// call has the same receiver.
pub(super) fn replace_call(
    test: &mut TestCase,
    index: usize,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> Option<VariationOperator> {
    let cluster = &context.cluster;
    let statement = &test.statements[index];
    let old = match statement.kind {
        StatementKind::Call { method, .. }
        | StatementKind::Construct { constructor: method, .. }
        | StatementKind::Implement { constructor: Some(method), .. } => ClusterCall::Method(method),
        StatementKind::WriteField { field, .. } => ClusterCall::WriteField(field),
        _ => return None,
    };
    if !cluster.calls.contains(&old) {
        return None;
    }
    let result = |call: ClusterCall| match call {
        ClusterCall::Method(id) => &cluster.world.method(id).result,
        ClusterCall::WriteField(_) => &Type::Void,
    };
    let is_alternative = |call: &ClusterCall| *call != old && result(*call) == result(old);
    let call = cluster.calls.iter().copied().filter(is_alternative).choose(rng)?;
    let mut builder = Builder::new(context, &test.statements[..index], rng);
    let new = builder.call_with_receiver(call, statement.receiver())?;
    let added = builder.added;
    let has_same_type = added.last().is_some_and(|last| last.ty == statement.ty);
    if !has_same_type || test.len() - 1 + added.len() > cluster.max_length {
        return None;
    }
    replace_statement(test, index, new, added, cluster);
    Some(VariationOperator::ReplaceCall)
}

/// Replaces a statement by new statements that produce a value of the same type. If the statement produces no
/// object or array, replaces one of its operands instead.
pub(super) fn regenerate_value(
    test: &mut TestCase,
    index: usize,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> Option<VariationOperator> {
    let ty = test.statements[index].ty.clone();
    if matches!(ty, Type::Void | Type::Primitive(_)) {
        return replace_operand(test, index, context, rng);
    }
    let mut builder = Builder::new(context, &test.statements[..index], rng);
    let new = builder.new_value(&ty, 1)?;
    let added = builder.added;
    let is_too_long = test.len() - 1 + added.len() > context.cluster.max_length;
    if is_too_long || added.last().is_none_or(|last| last.ty != ty) && needs_exact_type(test, index) {
        return None;
    }
    replace_statement(test, index, new, added, &context.cluster);
    Some(VariationOperator::RegenerateValue)
}

/// Returns whether a later statement assigns to the variable of the statement at `index`, or writes to the
/// array in this variable. The type of the variable must then not change.
fn needs_exact_type(test: &TestCase, index: usize) -> bool {
    test.statements[index..].iter().any(|statement| statement.written_variable() == Some(Var(index as u32)))
}

/// Changes the behaviour of one method of a stub.
pub(super) fn change_stub_behaviour(
    test: &mut TestCase,
    index: usize,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> Option<VariationOperator> {
    let cluster = &context.cluster;
    let Statement { kind: StatementKind::Implement { methods, .. }, ty } = &test.statements[index] else {
        return None;
    };
    let position = (0..methods.len()).choose(rng)?;
    let ImplementedMethod { method, behaviour: old } = &methods[position];
    if stubs::defines_order(cluster.world, *method) {
        return None;
    }
    let mut builder = Builder::new(context, &test.statements[..index], rng);
    let behaviour = builder.other_behaviour(old, &stubs::signature(cluster.world, ty, *method));
    let added = builder.added;
    if behaviour == *old || test.len() + added.len() > cluster.max_length {
        return None;
    }
    let at = index + added.len();
    test.splice(index, added);
    let StatementKind::Implement { methods, .. } = &mut test.statements[at].kind else { return None };
    methods[position].behaviour = behaviour;
    Some(VariationOperator::ChangeStubBehaviour)
}
