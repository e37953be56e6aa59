//! Replaces comparisons (ROR).

use classfile::{Index, op};

use crate::code::body::Body;
use crate::model::{Change, Relation};
use crate::operators::Alternatives;

/// The kind of operands of a conditional jump. The kind determines the possible outcomes of the comparison.
#[derive(Clone, Copy, PartialEq)]
enum Operands {
    Number,
    Reference,
    Boolean,
}

/// Proposes one mutant of a conditional jump for each set of outcomes that differs from the original set. The
/// mutant jumps for the outcomes in its set.
pub(crate) fn replace(body: &Body<'_>, at: Index) -> Option<Alternatives> {
    let (original, operands) = relation_and_operands(body, at)?;
    let all = operands.all_outcomes();
    let others: Vec<_> = (0..=all).map(Relation).filter(|&other| other != original).collect();
    let descriptions = others.iter().map(|other| describe(original, *other, operands)).collect();
    Some(Alternatives { change: Change::Comparison { original, others }, descriptions })
}

/// Returns the relation under which a conditional jump is taken, and the kind of its operands.
fn relation_and_operands(body: &Body<'_>, at: Index) -> Option<(Relation, Operands)> {
    const LESS: u8 = Relation::LESS;
    const EQUAL: u8 = Relation::EQUAL;
    const GREATER: u8 = Relation::GREATER;
    let relation = match body.op(at) {
        op::IFEQ | op::IFNE if is_boolean(body, at) => {
            let original = if body.op(at) == op::IFEQ { EQUAL } else { LESS };
            return Some((Relation(original), Operands::Boolean));
        }
        op::IF_ACMPEQ | op::IFNULL => return Some((Relation(EQUAL), Operands::Reference)),
        op::IF_ACMPNE | op::IFNONNULL => return Some((Relation(LESS), Operands::Reference)),
        op::IFEQ | op::IF_ICMPEQ => EQUAL,
        op::IFNE | op::IF_ICMPNE => LESS | GREATER,
        op::IFLT | op::IF_ICMPLT => LESS,
        op::IFGE | op::IF_ICMPGE => EQUAL | GREATER,
        op::IFGT | op::IF_ICMPGT => GREATER,
        op::IFLE | op::IF_ICMPLE => LESS | EQUAL,
        _ => return None,
    };
    Some((Relation(relation), Operands::Number))
}

fn is_boolean(body: &Body<'_>, at: Index) -> bool {
    let is_flag = body.method.predicate_of(body.block(at)).is_some_and(|predicate| predicate.flag.is_some());
    is_flag || body.producer(at, 0).and_then(|producer| body.pushed_type(producer)).as_deref() == Some("Z")
}

impl Operands {
    /// Returns the set of all possible outcomes.
    fn all_outcomes(self) -> u8 {
        match self {
            Operands::Number => Relation::LESS | Relation::EQUAL | Relation::GREATER,
            Operands::Reference | Operands::Boolean => Relation::LESS | Relation::EQUAL,
        }
    }

    /// Returns the Java operator that is true for a set of outcomes.
    fn sign(self, outcomes: u8) -> &'static str {
        match (self, outcomes) {
            (Operands::Number, Relation::LESS) => "<",
            (_, Relation::EQUAL) => "==",
            (_, Relation::GREATER) => ">",
            (_, 3) => "<=",
            (_, 6) => ">=",
            _ => "!=",
        }
    }
}

/// Describes the change of the condition in the source. Assumes that the jump is taken if this condition is
/// false, because compilers usually jump over the code that runs if the condition is true.
fn describe(original: Relation, other: Relation, operands: Operands) -> String {
    let true_outcomes = |jump: Relation| operands.all_outcomes() & !jump.0;
    match true_outcomes(other) {
        0 => "condition always false".into(),
        outcomes if outcomes == operands.all_outcomes() => "condition always true".into(),
        _ if operands == Operands::Boolean => "condition negated".into(),
        outcomes => {
            format!("{} replaced by {}", operands.sign(true_outcomes(original)), operands.sign(outcomes))
        }
    }
}
