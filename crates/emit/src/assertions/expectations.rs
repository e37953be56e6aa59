//! Checks: expectations about values, independent of the assertion library.

use testcase::{Literal, Observation};
use types::{Field, Primitive, Type, is_identifier};

use super::{collections, text_arrays};
use crate::ast::{ClassName, Expr, TypeName, java_lang};
use crate::context::{self, Context};

/// An expectation about the value of an expression.
#[derive(Clone, Debug)]
pub(crate) struct Check {
    /// Expression whose value is asserted.
    pub actual: Expr,
    /// Static type of `actual`.
    pub ty: Type,
    pub expectation: Expectation,
}

/// Expectation about a value.
#[derive(Clone, Debug)]
pub(crate) enum Expectation {
    Null,
    NotNull,
    /// A boolean. The static type is `boolean` or `Boolean`.
    Boolean(bool),
    /// A primitive value, a string or a class. A primitive value is boxed if the static type is not
    /// primitive.
    Literal(Literal),
    /// A floating-point number that is near the given number. The static type is primitive.
    Near(Literal),
    /// A string that starts with the string of the given expression. The static type is `String`.
    Beginning(Expr),
    /// A string that ends with the string of the given expression. The static type is `String`.
    Ending(Expr),
    /// An object that is equal to the value of the given expression.
    Value(Expr),
    /// The same object as the value of the given expression.
    Same(Expr),
    /// An array whose elements equal the elements of the given array.
    Array(Expr),
}

/// Returns the check of an observation on `actual`, an expression of the static type `ty`. Returns `None` if
/// the source cannot express the observation.
pub(crate) fn check(context: &Context, observed: &Observation, actual: Expr, ty: &Type) -> Option<Check> {
    let world = context.world;
    let is_primitive = matches!(ty, Type::Primitive(_));
    let expectation = match observed {
        Observation::Null | Observation::Literal(Literal::Null) => Expectation::Null,
        Observation::Object(_) | Observation::Same(_) | Observation::Equal(_) if is_primitive => return None,
        Observation::Object(_) | Observation::Same(_) | Observation::Equal(_) => Expectation::NotNull,
        Observation::Literal(Literal::Boolean(value)) | Observation::Boxed(Literal::Boolean(value))
            if is_primitive || ty.class_id() == Some(world.boxed_class(Primitive::Boolean)) =>
        {
            Expectation::Boolean(*value)
        }
        Observation::Literal(literal) | Observation::Boxed(literal) => Expectation::Literal(literal.clone()),
        Observation::Class(name) => Expectation::Literal(class_literal(context, name)?),
        Observation::Map(entries) => match value(context, observed) {
            Some(expected) => Expectation::Value(expected),
            None => return text_of_map_check(context, entries, actual, ty),
        },
        Observation::Enum { .. } | Observation::List(_) | Observation::Set(_) => {
            Expectation::Value(value(context, observed)?)
        }
        Observation::Array(elements) => return array_check(context, elements, actual, ty),
        Observation::Near(literal) if is_primitive => Expectation::Near(literal.clone()),
        Observation::Near(_) => return None,
        Observation::Ending(text) if ty.class_id() == Some(world.string()) => {
            Expectation::Ending(Expr::String(text.to_vec()))
        }
        Observation::Ending(_) => return None,
    };
    Some(Check { actual, ty: ty.clone(), expectation })
}

/// Returns an expression for an observed value. Numbers have their exact types: `(byte) 3`. Returns `None` if
/// the source cannot express the value.
pub(super) fn value(context: &Context, observed: &Observation) -> Option<Expr> {
    match observed {
        Observation::Literal(literal) | Observation::Boxed(literal) => Some(context.exact_literal(literal)),
        Observation::Class(name) => Some(context.exact_literal(&class_literal(context, name)?)),
        Observation::Null => Some(Expr::Literal("null".to_owned())),
        Observation::Enum { class, name } => {
            let world = context.world;
            let class =
                world.class_named(class).filter(|&id| world.is_accessible_class(id, context.package))?;
            // The code under test can change the name of a constant by reflection.
            let mut fields = world.class(class).fields.iter().map(|&field| world.field(field));
            let declares = |field: &Field| field.enum_constant && field.name == *name && is_identifier(name);
            fields.any(declares).then(|| Expr::EnumConstant(context.class_name(class), name.to_string()))
        }
        Observation::Array(elements) => {
            let ty = array_type(context, elements, &Type::class(context.world.object()))?;
            array(context, elements, &ty)
        }
        Observation::List(elements) => collections::list(context, elements),
        Observation::Set(elements) => collections::set(context, elements),
        Observation::Map(entries) => collections::map(context, entries),
        Observation::Object(_)
        | Observation::Same(_)
        | Observation::Equal(_)
        | Observation::Near(_)
        | Observation::Ending(_) => None,
    }
}

