//! Replaces comparisons (ROR).

use classfile::{Index, op};

use crate::code::body::Body;
use crate::model::{Change, Relation};
use crate::operators::Alternatives;

/// The operands of a jump. They decide which outcomes of the comparison exist.
#[derive(Clone, Copy, PartialEq)]
enum Operands {
    Number,
    Reference,
    Boolean,
}

/// Proposes every other set of outcomes under which the jump may be taken.
pub(crate) fn replace(body: &Body<'_>, at: Index) -> Option<Alternatives> {
    let (original, operands) = jump(body, at)?;
    let all = operands.all();
    let others: Vec<_> = (0..=all).map(Relation).filter(|&other| other != original).collect();
    let descriptions = others.iter().map(|other| describe(original, *other, operands)).collect();
    Some(Alternatives { change: Change::Comparison { original, others }, descriptions })
}

/// Returns the relation under which a conditional jump is taken, and its kind of operands.
fn jump(body: &Body<'_>, at: Index) -> Option<(Relation, Operands)> {
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
    /// Returns the set of all outcomes.
    fn all(self) -> u8 {
        match self {
            Operands::Number => Relation::LESS | Relation::EQUAL | Relation::GREATER,
            Operands::Reference | Operands::Boolean => Relation::LESS | Relation::EQUAL,
        }
    }

    /// Returns the source operator for a set of outcomes.
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

/// Describes the change as it most likely appears in the source: compilers jump over the code that a true
/// condition guards.
fn describe(original: Relation, other: Relation, operands: Operands) -> String {
    let holds = |jump: Relation| operands.all() & !jump.0;
    match holds(other) {
        0 => "condition always false".into(),
        all if all == operands.all() => "condition always true".into(),
        _ if operands == Operands::Boolean => "condition negated".into(),
        new => format!("{} replaced by {}", operands.sign(holds(original)), operands.sign(new)),
    }
}
