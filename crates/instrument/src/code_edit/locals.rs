//! Loads and stores of local variables.
//!
//! The kind of a value is a letter:
//! - `O` for a reference.
//! - `I` for all primitive types that are `int`s on the operand stack.
//! - For any other primitive type, the letter of its descriptor.

use classfile::{Instruction, op};

/// The kinds, in the order of the opcodes.
const KINDS: [u8; 5] = *b"IJFDO";

/// Returns the kind and the slot of the variable that an instruction loads, if it loads a variable.
pub(crate) fn loaded_variable(instruction: &Instruction) -> Option<(u8, u16)> {
    access(instruction, op::ILOAD, op::ILOAD_0)
}

/// Returns the kind and the slot of the variable that an instruction stores to, if it stores to a variable.
pub(crate) fn stored_variable(instruction: &Instruction) -> Option<(u8, u16)> {
    access(instruction, op::ISTORE, op::ISTORE_0)
}

/// Returns the kind and the slot of the variable that an instruction accesses. `long` is the first of five
/// opcodes with a slot operand. `short` is the first of 20 opcodes with an implicit slot: four opcodes for
/// each kind.
fn access(instruction: &Instruction, long: u8, short: u8) -> Option<(u8, u16)> {
    let (kind, slot) = match *instruction {
        Instruction::Local { op, slot, .. } => (op.checked_sub(long)?, slot),
        Instruction::Simple(op) => (op.checked_sub(short)? / 4, u16::from((op - short) % 4)),
        _ => return None,
    };
    KINDS.get(usize::from(kind)).map(|&kind| (kind, slot))
}

/// Returns an instruction that loads a value of a kind.
pub(crate) fn load(kind: u8, slot: u16) -> Instruction {
    Instruction::Local { op: op::ILOAD + offset(kind), slot, wide: false }
}

/// Returns an instruction that stores a value of a kind.
pub(crate) fn store(kind: u8, slot: u16) -> Instruction {
    Instruction::Local { op: op::ISTORE + offset(kind), slot, wide: false }
}

/// Returns an instruction that pushes the default value of a kind: 0, false or null.
pub(crate) fn push_default(kind: u8) -> Instruction {
    Instruction::Simple(match kind {
        b'J' => op::LCONST_0,
        b'F' => op::FCONST_0,
        b'D' => op::DCONST_0,
        b'O' => op::ACONST_NULL,
        _ => op::ICONST_0,
    })
}

/// Returns the instruction that returns a value of the type with a given descriptor.
pub(crate) fn return_of(descriptor: &str) -> Instruction {
    Instruction::Simple(match descriptor {
        "V" => op::RETURN,
        _ => op::IRETURN + offset(kind(descriptor)),
    })
}

/// Returns the number of slots of a value.
pub(crate) fn size(kind: u8) -> u16 {
    if let b'J' | b'D' = kind { 2 } else { 1 }
}

/// Returns the kind of the values of the type with a given field descriptor.
pub(crate) fn kind(descriptor: &str) -> u8 {
    match descriptor.as_bytes()[0] {
        kind @ (b'J' | b'F' | b'D') => kind,
        b'L' | b'[' => b'O',
        _ => b'I',
    }
}

/// Returns the difference between an opcode for a kind and the same opcode for `int`.
fn offset(kind: u8) -> u8 {
    match kind {
        b'J' => 1,
        b'F' => 2,
        b'D' => 3,
        // `T` is the letter of a `String` operand: see `calls`.
        b'T' | b'O' => 4,
        _ => 0,
    }
}
