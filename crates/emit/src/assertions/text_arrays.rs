//! Expected arrays of bytes or characters that contain a text.

use testcase::{Literal, Observation};
use types::{Primitive, Type};

use crate::ast::Expr;

/// Minimum length of an array that is written as a text. A single byte can be a number.
const MIN_LENGTH: usize = 2;

/// Returns `"text".getBytes(StandardCharsets.UTF_8)` or `"text".toCharArray()`. Returns `None` if the array
/// has other elements than printable ASCII characters.
pub(super) fn text_array(elements: &[Observation], ty: &Type) -> Option<Expr> {
    let Type::Array(element) = ty else { return None };
    if elements.len() < MIN_LENGTH {
        return None;
    }
    let text = Expr::String(elements.iter().map(printable).collect::<Option<_>>()?);
    let text = Expr::NamedArgument("expected".to_owned(), Box::new(text));
    match **element {
        Type::Primitive(Primitive::Byte) => Some(Expr::utf_8_bytes(text)),
        Type::Primitive(Primitive::Char) => Some(Expr::call_on(text, "toCharArray", Vec::new())),
        _ => None,
    }
}

/// Returns the UTF-16 code unit of a byte or character that is printable ASCII.
fn printable(element: &Observation) -> Option<u16> {
    let unit = match *element {
        Observation::Literal(Literal::Byte(byte)) => u16::try_from(byte).ok()?,
        Observation::Literal(Literal::Char(unit)) => unit,
        _ => return None,
    };
    (u16::from(b' ')..=u16::from(b'~')).contains(&unit).then_some(unit)
}
