//! Assertions of AssertJ.

use testcase::Literal;
use types::{Type, World};

use super::exceptions::Message;
use super::{Check, Expectation, tolerance};
use crate::ast::{ClassName, Expr};
use crate::context::Context;

/// Types that have their own overload of `assertThat`. A call is ambiguous if the type of its argument is a
/// subtype of two of these types.
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

/// Returns the AssertJ assertion for a check.
pub(super) fn expression(context: &Context, Check { actual, ty, expectation }: Check) -> Expr {
    let name = match overload_count(context.world, &ty) {
        0 => "assertThat",
        1 => {
            // The parameter type of the overload is generic, for example `List<? extends E>`. A raw argument
            // requires an unchecked conversion.
            if context.world.is_raw(&ty) {
                context.note_unchecked();
            }
            "assertThat"
        }
        _ => "assertThatObject",
    };
    let assertion = Expr::imported_call(assertions_class(), name, vec![actual]);
    match expectation {
        Expectation::Null => Expr::call_on(assertion, "isNull", Vec::new()),
        Expectation::NotNull => Expr::call_on(assertion, "isNotNull", Vec::new()),
        Expectation::Boolean(value) => {
            Expr::call_on(assertion, if value { "isTrue" } else { "isFalse" }, Vec::new())
        }
        Expectation::Literal(literal) if is_nan(&literal) && matches!(ty, Type::Primitive(_)) => {
            Expr::call_on(assertion, "isNaN", Vec::new())
        }
        Expectation::Literal(literal) => {
            Expr::call_on(assertion, "isEqualTo", vec![context.exact_literal(&literal)])
        }
        Expectation::Near(literal) => {
            let within = Expr::imported_call(assertions_class(), "within", vec![tolerance(&literal)]);
            Expr::call_on(assertion, "isCloseTo", vec![context.exact_literal(&literal), within])
        }
        Expectation::Beginning(text) => Expr::call_on(assertion, "startsWith", vec![text]),
        Expectation::Ending(text) => Expr::call_on(assertion, "endsWith", vec![text]),
        Expectation::Value(value) => Expr::call_on(assertion, "isEqualTo", vec![value]),
        Expectation::Same(object) => Expr::call_on(assertion, "isSameAs", vec![object]),
        Expectation::Array(Expr::NewArray(_, 0)) => Expr::call_on(assertion, "isEmpty", Vec::new()),
        Expectation::Array(array) if is_nested_array(&ty) => {
            Expr::call_on(assertion, "isDeepEqualTo", vec![array])
        }
        Expectation::Array(array) => Expr::call_on(assertion, "isEqualTo", vec![array]),
    }
}

/// Returns the assertion that the lambda `code` throws an exception of a class, optionally with a message.
pub(super) fn exception(code: Expr, exception_class: Expr, message: Option<Message>) -> Expr {
    let assertion = Expr::imported_call(assertions_class(), "assertThatThrownBy", vec![code]);
    let assertion = Expr::call_on(assertion, "isInstanceOf", vec![exception_class]);
    match message {
        Some(Message::Whole(text)) => Expr::call_on(assertion, "hasMessage", vec![Expr::string(text)]),
        Some(Message::FirstLine(line)) => {
            Expr::call_on(assertion, "hasMessageStartingWith", vec![Expr::string(line)])
        }
        None => assertion,
    }
}

/// Returns the assertion that the lambda `code` throws nothing.
pub(super) fn no_exception(code: Expr) -> Expr {
    let assertion = Expr::imported_call(assertions_class(), "assertThatCode", vec![code]);
    Expr::call_on(assertion, "doesNotThrowAnyException", Vec::new())
}

/// Returns the number of [`OVERLOADED_TYPES`] that are supertypes of a type. Returns 0 for `String`, which
/// has a more specific overload.
fn overload_count(world: &World, ty: &Type) -> usize {
    let Some(class) = ty.class_id().filter(|&class| class != world.string()) else { return 0 };
    let is_supertype =
        |name: &&&str| world.class_named(name).is_some_and(|supertype| world.is_subclass(class, supertype));
    OVERLOADED_TYPES.iter().filter(is_supertype).count()
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

fn assertions_class() -> ClassName {
    ClassName::top_level("org.assertj.core.api", "Assertions")
}
