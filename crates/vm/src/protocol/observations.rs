//! Decodes observed values of variables.

use testcase::{Literal, Observation, Var};

use super::Reader;
use super::numbers::{observation, primitive};
use super::results::below;

/// Reads the observations of `count` variables. An entry is `None` if the variable has no observation.
/// Returns `None` if the message is invalid.
pub fn observations(reader: &mut Reader, count: u32) -> Option<Vec<Option<Observation>>> {
    let optional = |_| match reader.u8()? {
        observation::UNDEFINED => Some(None),
        tag => value_of_variable(tag, count, reader).map(Some),
    };
    (0..count).map(optional).collect()
}

/// Reads the observation of a variable after its `tag`. `variables` is the number of observed variables.
fn value_of_variable(tag: u8, variables: u32, reader: &mut Reader) -> Option<Observation> {
    Some(match tag {
        observation::ARRAY => Observation::Array(elements(reader)?),
        observation::OBJECT => Observation::Object(reader.text()?.into()),
        observation::LIST => Observation::List(elements(reader)?),
        observation::SET => Observation::Set(elements(reader)?),
        observation::MAP => {
            let flat = elements(reader)?;
            let entry = |pair: &[Observation]| match pair {
                [key, value] => Some((key.clone(), value.clone())),
                _ => None,
            };
            Observation::Map(flat.chunks(2).map(entry).collect::<Option<_>>()?)
        }
        observation::ENDING => Observation::Ending(reader.utf16()?.into()),
        observation::SAME => Observation::Same(Var(below(reader.u32()?, variables)?)),
        _ => element(tag, reader)?,
    })
}

/// Reads a value after its `tag`: an element of an array or collection, or the value of a variable. Refuses
/// arrays and collections, because an element is never an array or a collection.
fn element(tag: u8, reader: &mut Reader) -> Option<Observation> {
    Some(match tag {
        observation::NULL => Observation::Null,
        observation::STRING => Observation::Literal(Literal::String(reader.utf16()?.into())),
        observation::ENUM => Observation::Enum { class: reader.text()?.into(), name: reader.text()?.into() },
        observation::CLASS => Observation::Class(reader.text()?.into()),
        observation::VALUE..observation::BOXED => {
            Observation::Literal(primitive(tag - observation::VALUE, reader)?)
        }
        observation::BOXED..observation::LIST => {
            Observation::Boxed(primitive(tag - observation::BOXED, reader)?)
        }
        _ => return None,
    })
}

/// Reads the elements of an array or a collection. A tag precedes each element.
fn elements(reader: &mut Reader) -> Option<Vec<Observation>> {
    let count = reader.count()?;
    let element = |_| {
        let tag = reader.u8()?;
        element(tag, reader)
    };
    (0..count).map(element).collect()
}

/// Reads the value of a primitive type. `tag` is the number of the type.
fn primitive(tag: u8, reader: &mut Reader) -> Option<Literal> {
    Some(match tag {
        primitive::BOOLEAN => Literal::Boolean(reader.u8()? != 0),
        primitive::BYTE => Literal::Byte(reader.u8()? as i8),
        primitive::CHAR => Literal::Char(reader.varint()? as u16),
        primitive::SHORT => Literal::Short(reader.varint()? as i16),
        primitive::INT => Literal::Int(reader.varint()? as i32),
        primitive::LONG => Literal::Long(reader.i64()?),
        primitive::FLOAT => Literal::Float(f32::from_bits(reader.u32()?)),
        primitive::DOUBLE => Literal::Double(reader.f64()?),
        _ => return None,
    })
}
