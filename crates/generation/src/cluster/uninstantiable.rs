//! Classes that calls need and that tests cannot instantiate, with the reasons.

use std::collections::BTreeMap;

use types::access::{PRIVATE, STATIC};
use types::{ClassId, ClassKind, Type};

use super::{Cluster, ClusterCall};

/// A clause that most reasons contain.
const NO_FACTORY: &str = "no method or field that the test can use provides an object of the type";

/// A class that no test can instantiate, although a call needs an object of the class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UninstantiableClass {
    /// The class.
    pub class: ClassId,
    /// The reason, as a clause such as `its constructors are private, and ...`.
    pub reason: String,
    /// Indexes into [`Cluster::calls`] of the calls that need an object of the class as their receiver, outer
    /// instance, argument or written value.
    pub calls: Vec<usize>,
}

impl Cluster<'_> {
    /// Returns the classes that calls need and that no test can instantiate, in the order of their ids. The
    /// classes of array elements are not included, because a test can create an empty array.
    pub fn uninstantiable_classes(&self) -> Vec<UninstantiableClass> {
        let mut classes: BTreeMap<ClassId, UninstantiableClass> = BTreeMap::new();
        for (index, call) in self.calls.iter().enumerate() {
            for class in self.needed_classes(call) {
                let Some(reason) = self.reason_against_instantiation(class) else { continue };
                let entry = || UninstantiableClass { class, reason, calls: Vec::new() };
                classes.entry(class).or_insert_with(entry).calls.push(index);
            }
        }
        classes.into_values().collect()
    }

    /// Returns the classes of the receiver, the outer instance, the arguments and the written value of a
    /// call. Contains each class once.
    fn needed_classes(&self, call: &ClusterCall) -> Vec<ClassId> {
        let world = self.world;
        let mut classes: Vec<ClassId> = match *call {
            ClusterCall::Method(id) => {
                let method = world.method(id);
                let has_receiver = method.access & STATIC == 0 && !method.is_constructor();
                let receiver = has_receiver.then_some(method.class);
                let arguments = method.arguments.iter().filter_map(Type::class_id);
                receiver.into_iter().chain(method.outer_instance).chain(arguments).collect()
            }
            ClusterCall::WriteField(id) => {
                let field = world.field(id);
                let receiver = (field.access & STATIC == 0).then_some(field.class);
                receiver.into_iter().chain(field.ty.class_id()).collect()
            }
        };
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// Returns the reason why no test can create an object of a class, or `None` if a test can create one.
    fn reason_against_instantiation(&self, class: ClassId) -> Option<String> {
        let world = self.world;
        if self.creates_without_producer(class) || self.can_produce(class) {
            return None;
        }
        let declared = world.class(class);
        if !world.is_accessible_class(class, &self.package) {
            return Some(format!(
                "the type is not accessible from the package of the test, and {NO_FACTORY}"
            ));
        }
        if let Some(reason) = self.reason_for_missing_members(class) {
            return Some(reason);
        }
        Some(match declared.kind {
            ClassKind::Enum => "the enum has no constants that the test can use".to_owned(),
            _ if declared.is_abstract() => match self.reason_against_stub(class) {
                Some(reason) => {
                    format!("a test cannot implement the type ({reason}), and {NO_FACTORY}")
                }
                None => format!("stubs are turned off, and {NO_FACTORY}"),
            },
            _ if declared.constructors.iter().all(|&id| world.method(id).access & PRIVATE != 0) => {
                format!("its constructors are private, and {NO_FACTORY}")
            }
            _ => "no constructor, method or field that the test can use provides an object of the type"
                .to_owned(),
        })
    }

    /// Returns whether a test can create an object of a class by a producer, a stub or an enum constant.
    fn can_produce(&self, class: ClassId) -> bool {
        match self.world.class(class).kind {
            ClassKind::Enum => self.enum_constants(class).next().is_some(),
            _ => self.has_producer_or_stub(class),
        }
    }
}
