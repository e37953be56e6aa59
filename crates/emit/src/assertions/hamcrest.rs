//! Assertions of Hamcrest.

use testcase::Literal;
use types::{Primitive, Type};

use super::{Check, Expectation};
use crate::ast::{ClassName, Expr, TypeName, literals};
use crate::context::Context;

/// Returns the Hamcrest assertion for a check.
pub(super) fn expression(context: &Context, Check { actual, ty, expectation }: Check) -> Expr {
    let value = match expectation {
        Expectation::Same(object) => {
            return assert_that(actual, matcher("sameInstance", vec![object]));
        }
        Expectation::Beginning(text) => return assert_that(actual, matcher("startsWith", vec![text])),
        Expectation::Ending(text) => return assert_that(actual, matcher("endsWith", vec![text])),
        Expectation::Null => matcher("nullValue", Vec::new()),
        Expectation::NotNull => matcher("notNullValue", Vec::new()),
        Expectation::Boolean(value) => context.exact_literal(&Literal::Boolean(value)),
        Expectation::Literal(literal) => context.exact_literal(&literal),
        Expectation::Near(literal) => {
            let args = close_to_arguments(&literal);
            let is_double = ty == Type::Primitive(Primitive::Double);
            let actual =
                if is_double { actual } else { Expr::Cast(TypeName::Primitive("double"), Box::new(actual)) };
            return assert_that(actual, matcher("closeTo", args));
        }
        Expectation::Value(value) | Expectation::Array(value) => value,
    };
    assert_that(actual, matcher("is", vec![value]))
}

/// Returns the value and the tolerance for `closeTo`, which only supports doubles.
fn close_to_arguments(literal: &Literal) -> Vec<Expr> {
    let (value, tolerance) = match *literal {
        Literal::Float(value) => {
            (double_with_same_digits(value), double_with_same_digits(literals::float_tolerance(value)))
        }
        Literal::Double(value) => (value, literals::double_tolerance(value)),
        _ => unreachable!("the literal is a floating-point number"),
    };
    vec![literals::double(value), literals::double(tolerance)]
}

/// Returns the double with the same decimal digits as a float.
fn double_with_same_digits(value: f32) -> f64 {
    value.to_string().parse().expect("the text of a float is a number")
}

fn assert_that(actual: Expr, matcher: Expr) -> Expr {
    Expr::imported_call(
        ClassName::top_level("org.hamcrest", "MatcherAssert"),
        "assertThat",
        vec![actual, matcher],
    )
}

fn matcher(name: &str, args: Vec<Expr>) -> Expr {
    Expr::imported_call(ClassName::top_level("org.hamcrest", "Matchers"), name, args)
}
