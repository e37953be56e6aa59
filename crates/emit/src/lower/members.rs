//! Lookup of members by the rules of Java: inheritance, hiding and overriding.

use types::access::{PROTECTED, PUBLIC, STATIC};
use types::{ClassId, FieldId, Method, Type, package_of};

use super::TestLowering;
use crate::context::Context;

impl TestLowering<'_> {
    /// Returns whether `class` inherits a member of `declaring_class`. A package-private member is inherited
    /// only within its package (JLS 8.2).
    pub(super) fn inherits(&self, class: ClassId, declaring_class: ClassId, access: u16) -> bool {
        let world = self.context.world;
        if access & (PUBLIC | PROTECTED) != 0 {
            return true;
        }
        let package = package_of(world.name(declaring_class));
        let mut next = Some(class);
        while let Some(class) = next.filter(|&class| class != declaring_class) {
            if package_of(world.name(class)) != package {
                return false;
            }
            next = world.class(class).superclass.as_ref().and_then(Type::class_id);
        }
        true
    }

    /// Returns whether the name of a field refers to this field in `class`, and not to a field that hides it.
    pub(super) fn resolves_field(&self, class: ClassId, id: FieldId) -> bool {
        let world = self.context.world;
        let name = &world.field(id).name;
        let mut next = Some(class);
        while let Some(class) = next {
            let class = world.class(class);
            if let Some(&first) = class.fields.iter().find(|&&field| world.field(field).name == *name) {
                return first == id;
            }
            next = class.superclass.as_ref().and_then(Type::class_id);
        }
        world.field(id).access & STATIC != 0
    }

    /// Returns the method that overrides `method` in the type `owner`, or `method` if no method overrides it.
    /// Javac warns if the overriding method is deprecated.
    pub(super) fn overriding_method<'m>(&'m self, method: &'m Method, owner: &Type) -> &'m Method {
        let Context { world, package, .. } = *self.context;
        let Some(class) = owner.class_id().filter(|&class| class != method.class) else { return method };
        let mut members = world.methods_of(class, package).into_iter().map(|id| world.method(id));
        let arguments = |method: &Method| method.descriptor.split(')').next().map(str::to_owned);
        let overrides = |other: &&Method| other.name == method.name && arguments(other) == arguments(method);
        members.find(overrides).unwrap_or(method)
    }

    /// Returns a class through which the source can access static members of `class`: `class` itself, or the
    /// class under test if `class` is not accessible and the class under test is a subclass.
    pub(super) fn static_access_class(&self, class: ClassId) -> ClassId {
        let Context { world, package, class_under_test, .. } = *self.context;
        let needs_subclass =
            !world.is_accessible_class(class, package) && world.is_subclass(class_under_test, class);
        if needs_subclass { class_under_test } else { class }
    }
}
