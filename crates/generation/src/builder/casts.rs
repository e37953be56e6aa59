//! Values of the types that the code under test casts its parameters and fields to.

use rand::Rng;
use rand::seq::{IteratorRandom, SliceRandom};
use types::Type;

use super::{Builder, is_convertible};
use crate::cluster::{Input, InputPart};
use testcase::{StatementKind, Var};

/// Probability that a value for a parameter or field has one of the types that the code under test casts this
/// parameter or field to.
const CAST_TYPE_PROBABILITY: f64 = 0.7;
/// Probability that the builder creates a new value for a parameter or field that the code under test casts.
/// Otherwise, the builder first tries to reuse a value.
const NEW_VALUE_PROBABILITY: f64 = 0.5;
/// Probability that an array contains one element of each type that the code under test casts its elements
/// to.
const ONE_OF_EACH_PROBABILITY: f64 = 0.3;
/// Maximum depth of a container element below a parameter or field, if casts of this parameter or field
/// select the type of the element. Deeper elements have their declared type.
const MAX_CONTENT_DEPTH: u32 = 2;

impl<R: Rng> Builder<'_, R> {
    /// Selects or creates a value of the type `ty` for a parameter or field.
    pub(super) fn value_for(&mut self, input: Input, ty: &Type, depth: u32) -> Option<Var> {
        if !self.cluster.options.casts || self.cluster.casts.of(input).is_empty() {
            return self.value_for_purpose(input, ty).or_else(|| self.value(ty, true, depth));
        }
        if let Some(path) = self.attempt(|this| this.path_text(input, ty, depth)) {
            return Some(path);
        }
        let previous_input = self.current_input.replace((input, depth));
        let cast_type = self.cast_type(input, InputPart::Whole, ty);
        let wanted = cast_type.as_ref().unwrap_or(ty);
        let new = self
            .rng
            .random_bool(NEW_VALUE_PROBABILITY)
            .then(|| self.attempt(|this| this.new_value(wanted, depth)));
        let value = new.flatten().or_else(|| self.value(wanted, cast_type.is_none(), depth));
        self.current_input = previous_input;
        value.or_else(|| self.value(ty, true, depth))
    }

    /// Selects or creates an element, key or value for the container that the builder creates.
    pub(super) fn content(
        &mut self,
        part: InputPart,
        ty: &Type,
        is_nullable: bool,
        depth: u32,
    ) -> Option<Var> {
        let input = self.current_input.filter(|(_, input_depth)| depth <= input_depth + MAX_CONTENT_DEPTH);
        match input.and_then(|(input, _)| self.cast_type(input, part, ty)) {
            Some(cast) => self.value(&cast, false, depth),
            None => self.value(ty, is_nullable, depth),
        }
    }

    /// Creates an array with one element of each type that the code under test casts its elements to, in
    /// random order. Returns `None` with some probability, and if there are fewer than two such types.
    pub(super) fn array_of_cast_types(&mut self, ty: &Type, element: &Type, depth: u32) -> Option<Var> {
        let (input, input_depth) = self.current_input?;
        if !self.cluster.options.casts || depth != input_depth {
            return None;
        }
        let mut types = self.cast_types(input, InputPart::Element, element);
        if types.len() < 2 || !self.rng.random_bool(ONE_OF_EACH_PROBABILITY) {
            return None;
        }
        types.shuffle(self.rng);
        let array = self.push(StatementKind::NewArray { length: types.len() as u32 }, ty.clone());
        for (index, ty) in (0..).zip(types) {
            let value = self.value(&ty, false, depth + 1)?;
            self.push(StatementKind::WriteElement { array, index, value }, Type::Void);
        }
        Some(array)
    }

    /// Records the parameter or field for which the builder creates the next value. Returns the type that the
    /// value should have: `ty`, or a narrower type that the code under test casts the parameter or field to.
    pub(crate) fn select_input(&mut self, input: Input, ty: Type) -> Type {
        if !self.cluster.options.casts {
            return ty;
        }
        self.current_input = Some((input, 1));
        self.cast_type(input, InputPart::Whole, &ty).unwrap_or(ty)
    }

    /// Returns a random type, narrower than `declared`, that the code under test casts `part` of the input
    /// to. Returns `None` if there is no such type, and sometimes at random.
    fn cast_type(&mut self, input: Input, part: InputPart, declared: &Type) -> Option<Type> {
        let chosen = self.cast_types(input, part, declared).into_iter().choose(self.rng)?;
        self.rng.random_bool(CAST_TYPE_PROBABILITY).then_some(chosen)
    }

    /// Returns the types, narrower than `declared`, that the code under test casts `part` of the input to.
    fn cast_types(&self, input: Input, part: InputPart, declared: &Type) -> Vec<Type> {
        let world = self.cluster.world;
        let is_narrower =
            |ty: &Type| world.erase(ty) != world.erase(declared) && is_convertible(world, ty, declared);
        let casts = self.cluster.casts.of(input).iter().filter(|(of, ty)| *of == part && is_narrower(ty));
        casts.map(|(_, ty)| ty.clone()).collect()
    }
}
