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

/// The part of an input that the code under test casts: the value of the input, or the elements, keys or
/// values in this value.
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

/// For each input, the types to which the code under test casts the value of the input, or its elements, keys
/// or values. Also contains the types in `instanceof` tests.
#[derive(Clone, Debug, Default)]
pub struct InputCasts {
    types: FxHashMap<Input, Vec<(InputPart, Type)>>,
}

impl InputCasts {
    /// Records that the code under test casts a part of an input to a type. Has no effect if this cast is
    /// already recorded.
    pub fn add(&mut self, input: Input, part: InputPart, ty: Type) {
        let types = self.types.entry(input).or_default();
        if !types.contains(&(part, ty.clone())) {
            types.push((part, ty));
        }
    }

    /// Returns the types in casts of an input, each with the part of the input that is cast. The casts are in
    /// the order in which [`InputCasts::add`] recorded them.
    pub fn of(&self, input: Input) -> &[(InputPart, Type)] {
        self.types.get(&input).map_or(&[], Vec::as_slice)
    }
}
