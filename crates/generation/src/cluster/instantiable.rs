//! Decides whether tests can instantiate a class. A class is not instantiable if all its producers need,
//! directly or indirectly, an object of the class itself.

use types::access::STATIC;
use types::{ClassId, ClassKind, Producer};

use super::Cluster;

impl Cluster<'_> {
    /// Returns whether a producer needs no receiver, or a receiver of an instantiable class. Ignores the
    /// arguments, because `null` can replace every argument of a class type.
    pub(super) fn has_instantiable_receiver(&self, producer: &Producer) -> bool {
        self.receiver_class(producer).is_none_or(|receiver| self.is_instantiable(receiver))
    }

    /// Returns the class of the receiver or outer instance that a producer needs.
    fn receiver_class(&self, producer: &Producer) -> Option<ClassId> {
        match *producer {
            Producer::Method(id) => {
                let method = self.world.method(id);
                match method.is_constructor() {
                    true => method.outer_instance,
                    false => (method.access & STATIC == 0).then_some(method.class),
                }
            }
            Producer::Field(id) => {
                let field = self.world.field(id);
                (field.access & STATIC == 0).then_some(field.class)
            }
        }
    }

    /// Returns whether a test can create objects of a class. A class is instantiable if one of its producers
    /// needs no receiver, or a receiver of an instantiable class. The method computes the least fixpoint of
    /// this rule.
    fn is_instantiable(&self, class: ClassId) -> bool {
        let mut instantiable = self.caches.instantiable.borrow_mut();
        let mut undecided: Vec<(ClassId, Vec<ClassId>)> = Vec::new();
        let mut pending = vec![class];
        while let Some(current) = pending.pop() {
            if instantiable.contains_key(&current) {
                continue;
            }
            let receivers = self.receiver_classes(current);
            instantiable.insert(current, receivers.is_none());
            if let Some(receivers) = receivers {
                pending.extend(&receivers);
                undecided.push((current, receivers));
            }
        }
        let mut has_changed = true;
        while has_changed {
            let is_instantiable = |class: &ClassId| instantiable[class];
            let decided: Vec<ClassId> = undecided
                .extract_if(.., |(_, receivers)| receivers.iter().any(is_instantiable))
                .map(|(class, _)| class)
                .collect();
            has_changed = !decided.is_empty();
            instantiable.extend(decided.into_iter().map(|class| (class, true)));
        }
        instantiable[&class]
    }

    /// Returns the receiver classes of all producers of a class. The class is instantiable exactly if one of
    /// these receiver classes is instantiable. Returns `None` if a test can create an object of the class
    /// without a receiver.
    fn receiver_classes(&self, class: ClassId) -> Option<Vec<ClassId>> {
        let world = self.world;
        if self.creates_without_producer(class) || self.is_stubbed(class) {
            return None;
        }
        if world.class(class).kind == ClassKind::Enum {
            return self.enum_constants(class).next().is_none().then(Vec::new);
        }
        let usable = world.producers(class).iter().filter(|producer| self.is_usable(producer));
        let mut receivers: Vec<ClassId> = usable.map(|it| self.receiver_class(it)).collect::<Option<_>>()?;
        receivers.sort_unstable();
        receivers.dedup();
        Some(receivers)
    }
}
