//! Replacement of the variables that a statement uses.

use rand::Rng;
use rand::seq::IteratorRandom;
use types::{ClassId, Type};

use super::repair::still_fits;
use crate::builder::Builder;
use crate::cluster::{Cluster, Input};
use crate::context::GenerationContext;
use crate::operators::VariationOperator;
use testcase::{Statement, StatementKind, TestCase, Var};

/// Probability that `null` replaces an operand of a reference type.
const NULL_PROBABILITY: f64 = 0.1;
/// Probability that another variable of the test replaces an operand, if the test has a suitable variable.
const REUSE_PROBABILITY: f64 = 0.5;

/// Replaces one of the variables that a statement uses by another variable of the test or by a new value.
pub(super) fn replace_operand(
    test: &mut TestCase,
    index: usize,
    context: &GenerationContext,
    rng: &mut impl Rng,
) -> Option<VariationOperator> {
    let cluster = &context.cluster;
    let written = test.statements[index].written_variable();
    let mut operands = Vec::new();
    test.statements[index].uses(|var| operands.push(var));
    let slot = (0..operands.len()).filter(|&slot| Some(operands[slot]) != written).choose(rng)?;
    let is_receiver = test.statements[index].receiver().is_some() && slot == 0;
    let ty = declared_type(test, index, slot, cluster)
        .unwrap_or_else(|| test.definition(operands[slot]).ty.clone());
    let mut builder = Builder::new(context, &test.statements[..index], rng);
    let ty = match input(&test.statements[index], slot) {
        Some(input) => builder.select_input(input, ty),
        None => ty,
    };
    let new = builder.other_value(operands[slot], &ty, !is_receiver)?;
    let added = builder.added;
    if test.len() + added.len() > cluster.max_length {
        return None;
    }
    let at = index + added.len();
    test.splice(index, added);
    let mut changed = test.statements[at].clone();
    let mut position = 0;
    changed.uses_mut(|var| {
        if position == slot {
            *var = new;
        }
        position += 1;
    });
    if still_fits(test, at, &changed, cluster) {
        test.statements[at] = changed;
        Some(VariationOperator::ReplaceOperand)
    } else {
        test.retain(|it| !(index..at).contains(&it));
        None
    }
}

/// Returns the declared type of an operand, which is often wider than the type of the current variable.
/// `slot` is the index of the operand among the operands of the statement. Returns `None` if the operand has
/// no declared type, or if the type contains type variables.
fn declared_type(test: &TestCase, index: usize, slot: usize, cluster: &Cluster) -> Option<Type> {
    let statement = &test.statements[index];
    let argument = slot.checked_sub(usize::from(statement.receiver().is_some()));
    let ty = match (&statement.kind, argument) {
        (
            StatementKind::Construct { constructor: method, .. } | StatementKind::Call { method, .. },
            Some(argument),
        ) => cluster.world.method(*method).arguments.get(argument)?,
        (StatementKind::Call { method, .. }, None) => {
            return non_generic_type(cluster, cluster.world.method(*method).class);
        }
        (StatementKind::WriteField { field, .. }, Some(0)) => &cluster.world.field(*field).ty,
        (StatementKind::WriteField { field, .. } | StatementKind::ReadField { field, .. }, None) => {
            return non_generic_type(cluster, cluster.world.field(*field).class);
        }
        _ => return None,
    };
    (!has_type_variable(ty)).then(|| ty.clone())
}

/// Returns the parameter or field to which a statement passes an operand. `slot` is the index of the operand
/// among the operands of the statement. Returns `None` for other operands, such as receivers.
fn input(statement: &Statement, slot: usize) -> Option<Input> {
    let argument = slot.checked_sub(usize::from(statement.receiver().is_some()))?;
    match statement.kind {
        StatementKind::Construct { constructor: method, .. } | StatementKind::Call { method, .. } => {
            Some(Input::Parameter(method, argument))
        }
        StatementKind::WriteField { field, .. } => Some(Input::Field(field)),
        _ => None,
    }
}

/// Returns the type of a class if it has no type parameters and the test can name it.
fn non_generic_type(cluster: &Cluster, class: ClassId) -> Option<Type> {
    let is_simple = cluster.world.class(class).parameters.is_empty()
        && cluster.world.is_accessible_class(class, &cluster.package);
    is_simple.then(|| Type::class(class))
}

fn has_type_variable(ty: &Type) -> bool {
    match ty {
        Type::Variable(_) => true,
        Type::Class(_, arguments) => arguments.iter().any(has_type_variable),
        Type::Array(element) | Type::Wildcard(_, element) => has_type_variable(element),
        _ => false,
    }
}

impl<R: Rng> Builder<'_, R> {
    /// Returns a value of a type that can replace the variable `old`: `null`, another variable of the test or
    /// a new value.
    fn other_value(&mut self, old: Var, ty: &Type, is_nullable: bool) -> Option<Var> {
        if is_nullable && !matches!(ty, Type::Primitive(_)) && self.chance(NULL_PROBABILITY) {
            return Some(self.null(ty));
        }
        if self.chance(REUSE_PROBABILITY)
            && let Some(var) = self.other_variable(old, ty, is_nullable)
        {
            return Some(var);
        }
        self.new_value(ty, 1)
    }
}
