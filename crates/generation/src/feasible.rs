//! Which classes tests can make objects of at all: what needs an object of itself is never tried.

use rustc_hash::FxHashMap;
use types::access::STATIC;
use types::{ClassId, Kind, Producer};

use crate::cluster::Cluster;

/// Classes as far as it is known whether objects of them can be made.
pub(crate) type Feasible = FxHashMap<ClassId, bool>;

impl Cluster<'_> {
    /// Whether a producer needs no object of its own, or one that can be made. Arguments are no obstacle: they may
    /// be `null`.
    pub(crate) fn is_feasible(&self, producer: &Producer) -> bool {
        self.needs(producer).is_none_or(|receiver| self.is_makeable(receiver))
    }

    /// The class of the object that a producer is called on or read from.
    fn needs(&self, producer: &Producer) -> Option<ClassId> {
        match *producer {
            Producer::Method(id) => {
                let method = self.world.method(id);
                match &*method.name == "<init>" {
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

    /// Whether objects of a class can be made: the least fixpoint over the classes that its producers need, looked at
    /// only as far as no class has a producer that needs nothing.
    fn is_makeable(&self, class: ClassId) -> bool {
        let mut known = self.feasible.borrow_mut();
        let mut open: Vec<(ClassId, Vec<ClassId>)> = Vec::new();
        let mut pending = vec![class];
        while let Some(next) = pending.pop() {
            if known.contains_key(&next) {
                continue;
            }
            let receivers = self.receivers(next);
            known.insert(next, receivers.is_none());
            if let Some(receivers) = receivers {
                pending.extend(&receivers);
                open.push((next, receivers));
            }
        }
        let mut grown = true;
        while grown {
            let makeable = |class: &ClassId| known[class];
            let found: Vec<ClassId> = open
                .extract_if(.., |(_, receivers)| receivers.iter().any(makeable))
                .map(|(class, _)| class)
                .collect();
            grown = !found.is_empty();
            known.extend(found.into_iter().map(|class| (class, true)));
        }
        known[&class]
    }

    /// The classes one of which is needed to make an object of a class; `None` when nothing is needed.
    fn receivers(&self, class: ClassId) -> Option<Vec<ClassId>> {
        let world = self.world;
        if self.makes_by_itself(class) || self.is_stubbed(class) {
            return None;
        }
        if world.class(class).kind == Kind::Enum {
            return self.constants(class).next().is_none().then(Vec::new);
        }
        let usable = world.producers(class).iter().filter(|producer| self.is_usable(producer));
        let mut receivers: Vec<ClassId> = usable.map(|it| self.needs(it)).collect::<Option<_>>()?;
        receivers.sort_unstable();
        receivers.dedup();
        Some(receivers)
    }
}
