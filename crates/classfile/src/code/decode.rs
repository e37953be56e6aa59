//! Decodes the bytes of a `Code` attribute into instructions.

use crate::bytes::Reader;
use crate::code::{Code, Handler, Index, Instruction};
use crate::container::constants::ConstantPool;
use crate::container::summary::AttributeTable;
use crate::error::{Error, ErrorKind, Result};
use crate::op;

/// Marks a byte where no instruction starts.
const NO_INSTRUCTION: u32 = u32::MAX;

/// A decoded `Code` attribute, its own attributes, and the map from bytes to instructions.
pub(crate) struct Decoded<'a> {
    pub(crate) code: Code,
    pub(crate) attributes: AttributeTable<'a>,
    pub(crate) positions: Positions,
}

/// Maps each byte of the code to the instruction that starts there. The end of the code counts as an
/// instruction.
pub(crate) struct Positions(Vec<u32>);

impl Positions {
    /// Returns the instruction that starts at a byte. An error contains `offset`, the position of the bytes
    /// that refer to the instruction.
    #[inline]
    pub(crate) fn index(&self, position: i64, offset: usize) -> Result<Index> {
        match usize::try_from(position).ok().and_then(|position| self.0.get(position)) {
            Some(&index) if index != NO_INSTRUCTION => Ok(index as Index),
            _ => Err(Error::new(offset, ErrorKind::BadPosition(position))),
        }
    }
}

impl Code {
    /// Decodes the data of a `Code` attribute.
    ///
    /// The offset in an error counts from the start of the data of the attribute that [`Error::part`] names.
    pub fn decode(data: &[u8], constants: &ConstantPool) -> Result<Code> {
        decode(data, constants).map(|decoded| decoded.code)
    }
}

/// Decodes the instructions, the exception handlers and the lines. Does not decode the other attributes of
/// the code.
pub(crate) fn decode<'a>(data: &'a [u8], constants: &ConstantPool) -> Result<Decoded<'a>> {
    let mut decoded = decode_without_lines(data).map_err(|error| error.in_part("Code attribute"))?;
    for attribute in decoded.attributes.iter() {
        if constants.utf8(attribute.name).is_ok_and(|name| name.0 == b"LineNumberTable") {
            let lines = lines(attribute.data, &decoded.positions);
            decoded.code.lines.extend(lines.map_err(|error| error.in_part("LineNumberTable attribute"))?);
        }
    }
    Ok(decoded)
}

fn lines(data: &[u8], positions: &Positions) -> Result<Vec<(Index, u16)>> {
    Reader::new(data).counted_list(4, |reader| {
        let offset = reader.offset();
        Ok((positions.index(reader.u2()?.into(), offset)?, reader.u2()?))
    })
}

/// Returns the attributes of a `Code` attribute, without decoding the code.
pub(crate) fn attributes(data: &[u8]) -> Result<AttributeTable<'_>> {
    let mut reader = Reader::new(data);
    reader.take(4)?;
    let length = reader.u4()? as usize;
    reader.take(length)?;
    reader.counted_list(8, |reader| reader.take(8))?;
    AttributeTable::read(&mut reader)
}

fn decode_without_lines(data: &[u8]) -> Result<Decoded<'_>> {
    let mut reader = Reader::new(data);
    let max_stack = reader.u2()?;
    let max_locals = reader.u2()?;
    let length = reader.u4()? as usize;
    if !(1..=0xFFFF).contains(&length) {
        return Err(Error::new(4, ErrorKind::BadCodeLength(length)));
    }
    let start = reader.offset();
    let (instructions, positions) = instructions(reader.take(length)?)
        .map_err(|error| Error { offset: error.offset + start, ..error })?;
    let handlers = reader.counted_list(8, |reader| {
        let offset = reader.offset();
        let position = |reader: &mut Reader<'_>| positions.index(reader.u2()?.into(), offset);
        let handler = Handler {
            start: position(reader)?,
            end: position(reader)?,
            handler: position(reader)?,
            catch_type: reader.u2()?,
        };
        if handler.start >= handler.end || handler.handler >= instructions.len() {
            return Err(Error::new(
                offset,
                ErrorKind::Malformed(
                    "an exception handler guards no instruction, or starts after the last instruction",
                ),
            ));
        }
        Ok(handler)
    })?;
    let attributes = AttributeTable::read(&mut reader)?;
    reader.expect_end()?;
    let code = Code { max_stack, max_locals, instructions, handlers, lines: Vec::new() };
    Ok(Decoded { code, attributes, positions })
}

