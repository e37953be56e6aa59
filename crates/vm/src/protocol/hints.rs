//! Decodes hints.

use std::sync::Arc;

use specialise::{Format, Specialisation};
use testcase::hints::{Hint, Operand, Wanted};

use super::Reader;
use super::numbers::{operand, wanted};

/// Reads the hints of one test. Returns `None` if the message is invalid.
pub fn hints(reader: &mut Reader) -> Option<Vec<Hint>> {
    let count = reader.count()?;
    (0..count).map(|_| hint(reader)).collect()
}

fn hint(reader: &mut Reader) -> Option<Hint> {
    let branch = reader.u32()?.checked_sub(1);
    Some(Hint { branch, seen: operand(reader)?, wanted: wanted(reader)? })
}

fn operand(reader: &mut Reader) -> Option<Operand> {
    Some(match reader.u8()? {
        operand::WHOLE => Operand::Int(reader.i64()?),
        operand::FLOATING => Operand::Float(reader.f64()?),
        operand::TEXT => Operand::Text(units(reader)?),
        _ => return None,
    })
}

fn wanted(reader: &mut Reader) -> Option<Wanted> {
    Some(match reader.u8()? {
        requirement::EQUAL => Wanted::Equal(operand(reader)?),
        requirement::EQUAL_IGNORING_CASE => Wanted::EqualIgnoringCase(units(reader)?),
        requirement::PREFIX => Wanted::Prefix(units(reader)?),
        requirement::SUFFIX => Wanted::Suffix(units(reader)?),
        requirement::SUBSTRING => Wanted::Part(units(reader)?),
        requirement::ONE_OF => Wanted::Special(Specialisation::OneOf(texts(reader)?)),
        requirement::MATCH => Wanted::Special(Specialisation::Match(reader.text()?.into(), reader.u32()?)),
        requirement::FIND => Wanted::Special(Specialisation::Find(reader.text()?.into(), reader.u32()?)),
        requirement::PARSE => Wanted::Special(Specialisation::Parse(*Format::ALL.get(reader.u32()? as usize)?)),
        requirement::DATE => Wanted::Special(Specialisation::DatePattern(reader.text()?.into())),
        _ => return None,
    })
}

fn units(reader: &mut Reader) -> Option<Arc<[u16]>> {
    reader.utf16().map(Arc::from)
}

fn texts(reader: &mut Reader) -> Option<Arc<[Arc<str>]>> {
    let count = reader.count()?;
    (0..count).map(|_| reader.text().map(Arc::from)).collect()
}
