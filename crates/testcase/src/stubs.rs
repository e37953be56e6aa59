//! How a test writes an implementation of an interface or of an abstract class.

use types::{ClassId, Conversion, MethodId, Type, World};

/// Part of the name of every class that stands for an implementation while tests run. No test may speak of it.
pub const MARK: &str = "$$Testudo";

/// The types of a method as a class that implements it has them.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// Of the parameters.
    pub parameters: Vec<Type>,
    /// Of the result, or `Type::Void`.
    pub result: Type,
    /// Of the exceptions that it declares.
    pub exceptions: Vec<Type>,
}

/// The signature of a method in a class right below the type `of`, whose arguments stand for the type variables.
pub fn signature(world: &World, of: &Type, method: MethodId) -> Signature {
    let bindings = world.bind(method, Some(of), None);
    let method = world.method(method);
    let all = |types: &[Type]| types.iter().map(|ty| world.substitute(ty, &bindings)).collect();
    Signature {
        parameters: all(&method.arguments),
        result: world.substitute(&method.result, &bindings),
        exceptions: all(&method.exceptions),
    }
}

impl Signature {
    /// Whether a method of this signature may throw an exception of a class: one that it declares, or an unchecked one.
    pub fn may_throw(&self, world: &World, class: ClassId) -> bool {
        let declared = self.exceptions.iter().filter_map(Type::class_id);
        let below = |up: ClassId| world.is_subclass(class, up);
        below_named(world, class, "java.lang.Throwable")
            && (!is_checked(world, class) || declared.into_iter().any(below))
    }

    /// The parameters whose values can be given back.
    pub fn returnable(&self, world: &World) -> impl Iterator<Item = u8> {
        let fits = |ty: &Type| world.conversion(ty, &self.result) == Conversion::Yes;
        (0..=u8::MAX).zip(&self.parameters).filter(move |(_, ty)| fits(ty)).map(|(index, _)| index)
    }
}

/// Whether a class of exceptions has to be declared.
pub fn is_checked(world: &World, class: ClassId) -> bool {
    !below_named(world, class, "java.lang.RuntimeException") && !below_named(world, class, "java.lang.Error")
}

fn below_named(world: &World, class: ClassId, name: &str) -> bool {
    world.class_named(name).is_some_and(|up| world.is_subclass(class, up))
}
