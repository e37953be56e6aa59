//! Assertions that a statement throws an exception.

use testcase::Literal;
use types::Type;

use super::{Check, Expectation, assertj, expression};
use crate::ast::{Expr, Statement, TypeName};
use crate::context::Context;
use crate::dialect::{Assertions, Framework};

/// Minimum length of a first line that replaces a message of several lines, in characters.
const MIN_FIRST_LINE: usize = 20;

/// The part of an expected message that the test states.
#[derive(Clone, Copy)]
pub(super) enum Message<'a> {
    /// The whole message.
    Whole(&'a str),
    /// The first line of a message of several lines. The other lines usually give advice or positions.
    FirstLine(&'a str),
}

impl Message<'_> {
    fn of(text: &str) -> Message<'_> {
        match text.split_once(['\n', '\r']) {
            Some((line, rest)) if line.chars().count() >= MIN_FIRST_LINE && !rest.trim().is_empty() => {
                Message::FirstLine(line)
            }
            _ => Message::Whole(text),
        }
    }
}

/// The assertion that a statement throws an exception.
pub(crate) enum ExceptionAssertion {
    /// The whole assertion, including the expected message if there is one.
    Complete(Expr),
    /// The assertion without the expected message. The assertion returns the exception. The caller must add
    /// the assertion [`exception_message`].
    WithoutMessage(Expr),
}

/// Returns the assertion that a statement throws an exception of a class, optionally with a message.
pub(crate) fn exception(
    context: &Context,
    class: TypeName,
    statement: Statement,
    message: Option<&str>,
) -> ExceptionAssertion {
    let class = Expr::ClassLiteral(class);
    let code = Expr::Lambda { parameters: Vec::new(), body: Some(Box::new(statement)) };
    let framework = context.dialect.framework;
    match (context.dialect.assertions, message) {
        (Assertions::AssertJ, message) => {
            ExceptionAssertion::Complete(assertj::exception(code, class, message.map(Message::of)))
        }
        (_, None) => {
            let assertion =
                Expr::imported_call(framework.assertion_class(), "assertThrows", vec![class, code]);
            ExceptionAssertion::Complete(assertion)
        }
        (_, Some(_)) => {
            let name = if framework == Framework::TestNg { "expectThrows" } else { "assertThrows" };
            let assertion = Expr::imported_call(framework.assertion_class(), name, vec![class, code]);
            ExceptionAssertion::WithoutMessage(assertion)
        }
    }
}

/// Returns the assertion that a call throws nothing. Returns `None` if the libraries have no such assertion.
pub(crate) fn no_exception(context: &Context, call: Expr) -> Option<Expr> {
    let code = Expr::Lambda { parameters: Vec::new(), body: Some(Box::new(Statement::Expr(call))) };
    let framework = context.dialect.framework;
    match (context.dialect.assertions, framework) {
        (Assertions::AssertJ, _) => Some(assertj::no_exception(code)),
        (_, Framework::JUnit5) => {
            Some(Expr::imported_call(framework.assertion_class(), "assertDoesNotThrow", vec![code]))
        }
        _ => None,
    }
}

/// Returns the assertion that an exception has a message.
pub(crate) fn exception_message(context: &Context, exception: Expr, message: &str) -> Expr {
    let actual = Expr::call_on(exception, "getMessage", Vec::new());
    let expectation = match Message::of(message) {
        Message::Whole(text) => Expectation::Literal(Literal::String(text.encode_utf16().collect())),
        Message::FirstLine(line) => Expectation::Beginning(Expr::string(line)),
    };
    expression(context, Check { actual, ty: Type::class(context.world.string()), expectation })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_replaces_a_message_if_it_is_long_and_other_lines_follow() {
        let first_line = |text| match Message::of(text) {
            Message::FirstLine(line) => Some(line.to_owned()),
            Message::Whole(_) => None,
        };
        assert_eq!(
            first_line("Expected a name but was null\r\nSee the manual").unwrap(),
            "Expected a name but was null"
        );
        for text in
            ["Expected a name but was null", "Expected a name but was null\n\n", "No name\nSee", "\nText"]
        {
            assert_eq!(first_line(text), None, "{text}");
        }
    }
}
