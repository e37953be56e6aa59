//! Values of the types that the code under test casts its inputs to.

use rand::Rng;
use rand::seq::IteratorRandom;
use types::Type;

use super::{Builder, fits};
use crate::asked::{Part, Place};
use testcase::Var;

/// Probability that a value for a place of a wide type has a type that is asked for there.
const ASKED: f64 = 0.7;
/// Probability that such a value, or a container for such values, is a new one.
const FRESH: f64 = 0.5;

impl<R: Rng> Builder<'_, R> {
    /// A value for a place that wants a type.
    pub(super) fn value_for(&mut self, place: Place, ty: &Type, depth: u32) -> Option<Var> {
        if !self.cluster.making.casts || self.cluster.asked.of(place).is_empty() {
            return self.value(ty, true, depth);
        }
        let outer = self.filled_for.replace((place, depth));
        let asked = self.asked(place, Part::Itself, ty);
        let narrow = asked.as_ref().unwrap_or(ty);
        let fresh = self.rng.random_bool(FRESH).then(|| self.attempt(|this| this.fresh(narrow, depth)));
        let made = fresh.flatten().or_else(|| self.value(narrow, asked.is_none(), depth));
        self.filled_for = outer;
        made.or_else(|| self.value(ty, true, depth))
    }

    /// A value for what a container holds that is being made.
    pub(super) fn part(&mut self, part: Part, ty: &Type, nullable: bool, depth: u32) -> Option<Var> {
        let place = self.filled_for.filter(|(_, container)| depth <= container + 2);
        match place.and_then(|(place, _)| self.asked(place, part, ty)) {
            Some(asked) => self.value(&asked, false, depth),
            None => self.value(ty, nullable, depth),
        }
    }

    /// Turns to a place that wants a type: gives the type to take a value of instead.
    pub(crate) fn turn_to(&mut self, place: Place, ty: Type) -> Type {
        if !self.cluster.making.casts {
            return ty;
        }
        self.filled_for = Some((place, 1));
        self.asked(place, Part::Itself, &ty).unwrap_or(ty)
    }

    /// One of the types that are asked for, as a rule, if there are any narrower than the one declared.
    fn asked(&mut self, place: Place, part: Part, declared: &Type) -> Option<Type> {
        let world = self.cluster.world;
        let narrower = |ty: &Type| world.erase(ty) != world.erase(declared) && fits(world, ty, declared);
        let asked = self.cluster.asked.of(place).iter().filter(|(of, ty)| *of == part && narrower(ty));
        let chosen = asked.choose(self.rng).map(|(_, ty)| ty.clone())?;
        self.rng.random_bool(ASKED).then_some(chosen)
    }
}
