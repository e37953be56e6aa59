//! Stubs: implementations of interfaces and abstract classes in tests.

use types::{ClassId, Conversion, MethodId, Type, World};

/// Part of the name of every class that represents a stub while tests run. The source of a test must not
/// contain such a name.
pub const STUB_CLASS_MARK: &str = "$$Testudo";

/// The types in the declaration of a method, as a class that implements the method must write them. The types
/// of a generic method are erased: Java allows an implementation without type parameters (JLS 8.4.2).
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// Types of the parameters.
    pub parameters: Vec<Type>,
    /// Type of the result, or `Type::Void`.
    pub result: Type,
    /// Types of the declared exceptions. Without type variables of the method.
    pub exceptions: Vec<Type>,
    /// Indexes, from 0, of the parameters that the method can return. `None` if the method can return any
    /// value that fits the result type.
    ///
    /// The caller of a generic method determines the result type if the type contains a type variable of the
    /// method. Then the method can return only null, or an argument of the same declared type.
    returnable: Option<Vec<u8>>,
}

/// Returns the signature of a method in a direct subclass of `supertype`. The signature contains the type
/// arguments of `supertype` instead of type variables.
pub fn signature(world: &World, supertype: &Type, method: MethodId) -> Signature {
    let mut bindings = world.bind(method, Some(supertype), None);
    let method = world.method(method);
    if !method.parameters.is_empty() {
        world.bind_to_erasures(&method.parameters, &mut bindings);
        bindings.raw = true;
    }
    let is_parameter = |name: &str| method.parameters.iter().any(|parameter| *parameter.name == *name);
    let is_of_method = |ty: &Type| ty.mentions_variable(&is_parameter);
    let substitute = |ty: &Type| world.substitute(ty, &bindings);
    let with_result_type = || {
        let arguments = (0..=u8::MAX).zip(&method.arguments);
        arguments.filter(|(_, ty)| **ty == method.result).map(|(index, _)| index).collect()
    };
    Signature {
        parameters: method.arguments.iter().map(substitute).collect(),
        result: substitute(&method.result),
        exceptions: method.exceptions.iter().filter(|ty| !is_of_method(ty)).map(substitute).collect(),
        returnable: is_of_method(&method.result).then(with_result_type),
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
        let is_returnable = |index: u8, ty: &Type| match &self.returnable {
            Some(returnable) => returnable.contains(&index),
            None => world.conversion(ty, &self.result) == Conversion::Yes,
        };
        let parameters = (0..=u8::MAX).zip(&self.parameters);
        parameters.filter(move |(index, ty)| is_returnable(*index, ty)).map(|(index, _)| index)
    }

    /// Returns whether the method can return values other than its arguments, zero, false and null.
    pub fn returns_values(&self) -> bool {
        self.result != Type::Void && self.returnable.is_none()
    }
}

/// An object that a method of a stub returns by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultObject {
    /// A new, empty object of the class of `java.util` with this simple name.
    Collection(&'static str),
    /// The result of the static method `empty` of the result type.
    Empty,
}

/// Returns the object that a method of a stub returns by default: an empty collection, optional value or
/// stream, as with Mockito. Returns `None` if the method returns null, zero or false.
pub fn default_object(world: &World, result: &Type) -> Option<DefaultObject> {
    Some(match &**world.name(result.class_id()?) {
        "java.lang.Iterable" | "java.util.Collection" | "java.util.List" => {
            DefaultObject::Collection("ArrayList")
        }
        "java.util.Set" => DefaultObject::Collection("HashSet"),
        "java.util.Map" => DefaultObject::Collection("HashMap"),
        "java.util.Optional"
        | "java.util.OptionalDouble"
        | "java.util.OptionalInt"
        | "java.util.OptionalLong"
        | "java.util.stream.DoubleStream"
        | "java.util.stream.IntStream"
        | "java.util.stream.LongStream"
        | "java.util.stream.Stream" => DefaultObject::Empty,
        _ => return None,
    })
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
