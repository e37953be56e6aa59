//! The numbers of arithmetic and bitwise instructions in the runner's class `Operators`.

use classfile::op;

/// Returns the kinds of the operands of an arithmetic or bitwise instruction; see
/// [`locals`](crate::editing::locals).
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
    others.iter().rev().chain([&op]).fold(0, |numbers, &op| numbers << 4 | number(op))
}

fn number(op: u8) -> u32 {
    u32::from(match op {
        op::ISHL..=op::LXOR => 6 + (op - op::ISHL) / 2,
        _ => 1 + (op - op::IADD) / 4,
    })
}