/// Returns the literal of a class, given the name that `Class.getName` returns. Returns `None` if there is no
/// such class, or if the test class cannot access it.
fn class_literal(context: &Context, name: &str) -> Option<Literal> {
    let ty = context.world.type_named(name)?;
    (!is_inaccessible(context, &ty)).then_some(Literal::Class(ty))
}

/// Returns the check of a map for which the source cannot express an equal map: the check of its text.
fn text_of_map_check(
    context: &Context,
    entries: &[(Observation, Observation)],
    actual: Expr,
    ty: &Type,
) -> Option<Check> {
    let world = context.world;
    let map = world.class_named("java.util.Map")?;
    ty.class_id().filter(|&class| world.is_subclass(class, map))?;
    let (text, expected) = collections::sorted_text(actual, entries)?;
    let expectation = Expectation::Literal(Literal::String(expected.into()));
    Some(Check { actual: text, ty: Type::class(world.string()), expectation })
}

fn array_check(context: &Context, elements: &[Observation], actual: Expr, ty: &Type) -> Option<Check> {
    if elements.is_empty() && !matches!(ty, Type::Array(_)) {
        // The type of the elements is unknown, so the test cannot create an equal array.
        let class = ClassName::top_level("java.lang.reflect", "Array");
        let actual = Expr::static_call(class, "getLength", vec![actual]);
        let expectation = Expectation::Literal(Literal::Int(0));
        return Some(Check { actual, ty: Type::Primitive(Primitive::Int), expectation });
    }
    let array_type = array_type(context, elements, ty)?;
    let expectation = Expectation::Array(array(context, elements, &array_type)?);
    let is_array = matches!(ty, Type::Array(_));
    let actual =
        if is_array { actual } else { Expr::Cast(context.erased_type_name(&array_type), Box::new(actual)) };
    Some(Check { actual, ty: array_type, expectation })
}

/// Returns the type of an array: the static type `ty` if `ty` is an array type, otherwise a type derived from
/// the first element. Returns `None` if there is no first element.
fn array_type(context: &Context, elements: &[Observation], ty: &Type) -> Option<Type> {
    if matches!(ty, Type::Array(_)) {
        return Some(ty.clone());
    }
    let primitive = match elements.first()? {
        Observation::Literal(literal) => context::primitive_of(literal),
        _ => None,
    };
    let element = primitive.map_or_else(|| Type::class(context.world.object()), Type::Primitive);
    Some(Type::Array(element.into()))
}

/// Returns an expression that creates an array with the given elements.
fn array(context: &Context, elements: &[Observation], ty: &Type) -> Option<Expr> {
    if let Some(text) = text_arrays::text_array(elements, ty) {
        return Some(text);
    }
    let exprs: Option<Vec<Expr>> = elements.iter().map(|observed| element(context, observed, ty)).collect();
    // Array assertions ignore the element type of object arrays, so `Object` replaces an inaccessible class.
    let object_array = || TypeName::Array(Box::new(TypeName::Class(java_lang("Object"), Vec::new())));
    let type_name = if is_inaccessible(context, ty) { object_array() } else { context.erased_type_name(ty) };
    if context.world.is_raw(&context.world.erase(ty)) {
        context.note_unchecked();
    }
    match type_name {
        TypeName::Array(element) if elements.is_empty() => Some(Expr::NewArray(*element, 0)),
        type_name => Some(Expr::Array(Some(type_name), exprs?)),
    }
}

fn is_inaccessible(context: &Context, ty: &Type) -> bool {
    match ty {
        Type::Array(element) => is_inaccessible(context, element),
        Type::Class(id, _) => !context.world.is_accessible_class(*id, context.package),
        _ => false,
    }
}

fn element(context: &Context, observed: &Observation, array_type: &Type) -> Option<Expr> {
    let Type::Array(element_type) = array_type else { return None };
    match (observed, &**element_type) {
        (Observation::Literal(literal), Type::Primitive(_)) => Some(context.assigned_literal(literal)),
        (Observation::Array(elements), Type::Array(_)) => match array(context, elements, element_type)? {
            Expr::Array(_, elements) => Some(Expr::Array(None, elements)),
            Expr::NewArray(..) => Some(Expr::Array(None, Vec::new())),
            text => Some(text),
        },
        _ => value(context, observed),
    }
}
