//! Values that have a name in the code under test: `HelpFormatter.DEFAULT_WIDTH` says more than 74.

use testcase::Literal;
use types::access::{FINAL, STATIC};
use types::{ClassId, Constant, Deprecated, Field, FieldId};

use crate::scope::Place;

/// Numbers below it, texts shorter than it and round numbers are read as easily as a name, and are the same as that of a constant by
/// chance.
const SMALL: u64 = 11;
const SHORT: usize = 3;

/// The constant of a class that has that value, if just one has and the test sees it. Classes of the JDK are not asked.
pub(crate) fn named(place: &Place, class: ClassId, literal: &Literal) -> Option<FieldId> {
    let world = place.world;
    let value = value(literal)?;
    if world.is_from_jdk(class) {
        return None;
    }
    let is_it = |field: &&Field| {
        field.access & (STATIC | FINAL) == STATIC | FINAL
            && field.constant.as_ref() == Some(&value)
            && field.deprecated == Deprecated::No
            && is_of_kind(&field.descriptor, &value)
            && world.is_accessible_class(field.class, place.package)
    };
    let fields = world.fields_of(class, place.package);
    let mut found = fields.iter().map(|&field| world.field(field)).filter(is_it);
    let first = found.next()?.id;
    found.next().is_none().then_some(first)
}

/// A `char` constant is held as an `int` too.
fn is_of_kind(descriptor: &str, value: &Constant) -> bool {
    !matches!(value, Constant::Int(_)) || descriptor == "I"
}

/// What a constant with that value holds; `None` where a name for it would say no more.
fn value(literal: &Literal) -> Option<Constant> {
    let is_odd = |number: u64| number >= SMALL && !number.is_multiple_of(100);
    match literal {
        Literal::Int(value) if is_odd(value.unsigned_abs().into()) => Some(Constant::Int(*value)),
        Literal::Long(value) if is_odd(value.unsigned_abs()) => Some(Constant::Long(*value)),
        Literal::Float(value) if value.fract() != 0.0 => Some(Constant::Float(*value)),
        Literal::Double(value) if value.fract() != 0.0 => Some(Constant::Double(*value)),
        Literal::String(units) if units.len() >= SHORT => Some(Constant::String(units.clone())),
        _ => None,
    }
}
