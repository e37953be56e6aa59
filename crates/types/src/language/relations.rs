//! Subtyping, substitution and erasure (Java language specification 4.6, 4.10, 5.1.9).

use std::sync::Arc;

use crate::{Bindings, Bound, ClassId, Type, World, world::Supers};

/// How Java assigns a value of one type to a variable of another type without a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Conversion {
    /// The assignment is an error.
    No,
    /// The value has a raw type, and javac reports an unchecked warning.
    Unchecked,
    /// The value's type is a subtype of the variable's type.
    Yes,
}

/// Returns all supertypes of a class, the class itself first. The search visits each class once, because the
/// hierarchy on a damaged class path can have a cycle.
pub fn supers(world: &World, id: ClassId) -> Supers {
    let mut supertypes = Supers::default();
    let mut pending = vec![world.class(id).own_type()];
    while let Some(ty) = pending.pop() {
        let Type::Class(class, arguments) = &ty else { continue };
        if supertypes.contains_key(class) {
            continue;
        }
        let declaration = world.class(*class);
        let bindings = Bindings::of(&declaration.parameters, arguments);
        let is_raw =
            arguments.len() != declaration.parameters.len() || world.is_inner_of_generic(declaration);
        // The stack is last in, first out. So the superclass comes before the interfaces.
        let direct_supertypes = declaration.interfaces.iter().rev().chain(&declaration.superclass);
        let direct_supertypes = direct_supertypes.map(|supertype| {
            if is_raw { world.erase(supertype) } else { world.substitute(supertype, &bindings) }
        });
        pending.extend(direct_supertypes);
        supertypes.insert(*class, ty);
    }
    supertypes
}

impl World {
    /// Whether `a` is `b` or a direct or indirect subtype of `b`.
    pub fn is_subclass(&self, a: ClassId, b: ClassId) -> bool {
        a == b || b == self.object() || self.supers(a).contains_key(&b)
    }

    /// Returns how javac treats the assignment of a value of type `from` to a variable of type `to`. Ignores
    /// boxing and widening of primitive types.
    pub fn conversion(&self, from: &Type, to: &Type) -> Conversion {
        let yes_if = |condition| if condition { Conversion::Yes } else { Conversion::No };
        match (from, to) {
            (Type::Void, _) | (_, Type::Void) => Conversion::No,
            (Type::Primitive(a), Type::Primitive(b)) => yes_if(a == b),
            (Type::Primitive(_), _) | (_, Type::Primitive(_)) => Conversion::No,
            (Type::Null, _) => Conversion::Yes,
            (_, Type::Class(class, _)) if *class == self.object() => Conversion::Yes,
            (Type::Wildcard(..), _) => self.conversion(&self.upper_bound(from), to),
            (_, Type::Wildcard(Bound::Super, bound)) => self.conversion(from, bound),
            (Type::Array(a), Type::Array(b)) => self.conversion(a, b),
            (Type::Array(_), Type::Class(class, _)) => yes_if(self.is_array_supertype(*class)),
            (Type::Class(given, _), Type::Class(class, wanted)) if wanted.iter().all(is_unbounded) => {
                yes_if(self.is_subclass(*given, *class))
            }
            (Type::Class(..), Type::Class(class, wanted)) => match self.as_super(from, *class) {
                Some(Type::Class(_, from_arguments)) => self.argument_conversion(&from_arguments, wanted),
                _ => Conversion::No,
            },
            (from, to) => yes_if(from == to),
        }
    }

    /// Returns the conversion between two lists of type arguments for the same class.
    fn argument_conversion(&self, from: &[Type], to: &[Type]) -> Conversion {
        if from.is_empty() {
            Conversion::Unchecked
        } else if from.len() == to.len() && from.iter().zip(to).all(|(from, to)| self.contains(to, from)) {
            Conversion::Yes
        } else {
            Conversion::No
        }
    }

