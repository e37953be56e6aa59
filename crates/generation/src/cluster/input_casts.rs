//! The types to which the code under test casts its inputs, and the types in its `instanceof` tests of
//! inputs.

use rustc_hash::FxHashMap;
use types::{FieldId, MethodId, Type};

/// A parameter or field whose value a test provides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// A parameter of a method, by its index from 0.
    Parameter(MethodId, usize),
    /// A field.
    Field(FieldId),
}

/// A part of the value of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputPart {
    /// The value itself.
    Whole,
    /// The elements of a collection, iterator or array.
    Element,
    /// The keys of a map or map entry.
    Key,
    /// The values of a map or map entry.
    Value,
}

/// For each input, the types in casts and `instanceof` tests of the parts of its value.
#[derive(Clone, Debug, Default)]
pub struct InputCasts {
    types: FxHashMap<Input, Vec<(InputPart, Type)>>,
}

impl InputCasts {
    /// Adds a type for a part of an input, unless the part already has this type.
    pub fn add(&mut self, input: Input, part: InputPart, ty: Type) {
        let types = self.types.entry(input).or_default();
        if !types.contains(&(part, ty.clone())) {
            types.push((part, ty));
        }
    }

    /// Returns the types for an input, in the order in which they were added.
    pub fn of(&self, input: Input) -> &[(InputPart, Type)] {
        self.types.get(&input).map_or(&[], Vec::as_slice)
    }
}
