//! Creation of objects: by literals, by recipes (statements copied from earlier tests), by stubs, and by
//! producers.

use rand::Rng;
use rand::seq::IteratorRandom;
use types::{ClassId, ClassKind, Producer, Type};

use super::{Builder, MAX_FAILURES, MAX_PRODUCER_ATTEMPTS, RECIPE_PROBABILITY, is_convertible};
use crate::cluster::Cluster;
use crate::literals;
use testcase::{Literal, Var};

impl<R: Rng> Builder<'_, R> {
    /// Creates an object of a class. `ty` is the type of the object, and `arguments` are its type arguments.
    pub(super) fn object(
        &mut self,
        class: ClassId,
        arguments: &[Type],
        ty: &Type,
        depth: u32,
    ) -> Option<Var> {
        let world = self.cluster.world;
        if class == world.string() {
            let string = literals::string(&self.experience.pools, self.rng);
            return Some(self.literal(Literal::String(string), ty.clone()));
        }
        if let Some(primitive) = world.unboxed(class) {
            let literal = literals::random(primitive, &self.experience.pools, self.rng);
            return Some(self.literal(literal, ty.clone()));
        }
        if class == world.class_class() {
            return self.class_literal(arguments, ty);
        }
        if class == world.object() {
            return self.any_object(depth);
        }
        if self.cluster.sample == Some(class) {
            return self.sample_object(class);
        }
        if world.class(class).kind == ClassKind::Enum {
            return self.enum_constant(class, ty);
        }
        if self.cluster.creates_files(class) {
            return self.temp_file(ty, depth);
        }
        if let Some(object) = self.library_object(class, ty, depth) {
            return Some(object);
        }
        if let Some(object) = self.object_by_recipe(ty) {
            self.fill(object, depth);
            return Some(object);
        }
        let stub_probability = self.cluster.stub_probability(class);
        if stub_probability > 0.0
            && self.rng.random_bool(stub_probability)
            && let Some(stub) = self.attempt(|this| this.stub(class, None, ty, depth))
        {
            return Some(stub);
        }
        (0..MAX_PRODUCER_ATTEMPTS).find_map(|_| self.object_by_producer(class, ty, depth))
    }

    /// Sometimes creates an object by a recipe: a copy of the statements that created such an object in an
    /// earlier test. The probability increases with the share of earlier attempts to create such an object
    /// that failed.
    pub(super) fn object_by_recipe(&mut self, ty: &Type) -> Option<Var> {
        let Cluster { options, world, .. } = self.cluster;
        let recipes = &self.experience.recipes;
        let probability = RECIPE_PROBABILITY + (1.0 - RECIPE_PROBABILITY) * recipes.failure_rate(ty);
        if !options.recipes || recipes.of(ty).len() == 0 || !self.rng.random_bool(probability) {
            return None;
        }
        let recipe = recipes.of(ty).choose(self.rng)?;
        if !is_convertible(world, &recipe.last()?.ty, ty) {
            return None;
        }
        let offset = (self.prefix.len() + self.added.len()) as u32;
        self.added.extend(recipe.iter().map(|statement| {
            let mut copy = statement.clone();
            copy.uses_mut(|var| var.0 += offset);
            copy
        }));
        Some(Var(offset + recipe.len() as u32 - 1))
    }

    /// Creates an object by a random producer of its class.
    fn object_by_producer(&mut self, class: ClassId, ty: &Type, depth: u32) -> Option<Var> {
        if self.failures >= MAX_FAILURES {
            return None;
        }
        let object = self.attempt(|this| {
            let producer = this.cluster.producers(class).choose(this.rng)?;
            this.produce(producer, ty, depth)
        });
        self.failures += u32::from(object.is_none());
        object
    }

    /// Creates an object or array by a given producer.
    pub(super) fn produce(&mut self, producer: Producer, ty: &Type, depth: u32) -> Option<Var> {
        match producer {
            Producer::Method(id) => {
                let object = self.invoke(id, None, Some(ty), depth)?;
                self.fill(object, depth);
                Some(object)
            }
            Producer::Field(id) => self.read_field(id, ty, depth),
        }
    }
}
