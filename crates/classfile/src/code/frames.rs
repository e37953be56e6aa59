//! Stack map frames: the `StackMapTable` attribute.

use crate::bytes::{Reader, put_u2};
use crate::code::Index;
use crate::code::decode::Positions;
use crate::container::constants::ConstantPool;
use crate::error::{Error, ErrorKind, Result};

/// The verification types before one instruction.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The instruction that the frame describes.
    pub(crate) at: Index,
    pub(crate) types: Types,
}

/// The verification types of a frame. All variants except [`Full`](Types::Full) store the difference from the
/// previous frame. In the first frame, they store the difference from the parameters of the method.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Types {
    /// The local variables of the previous frame; the stack is empty.
    Same,
    /// The local variables of the previous frame; the stack has one value.
    Stack(Type),
    /// The local variables of the previous frame without the last one, two or three; the stack is empty.
    Chop(u8),
    /// The local variables of the previous frame and one, two or three more; the stack is empty.
    Append(Vec<Type>),
    /// All local variables and all values on the stack.
    Full { locals: Vec<Type>, stack: Vec<Type> },
}

/// A verification type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Type {
    /// A type without an operand. The number is the tag in the class file.
    Plain(u8),
    /// A class, by its constant pool index.
    Object(u16),
    /// An uninitialised object, by the index of its `new` instruction.
    Uninitialized(Index),
}

/// The type of a local variable without a usable value.
const TOP: Type = Type::Plain(0);
pub(crate) const INTEGER: Type = Type::Plain(1);
pub(crate) const FLOAT: Type = Type::Plain(2);
pub(crate) const DOUBLE: Type = Type::Plain(3);
pub(crate) const LONG: Type = Type::Plain(4);
pub(crate) const UNINITIALIZED_THIS: Type = Type::Plain(6);
const OBJECT_TAG: u8 = 7;
const UNINITIALIZED_TAG: u8 = 8;

pub(crate) fn read(data: &[u8], positions: &Positions) -> Result<Vec<Frame>> {
    let mut reader = Reader::new(data);
    let mut min_position = 0;
    let frames = reader.counted_list(1, |reader| {
        let offset = reader.offset();
        let (delta, types) = frame(reader, positions)?;
        let position = min_position + i64::from(delta);
        min_position = position + 1;
        Ok(Frame { at: positions.index(position, offset)?, types })
    })?;
    reader.expect_end()?;
    Ok(frames)
}

fn frame(reader: &mut Reader<'_>, positions: &Positions) -> Result<(u16, Types)> {
    let mut verification_type = |reader: &mut Reader<'_>| read_type(reader, positions);
    Ok(match reader.u1()? {
        tag @ 0..64 => (tag.into(), Types::Same),
        tag @ 64..128 => ((tag - 64).into(), Types::Stack(verification_type(reader)?)),
        247 => (reader.u2()?, Types::Stack(verification_type(reader)?)),
        tag @ 248..251 => (reader.u2()?, Types::Chop(251 - tag)),
        251 => (reader.u2()?, Types::Same),
        tag @ 252..255 => {
            let delta = reader.u2()?;
            (delta, Types::Append(reader.list(usize::from(tag - 251), 1, &mut verification_type)?))
        }
        255 => {
            let delta = reader.u2()?;
            let locals = reader.counted_list(1, &mut verification_type)?;
            (delta, Types::Full { locals, stack: reader.counted_list(1, &mut verification_type)? })
        }
        128..247 => return Err(reader.error(ErrorKind::Malformed("stack map frame of a reserved kind"))),
    })
}

fn read_type(reader: &mut Reader<'_>, positions: &Positions) -> Result<Type> {
    let offset = reader.offset();
    Ok(match reader.u1()? {
        OBJECT_TAG => Type::Object(reader.u2()?),
        UNINITIALIZED_TAG => Type::Uninitialized(positions.index(reader.u2()?.into(), offset)?),
        tag @ 0..=6 => Type::Plain(tag),
        _ => return Err(Error::new(offset, ErrorKind::Malformed("unknown verification type"))),
    })
}

/// Returns the data of a `StackMapTable` attribute. `offsets` are the byte offsets of the instructions.
pub(crate) fn write(frames: &[Frame], offsets: &[u32]) -> Vec<u8> {
    let mut out = Vec::with_capacity(2 + 4 * frames.len());
    put_u2(&mut out, frames.len() as u16);
    let mut min_position = 0;
    for frame in frames {
        let position = offsets[frame.at];
        debug_assert!(position >= min_position, "two frames at one instruction");
        put_frame((position - min_position) as u16, &frame.types, offsets, &mut out);
        min_position = position + 1;
    }
    out
}

