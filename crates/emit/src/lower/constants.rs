//! Named constants of the class of a called method, in place of literals: `HelpFormatter.DEFAULT_WIDTH`
//! instead of `74`.

use testcase::Literal;
use types::access::{FINAL, STATIC};
use types::{ClassId, Constant, Deprecated, Field, FieldId};

use crate::context::Context;

/// Minimum magnitude of an integer that a constant replaces. Smaller integers are as easy to read as a name,
/// and often equal a constant by chance. For the same reasons, constants do not replace multiples of 100 and
/// short strings.
const MIN_INTEGER: u64 = 11;
/// Minimum length of a string that a constant replaces, in UTF-16 code units.
const MIN_STRING: usize = 3;

/// Returns the constant of a class whose value equals a literal. Deprecated and inaccessible constants are
/// ignored. Returns `None` if several constants have the value, or if the class belongs to the JDK.
pub(super) fn constant_for(context: &Context, class: ClassId, literal: &Literal) -> Option<FieldId> {
    let world = context.world;
    let value = constant_value(literal)?;
    if world.is_from_jdk(class) {
        return None;
    }
    let matches = |field: &&Field| {
        field.access & (STATIC | FINAL) == STATIC | FINAL
            && field.constant.as_ref() == Some(&value)
            && field.deprecated == Deprecated::No
            && matches_descriptor(&field.descriptor, &value)
            && world.is_accessible_class(field.class, context.package)
    };
    let fields = world.fields_of(class, context.package);
    let mut constants = fields.iter().map(|&field| world.field(field)).filter(matches);
    let first = constants.next()?.id;
    constants.next().is_none().then_some(first)
}

/// Returns whether a field's descriptor matches the type of a constant. Class files store `char`, `byte`,
/// `short` and `boolean` constants as `int`.
fn matches_descriptor(descriptor: &str, value: &Constant) -> bool {
    !matches!(value, Constant::Int(_)) || descriptor == "I"
}

/// Returns the value of a literal as a class file stores the value. Returns `None` if the name of a constant
/// would not be easier to read than the literal.
fn constant_value(literal: &Literal) -> Option<Constant> {
    let is_distinctive = |number: u64| number >= MIN_INTEGER && !number.is_multiple_of(100);
    match literal {
        Literal::Int(value) if is_distinctive(value.unsigned_abs().into()) => Some(Constant::Int(*value)),
        Literal::Long(value) if is_distinctive(value.unsigned_abs()) => Some(Constant::Long(*value)),
        Literal::Float(value) if value.fract() != 0.0 => Some(Constant::Float(*value)),
        Literal::Double(value) if value.fract() != 0.0 => Some(Constant::Double(*value)),
        Literal::String(units) if units.len() >= MIN_STRING => Some(Constant::String(units.clone())),
        _ => None,
    }
}
