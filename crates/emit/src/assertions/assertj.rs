//! Assertions of AssertJ.

use testcase::Literal;
use types::{Type, World};

use super::{Check, Expectation, chained, imported, tolerance};
use crate::ast::{ClassName, Expr};
use crate::context::Context;

/// Types with their own overload of `assertThat`. For a value of two of these types, the call is ambiguous.
const OVERLOADED_TYPES: [&str; 8] = [
    "java.lang.CharSequence",
    "java.lang.Comparable",
    "java.lang.Iterable",
    "java.util.Iterator",
    "java.util.Map",
    "java.util.concurrent.Future",
    "java.util.function.Predicate",
    "java.util.stream.BaseStream",
];

pub(super) fn expression(context: &Context, Check { actual, ty, expectation }: Check) -> Expr {
    let name = match overload_count(context.world, &ty) {
        0 => "assertThat",
        1 => {
            // The parameter type is generic, for example `List<? extends E>`.
            if context.world.is_raw(&ty) {
                context.note_unchecked();
            }
            "assertThat"
        }
        _ => "assertThatObject",
    };
    let assertion = imported(class(), name, vec![actual]);
    match expectation {
        Expectation::Null => chained(assertion, "isNull", Vec::new()),
        Expectation::NotNull => chained(assertion, "isNotNull", Vec::new()),
        Expectation::Boolean(value) => {
            chained(assertion, if value { "isTrue" } else { "isFalse" }, Vec::new())
        }
        Expectation::Literal(literal) if is_nan(&literal) && matches!(ty, Type::Primitive(_)) => {
            chained(assertion, "isNaN", Vec::new())
        }
        Expectation::Literal(literal) => {
            chained(assertion, "isEqualTo", vec![context.exact_literal(&literal)])
        }
        Expectation::Near(literal) => {
            let within = imported(class(), "within", vec![tolerance(&literal)]);
            chained(assertion, "isCloseTo", vec![context.exact_literal(&literal), within])
        }
        Expectation::Value(value) => chained(assertion, "isEqualTo", vec![value]),
        Expectation::Same(object) => chained(assertion, "isSameAs", vec![object]),
        Expectation::Array(Expr::NewArray(_, 0)) => chained(assertion, "isEmpty", Vec::new()),
        Expectation::Array(array) if is_nested_array(&ty) => chained(assertion, "isDeepEqualTo", vec![array]),
        Expectation::Array(array) => chained(assertion, "isEqualTo", vec![array]),
    }
}

/// Returns the assertion that `code`, a lambda, throws an exception of a class, optionally with a message.
pub(super) fn exception(code: Expr, exception_class: Expr, message: Option<Expr>) -> Expr {
    let thrown = imported(class(), "assertThatThrownBy", vec![code]);
    let thrown = chained(thrown, "isInstanceOf", vec![exception_class]);
    match message {
        Some(message) => chained(thrown, "hasMessage", vec![message]),
        None => thrown,
    }
}

/// Returns the number of overloads of `assertThat` that apply to a type, other than the overload for objects.
fn overload_count(world: &World, ty: &Type) -> usize {
    let Some(class) = ty.class_id().filter(|&class| class != world.string()) else { return 0 };
    let applies = |name: &&&str| world.class_named(name).is_some_and(|known| world.is_subclass(class, known));
    OVERLOADED_TYPES.iter().filter(applies).count()
}

fn is_nan(literal: &Literal) -> bool {
    match literal {
        Literal::Float(value) => value.is_nan(),
        Literal::Double(value) => value.is_nan(),
        _ => false,
    }
}

fn is_nested_array(ty: &Type) -> bool {
    matches!(ty, Type::Array(element) if matches!(**element, Type::Array(_)))
}

fn class() -> ClassName {
    ClassName::top_level("org.assertj.core.api", "Assertions")
}
