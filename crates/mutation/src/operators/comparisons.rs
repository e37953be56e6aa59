//! Other comparisons (ROR).

use classfile::{Index, op};

use crate::code::body::Body;
use crate::model::{Change, Relation};
use crate::operators::Alternatives;

/// Which outcomes of a comparison a jump can tell apart.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Number,
    Reference,
    Boolean,
}

/// Every other set of outcomes for which the jump may be taken.
pub(crate) fn replace(body: &Body<'_>, at: Index) -> Option<Alternatives> {
    let (original, sort) = jump(body, at)?;
    let all = sort.all();
    let others: Vec<_> = (0..=all).map(Relation).filter(|&other| other != original).collect();
    let descriptions = others.iter().map(|other| describe(original, *other, sort)).collect();
    Some(Alternatives { change: Change::Comparison { original, others }, descriptions })
}

/// When a conditional jump is taken, and what it compares.
fn jump(body: &Body<'_>, at: Index) -> Option<(Relation, Sort)> {
    const LESS: u8 = Relation::LESS;
    const EQUAL: u8 = Relation::EQUAL;
    const GREATER: u8 = Relation::GREATER;
    let relation = match body.op(at) {
        op::IFEQ | op::IFNE if is_boolean(body, at) => {
            let original = if body.op(at) == op::IFEQ { EQUAL } else { LESS };
            return Some((Relation(original), Sort::Boolean));
        }
        op::IF_ACMPEQ | op::IFNULL => return Some((Relation(EQUAL), Sort::Reference)),
        op::IF_ACMPNE | op::IFNONNULL => return Some((Relation(LESS), Sort::Reference)),
        op::IFEQ | op::IF_ICMPEQ => EQUAL,
        op::IFNE | op::IF_ICMPNE => LESS | GREATER,
        op::IFLT | op::IF_ICMPLT => LESS,
        op::IFGE | op::IF_ICMPGE => EQUAL | GREATER,
        op::IFGT | op::IF_ICMPGT => GREATER,
        op::IFLE | op::IF_ICMPLE => LESS | EQUAL,
        _ => return None,
    };
    Some((Relation(relation), Sort::Number))
}

fn is_boolean(body: &Body<'_>, at: Index) -> bool {
    let is_flag = body.method.predicate_of(body.block(at)).is_some_and(|predicate| predicate.flag.is_some());
    is_flag || body.maker(at, 0).and_then(|maker| body.made(maker)).as_deref() == Some("Z")
}

impl Sort {
    /// All outcomes.
    fn all(self) -> u8 {
        match self {
            Sort::Number => Relation::LESS | Relation::EQUAL | Relation::GREATER,
            Sort::Reference | Sort::Boolean => Relation::LESS | Relation::EQUAL,
        }
    }

    /// The operator of the source that holds for these outcomes.
    fn sign(self, outcomes: u8) -> &'static str {
        match (self, outcomes) {
            (Sort::Number, Relation::LESS) => "<",
            (_, Relation::EQUAL) => "==",
            (_, Relation::GREATER) => ">",
            (_, 3) => "<=",
            (_, 6) => ">=",
            _ => "!=",
        }
    }
}

/// The change as the source most likely has it: compilers jump over what a true condition guards.
fn describe(original: Relation, other: Relation, sort: Sort) -> String {
    let holds = |jump: Relation| sort.all() & !jump.0;
    match holds(other) {
        0 => "condition always false".into(),
        all if all == sort.all() => "condition always true".into(),
        _ if sort == Sort::Boolean => "condition negated".into(),
        new => format!("{} replaced by {}", sort.sign(holds(original)), sort.sign(new)),
    }
}
