//! Encodes instructions as the bytes of a `Code` attribute.

use crate::bytes::{put_u2, put_u4};
use crate::code::decode::padding;
use crate::code::frames::{self, Frame, Types};
use crate::code::{Code, Handler, Index, Instruction};
use crate::container::constants::ConstantPool;
use crate::error::{Error, ErrorKind, Result};
use crate::op;

/// Maximum length of the code of a method, in bytes.
pub(crate) const MAX_CODE_LENGTH: usize = 0xFFFF;

impl Code {
    /// Returns the byte offset of each instruction, and the length of the code as the last element. Fails
    /// with [`ErrorKind::MethodTooLarge`] if the code exceeds 65,535 bytes.
    pub fn offsets(&self) -> Result<Vec<u32>> {
        layout(&mut self.instructions.clone())
    }

    /// Returns the data of a `Code` attribute that contains no attributes: no stack map frames and no lines.
    ///
    /// The method is meant for small straight-line code. From class file version 51 on, the JVM refuses code
    /// without frames if the code has jumps or handlers. [`encode_with_frames`](Self::encode_with_frames)
    /// writes frames, and [`Editor`](crate::Editor) keeps existing frames.
    ///
    /// Fails if the code has no bytes or more than 65,535 bytes. Also fails if the distance of a conditional
    /// jump or `jsr` to its target needs more than two bytes.
    pub fn encode(&self) -> Result<Vec<u8>> {
        let (mut out, _) = self.encode_body()?;
        put_u2(&mut out, 0);
        Ok(out)
    }

    /// Returns the data of a `Code` attribute with a stack map.
    ///
    /// `at` lists the instructions that have a frame, in order. In each frame the stack is empty, and the
    /// local variables have the same types as at the start of the method.
    pub fn encode_with_frames(&self, at: &[Index], constants: &mut ConstantPool) -> Result<Vec<u8>> {
        let (mut out, offsets) = self.encode_body()?;
        let frames: Vec<_> = at.iter().map(|&at| Frame { at, types: Types::Same }).collect();
        let data = frames::write(&frames, &offsets);
        put_u2(&mut out, 1);
        put_u2(&mut out, constants.add_utf8("StackMapTable")?);
        put_u4(&mut out, data.len() as u32);
        out.extend(data);
        Ok(out)
    }

    /// Returns the bytes of a `Code` attribute before its attributes, and the byte offset of each
    /// instruction.
    fn encode_body(&self) -> Result<(Vec<u8>, Vec<u32>)> {
        let mut instructions = self.instructions.clone();
        let offsets = layout(&mut instructions)?;
        let mut out = Vec::new();
        put_u2(&mut out, self.max_stack);
        put_u2(&mut out, self.max_locals);
        put_code(&instructions, &offsets, &mut out)?;
        put_u2(&mut out, self.handlers.len() as u16);
        for handler in &self.handlers {
            put_handler(handler, &offsets, &mut out);
        }
        Ok((out, offsets))
    }
}

/// Returns the byte offset of each instruction, and the length of the code as the last element.
///
/// Every `goto` becomes `goto_w` if its distance needs more than two bytes. Other jumps do not change, even
/// if their distances need more than two bytes.
pub(crate) fn layout(instructions: &mut [Instruction]) -> Result<Vec<u32>> {
    let mut offsets = Vec::with_capacity(instructions.len() + 1);
    loop {
        offsets.clear();
        let mut at = 0;
        for instruction in &*instructions {
            offsets.push(at as u32);
            at += size(instruction, at);
        }
        offsets.push(at as u32);
        if at > MAX_CODE_LENGTH {
            return Err(too_large(at));
        }
        if at <= i16::MAX as usize || !widen_gotos(instructions, &offsets) {
            return Ok(offsets);
        }
    }
}

/// Returns the error for a method that is too large for the JVM. `offset` is the position of the error in the
/// code.
#[cold]
pub(crate) fn too_large(offset: usize) -> Error {
    Error::new(offset, ErrorKind::MethodTooLarge).in_part("Code attribute")
}

/// Whether a jump at `from` with a two-byte distance reaches `to`.
pub(crate) fn reaches(offsets: &[u32], from: Index, to: Index) -> bool {
    i16::try_from(distance(offsets, from, to)).is_ok()
}

/// Returns the distance between two instructions, in bytes.
fn distance(offsets: &[u32], from: Index, to: Index) -> i32 {
    offsets[to] as i32 - offsets[from] as i32
}

/// Replaces every `goto` whose distance needs more than two bytes by `goto_w`. Returns whether any
/// instruction changed.
fn widen_gotos(instructions: &mut [Instruction], offsets: &[u32]) -> bool {
    let mut changed = false;
    for (index, instruction) in instructions.iter_mut().enumerate() {
        if let Instruction::Jump { op, target } = instruction
            && *op == op::GOTO
            && !reaches(offsets, index, *target)
        {
            *op = op::GOTO_W;
            changed = true;
        }
    }
    changed
}

