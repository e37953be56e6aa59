//! Assertions.

use testcase::{Literal, Observation};
use types::{Primitive, Type};

use crate::containers;
use crate::java::{Expr, Scope, Ty, java_lang};
use crate::scope::{self, Place};

/// What is said of a value.
#[derive(Clone, Debug)]
pub(crate) struct Check {
    pub actual: Expr,
    /// Its static type.
    pub ty: Type,
    pub expected: Expected,
}

#[derive(Clone, Debug)]
pub(crate) enum Expected {
    Null,
    NotNull,
    /// Of a static type that is one of booleans.
    Boolean(bool),
    /// That primitive value, string or class; or, of a static type that is no primitive one, the value in its box.
    Literal(Literal),
    /// Of a primitive type, a value that is about that one.
    Near(Literal),
    /// What equals that.
    Value(Expr),
    /// The very object.
    Same(Expr),
    /// An array with the elements of that one.
    Array(Expr),
}

/// What is said of `actual`, of the static type `ty`, by what was observed; `None` if the source cannot say it.
pub(crate) fn assertion(place: &Place, observed: &Observation, actual: Expr, ty: &Type) -> Option<Check> {
    let world = place.world;
    let primitive = matches!(ty, Type::Primitive(_));
    let expected = match observed {
        Observation::Null | Observation::Literal(Literal::Null) => Expected::Null,
        Observation::Object(_) | Observation::Same(_) if primitive => return None,
        Observation::Object(_) | Observation::Same(_) => Expected::NotNull,
        Observation::Literal(Literal::Boolean(value)) | Observation::Boxed(Literal::Boolean(value))
            if primitive || ty.class_id() == Some(world.boxed_class(Primitive::Boolean)) =>
        {
            Expected::Boolean(*value)
        }
        Observation::Literal(literal) | Observation::Boxed(literal) => Expected::Literal(literal.clone()),
        Observation::Enum { .. } | Observation::List(_) | Observation::Set(_) | Observation::Map(_) => {
            Expected::Value(value(place, observed)?)
        }
        Observation::Array(elements) => return array(place, elements, actual, ty),
        Observation::Near(literal) if primitive => Expected::Near(literal.clone()),
        Observation::Near(_) => return None,
    };
    Some(Check { actual, ty: ty.clone(), expected })
}

/// An observed value as an expression of exactly its type.
pub(crate) fn value(place: &Place, observed: &Observation) -> Option<Expr> {
    match observed {
        Observation::Literal(literal) | Observation::Boxed(literal) => Some(place.exact(literal)),
        Observation::Null => Some(Expr::Literal("null".to_owned())),
        Observation::Enum { class, name } => {
            let world = place.world;
            let class =
                world.class_named(class).filter(|&id| world.is_accessible_class(id, place.package))?;
            Some(Expr::Field(Scope::Class(place.class(class)), name.to_string()))
        }
        Observation::Array(elements) => {
            let ty = array_type(place, elements, &Type::class(place.world.object()))?;
            new_array(place, elements, &ty)
        }
        Observation::List(elements) => containers::list(place, elements),
        Observation::Set(elements) => containers::set(place, elements),
        Observation::Map(entries) => containers::map(place, entries),
        Observation::Object(_) | Observation::Same(_) | Observation::Near(_) => None,
    }
}

fn array(place: &Place, elements: &[Observation], actual: Expr, ty: &Type) -> Option<Check> {
    let array = array_type(place, elements, ty)?;
    let expected = Expected::Array(new_array(place, elements, &array)?);
    let is_array = matches!(ty, Type::Array(_));
    let actual = if is_array { actual } else { Expr::Cast(place.erased(&array), Box::new(actual)) };
    Some(Check { actual, ty: array, expected })
}

/// The type of an array: that of its variable if that tells, else what its elements tell.
fn array_type(place: &Place, elements: &[Observation], ty: &Type) -> Option<Type> {
    if matches!(ty, Type::Array(_)) {
        return Some(ty.clone());
    }
    let element = match elements.first()? {
        Observation::Literal(literal) if scope::primitive(literal).is_some() => {
            Type::Primitive(scope::primitive(literal)?)
        }
        _ => Type::class(place.world.object()),
    };
    Some(Type::Array(element.into()))
}

fn new_array(place: &Place, elements: &[Observation], ty: &Type) -> Option<Expr> {
    let written: Option<Vec<Expr>> =
        elements.iter().map(|element| self::element(place, element, ty)).collect();
    // Of element types that the source cannot name only that they are objects matters.
    let object = || Ty::Array(Box::new(Ty::Class(java_lang("Object"), Vec::new())));
    let stated = if is_hidden(place, ty) { object() } else { place.erased(ty) };
    if place.world.is_raw(&place.world.erase(ty)) {
        place.unchecked();
    }
    match stated {
        Ty::Array(element) if elements.is_empty() => Some(Expr::NewArray(*element, 0)),
        stated => Some(Expr::Array(Some(stated), written?)),
    }
}

fn is_hidden(place: &Place, ty: &Type) -> bool {
    match ty {
        Type::Array(element) => is_hidden(place, element),
        Type::Class(id, _) => !place.world.is_accessible_class(*id, place.package),
        _ => false,
    }
}

fn element(place: &Place, observed: &Observation, array: &Type) -> Option<Expr> {
    let Type::Array(element) = array else { return None };
    match (observed, &**element) {
        (Observation::Literal(literal), Type::Primitive(_)) => Some(place.plain(literal)),
        (Observation::Array(elements), Type::Array(_)) => match new_array(place, elements, element)? {
            Expr::Array(_, elements) => Some(Expr::Array(None, elements)),
            _ => Some(Expr::Array(None, Vec::new())),
        },
        _ => value(place, observed),
    }
}
