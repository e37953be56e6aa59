//! Replaces arithmetic (AOR) and bitwise (BOR) operators.

use classfile::{Index, op};

use crate::code::body::Body;
use crate::model::Change;
use crate::operators::Alternatives;

/// A family of operators that can replace each other. The opcodes of a family are consecutive. Each operator
/// has one opcode for each operand type.
pub(crate) struct Family {
    /// The opcode of the first operator for `int`s.
    first: u8,
    /// Number of operand types of each operator. The first type is `int`.
    type_count: u8,
    /// The operators in Java source, in the order of their opcodes.
    signs: &'static [&'static str],
}

const ARITHMETIC: Family = Family { first: op::IADD, type_count: 4, signs: &["+", "-", "*", "/", "%"] };
const SHIFTS: Family = Family { first: op::ISHL, type_count: 2, signs: &["<<", ">>", ">>>"] };
const BITWISE: Family = Family { first: op::IAND, type_count: 2, signs: &["&", "|", "^"] };

pub(crate) fn replace_arithmetic(body: &Body<'_>, at: Index) -> Option<Alternatives> {
    ARITHMETIC.replace(body.op(at))
}

pub(crate) fn replace_bitwise(body: &Body<'_>, at: Index) -> Option<Alternatives> {
    SHIFTS.replace(body.op(at)).or_else(|| BITWISE.replace(body.op(at)))
}

impl Family {
    /// Returns the family that contains an opcode.
    pub(crate) fn of(op: u8) -> Option<Family> {
        [ARITHMETIC, SHIFTS, BITWISE].into_iter().find(|family| family.sign(op).is_some())
    }

    fn replace(&self, op: u8) -> Option<Alternatives> {
        let sign = self.sign(op)?;
        let others: Vec<u8> = self.of_type(op).filter(|&other| other != op).collect();
        let descriptions =
            others.iter().filter_map(|&other| Some(format!("{sign} replaced by {}", self.sign(other)?)));
        Some(Alternatives { descriptions: descriptions.collect(), change: Change::Operation(others) })
    }

    /// Returns the opcodes of all operators of the family for the operand type of an opcode.
    pub(crate) fn of_type(&self, op: u8) -> impl Iterator<Item = u8> + '_ {
        let first = self.first + (op - self.first) % self.type_count;
        (0..self.signs.len() as u8).map(move |number| first + number * self.type_count)
    }

    /// Returns the opcode of the operator of `op` for `int`s.
    pub(crate) fn int_opcode(&self, op: u8) -> u8 {
        op - (op - self.first) % self.type_count
    }

    fn sign(&self, op: u8) -> Option<&'static str> {
        let number = op.checked_sub(self.first)? / self.type_count;
        self.signs.get(usize::from(number)).copied()
    }
}
