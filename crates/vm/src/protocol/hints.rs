//! Decodes hints.

use std::sync::Arc;

use specialise::{Format, Specialisation};
use testcase::hints::{Hint, Operand, Requirement};

use super::Reader;
use super::numbers::{operand, requirement};

/// Reads the hints of one test. Returns `None` if the message is invalid.
pub fn hints(reader: &mut Reader) -> Option<Vec<Hint>> {
    let count = reader.count()?;
    (0..count).map(|_| hint(reader)).collect()
}

fn hint(reader: &mut Reader) -> Option<Hint> {
    let branch = reader.u32()?.checked_sub(1);
    Some(Hint { branch, actual: operand(reader)?, required: requirement(reader)? })
}

fn operand(reader: &mut Reader) -> Option<Operand> {
    Some(match reader.u8()? {
        operand::WHOLE => Operand::Int(reader.i64()?),
        operand::FLOATING => Operand::Float(reader.f64()?),
        operand::TEXT => Operand::Text(units(reader)?),
        _ => return None,
    })
}

fn requirement(reader: &mut Reader) -> Option<Requirement> {
    Some(match reader.u8()? {
        requirement::EQUAL => Requirement::Equal(operand(reader)?),
        requirement::EQUAL_IGNORING_CASE => Requirement::EqualIgnoringCase(units(reader)?),
        requirement::PREFIX => Requirement::Prefix(units(reader)?),
        requirement::SUFFIX => Requirement::Suffix(units(reader)?),
        requirement::SUBSTRING => Requirement::Part(units(reader)?),
        requirement::ONE_OF => Requirement::Format(Specialisation::OneOf(texts(reader)?)),
        requirement::MATCH => {
            Requirement::Format(Specialisation::Match(reader.text()?.into(), reader.u32()?))
        }
        requirement::FIND => Requirement::Format(Specialisation::Find(reader.text()?.into(), reader.u32()?)),
        requirement::PARSE => {
            Requirement::Format(Specialisation::Parse(*Format::ALL.get(reader.u32()? as usize)?))
        }
        requirement::DATE => Requirement::Format(Specialisation::DatePattern(reader.text()?.into())),
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
