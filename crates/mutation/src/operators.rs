//! The mutation operators. Each operator proposes alternatives for one instruction.

mod comparisons;
mod constants;
mod deletions;
mod loads;
pub(crate) mod operations;

use classfile::Index;

use crate::code::assignment::Assigned;
use crate::code::body::Body;
use crate::model::{Change, Operator};

/// What an operator makes of an instruction.
pub(crate) struct Alternatives {
    /// What is done to it.
    pub(crate) change: Change,
    /// Each of the mutants in descriptions, without the line.
    pub(crate) descriptions: Vec<String>,
}

/// What each operator makes of an instruction, in the order of the operators.
pub(crate) fn alternatives(
    body: &Body<'_>,
    assigned: &Assigned,
    at: Index,
) -> impl Iterator<Item = (Operator, Alternatives)> {
    let found = [
        (Operator::ReplaceConstant, constants::replace(body, at)),
        (Operator::ReplaceVariable, loads::replace(body, assigned, at)),
        (Operator::ReplaceBitwise, operations::replace_bitwise(body, at)),
        (Operator::InsertUnary, loads::change(body, at)),
        (Operator::ReplaceArithmetic, operations::replace_arithmetic(body, at)),
        (Operator::ReplaceComparison, comparisons::replace(body, at)),
        (Operator::DeleteStatement, deletions::delete_statement(body, assigned, at)),
        (Operator::DeleteCall, deletions::delete_call(body, at)),
        (Operator::DeleteField, deletions::delete_field(body, at)),
    ];
    found.into_iter().filter_map(|(operator, found)| Some((operator, found?)))
}
