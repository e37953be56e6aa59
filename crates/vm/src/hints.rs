//! Hints as the runner's `Hints` writes them.

use std::sync::Arc;

use specialise::{Format, Specialisation};
use testcase::hints::{Hint, Operand, Wanted};

use crate::cursor::Cursor;

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
        0 => Operand::Int(cursor.i64()?),
        1 => Operand::Float(cursor.f64()?),
        2 => Operand::Text(units(cursor)?),
        _ => return None,
    })
}

fn wanted(cursor: &mut Cursor) -> Option<Wanted> {
    Some(match cursor.u8()? {
        0 => Wanted::Equal(operand(cursor)?),
        1 => Wanted::EqualIgnoringCase(units(cursor)?),
        2 => Wanted::Prefix(units(cursor)?),
        3 => Wanted::Suffix(units(cursor)?),
        4 => Wanted::Part(units(cursor)?),
        5 => Wanted::Special(Specialisation::OneOf(texts(cursor)?)),
        6 => Wanted::Special(Specialisation::Match(cursor.text()?.into(), cursor.u32()?)),
        7 => Wanted::Special(Specialisation::Find(cursor.text()?.into(), cursor.u32()?)),
        8 => Wanted::Special(Specialisation::Parse(*Format::ALL.get(cursor.u32()? as usize)?)),
        9 => Wanted::Special(Specialisation::DatePattern(cursor.text()?.into())),
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