    /// Whether a type argument contains another type argument (JLS 4.5.1).
    fn contains(&self, container: &Type, part: &Type) -> bool {
        // In type arguments, a raw type is not convertible to `C<?>`.
        let subtype =
            |a: &Type, b: &Type| self.conversion(a, b) == Conversion::Yes && !self.is_from_raw(a, b);
        let object = Type::class(self.object());
        match (container, part) {
            (Type::Wildcard(Bound::Any, _), _) => true,
            (Type::Wildcard(Bound::Extends, upper), _) => subtype(&self.upper_bound(part), upper),
            (Type::Wildcard(Bound::Super, lower), Type::Wildcard(Bound::Super, part)) => subtype(lower, part),
            (Type::Wildcard(Bound::Super, _), Type::Wildcard(..)) => false,
            (container, Type::Wildcard(Bound::Super, lower)) if **lower == object => *container == object,
            (Type::Wildcard(Bound::Super, lower), _) => subtype(lower, part),
            (container, part) => container == part,
        }
    }

    /// Whether a conversion converts a raw type to a parameterised type.
    fn is_from_raw(&self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (Type::Array(from), Type::Array(to)) => self.is_from_raw(from, to),
            (_, Type::Class(class, wanted)) if !wanted.is_empty() => {
                matches!(self.as_super(from, *class), Some(Type::Class(_, arguments)) if arguments.is_empty())
            }
            _ => false,
        }
    }

    /// Whether javac accepts the assignment of a value of type `from` to a variable of type `to`, with or
    /// without an unchecked warning. Ignores boxing and widening of primitive types.
    pub fn is_assignable(&self, from: &Type, to: &Type) -> bool {
        self.conversion(from, to) != Conversion::No
    }

    /// Returns the supertype of `ty` with the class `class`: `Collection<String>` for `List<String>`. The
    /// result is raw if `ty` is raw.
    pub fn as_super(&self, ty: &Type, class: ClassId) -> Option<Type> {
        match ty {
            Type::Class(own_class, _) if *own_class == class => Some(ty.clone()),
            Type::Class(own_class, arguments) => {
                let supertype = self.supers(*own_class).get(&class)?;
                let parameters = &self.class(*own_class).parameters;
                if arguments.len() != parameters.len() {
                    return Some(self.erase(supertype));
                }
                Some(self.substitute(supertype, &Bindings::of(parameters, arguments)))
            }
            Type::Wildcard(..) => self.as_super(&self.upper_bound(ty), class),
            Type::Array(_) if self.is_array_supertype(class) => Some(Type::class(class)),
            _ => None,
        }
    }

    /// Replaces the variables in the type of a value that source reads, such as the result of a method.
    ///
    /// A variable bound to a wildcard becomes the upper bound of the wildcard. As a type argument, the
    /// variable becomes the wildcard itself. Unbound variables are not replaced.
    pub fn substitute(&self, ty: &Type, bindings: &Bindings) -> Type {
        let result = match ty {
            Type::Variable(name) => match bindings.get(name) {
                Some(bound) => self.upper_bound(bound),
                None => ty.clone(),
            },
            Type::Array(element) => Type::Array(Arc::new(self.substitute(element, bindings))),
            Type::Class(_, arguments) if arguments.is_empty() => return ty.clone(),
            Type::Class(class, arguments) => {
                Type::Class(*class, arguments.iter().map(|a| self.substitute_argument(a, bindings)).collect())
            }
            Type::Wildcard(..) => self.substitute_argument(ty, bindings),
            _ => return ty.clone(),
        };
        if bindings.raw { self.erase(&result) } else { result }
    }

    /// Replaces the variables in a type argument of the type of a value that source reads.
    fn substitute_argument(&self, ty: &Type, bindings: &Bindings) -> Type {
        match ty {
            Type::Variable(name) => bindings.get(name).unwrap_or(ty).clone(),
            Type::Wildcard(bound @ (Bound::Extends | Bound::Super), inner) => {
                match self.substitute_argument(inner, bindings) {
                    Type::Wildcard(inner_bound, inner) if inner_bound == *bound => {
                        Type::Wildcard(*bound, inner)
                    }
                    Type::Wildcard(..) => self.unbounded(),
                    inner => Type::Wildcard(*bound, Arc::new(inner)),
                }
            }
            Type::Wildcard(Bound::Any, _) => ty.clone(),
            other => self.substitute(other, bindings),
        }
    }

    /// Replaces the variables in the type of a parameter.
    ///
    /// The result is [`Type::Null`] if only `null` can be passed, for example for an `E` that is bound to
    /// `? extends Number`.
    pub fn substitute_parameter(&self, ty: &Type, bindings: &Bindings) -> Type {
        if bindings.raw {
            self.substitute(ty, bindings)
        } else {
            self.substitute_passed(ty, bindings).unwrap_or(Type::Null)
        }
    }

    /// Replaces the variables in the type of a parameter; `None` if only `null` can be passed.
    fn substitute_passed(&self, ty: &Type, bindings: &Bindings) -> Option<Type> {
        match ty {
            Type::Variable(name) => match bindings.get(name) {
                Some(Type::Wildcard(Bound::Super, lower)) => Some((**lower).clone()),
                Some(Type::Wildcard(..)) => None,
                _ => Some(self.substitute(ty, bindings)),
            },
            Type::Array(element) => Some(Type::Array(Arc::new(self.substitute_passed(element, bindings)?))),
            Type::Class(class, arguments) => {
                let arguments = arguments.iter().map(|a| self.substitute_argument_passed(a, bindings));
                Some(Type::Class(*class, arguments.collect::<Option<_>>()?))
            }
            _ => Some(ty.clone()),
        }
    }

    /// Replaces the variables in a type argument of a parameter's type; `None` if only `null` can be passed.
    fn substitute_argument_passed(&self, ty: &Type, bindings: &Bindings) -> Option<Type> {
        match ty {
            Type::Wildcard(Bound::Extends, inner) => {
                Some(Type::Wildcard(Bound::Extends, Arc::new(self.substitute_passed(inner, bindings)?)))
            }
            // Only supertypes of the upper bound are certainly supertypes of the unknown type.
            Type::Wildcard(Bound::Super, inner) => {
                Some(Type::Wildcard(Bound::Super, Arc::new(self.substitute(inner, bindings))))
            }
            exact if mentions_wildcard(exact, bindings) => None,
            exact => Some(self.substitute(exact, bindings)),
        }
    }

    /// Returns the type of a value that source reads through a wildcard. Returns any other type unchanged.
    pub fn upper_bound(&self, ty: &Type) -> Type {
        match ty {
            Type::Wildcard(Bound::Extends, bound) => self.upper_bound(bound),
            Type::Wildcard(..) => Type::class(self.object()),
            other => other.clone(),
        }
    }

    /// Returns the erasure of a type. A variable becomes `Object`, because the type alone does not determine
    /// its bounds. To use the bounds, call [`World::substitute`] first.
    pub fn erase(&self, ty: &Type) -> Type {
        match ty {
            Type::Class(class, _) => Type::class(*class),
            Type::Array(element) => Type::Array(Arc::new(self.erase(element))),
            Type::Variable(_) => Type::class(self.object()),
            Type::Wildcard(..) => self.erase(&self.upper_bound(ty)),
            other => other.clone(),
        }
    }

    /// Returns the wildcard `?`.
    pub(crate) fn unbounded(&self) -> Type {
        Type::Wildcard(Bound::Any, Arc::new(Type::class(self.object())))
    }
}

fn mentions_wildcard(ty: &Type, bindings: &Bindings) -> bool {
    match ty {
        Type::Variable(name) => matches!(bindings.get(name), Some(Type::Wildcard(..))),
        Type::Class(_, arguments) => arguments.iter().any(|a| mentions_wildcard(a, bindings)),
        Type::Array(inner) | Type::Wildcard(_, inner) => mentions_wildcard(inner, bindings),
        _ => false,
    }
}

fn is_unbounded(argument: &Type) -> bool {
    matches!(argument, Type::Wildcard(Bound::Any, _))
}