fn put_frame(delta: u16, types: &Types, offsets: &[u32], out: &mut Vec<u8>) {
    let short_delta = u8::try_from(delta).ok().filter(|delta| *delta < 64);
    let long_form = |tag: u8, out: &mut Vec<u8>| {
        out.push(tag);
        put_u2(out, delta);
    };
    let put_types =
        |types: &[Type], out: &mut Vec<u8>| types.iter().for_each(|ty| put_type(*ty, offsets, out));
    match types {
        Types::Same => match short_delta {
            Some(delta) => out.push(delta),
            None => long_form(251, out),
        },
        Types::Stack(value) => {
            match short_delta {
                Some(delta) => out.push(64 + delta),
                None => long_form(247, out),
            }
            put_type(*value, offsets, out);
        }
        Types::Chop(count) => long_form(251 - count, out),
        Types::Append(more) => {
            long_form(251 + more.len() as u8, out);
            put_types(more, out);
        }
        Types::Full { locals, stack } => {
            long_form(255, out);
            for list in [locals, stack] {
                put_u2(out, list.len() as u16);
                put_types(list, out);
            }
        }
    }
}

fn put_type(ty: Type, offsets: &[u32], out: &mut Vec<u8>) {
    match ty {
        Type::Plain(tag) => out.push(tag),
        Type::Object(class) => {
            out.push(OBJECT_TAG);
            put_u2(out, class);
        }
        Type::Uninitialized(new) => {
            out.push(UNINITIALIZED_TAG);
            put_u2(out, offsets[new] as u16);
        }
    }
}

impl Type {
    /// Returns the number of local variable slots that a value of the type uses.
    fn slots(&self) -> usize {
        if let DOUBLE | LONG = *self { 2 } else { 1 }
    }
}

impl Types {
    /// Replaces each index of a `new` instruction in the types by the result of `map`.
    pub(crate) fn map_uninitialized(&mut self, map: impl Fn(Index) -> Index) {
        let (first, more): (&mut [Type], &mut [Type]) = match self {
            Types::Same | Types::Chop(_) => (&mut [], &mut []),
            Types::Stack(value) => (std::slice::from_mut(value), &mut []),
            Types::Append(more) => (more, &mut []),
            Types::Full { locals, stack } => (locals, stack),
        };
        for ty in first.iter_mut().chain(more) {
            if let Type::Uninitialized(new) = ty {
                *new = map(*new);
            }
        }
    }
}

/// Converts every frame to [`Types::Full`], so that frames can be copied and inserted. `locals` are the types
/// of `this` and the parameters.
///
/// Fails if a frame removes more local variables than the previous frame has.
pub(crate) fn make_full(frames: &mut [Frame], mut locals: Vec<Type>) -> Result<()> {
    for frame in frames {
        let stack = match std::mem::replace(&mut frame.types, Types::Same) {
            Types::Same => Vec::new(),
            Types::Stack(value) => vec![value],
            Types::Chop(count) => {
                let Some(new_count) = locals.len().checked_sub(count.into()) else {
                    let kind = ErrorKind::Malformed(
                        "a stack map frame removes more local variables than the previous frame has",
                    );
                    return Err(Error::new(0, kind).in_part("StackMapTable attribute"));
                };
                locals.truncate(new_count);
                Vec::new()
            }
            Types::Append(more) => {
                locals.extend(more);
                Vec::new()
            }
            Types::Full { locals: all, stack } => {
                locals = all;
                stack
            }
        };
        frame.types = Types::Full { locals: locals.clone(), stack };
    }
    Ok(())
}

/// Adds a local variable of type `int` in `slot` to each frame, after all other local variables. All frames
/// must be [`Types::Full`].
pub(crate) fn add_int(frames: &mut [Frame], slot: u16) {
    for frame in frames {
        if let Types::Full { locals, .. } = &mut frame.types {
            let slots: usize = locals.iter().map(Type::slots).sum();
            locals.resize(locals.len() + usize::from(slot).saturating_sub(slots), TOP);
            locals.push(INTEGER);
        }
    }
}

/// Returns the verification types of the parameters of a method, without `this`.
pub(crate) fn parameters(descriptor: &str, constants: &mut ConstantPool) -> Result<Vec<Type>> {
    let malformed = || Error::new(0, ErrorKind::Malformed("method descriptor"));
    let mut rest = descriptor.strip_prefix('(').ok_or_else(malformed)?;
    let mut types = Vec::new();
    while !rest.starts_with(')') {
        let base = rest.trim_start_matches('[');
        let length = match base.bytes().next() {
            Some(b'L') => base.find(';').ok_or_else(malformed)? + 1,
            Some(b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z') => 1,
            _ => return Err(malformed()),
        };
        let (parameter, after) = rest.split_at(rest.len() - base.len() + length);
        types.push(match parameter.as_bytes()[0] {
            b'[' => Type::Object(constants.add_class(parameter)?),
            b'L' => Type::Object(constants.add_class(&parameter[1..parameter.len() - 1])?),
            b'F' => FLOAT,
            b'D' => DOUBLE,
            b'J' => LONG,
            _ => INTEGER,
        });
        rest = after;
    }
    Ok(types)
}
