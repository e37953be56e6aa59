//! Typical texts and characters for parameters and fields whose names show their purpose.

use rand::Rng;
use types::{Primitive, Type};

use super::Builder;
use crate::cluster::Input;
use testcase::{Literal, Var, purposes};

/// Probability that the builder creates a typical value for an input whose purpose is known.
const PURPOSE_PROBABILITY: f64 = 0.1;

impl<R: Rng> Builder<'_, R> {
    /// Creates a text or character that is typical for the purpose of an input, such as an address for a
    /// parameter named `url`. Returns `None` with some probability, and if the purpose is unknown.
    pub(super) fn value_for_purpose(&mut self, input: Input, ty: &Type) -> Option<Var> {
        let is_text = ty.class_id() == Some(self.cluster.world.string());
        let is_character = *ty == Type::Primitive(Primitive::Char);
        if !is_text && !is_character
            || !self.cluster.options.ordinary_tests
            || !self.rng.random_bool(PURPOSE_PROBABILITY)
        {
            return None;
        }
        let name = self.name(input)?;
        let literal = match is_text {
            true => purposes::text(name).map(|text| Literal::String(text.encode_utf16().collect())),
            false => purposes::character(name).map(|character| Literal::Char(character as u16)),
        };
        Some(self.literal(literal?, ty.clone()))
    }

    /// Returns the name of an input, if the class file contains it.
    fn name(&self, input: Input) -> Option<&str> {
        let world = self.cluster.world;
        match input {
            Input::Parameter(method, index) => {
                world.method(method).argument_names.get(index).map(|name| &**name)
            }
            Input::Field(field) => Some(&world.field(field).name),
        }
    }
}
