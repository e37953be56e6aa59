//! Arrays of bytes or characters that contain a text. Code that parses such arrays rarely accepts random
//! numbers, and people write the text.

use rand::Rng;
use smallvec::smallvec;
use types::{Primitive, Type};

use super::Builder;
use testcase::{StatementKind, Var};

/// Probability that a new array of bytes or characters contains a text.
const TEXT_PROBABILITY: f64 = 0.4;

impl<R: Rng> Builder<'_, R> {
    /// Creates `"text".getBytes(StandardCharsets.UTF_8)` or `"text".toCharArray()`. Returns `None` with some
    /// probability, and for other types.
    pub(super) fn text_array(&mut self, ty: &Type, element: &Type, depth: u32) -> Option<Var> {
        let library = self.cluster.library();
        let (method, charset) = match element {
            Type::Primitive(Primitive::Byte) => {
                library.text_bytes.map(|(method, utf_8)| (method, Some(utf_8)))?
            }
            Type::Primitive(Primitive::Char) => (library.text_characters?, None),
            _ => return None,
        };
        if !self.cluster.options.content || !self.rng.random_bool(TEXT_PROBABILITY) {
            return None;
        }
        let world = self.cluster.world;
        let text = self.value(&Type::class(world.string()), false, depth + 1)?;
        let args = match charset {
            Some(field) => {
                let kind = StatementKind::ReadField { field, receiver: None };
                smallvec![self.push(kind, world.field(field).ty.clone())]
            }
            None => smallvec![],
        };
        Some(self.push(StatementKind::Call { method, receiver: Some(text), args }, ty.clone()))
    }
}
