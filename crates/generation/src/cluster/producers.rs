//! Producers of objects and arrays: constructors, methods and fields, with weights for random choice.

use std::rc::Rc;

use rand::Rng;
use rand::distr::weighted::WeightedIndex;
use rand::prelude::Distribution;
use types::access::{PUBLIC, STATIC};
use types::{ClassId, Producer, Type};

use super::Cluster;

/// The weight of a field as a producer.
const FIELD_WEIGHT: f64 = 0.5;
/// Factor of the weight of a producer that is not public. Such a producer can create an object that users of
/// the class cannot create.
const NOT_PUBLIC_FACTOR: f64 = 0.2;

/// The producers of a type, with the weights for random choice.
pub(crate) struct Producers {
    producers: Vec<Producer>,
    weights: Option<WeightedIndex<f64>>,
}

impl Producers {
    pub(crate) fn is_empty(&self) -> bool {
        self.producers.is_empty()
    }

    pub(crate) fn choose(&self, rng: &mut impl Rng) -> Option<Producer> {
        self.weights.as_ref().map(|weights| self.producers[weights.sample(rng)])
    }
}

impl Cluster<'_> {
    /// Returns whether a class has a usable producer, or a test can implement the class.
    pub(super) fn has_producer_or_stub(&self, class: ClassId) -> bool {
        !self.producers(class).is_empty() || self.is_stubbed(class)
    }

    /// Returns the producers of objects of a class.
    pub(crate) fn producers(&self, class: ClassId) -> Rc<Producers> {
        if let Some(cached) = self.caches.producers.borrow().get(&class) {
            return cached.clone();
        }
        let producers = Rc::new(self.weighted(self.world.producers(class), Some(class)));
        self.caches.producers.borrow_mut().insert(class, producers.clone());
        producers
    }

    /// Returns the methods and fields that provide arrays of a type. Excludes `new T[n]`.
    pub(crate) fn array_producers(&self, ty: &Type) -> Rc<Producers> {
        if let Some(cached) = self.caches.array_producers.borrow().get(ty) {
            return cached.clone();
        }
        let producers = Rc::new(self.weighted(&self.world.array_producers(ty), None));
        self.caches.array_producers.borrow_mut().insert(ty.clone(), producers.clone());
        producers
    }

    fn weighted(&self, producers: &[Producer], wanted: Option<ClassId>) -> Producers {
        let can_produce = |it: &&Producer| self.is_usable(it) && self.has_instantiable_receiver(it);
        let producers: Vec<Producer> = producers.iter().filter(can_produce).copied().collect();
        let mut weights: Vec<f64> = producers.iter().map(|it| self.weight(it, wanted)).collect();
        if let Some(usual) = wanted.and_then(|wanted| self.usual_class(wanted, &producers)) {
            self.raise_weights(usual, &producers, &mut weights);
        }
        Producers { producers, weights: WeightedIndex::new(weights).ok() }
    }

    /// Returns the usual implementation of an interface or abstract class of the JDK, such as `StringReader`
    /// for `Reader`: the class of the first constructor among the producers.
    fn usual_class(&self, wanted: ClassId, producers: &[Producer]) -> Option<ClassId> {
        let is_abstract_in_jdk = self.world.is_from_jdk(wanted) && self.world.class(wanted).is_abstract();
        producers.iter().find_map(|it| self.constructed_class(it)).filter(|_| is_abstract_in_jdk)
    }

    fn constructed_class(&self, producer: &Producer) -> Option<ClassId> {
        let Producer::Method(id) = *producer else { return None };
        let method = self.world.method(id);
        method.is_constructor().then_some(method.class)
    }

    /// Raises the weights of the constructors of a class until their sum is at least the sum of all other
    /// weights.
    fn raise_weights(&self, class: ClassId, producers: &[Producer], weights: &mut [f64]) {
        let is_of_class = |producer: &Producer| self.constructed_class(producer) == Some(class);
        let total: f64 = weights.iter().sum();
        let weighted = producers.iter().zip(&*weights);
        let class_weight: f64 = weighted.filter(|(it, _)| is_of_class(it)).map(|(_, weight)| weight).sum();
        let factor = ((total - class_weight) / class_weight).max(1.0);
        for (producer, weight) in producers.iter().zip(weights) {
            *weight *= if is_of_class(producer) { factor } else { 1.0 };
        }
    }

    /// Returns the weight of a producer. The weight decreases with the number of objects that the builder
    /// must create for the receiver and the arguments. The weight of a method or constructor of the class
    /// `wanted` is doubled. Producers that are not public have a lower weight.
    fn weight(&self, producer: &Producer, wanted: Option<ClassId>) -> f64 {
        let Producer::Method(id) = *producer else { return FIELD_WEIGHT };
        let method = self.world.method(id);
        let receivers = usize::from(!method.is_constructor() && method.access & STATIC == 0);
        let objects = method.arguments.iter().filter(|ty| self.is_object(ty)).count() + receivers;
        let preference = if Some(method.class) == wanted { 2.0 } else { 1.0 };
        let visibility = if method.access & PUBLIC == 0 { NOT_PUBLIC_FACTOR } else { 1.0 };
        preference * visibility / (1.0 + (objects * objects) as f64)
    }

    fn is_object(&self, ty: &Type) -> bool {
        match ty {
            Type::Class(id, _) => *id != self.world.string(),
            Type::Array(element) => self.is_object(element),
            Type::Variable(_) => true,
            _ => false,
        }
    }
}
