//! Usual mutants: those that PIT creates with its default operators. PIT chose these operators so that few
//! mutants behave like the original, and so that mutants resemble mistakes of programmers.

use classfile::{Index, Instruction, op};

use crate::code::body::Body;
use crate::model::{Change, Operator, Relation};
use crate::operators::operations::Family;

/// For each arithmetic and bitwise operator for `int`s, the operator by which PIT replaces it.
const REPLACEMENTS: [(u8, u8); 11] = [
    (op::IADD, op::ISUB),
    (op::ISUB, op::IADD),
    (op::IMUL, op::IDIV),
    (op::IDIV, op::IMUL),
    (op::IREM, op::IMUL),
    (op::ISHL, op::ISHR),
    (op::ISHR, op::ISHL),
    (op::IUSHR, op::ISHL),
    (op::IAND, op::IOR),
    (op::IOR, op::IAND),
    (op::IXOR, op::IAND),
];

/// Returns, for each mutant of an instruction, whether it is usual.
pub(crate) fn are_usual(body: &Body<'_>, at: Index, operator: Operator, change: &Change) -> Vec<bool> {
    let is_returned = body.code.instructions.get(at + 1).is_some_and(Instruction::is_return);
    match change {
        Change::Comparison { original, others } => {
            let all_outcomes = others.len() as u8;
            others.iter().map(|&other| is_usual_relation(*original, other, all_outcomes)).collect()
        }
        Change::Operation(others) => {
            others.iter().map(|&other| is_usual_operation(body.op(at), other)).collect()
        }
        Change::Deleted if operator == Operator::DeleteStatement => vec![is_call_or_increment(body, at)],
        Change::Deleted => vec![is_returned],
        Change::Int(others) => others.iter().map(|it| is_returned && [0, 1].contains(it)).collect(),
        Change::Long(others) => others.iter().map(|&it| is_returned && it == 0).collect(),
        Change::Float(others) => others.iter().map(|&it| is_returned && it == 0.0).collect(),
        Change::Double(others) => others.iter().map(|&it| is_returned && it == 0.0).collect(),
        Change::Text(others) => vec![is_returned; others.len()],
        Change::Variable { slots, .. } => vec![false; slots.len()],
        Change::Field(names) => vec![false; names.len()],
        Change::Unary(others) => vec![false; others.len()],
    }
}

/// Returns whether a relation is the negation of the original, or differs from it only at the boundary: `<`
/// becomes `>=` or `<=`.
fn is_usual_relation(original: Relation, other: Relation, all_outcomes: u8) -> bool {
    let is_order =
        |relation: Relation| relation.0 & Relation::LESS == 0 || relation.0 & Relation::GREATER == 0;
    let changes_boundary = other.0 == original.0 ^ Relation::EQUAL;
    let has_boundary = [original, other].into_iter().all(|it| is_order(it) && it.0 & !Relation::EQUAL != 0);
    other.0 == all_outcomes & !original.0 || changes_boundary && has_boundary && all_outcomes > 3
}

fn is_usual_operation(original: u8, other: u8) -> bool {
    let Some(family) = Family::of(original) else { return false };
    REPLACEMENTS.contains(&(family.int_opcode(original), family.int_opcode(other)))
}

fn is_call_or_increment(body: &Body<'_>, at: Index) -> bool {
    matches!(body.op(at), op::IINC | op::INVOKEVIRTUAL | op::INVOKESTATIC | op::INVOKEINTERFACE)
}
