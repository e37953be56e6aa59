//! The members that a test can call, read or write.

use std::rc::Rc;

use types::access::{ABSTRACT, FINAL, PROTECTED, PUBLIC, STATIC};
use types::{Class, ClassId, ClassKind, Deprecated, Field, FieldId, Method, MethodId, Producer, Type};

use super::{Cluster, ClusterCall};

impl Cluster<'_> {
    /// Returns the calls of the constructors and methods that a class declares, and the writes to its fields
    /// that are not final. Excludes members that the test cannot use, and fields that only the class uses.
    ///
    /// Includes constructors of an abstract class if tests can create stubs of the class. Excludes abstract
    /// methods, because they contain no code to cover.
    pub fn calls_of(&self, class: ClassId) -> Vec<ClusterCall> {
        if !self.world.is_accessible_class(class, &self.package) {
            return Vec::new();
        }
        let class = self.world.class(class);
        let is_constructible = is_concrete(class) || self.is_stubbed(class.id);
        let constructors = class.constructors.iter().filter(|_| is_constructible).copied();
        let methods =
            class.methods.iter().copied().filter(|&id| self.world.method(id).access & ABSTRACT == 0);
        let callable = constructors.chain(methods).filter(|&id| self.is_visible(self.world.method(id)));
        let fields = class.fields.iter().copied().filter(|&id| self.world.field(id).access & FINAL == 0);
        let writable = fields.filter(|&id| self.is_written_by_users(self.world.field(id)));
        callable.map(ClusterCall::Method).chain(writable.map(ClusterCall::WriteField)).collect()
    }

    /// Returns whether a test writes to a visible field. Excludes fields without access modifier that only
    /// the class itself uses, because their values are internal state.
    fn is_written_by_users(&self, field: &Field) -> bool {
        self.is_visible_field(field)
            && (field.access & (PUBLIC | PROTECTED) != 0 || self.world.is_used_in_package(field.id))
    }

    /// Returns whether a test can call a method or constructor, if it can name the class.
    pub(crate) fn is_visible(&self, method: &Method) -> bool {
        self.world.is_accessible_method(method, &self.package)
    }

    /// Returns whether a test can use a field, if it can name the class of the field.
    pub(crate) fn is_visible_field(&self, field: &Field) -> bool {
        self.world.is_accessible_field(field, &self.package)
    }

    /// Returns the methods that tests call on objects of a class, including inherited methods.
    ///
    /// Excludes static methods. Also excludes methods of the JDK that are deprecated, that wait for other
    /// threads, or that can access the network or files of the user.
    pub(crate) fn methods_of(&self, class: ClassId) -> Rc<[MethodId]> {
        let methods = || {
            let methods = self.world.methods_of(class, &self.package).into_iter();
            methods.filter(|&id| self.is_worth_calling(id)).collect()
        };
        self.caches.methods.borrow_mut().entry(class).or_insert_with(methods).clone()
    }

    fn is_worth_calling(&self, id: MethodId) -> bool {
        let method = self.world.method(id);
        let is_deprecated = method.deprecated != Deprecated::No && self.world.is_from_jdk(method.class);
        method.access & STATIC == 0 && !is_deprecated && self.is_harmless(id)
    }

    /// Returns whether calls of a method neither wait for other threads nor access the network or files of
    /// the user.
    fn is_harmless(&self, id: MethodId) -> bool {
        !self.can_wait(id) && !self.can_access_files(id) && !self.can_access_network(id)
    }

    /// Returns whether a JDK method belongs to `File` or `Path`, or returns an object of these types. Such a
    /// method can access files outside the temporary folder of the test.
    fn can_access_files(&self, id: MethodId) -> bool {
        let method = self.world.method(id);
        let files = &self.library().files;
        let returns_file = method.result.class_id().is_some_and(|class| files.contains(&class));
        self.world.is_from_jdk(method.class) && (returns_file || files.contains(&method.class))
    }

    /// Returns whether a JDK method declares `InterruptedException`: such methods wait for other threads.
    fn can_wait(&self, id: MethodId) -> bool {
        let method = self.world.method(id);
        let is_interrupted = |ty: &Type| matches!(ty, Type::Class(class, _) if &**self.world.name(*class) == "java.lang.InterruptedException");
        self.world.is_from_jdk(method.class) && method.exceptions.iter().any(is_interrupted)
    }

    /// Returns whether a test can use a producer, and the producer neither waits for other threads nor
    /// accesses the network or files of the user.
    pub(super) fn is_usable(&self, producer: &Producer) -> bool {
        match *producer {
            Producer::Method(id) => self.can_call(id) && self.is_harmless(id),
            Producer::Field(id) => {
                let field = self.world.field(id);
                self.is_visible_field(field) && self.world.is_accessible_class(field.class, &self.package)
            }
        }
    }

    /// Returns the constants of an enum. Excludes constants that the test cannot name.
    pub(crate) fn enum_constants(&self, class: ClassId) -> impl Iterator<Item = FieldId> {
        let is_accessible = self.world.is_accessible_class(class, &self.package);
        let fields = self.world.class(class).fields.iter().copied().filter(move |_| is_accessible);
        fields.filter(|&id| {
            let field = self.world.field(id);
            field.enum_constant && self.is_visible_field(field)
        })
    }
}

fn is_concrete(class: &Class) -> bool {
    class.access & ABSTRACT == 0 && matches!(class.kind, ClassKind::Class | ClassKind::Record)
}
