//! Assertions in the syntax of each assertion library.
//!
//! [`check`] converts an observation to a [`Check`], which is independent of the library. [`expression`]
//! converts a check to a call of the library that the dialect selects.

mod assertj;
pub(crate) mod collections;
mod exceptions;
mod expectations;
mod framework;
mod hamcrest;
mod text_arrays;

use testcase::Literal;

use crate::ast::{Expr, literals};
use crate::context::Context;
use crate::dialect::Assertions;

pub(crate) use exceptions::{ExceptionAssertion, exception, exception_message, no_exception};
pub(crate) use expectations::{Check, Expectation, check};

/// Returns the call that asserts a check, in the assertion library of the dialect.
pub(crate) fn expression(context: &Context, check: Check) -> Expr {
    match context.dialect.assertions {
        Assertions::Plain => framework::expression(context, check),
        Assertions::AssertJ => assertj::expression(context, check),
        Assertions::Hamcrest => hamcrest::expression(context, check),
    }
}

/// Returns the tolerance for comparing with a floating-point literal.
fn tolerance(literal: &Literal) -> Expr {
    match *literal {
        Literal::Float(value) => literals::float(literals::float_tolerance(value)),
        Literal::Double(value) => literals::double(literals::double_tolerance(value)),
        _ => unreachable!("the literal is a floating-point number"),
    }
}
