//! Stubs: implementations of interfaces and abstract classes in tests.

use types::{ClassId, Conversion, MethodId, Type, World};

/// Part of the name of every class that represents a stub while tests run. The source of a test must not
/// contain such a name.
pub const STUB_CLASS_MARK: &str = "$$Testudo";

/// The types in the declaration of a method, as a class that implements the method must write them.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// Types of the parameters.
    pub parameters: Vec<Type>,
    /// Type of the result, or `Type::Void`.
    pub result: Type,
    /// Types of the declared exceptions.
    pub exceptions: Vec<Type>,
}

/// Returns the signature of a method in a direct subclass of `supertype`. The signature contains the type
/// arguments of `supertype` instead of type variables.
pub fn signature(world: &World, supertype: &Type, method: MethodId) -> Signature {
    let bindings = world.bind(method, Some(supertype), None);
    let method = world.method(method);
    let substitute_all = |types: &[Type]| types.iter().map(|ty| world.substitute(ty, &bindings)).collect();
    Signature {
        parameters: substitute_all(&method.arguments),
        result: world.substitute(&method.result, &bindings),
        exceptions: substitute_all(&method.exceptions),
    }
}

impl Signature {
    /// Returns whether Java allows a method with this signature to throw objects of a class: the class must
    /// be an unchecked exception or a subclass of a declared exception.
    pub fn may_throw(&self, world: &World, class: ClassId) -> bool {
        let declared_exceptions = self.exceptions.iter().filter_map(Type::class_id);
        let is_subclass = |declared: ClassId| world.is_subclass(class, declared);
        is_subclass_of(world, class, "java.lang.Throwable")
            && (!is_checked(world, class) || declared_exceptions.into_iter().any(is_subclass))
    }

    /// Returns the indexes, from 0, of the parameters whose values the method can return.
    pub fn returnable_parameters(&self, world: &World) -> impl Iterator<Item = u8> {
        let fits = |ty: &Type| world.conversion(ty, &self.result) == Conversion::Yes;
        (0..=u8::MAX).zip(&self.parameters).filter(move |(_, ty)| fits(ty)).map(|(index, _)| index)
    }
}

/// Returns whether a method defines an order: `Comparator.compare` or `Comparable.compareTo`. A stub that
/// returns a constant other than 0 breaks the contract of these methods.
pub fn defines_order(world: &World, method: MethodId) -> bool {
    let method = world.method(method);
    let class: &str = world.name(method.class);
    matches!(
        (class, &*method.name),
        ("java.util.Comparator", "compare") | ("java.lang.Comparable", "compareTo")
    )
}

/// Returns whether an exception class is checked: a method that throws such an exception must declare it.
pub fn is_checked(world: &World, class: ClassId) -> bool {
    !is_subclass_of(world, class, "java.lang.RuntimeException")
        && !is_subclass_of(world, class, "java.lang.Error")
}

fn is_subclass_of(world: &World, class: ClassId, name: &str) -> bool {
    world.class_named(name).is_some_and(|superclass| world.is_subclass(class, superclass))
}
