//! Loads and stores of local variables.
//!
//! The kind of a value is a letter: that of descriptors for primitive types, `I` for all that are `int`s on the stack, and
//! `O` for references.

use classfile::{Instruction, op};

/// In the order of the opcodes.
const KINDS: [u8; 5] = *b"IJFDO";

/// The kind and slot that an instruction loads.
pub(crate) fn loaded(instruction: &Instruction) -> Option<(u8, u16)> {
    access(instruction, op::ILOAD, op::ILOAD_0)
}

/// The kind and slot that an instruction stores to.
pub(crate) fn stored(instruction: &Instruction) -> Option<(u8, u16)> {
    access(instruction, op::ISTORE, op::ISTORE_0)
}

/// Of the five opcodes from `long` on, and the four times five short ones from `short` on.
fn access(instruction: &Instruction, long: u8, short: u8) -> Option<(u8, u16)> {
    let (kind, slot) = match *instruction {
        Instruction::Local { op, slot, .. } => (op.checked_sub(long)?, slot),
        Instruction::Simple(op) => (op.checked_sub(short)? / 4, u16::from((op - short) % 4)),
        _ => return None,
    };
    KINDS.get(usize::from(kind)).map(|&kind| (kind, slot))
}

/// Loads a value of a kind.
pub(crate) fn load(kind: u8, slot: u16) -> Instruction {
    Instruction::Local { op: op::ILOAD + offset(kind), slot, wide: false }
}

/// Stores a value of a kind.
pub(crate) fn store(kind: u8, slot: u16) -> Instruction {
    Instruction::Local { op: op::ISTORE + offset(kind), slot, wide: false }
}

/// Pushes 0, false or null.
pub(crate) fn nothing(kind: u8) -> Instruction {
    Instruction::Simple(match kind {
        b'J' => op::LCONST_0,
        b'F' => op::FCONST_0,
        b'D' => op::DCONST_0,
        b'O' => op::ACONST_NULL,
        _ => op::ICONST_0,
    })
}

/// Returns a value of what a descriptor describes, or nothing.
pub(crate) fn give_back(descriptor: &str) -> Instruction {
    Instruction::Simple(match descriptor {
        "V" => op::RETURN,
        _ => op::IRETURN + offset(kind(descriptor)),
    })
}

/// How many slots a value takes.
pub(crate) fn size(kind: u8) -> u16 {
    if let b'J' | b'D' = kind { 2 } else { 1 }
}

/// The kind of what a field descriptor describes.
pub(crate) fn kind(descriptor: &str) -> u8 {
    match descriptor.as_bytes()[0] {
        kind @ (b'J' | b'F' | b'D') => kind,
        b'L' | b'[' => b'O',
        _ => b'I',
    }
}

/// How much the opcodes of a kind are above those of `int`.
fn offset(kind: u8) -> u8 {
    match kind {
        b'J' => 1,
        b'F' => 2,
        b'D' => 3,
        b'T' | b'O' => 4,
        _ => 0,
    }
}
