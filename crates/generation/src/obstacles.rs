//! Types that calls need and of which no test can make an object.

use std::collections::BTreeMap;

use types::access::{PRIVATE, STATIC};
use types::{ClassId, Kind, Type};

use crate::cluster::{Call, Cluster};

/// A class of which no test can make an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The class.
    pub class: ClassId,
    /// Why, as a clause about it: `its constructors are private and nothing else yields one`.
    pub reason: String,
    /// Positions in [`Cluster::calls`] of those that are made on such an object, or take one.
    pub calls: Vec<usize>,
}

impl Cluster<'_> {
    /// The classes that calls need and of which no test can make an object, in the order of their ids. Arrays can always
    /// be made: empty ones.
    pub fn obstacles(&self) -> Vec<Obstacle> {
        let mut found: BTreeMap<ClassId, Obstacle> = BTreeMap::new();
        for (position, call) in self.calls.iter().enumerate() {
            for class in self.needed(call) {
                let Some(reason) = self.reason_against(class) else { continue };
                let obstacle = || Obstacle { class, reason, calls: Vec::new() };
                found.entry(class).or_insert_with(obstacle).calls.push(position);
            }
        }
        found.into_values().collect()
    }

    /// The classes of the objects that a call is made on or takes, each once.
    fn needed(&self, call: &Call) -> Vec<ClassId> {
        let world = self.world;
        let mut needed: Vec<ClassId> = match *call {
            Call::Method(id) => {
                let method = world.method(id);
                let own = (method.access & STATIC == 0 && !method.is_constructor()).then_some(method.class);
                let taken = method.arguments.iter().filter_map(Type::class_id);
                own.into_iter().chain(method.outer_instance).chain(taken).collect()
            }
            Call::Write(id) => {
                let field = world.field(id);
                let own = (field.access & STATIC == 0).then_some(field.class);
                own.into_iter().chain(field.ty.class_id()).collect()
            }
        };
        needed.sort_unstable();
        needed.dedup();
        needed
    }

    /// Why no test can make an object of a class; `None` if one can, as far as its type tells.
    fn reason_against(&self, class: ClassId) -> Option<String> {
        let world = self.world;
        if self.makes_by_itself(class) || self.can_make(class) {
            return None;
        }
        let declared = world.class(class);
        if !world.is_accessible_class(class, &self.package) {
            return Some(
                "no test of this package can name it, and nothing that it can use yields one".to_owned(),
            );
        }
        if let Some(lack) = self.lack(class) {
            return Some(lack);
        }
        Some(match declared.kind {
            Kind::Enum => "it has no constants".to_owned(),
            _ if declared.is_abstract() => match self.stub_obstacle(class) {
                Some(reason) => format!("nothing that a test can use yields one, and {reason}"),
                None => "nothing that a test can use yields one, and stubs are turned off".to_owned(),
            },
            _ if declared.constructors.iter().all(|&id| world.method(id).access & PRIVATE != 0) => {
                "its constructors are private, and nothing else that a test can use yields one".to_owned()
            }
            _ => "nothing that a test can use yields one".to_owned(),
        })
    }

    fn can_make(&self, class: ClassId) -> bool {
        match self.world.class(class).kind {
            Kind::Enum => self.constants(class).next().is_some(),
            _ => self.is_yielded(class),
        }
    }
}
