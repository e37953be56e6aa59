//! Arrays of zeros that replace the bytes of random texts, for example in a buffer that the tested call
//! fills.

use testcase::{Literal, Statement, StatementKind, TestCase, Var};
use types::{Primitive, Type, World};

use crate::minimise::typical::is_typical_text;

/// Maximum length of the new array.
const MAX_LENGTH: usize = 256;

/// Replaces `text.getBytes(charset)` with the index `position` by an array of zeros that has the same length.
/// Returns `None` if the text is not a literal, or if it looks like the text of a person.
pub fn with_zeros(world: &World, test: &TestCase, position: usize) -> Option<TestCase> {
    let StatementKind::Call { method, receiver: Some(text), args } = &test.statements[position].kind else {
        return None;
    };
    let method = world.method(*method);
    let StatementKind::Literal(Literal::String(text)) = &test.definition(*text).kind else { return None };
    if &*method.name != "getBytes" || method.class != world.string() || is_typical_text(text) {
        return None;
    }
    let charset = args.first().and_then(|charset| charset_name(world, test, *charset));
    let length = encoded_length(text, charset.as_deref());
    let ty = Type::Array(Type::Primitive(Primitive::Byte).into());
    let mut changed = test.clone();
    changed.statements[position] = Statement { kind: StatementKind::NewArray { length: length as u32 }, ty };
    changed.remove_unused_since(test);
    (length <= MAX_LENGTH).then_some(changed)
}

/// Returns the name of a charset in upper case, with hyphens, if the test shows it.
fn charset_name(world: &World, test: &TestCase, charset: Var) -> Option<String> {
    let name = match &test.definition(charset).kind {
        StatementKind::Literal(Literal::String(name)) => String::from_utf16_lossy(name),
        StatementKind::ReadField { field, .. } => world.field(*field).name.to_string(),
        StatementKind::Call { args, .. } => return charset_name(world, test, *args.first()?),
        _ => return None,
    };
    Some(name.to_ascii_uppercase().replace('_', "-"))
}

/// Returns the number of bytes of a text in a charset. Charsets other than UTF-16 are treated as UTF-8.
fn encoded_length(text: &[u16], charset: Option<&str>) -> usize {
    match charset {
        Some("UTF-16") => 2 * text.len() + 2,
        Some("UTF-16BE" | "UTF-16LE") => 2 * text.len(),
        _ => String::from_utf16_lossy(text).len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_depends_on_the_charset() {
        let text: Vec<u16> = "a\u{e9}".encode_utf16().collect();
        let length = |charset| encoded_length(&text, charset);
        assert_eq!([length(Some("UTF-16")), length(Some("UTF-16LE")), length(Some("UTF-8"))], [6, 4, 3]);
    }
}
