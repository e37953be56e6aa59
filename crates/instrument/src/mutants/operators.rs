//! The operands of arithmetic and bitwise instructions, and the numbers of their operators in the runner.

use classfile::op;

use crate::probe_numbers::binary_operator as operator;

/// Returns the kinds of the operands of an arithmetic or bitwise instruction; see
/// [`locals`](crate::code_edit::locals).
pub(crate) fn operands(op: u8) -> &'static str {
    match op {
        op::LSHL | op::LSHR | op::LUSHR => "JI",
        op::ISHL..=op::LXOR => ["II", "JJ"][usize::from(op - op::ISHL) % 2],
        _ => ["II", "JJ", "FF", "DD"][usize::from(op - op::IADD) % 4],
    }
}

/// Returns the numbers of an instruction and of its replacements, with four bits for each number. The number
/// of the instruction is in the lowest bits.
pub(crate) fn numbers(op: u8, others: &[u8]) -> u32 {
    others.iter().rev().chain([&op]).fold(0, |numbers, &op| numbers << 4 | u32::from(number(op)))
}

fn number(op: u8) -> u8 {
    match op {
        op::IADD..=op::DADD => operator::ADD,
        op::ISUB..=op::DSUB => operator::SUB,
        op::IMUL..=op::DMUL => operator::MUL,
        op::IDIV..=op::DDIV => operator::DIV,
        op::IREM..=op::DREM => operator::REM,
        op::ISHL | op::LSHL => operator::SHL,
        op::ISHR | op::LSHR => operator::SHR,
        op::IUSHR | op::LUSHR => operator::USHR,
        op::IAND | op::LAND => operator::AND,
        op::IOR | op::LOR => operator::OR,
        op::IXOR | op::LXOR => operator::XOR,
        _ => unreachable!("opcode {op} is not an arithmetic or bitwise operator"),
    }
}
