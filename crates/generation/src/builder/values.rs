//! Values of any type: variables of the test, `null`, literals, arrays and objects.

use std::sync::Arc;

use rand::Rng;
use rand::seq::IteratorRandom;
use types::{Bound, ClassId, Primitive, Type};

use super::{
    Builder, MAX_ARRAY_LENGTH, MAX_DEPTH, NULL_PROBABILITY, OBJECT_REUSE_PROBABILITY,
    PRODUCED_ARRAY_PROBABILITY, VALUE_REUSE_PROBABILITY, is_convertible, is_null, is_usable_as,
};
use crate::cluster::InputPart;
use crate::literals;
use testcase::{Literal, StatementKind, Var};

impl<R: Rng> Builder<'_, R> {
    /// Returns a variable of a type: an existing variable of the test, a new `null` variable, or the variable
    /// of a new value. Appends the statements that create the new value. `depth` is the depth of the
    /// recursion in which the creation of an argument creates further arguments.
    pub(crate) fn value(&mut self, ty: &Type, is_nullable: bool, depth: u32) -> Option<Var> {
        if *ty == Type::Null {
            return None;
        }
        if ty.class_id() == Some(self.cluster.world.object())
            && let Some(sample) = self.sample_class()
        {
            return self.value(&Type::class(sample), false, depth);
        }
        // An array of numbers is a value rather than an object. People rarely pass one array twice.
        let is_value = self.is_primitive_or_string(ty)
            || self.cluster.options.ordinary_tests
                && matches!(ty, Type::Array(element) if matches!(**element, Type::Primitive(_)));
        let reuse_probability = if is_value { VALUE_REUSE_PROBABILITY } else { OBJECT_REUSE_PROBABILITY };
        if self.rng.random_bool(reuse_probability)
            && let Some(var) = self.existing_value(ty, is_nullable)
        {
            return Some(var);
        }
        let is_primitive = matches!(ty, Type::Primitive(_));
        let null_probability = match ty {
            _ if self.is_primitive_or_string(ty) => NULL_PROBABILITY / 2.0,
            // People pass stubs of such interfaces rather than null.
            Type::Class(class, _) if self.is_stubbed_collaborator(*class) => NULL_PROBABILITY / 5.0,
            _ => NULL_PROBABILITY,
        };
        if is_nullable && !is_primitive && self.rng.random_bool(null_probability) {
            return Some(self.null(ty));
        }
        self.new_value(ty, depth).or_else(|| (is_nullable && !is_primitive).then(|| self.null(ty)))
    }

    fn is_stubbed_collaborator(&self, class: ClassId) -> bool {
        self.cluster.is_collaborator(class) && self.cluster.is_stubbed(class)
    }

    fn existing_value(&mut self, ty: &Type, is_nullable: bool) -> Option<Var> {
        let world = self.cluster.world;
        self.choose_variable(|statement| {
            is_usable_as(world, statement, ty) && (is_nullable || !is_null(statement))
        })
    }

    pub(crate) fn null(&mut self, ty: &Type) -> Var {
        let ty = self.nameable(ty);
        self.literal(Literal::Null, ty)
    }

    fn is_primitive_or_string(&self, ty: &Type) -> bool {
        match ty {
            Type::Primitive(_) => true,
            Type::Class(id, _) => *id == self.cluster.world.string(),
            _ => false,
        }
    }

    /// Creates a new value of a type.
    pub(crate) fn new_value(&mut self, ty: &Type, depth: u32) -> Option<Var> {
        if depth > MAX_DEPTH {
            return None;
        }
        match ty {
            Type::Primitive(primitive) => {
                let literal = literals::random(*primitive, &self.experience.pools, self.rng);
                Some(self.literal(literal, ty.clone()))
            }
            Type::Array(element) => self.array(ty, element, depth),
            Type::Class(id, arguments) => self.object(*id, arguments, ty, depth),
            _ => None,
        }
    }

    fn array(&mut self, ty: &Type, element: &Type, depth: u32) -> Option<Var> {
        if let Some(array) = self.attempt(|this| this.text_array(ty, element, depth)) {
            return Some(array);
        }
        if let Some(array) = self.increasing_numbers(ty, element) {
            return Some(array);
        }
        if element.is_reference()
            && let Some(array) = self.object_by_recipe(ty)
        {
            return Some(array);
        }
        if element.is_reference()
            && self.rng.random_bool(PRODUCED_ARRAY_PROBABILITY)
            && let Some(producer) = self.cluster.array_producers(ty).choose(self.rng)
            && let Some(array) = self.attempt(|this| this.produce(producer, ty, depth))
        {
            return Some(array);
        }
        let nameable = self.nameable(ty);
        if nameable != *ty && !is_convertible(self.cluster.world, &nameable, ty) {
            return None;
        }
        if let Some(array) = self.attempt(|this| this.array_of_cast_types(&nameable, element, depth)) {
            return Some(array);
        }
        // The smaller of two random lengths makes short arrays more likely.
        let length =
            self.rng.random_range(0..=MAX_ARRAY_LENGTH).min(self.rng.random_range(0..=MAX_ARRAY_LENGTH));
        let array = self.push(StatementKind::NewArray { length }, nameable);
        for index in 0..length {
            let Some(value) = self.content(InputPart::Element, element, true, depth + 1) else { break };
            self.push(StatementKind::WriteElement { array, index, value }, Type::Void);
        }
        Some(array)
    }

    pub(super) fn enum_constant(&mut self, class: ClassId, ty: &Type) -> Option<Var> {
        let chosen = self.cluster.enum_constants(class).choose(self.rng)?;
        let ty = self.nameable(ty);
        Some(self.literal(Literal::Enum(chosen), ty))
    }

    /// Creates a class literal `T.class` that fits the type argument of `Class`.
    pub(super) fn class_literal(&mut self, arguments: &[Type], ty: &Type) -> Option<Var> {
        let world = self.cluster.world;
        let named = match arguments {
            [Type::Wildcard(Bound::Extends, bound)] => world.erase(bound),
            [Type::Wildcard(..)] | [] => self.pooled_class(),
            [exact, ..] => world.erase(exact),
        };
        if !self.cluster.can_name(&named) {
            return None;
        }
        let exact = Type::Class(world.class_class(), Arc::from([world.boxed(&named)]));
        let ty = if world.is_assignable(&exact, ty) { exact } else { self.nameable(ty) };
        Some(self.literal(Literal::Class(named), ty))
    }

    /// Returns a random type for a class literal. Often this is the sample class, if there is one. Otherwise,
    /// it is `String`, `int`, the class under test, or a type that the code under test mentions.
    pub(super) fn pooled_class(&mut self) -> Type {
        let world = self.cluster.world;
        if let Some(sample) = self.sample_class() {
            return Type::class(sample);
        }
        let common =
            [Type::class(world.string()), Type::Primitive(Primitive::Int), Type::class(self.cluster.subject)];
        let pool = self.experience.pools.classes.iter().filter(|ty| self.cluster.can_name(ty)).chain(&common);
        world.erase(pool.choose(self.rng).expect("the list of common types is not empty"))
    }

    /// Selects or creates a value for a parameter of type `Object`.
    pub(super) fn any_object(&mut self, depth: u32) -> Option<Var> {
        let world = self.cluster.world;
        let ty = match self.rng.random_range(0..10) {
            0..=3 => Type::class(world.string()),
            4..=5 => Type::class(world.boxed_class(Primitive::Int)),
            6..=7 => world.default_type(self.cluster.subject),
            _ => self.pooled_type(),
        };
        self.value(&ty, false, depth + 1)
    }

    /// Returns a random class or array type that the code under test mentions, or `Double`.
    fn pooled_type(&mut self) -> Type {
        let pool = self.experience.pools.classes.iter().filter(|ty| self.cluster.can_name(ty));
        match pool.choose(self.rng) {
            Some(Type::Class(id, _)) if *id != self.cluster.world.object() => {
                self.cluster.world.default_type(*id)
            }
            Some(Type::Array(element)) => Type::Array(element.clone()),
            _ => Type::class(self.cluster.world.boxed_class(Primitive::Double)),
        }
    }
}
