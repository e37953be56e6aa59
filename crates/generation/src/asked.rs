//! What code asks of its inputs: the types that it casts them to or tests them for.

use rustc_hash::FxHashMap;
use types::{FieldId, MethodId, Type};

/// Where a test puts a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A parameter of a method, counted from 0.
    Argument(MethodId, usize),
    /// A field.
    Field(FieldId),
}

/// What of a value is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The value itself.
    Itself,
    /// What a collection, iterator or array holds.
    Element,
    /// The keys of a map or map entry.
    Key,
    /// The values of a map or map entry.
    Value,
}

/// The types asked for.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    types: FxHashMap<Place, Vec<(Part, Type)>>,
}

impl Asked {
    /// Notes a type.
    pub fn add(&mut self, place: Place, part: Part, ty: Type) {
        let known = self.types.entry(place).or_default();
        if !known.contains(&(part, ty.clone())) {
            known.push((part, ty));
        }
    }

    /// The types asked for in a place, in the order they were noted.
    pub fn of(&self, place: Place) -> &[(Part, Type)] {
        self.types.get(&place).map_or(&[], Vec::as_slice)
    }
}