fn instructions(bytes: &[u8]) -> Result<(Vec<Instruction>, Positions)> {
    let mut reader = Reader::new(bytes);
    let mut starts = vec![NO_INSTRUCTION; bytes.len() + 1];
    let mut instructions = Vec::with_capacity(bytes.len() / 2 + 1);
    // The index and the byte offset of each instruction with targets. The targets are distances in bytes
    // until all instructions are decoded.
    let mut jumps = Vec::new();
    while reader.remaining() > 0 {
        let start = reader.offset();
        starts[start] = instructions.len() as u32;
        let instruction = instruction(&mut reader)?;
        if instruction.has_targets() {
            jumps.push((instructions.len(), start));
        }
        instructions.push(instruction);
    }
    starts[bytes.len()] = instructions.len() as u32;
    let positions = Positions(starts);
    let end = instructions.len();
    for (index, start) in jumps {
        instructions[index].try_map_targets(|distance| {
            match positions.index(start as i64 + distance as isize as i64, start)? {
                target if target < end => Ok(target),
                _ => Err(Error::new(start, ErrorKind::BadPosition(bytes.len() as i64))),
            }
        })?;
    }
    Ok((instructions, positions))
}

/// Decodes one instruction. Its targets are distances in bytes.
fn instruction(reader: &mut Reader<'_>) -> Result<Instruction> {
    let start = reader.offset();
    let op = reader.u1()?;
    Ok(match op {
        op::BIPUSH => Instruction::Push { op, value: i16::from(reader.u1()? as i8) },
        op::SIPUSH => Instruction::Push { op, value: reader.u2()? as i16 },
        op::LDC => Instruction::Ldc { op, index: reader.u1()?.into() },
        op::LDC_W | op::LDC2_W => Instruction::Ldc { op, index: reader.u2()? },
        op::ILOAD..=op::ALOAD | op::ISTORE..=op::ASTORE | op::RET => {
            Instruction::Local { op, slot: reader.u1()?.into(), wide: false }
        }
        op::IINC => {
            Instruction::Iinc { slot: reader.u1()?.into(), delta: i16::from(reader.u1()? as i8), wide: false }
        }
        op::WIDE => wide(reader)?,
        op::IFEQ..=op::JSR | op::IFNULL | op::IFNONNULL => {
            Instruction::Jump { op, target: distance(i32::from(reader.u2()? as i16)) }
        }
        op::GOTO_W | op::JSR_W => Instruction::Jump { op, target: distance(reader.i4()?) },
        op::TABLESWITCH => table_switch(reader)?,
        op::LOOKUPSWITCH => {
            reader.take(padding(start))?;
            let default = distance(reader.i4()?);
            let count = reader.u4()? as usize;
            let pairs = reader.list(count, 8, |reader| Ok((reader.i4()?, distance(reader.i4()?))))?;
            Instruction::LookupSwitch { default, pairs }
        }
        op::GETSTATIC..=op::INVOKESTATIC | op::NEW | op::ANEWARRAY | op::CHECKCAST | op::INSTANCEOF => {
            Instruction::Pool { op, index: reader.u2()? }
        }
        op::INVOKEINTERFACE => {
            let instruction = Instruction::InvokeInterface { index: reader.u2()?, count: reader.u1()? };
            reader.take(1)?;
            instruction
        }
        op::INVOKEDYNAMIC => {
            let instruction = Instruction::InvokeDynamic { index: reader.u2()? };
            reader.take(2)?;
            instruction
        }
        op::NEWARRAY => Instruction::NewArray { kind: reader.u1()? },
        op::MULTIANEWARRAY => Instruction::MultiNewArray { index: reader.u2()?, dimensions: reader.u1()? },
        ..=op::JSR_W => Instruction::Simple(op),
        unknown => return Err(Error::new(start, ErrorKind::UnknownOpcode(unknown))),
    })
}

fn wide(reader: &mut Reader<'_>) -> Result<Instruction> {
    let offset = reader.offset();
    match reader.u1()? {
        op @ (op::ILOAD..=op::ALOAD | op::ISTORE..=op::ASTORE | op::RET) => {
            Ok(Instruction::Local { op, slot: reader.u2()?, wide: true })
        }
        op::IINC => Ok(Instruction::Iinc { slot: reader.u2()?, delta: reader.u2()? as i16, wide: true }),
        unknown => Err(Error::new(offset, ErrorKind::UnknownOpcode(unknown))),
    }
}

fn table_switch(reader: &mut Reader<'_>) -> Result<Instruction> {
    reader.take(padding(reader.offset() - 1))?;
    let default = distance(reader.i4()?);
    let low = reader.i4()?;
    let high = reader.i4()?;
    let count = i64::from(high) - i64::from(low) + 1;
    let Ok(count) = usize::try_from(count) else {
        return Err(reader
            .error(ErrorKind::Malformed("tableswitch whose lowest key is greater than its highest key")));
    };
    let targets = reader.list(count, 4, |reader| Ok(distance(reader.i4()?)))?;
    Ok(Instruction::TableSwitch { default, low, targets })
}

/// Returns the number of padding bytes between a switch opcode at `start` and its operands.
pub(crate) fn padding(start: usize) -> usize {
    3 - start % 4
}

/// Stores a distance in bytes in an [`Index`], in two's complement. The function `instructions` later
/// replaces the distance by the index of the target.
fn distance(bytes: i32) -> Index {
    bytes as isize as Index
}
