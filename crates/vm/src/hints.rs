//! Hints as the runner's `Hints` writes them.

use std::sync::Arc;

use specialise::{Format, Specialisation};
use testcase::hints::{Hint, Operand, Wanted};

use crate::cursor::Cursor;
use crate::numbers::{operand, wanted};

/// The hints of one test; `None` for a message that no runner sends.
pub fn hints(cursor: &mut Cursor) -> Option<Vec<Hint>> {
    let count = cursor.count()?;
    (0..count).map(|_| hint(cursor)).collect()
}

fn hint(cursor: &mut Cursor) -> Option<Hint> {
    let branch = cursor.u32()?.checked_sub(1);
    Some(Hint { branch, seen: operand(cursor)?, wanted: wanted(cursor)? })
}

fn operand(cursor: &mut Cursor) -> Option<Operand> {
    Some(match cursor.u8()? {
        operand::WHOLE => Operand::Int(cursor.i64()?),
        operand::FLOATING => Operand::Float(cursor.f64()?),
        operand::TEXT => Operand::Text(units(cursor)?),
        _ => return None,
    })
}

fn wanted(cursor: &mut Cursor) -> Option<Wanted> {
    Some(match cursor.u8()? {
        wanted::EQUAL => Wanted::Equal(operand(cursor)?),
        wanted::EQUAL_IGNORING_CASE => Wanted::EqualIgnoringCase(units(cursor)?),
        wanted::PREFIX => Wanted::Prefix(units(cursor)?),
        wanted::SUFFIX => Wanted::Suffix(units(cursor)?),
        wanted::PART => Wanted::Part(units(cursor)?),
        wanted::ONE_OF => Wanted::Special(Specialisation::OneOf(texts(cursor)?)),
        wanted::MATCH => Wanted::Special(Specialisation::Match(cursor.text()?.into(), cursor.u32()?)),
        wanted::FIND => Wanted::Special(Specialisation::Find(cursor.text()?.into(), cursor.u32()?)),
        wanted::PARSE => Wanted::Special(Specialisation::Parse(*Format::ALL.get(cursor.u32()? as usize)?)),
        wanted::DATE => Wanted::Special(Specialisation::DatePattern(cursor.text()?.into())),
        _ => return None,
    })
}

fn units(cursor: &mut Cursor) -> Option<Arc<[u16]>> {
    cursor.utf16().map(Arc::from)
}

fn texts(cursor: &mut Cursor) -> Option<Arc<[Arc<str>]>> {
    let count = cursor.count()?;
    (0..count).map(|_| cursor.text().map(Arc::from)).collect()
}
