//! Assertions of JUnit 5, JUnit 4 and TestNG. TestNG expects the actual value before the expected value.

use testcase::Literal;
use types::{Primitive, Type, World};

use super::{Check, Expectation, tolerance};
use crate::ast::Expr;
use crate::context::Context;
use crate::dialect::Framework;

/// Returns the assertion of the test framework for a check.
pub(super) fn expression(context: &Context, Check { actual, ty, expectation }: Check) -> Expr {
    let framework = context.dialect.framework;
    let call = |name, args| Expr::imported_call(framework.assertion_class(), name, args);
    let assert_equal = |name, expected, actual| match framework {
        Framework::TestNg => call("assertEquals", vec![actual, expected]),
        Framework::JUnit4 => {
            call(name, [expected, actual].into_iter().chain(junit4_tolerance(&ty)).collect())
        }
        Framework::JUnit5 => call(name, vec![expected, actual]),
    };
    match expectation {
        Expectation::Null => call("assertNull", vec![actual]),
        Expectation::NotNull => call("assertNotNull", vec![actual]),
        Expectation::Boolean(value) => call(if value { "assertTrue" } else { "assertFalse" }, vec![actual]),
        // The overload for `int` accepts a `byte` or a `short`, so the expected value needs no cast.
        Expectation::Literal(literal) if matches!(ty, Type::Primitive(_)) => {
            assert_equal("assertEquals", context.assigned_literal(&literal), actual)
        }
        Expectation::Literal(literal)
            if framework != Framework::JUnit5 && is_boxed_class(context.world, &ty) =>
        {
            assert_equal("assertEquals", boxed_literal(context, &literal, &ty), actual)
        }
        Expectation::Literal(literal) => {
            assert_equal("assertEquals", context.exact_literal(&literal), actual)
        }
        Expectation::Near(literal) => {
            let (expected, tolerance) = (context.exact_literal(&literal), tolerance(&literal));
            match framework {
                Framework::TestNg => call("assertEquals", vec![actual, expected, tolerance]),
                _ => call("assertEquals", vec![expected, actual, tolerance]),
            }
        }
        Expectation::Beginning(text) => {
            call("assertTrue", vec![Expr::call_on(actual, "startsWith", vec![expected(text)])])
        }
        Expectation::Ending(text) => {
            call("assertTrue", vec![Expr::call_on(actual, "endsWith", vec![expected(text)])])
        }
        Expectation::Value(value) => assert_equal("assertEquals", value, actual),
        Expectation::Same(object) => match framework {
            Framework::TestNg => call("assertSame", vec![actual, object]),
            _ => call("assertSame", vec![object, actual]),
        },
        Expectation::Array(array) => assert_equal("assertArrayEquals", array, actual),
    }
}

/// Returns an argument that states an expected text, for the name of a parameter that replaces the text.
fn expected(text: Expr) -> Expr {
    Expr::NamedArgument("expected".to_owned(), Box::new(text))
}

/// Returns the tolerance argument that JUnit 4 requires for floating-point numbers and for arrays of
/// floating-point numbers.
fn junit4_tolerance(ty: &Type) -> Option<Expr> {
    match ty {
        Type::Array(element) if matches!(**element, Type::Primitive(_)) => junit4_tolerance(element),
        Type::Primitive(Primitive::Double) => Some(Expr::Literal("0.0".to_owned())),
        Type::Primitive(Primitive::Float) => Some(Expr::Literal("0.0F".to_owned())),
        _ => None,
    }
}

fn is_boxed_class(world: &World, ty: &Type) -> bool {
    ty.class_id().is_some_and(|class| world.unboxed(class).is_some())
}

/// Returns an explicitly boxed literal: `Integer.valueOf(3)`. The literal `3` would make `assertEquals`
/// ambiguous between its overload for numbers and its overload for objects.
fn boxed_literal(context: &Context, literal: &Literal, ty: &Type) -> Expr {
    let class = context.class_name(ty.class_id().expect("a boxed value has a class type"));
    let args = vec![context.exact_literal(literal)];
    Expr::static_call(class, "valueOf", args)
}