/// Returns the size in bytes of an instruction that starts at byte `at`.
fn size(instruction: &Instruction, at: usize) -> usize {
    match instruction {
        Instruction::Simple(_) => 1,
        Instruction::Push { op: op::BIPUSH, .. } | Instruction::NewArray { .. } => 2,
        Instruction::Push { .. } | Instruction::Pool { .. } => 3,
        Instruction::Ldc { op: op::LDC, index: ..=0xFF } => 2,
        Instruction::Ldc { .. } => 3,
        Instruction::Local { slot, wide, .. } => 2 + 2 * usize::from(*wide || *slot > 0xFF),
        Instruction::Iinc { slot, delta, wide } => 3 + 3 * usize::from(*wide || is_wide(*slot, *delta)),
        Instruction::Jump { op: op::GOTO_W | op::JSR_W, .. } => 5,
        Instruction::Jump { .. } => 3,
        Instruction::TableSwitch { targets, .. } => 13 + padding(at) + 4 * targets.len(),
        Instruction::LookupSwitch { pairs, .. } => 9 + padding(at) + 8 * pairs.len(),
        Instruction::InvokeInterface { .. } | Instruction::InvokeDynamic { .. } => 5,
        Instruction::MultiNewArray { .. } => 4,
    }
}

fn is_wide(slot: u16, delta: i16) -> bool {
    slot > 0xFF || i8::try_from(delta).is_err()
}

/// Writes the length of the code, and then the instructions.
pub(crate) fn put_code(instructions: &[Instruction], offsets: &[u32], out: &mut Vec<u8>) -> Result<()> {
    let length = offsets[instructions.len()];
    if length == 0 {
        return Err(Error::new(out.len(), ErrorKind::BadCodeLength(0)).in_part("Code attribute"));
    }
    put_u4(out, length);
    let start = out.len();
    for (index, instruction) in instructions.iter().enumerate() {
        debug_assert_eq!(
            out.len() - start,
            offsets[index] as usize,
            "the offset of instruction {index} differs from its offset in the layout"
        );
        put(index, instruction, offsets, out)?;
    }
    Ok(())
}

pub(crate) fn put_handler(handler: &Handler, offsets: &[u32], out: &mut Vec<u8>) {
    // The offsets fit into two bytes, because the code has at most 65,535 bytes.
    put_u2(out, offsets[handler.start] as u16);
    put_u2(out, offsets[handler.end] as u16);
    put_u2(out, offsets[handler.handler] as u16);
    put_u2(out, handler.catch_type);
}

fn put(index: Index, instruction: &Instruction, offsets: &[u32], out: &mut Vec<u8>) -> Result<()> {
    let distance_to = |target: Index| distance(offsets, index, target) as u32;
    let at = offsets[index] as usize;
    match instruction {
        Instruction::Simple(op) => out.push(*op),
        Instruction::Push { op: op::BIPUSH, value } => out.extend([op::BIPUSH, *value as u8]),
        Instruction::Push { op, value } => put_op_u2(out, *op, *value as u16),
        Instruction::Ldc { op: op::LDC, index: index @ ..=0xFF } => out.extend([op::LDC, *index as u8]),
        Instruction::Ldc { op: op::LDC, index } => put_op_u2(out, op::LDC_W, *index),
        Instruction::Ldc { op, index } | Instruction::Pool { op, index } => put_op_u2(out, *op, *index),
        Instruction::Local { op, slot, wide } if *wide || *slot > 0xFF => {
            out.push(op::WIDE);
            put_op_u2(out, *op, *slot);
        }
        Instruction::Local { op, slot, .. } => out.extend([*op, *slot as u8]),
        Instruction::Iinc { slot, delta, wide } if *wide || is_wide(*slot, *delta) => {
            out.push(op::WIDE);
            put_op_u2(out, op::IINC, *slot);
            put_u2(out, *delta as u16);
        }
        Instruction::Iinc { slot, delta, .. } => out.extend([op::IINC, *slot as u8, *delta as u8]),
        Instruction::Jump { op: op @ (op::GOTO_W | op::JSR_W), target } => {
            out.push(*op);
            put_u4(out, distance_to(*target));
        }
        Instruction::Jump { op, target } => match i16::try_from(distance(offsets, index, *target)) {
            Ok(distance) => put_op_u2(out, *op, distance as u16),
            Err(_) => return Err(too_large(at)),
        },
        Instruction::TableSwitch { default, low, targets } => {
            out.push(op::TABLESWITCH);
            out.extend(std::iter::repeat_n(0, padding(at)));
            put_u4(out, distance_to(*default));
            put_u4(out, *low as u32);
            put_u4(out, low.wrapping_add(targets.len() as i32 - 1) as u32);
            targets.iter().for_each(|target| put_u4(out, distance_to(*target)));
        }
        Instruction::LookupSwitch { default, pairs } => {
            out.push(op::LOOKUPSWITCH);
            out.extend(std::iter::repeat_n(0, padding(at)));
            put_u4(out, distance_to(*default));
            put_u4(out, pairs.len() as u32);
            for (key, target) in pairs {
                put_u4(out, *key as u32);
                put_u4(out, distance_to(*target));
            }
        }
        Instruction::InvokeInterface { index, count } => {
            put_op_u2(out, op::INVOKEINTERFACE, *index);
            out.extend([*count, 0]);
        }
        Instruction::InvokeDynamic { index } => {
            put_op_u2(out, op::INVOKEDYNAMIC, *index);
            out.extend([0, 0]);
        }
        Instruction::NewArray { kind } => out.extend([op::NEWARRAY, *kind]),
        Instruction::MultiNewArray { index, dimensions } => {
            put_op_u2(out, op::MULTIANEWARRAY, *index);
            out.push(*dimensions);
        }
    }
    Ok(())
}

fn put_op_u2(out: &mut Vec<u8>, op: u8, operand: u16) {
    out.push(op);
    put_u2(out, operand);
}
