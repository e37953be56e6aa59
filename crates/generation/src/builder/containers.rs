//! Content of collections, maps and similar containers of the JDK.

use rand::Rng;
use types::{MethodId, Type};

use super::Builder;
use crate::cluster::InputPart;
use testcase::{Args, StatementKind, Var};

/// Probability that the builder adds elements to a new container.
const FILL_PROBABILITY: f64 = 0.6;
/// Maximum number of elements that the builder adds to a container.
const MAX_ELEMENTS: u32 = 4;

impl<R: Rng> Builder<'_, R> {
    /// Adds elements with some probability to an object that is a new, empty container. Does not change other
    /// objects.
    pub(super) fn fill(&mut self, object: Var, depth: u32) {
        if !self.cluster.options.content
            || !self.is_empty_container(object)
            || !self.rng.random_bool(FILL_PROBABILITY)
        {
            return;
        }
        let Some(class) = self.type_of(object).class_id() else { return };
        let (library, world) = (self.cluster.library(), self.cluster.world);
        let mut fill_methods = library.fill_methods.iter();
        let Some(&(_, method)) = fill_methods.find(|(of, _)| world.is_subclass(class, *of)) else { return };
        let is_sorted = library.sorted.iter().any(|&sorted| world.is_subclass(class, sorted));
        for _ in 0..self.rng.random_range(1..=MAX_ELEMENTS) {
            if self.attempt(|this| this.add_element(object, method, is_sorted, depth)).is_none() {
                break;
            }
        }
    }

    /// Returns whether a JDK constructor with only primitive arguments created the object. A container that
    /// such a constructor creates is empty.
    fn is_empty_container(&self, object: Var) -> bool {
        let world = self.cluster.world;
        let StatementKind::Construct { constructor, .. } = self.definition(object).kind else { return false };
        let constructor = world.method(constructor);
        world.is_from_jdk(constructor.class)
            && constructor.arguments.iter().all(|ty| matches!(ty, Type::Primitive(_)))
    }

    /// Appends a call of a method that adds one element or one entry.
    fn add_element(&mut self, container: Var, id: MethodId, is_sorted: bool, depth: u32) -> Option<Var> {
        let world = self.cluster.world;
        let method = world.method(id);
        let bindings = world.bind(id, Some(self.type_of(container)), None);
        let accepted = self.accepted_values(id);
        let mut args = Args::with_capacity(method.arguments.len());
        let parts: &[InputPart] = match method.arguments.len() {
            2 => &[InputPart::Key, InputPart::Value],
            _ => &[InputPart::Element],
        };
        for (index, (argument, &part)) in method.arguments.iter().zip(parts).enumerate() {
            let mut ty = world.substitute_parameter(argument, &bindings);
            if is_sorted && index == 0 {
                ty = self.type_of_sorted_elements(ty)?;
            }
            let value = accepted.get(index).and_then(|&accepted| self.accepted_value(accepted, &ty));
            args.push(value.or_else(|| self.content(part, &ty, false, depth + 1))?);
        }
        let ty = self.nameable(&world.substitute(&method.result, &bindings));
        Some(self.push(StatementKind::Call { method: id, receiver: Some(container), args }, ty))
    }

    /// Returns the type for the elements of a sorted container. The elements must be comparable with each
    /// other. Returns `ty` if it is comparable, `String` if `ty` is `Object`, and `None` for other types.
    fn type_of_sorted_elements(&self, ty: Type) -> Option<Type> {
        let world = self.cluster.world;
        let comparable = world.class_named("java.lang.Comparable")?;
        match ty.class_id()? {
            class if world.is_subclass(class, comparable) => Some(ty),
            class if class == world.object() => Some(Type::class(world.string())),
            _ => None,
        }
    }
}
