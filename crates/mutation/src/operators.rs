//! The mutation operators. Each operator proposes alternatives for one instruction.

mod comparisons;
mod constants;
mod deletions;
mod loads;
pub(crate) mod operations;

use classfile::Index;

use crate::code::assignment::SlotKinds;
use crate::code::body::Body;
use crate::model::{Change, Operator};

/// The alternatives that an operator proposes for an instruction.
pub(crate) struct Alternatives {
    /// The change of the instruction.
    pub(crate) change: Change,
    /// A description of each mutant, without the line number.
    pub(crate) descriptions: Vec<String>,
}

/// Returns the alternatives of each operator for an instruction, in the order of the operators.
pub(crate) fn alternatives(
    body: &Body<'_>,
    slot_kinds: &SlotKinds,
    at: Index,
) -> impl Iterator<Item = (Operator, Alternatives)> {
    let alternatives = [
        (Operator::ReplaceConstant, constants::replace(body, at)),
        (Operator::ReplaceVariable, loads::replace(body, slot_kinds, at)),
        (Operator::ReplaceBitwise, operations::replace_bitwise(body, at)),
        (Operator::InsertUnary, loads::change(body, at)),
        (Operator::ReplaceArithmetic, operations::replace_arithmetic(body, at)),
        (Operator::ReplaceComparison, comparisons::replace(body, at)),
        (Operator::DeleteStatement, deletions::delete_statement(body, slot_kinds, at)),
        (Operator::DeleteCall, deletions::delete_call(body, at)),
        (Operator::DeleteField, deletions::delete_field(body, at)),
    ];
    alternatives.into_iter().filter_map(|(operator, alternatives)| Some((operator, alternatives?)))
}
