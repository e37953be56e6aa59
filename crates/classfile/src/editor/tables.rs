//! Attributes of code that refer to positions in the code: their bytes, and the positions to rewrite.

use crate::bytes::Reader;
use crate::code::decode::Positions;
use crate::code::{Code, Index};
use crate::container::attributes::skip_annotation;
use crate::error::{ErrorKind, Result};

/// The data of an attribute, and the places in the data that refer to the code.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    data: Vec<u8>,
    patches: Vec<Patch>,
}

/// A place in the data, at byte `at`, that refers to the code or to the exception table.
#[derive(Clone, Copy, Debug)]
enum Patch {
    /// The start of a line. The start moves to the first snippet before the instruction.
    Start { at: usize, index: Index },
    /// A reference to an instruction. Snippets before the instruction do not change the reference.
    Itself { at: usize, index: Index },
    /// The start and the length of a range.
    Range { at: usize, start: Index, end: Index },
    /// The index of a row of the exception table.
    Handler { at: usize, row: usize },
}

/// Functions from old to new positions. `start` and `itself` map the index of an instruction to a byte
/// offset, see [`NewPosition`](super::draft::NewPosition). `row` maps the index of a row of the exception
/// table.
pub(crate) struct Moves<'a> {
    pub(crate) start: &'a dyn Fn(Index) -> u16,
    pub(crate) itself: &'a dyn Fn(Index) -> u16,
    pub(crate) row: &'a dyn Fn(usize) -> u16,
}

impl Table {
    /// Finds the places in an attribute that refer to the code. If the name of the attribute is unknown, the
    /// method finds no places, and the data stay unchanged.
    pub(crate) fn read(name: &[u8], data: &[u8], positions: &Positions, code: &Code) -> Result<Table> {
        let mut patches = Vec::new();
        let mut reader = Reader::new(data);
        match name {
            b"LineNumberTable" => {
                for _ in 0..reader.u2()? {
                    let at = reader.offset();
                    let index = positions.index(reader.u2()?.into(), at)?;
                    patches.push(Patch::Start { at, index });
                    reader.u2()?;
                }
            }
            b"LocalVariableTable" | b"LocalVariableTypeTable" => {
                for _ in 0..reader.u2()? {
                    patches.push(range(&mut reader, positions)?);
                    reader.take(6)?;
                }
            }
            b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
                for _ in 0..reader.u2()? {
                    type_annotation(&mut reader, positions, code, &mut patches)?;
                }
            }
            _ => {}
        }
        Ok(Table { data: data.to_vec(), patches })
    }

    /// Returns the data with the new positions.
    pub(crate) fn write(mut self, moves: &Moves<'_>) -> Vec<u8> {
        let mut put = |at: usize, value: u16| self.data[at..at + 2].copy_from_slice(&value.to_be_bytes());
        for patch in self.patches {
            match patch {
                Patch::Start { at, index } => put(at, (moves.start)(index)),
                Patch::Itself { at, index } => put(at, (moves.itself)(index)),
                Patch::Range { at, start, end } => {
                    let new_start = (moves.start)(start);
                    put(at, new_start);
                    put(at + 2, (moves.start)(end) - new_start);
                }
                Patch::Handler { at, row } => put(at, (moves.row)(row)),
            }
        }
        self.data
    }
}

fn range(reader: &mut Reader<'_>, positions: &Positions) -> Result<Patch> {
    let at = reader.offset();
    let start = i64::from(reader.u2()?);
    let end = start + i64::from(reader.u2()?);
    Ok(Patch::Range { at, start: positions.index(start, at)?, end: positions.index(end, at)? })
}

fn type_annotation(
    reader: &mut Reader<'_>,
    positions: &Positions,
    code: &Code,
    patches: &mut Vec<Patch>,
) -> Result<()> {
    // The `target_type` values of the JVM specification, section 4.7.20.1.
    match reader.u1()? {
        0x40 | 0x41 => {
            for _ in 0..reader.u2()? {
                patches.push(range(reader, positions)?);
                reader.u2()?;
            }
        }
        0x42 => {
            let at = reader.offset();
            let row = usize::from(reader.u2()?);
            if row >= code.handlers.len() {
                return Err(
                    reader.error(ErrorKind::Malformed("type annotation of a missing exception handler"))
                );
            }
            patches.push(Patch::Handler { at, row });
        }
        target @ 0x43..=0x4B => {
            let at = reader.offset();
            let index = positions.index(reader.u2()?.into(), at)?;
            patches.push(Patch::Itself { at, index });
            if target >= 0x47 {
                reader.u1()?;
            }
        }
        _ => {
            return Err(
                reader.error(ErrorKind::Malformed("type annotation of a kind that is not allowed in code"))
            );
        }
    }
    let path = reader.u1()?;
    reader.take(2 * usize::from(path))?;
    skip_annotation(reader)
}
