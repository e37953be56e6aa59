//! Subtyping, substitution and erasure (Java language specification 4.6, 4.10, 5.1.9).

use std::sync::Arc;

use crate::{Bindings, Bound, ClassId, Type, World, world::Supers};

/// How a value of one type gets into a variable of another without a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Conversion {
    /// Not at all.
    No,
    /// From a raw type: javac warns.
    Unchecked,
    /// As a subtype.
    Yes,
}

/// All supertypes of a class. A hierarchy that bites its tail, as in a damaged class path, ends where it does.
pub fn supers(world: &World, id: ClassId) -> Supers {
    let mut found = Supers::default();
    let mut pending = vec![world.class(id).own_type()];
    while let Some(ty) = pending.pop() {
        let Type::Class(class, arguments) = &ty else { continue };
        if found.contains_key(class) {
            continue;
        }
        let declaration = world.class(*class);
        let bindings = Bindings::of(&declaration.parameters, arguments);
        let raw = arguments.len() != declaration.parameters.len() || world.is_inner_of_generic(declaration);
        // The last is looked at first: the superclass before the interfaces.
        let direct = declaration.interfaces.iter().rev().chain(&declaration.superclass);
        let direct = direct.map(|up| if raw { world.erase(up) } else { world.substitute(up, &bindings) });
        pending.extend(direct);
        found.insert(*class, ty);
    }
    found
}

impl World {
    /// Whether `a` is `b` or a class or interface below it.
    pub fn is_subclass(&self, a: ClassId, b: ClassId) -> bool {
        a == b || b == self.object() || self.supers(a).contains_key(&b)
    }

    /// What javac does with `to x = value_of_from`, without boxing and without widening of primitive types.
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
                Some(Type::Class(_, found)) => self.argument_conversion(&found, wanted),
                _ => Conversion::No,
            },
            (from, to) => yes_if(from == to),
        }
    }

    /// Conversion between two types of one class.
    fn argument_conversion(&self, from: &[Type], to: &[Type]) -> Conversion {
        if from.is_empty() {
            Conversion::Unchecked
        } else if from.len() == to.len() && from.iter().zip(to).all(|(from, to)| self.contains(to, from)) {
            Conversion::Yes
        } else {
            Conversion::No
        }
    }

    /// Whether a type argument stands for all that another does (JLS 4.5.1).
    fn contains(&self, whole: &Type, part: &Type) -> bool {
        // Inside type arguments the conversion of raw types to `C<?>` does not help.
        let subtype =
            |a: &Type, b: &Type| self.conversion(a, b) == Conversion::Yes && !self.is_from_raw(a, b);
        let object = Type::class(self.object());
        match (whole, part) {
            (Type::Wildcard(Bound::Any, _), _) => true,
            (Type::Wildcard(Bound::Extends, upper), _) => subtype(&self.upper_bound(part), upper),
            (Type::Wildcard(Bound::Super, lower), Type::Wildcard(Bound::Super, part)) => subtype(lower, part),
            (Type::Wildcard(Bound::Super, _), Type::Wildcard(..)) => false,
            (whole, Type::Wildcard(Bound::Super, lower)) if **lower == object => *whole == object,
            (Type::Wildcard(Bound::Super, lower), _) => subtype(lower, part),
            (whole, part) => whole == part,
        }
    }

    /// Whether a conversion makes a parameterised type of a raw one.
    fn is_from_raw(&self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (Type::Array(from), Type::Array(to)) => self.is_from_raw(from, to),
            (_, Type::Class(class, wanted)) if !wanted.is_empty() => {
                matches!(self.as_super(from, *class), Some(Type::Class(_, found)) if found.is_empty())
            }
            _ => false,
        }
    }

    /// Whether javac accepts `to x = value_of_from`, with or without an unchecked warning; without boxing and without
    /// widening of primitive types.
    pub fn is_assignable(&self, from: &Type, to: &Type) -> bool {
        self.conversion(from, to) != Conversion::No
    }

    /// The supertype of `ty` that belongs to `class`: `Collection<String>` of `List<String>`. Raw if `ty` is.
    pub fn as_super(&self, ty: &Type, class: ClassId) -> Option<Type> {
        match ty {
            Type::Class(own, _) if *own == class => Some(ty.clone()),
            Type::Class(own, arguments) => {
                let up = self.supers(*own).get(&class)?;
                let parameters = &self.class(*own).parameters;
                if arguments.len() != parameters.len() {
                    return Some(self.erase(up));
                }
                Some(self.substitute(up, &Bindings::of(parameters, arguments)))
            }
            Type::Wildcard(..) => self.as_super(&self.upper_bound(ty), class),
            Type::Array(_) if self.is_array_supertype(class) => Some(Type::class(class)),
            _ => None,
        }
    }

    /// The type with its variables replaced, as something is read from it: a variable that stands for a wildcard
    /// gives the wildcard's upper bound, or the wildcard itself where it is a type argument. Variables
    /// without a binding stay.
    pub fn substitute(&self, ty: &Type, bindings: &Bindings) -> Type {
        let substituted = match ty {
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
        if bindings.raw { self.erase(&substituted) } else { substituted }
    }

    fn substitute_argument(&self, ty: &Type, bindings: &Bindings) -> Type {
        match ty {
            Type::Variable(name) => bindings.get(name).unwrap_or(ty).clone(),
            Type::Wildcard(bound @ (Bound::Extends | Bound::Super), of) => {
                match self.substitute_argument(of, bindings) {
                    Type::Wildcard(inner, of) if inner == *bound => Type::Wildcard(*bound, of),
                    Type::Wildcard(..) => self.unbounded(),
                    of => Type::Wildcard(*bound, Arc::new(of)),
                }
            }
            Type::Wildcard(Bound::Any, _) => ty.clone(),
            other => self.substitute(other, bindings),
        }
    }

    /// The type with its variables replaced, as something is passed to it; [`Type::Null`] where nothing but `null`
    /// fits: an `E` that stands for `? extends Number`.
    pub fn substitute_parameter(&self, ty: &Type, bindings: &Bindings) -> Type {
        if bindings.raw {
            self.substitute(ty, bindings)
        } else {
            self.passed(ty, bindings).unwrap_or(Type::Null)
        }
    }

    fn passed(&self, ty: &Type, bindings: &Bindings) -> Option<Type> {
        match ty {
            Type::Variable(name) => match bindings.get(name) {
                Some(Type::Wildcard(Bound::Super, lower)) => Some((**lower).clone()),
                Some(Type::Wildcard(..)) => None,
                _ => Some(self.substitute(ty, bindings)),
            },
            Type::Array(element) => Some(Type::Array(Arc::new(self.passed(element, bindings)?))),
            Type::Class(class, arguments) => {
                let arguments = arguments.iter().map(|a| self.passed_argument(a, bindings));
                Some(Type::Class(*class, arguments.collect::<Option<_>>()?))
            }
            _ => Some(ty.clone()),
        }
    }

    fn passed_argument(&self, ty: &Type, bindings: &Bindings) -> Option<Type> {
        match ty {
            Type::Wildcard(Bound::Extends, of) => {
                Some(Type::Wildcard(Bound::Extends, Arc::new(self.passed(of, bindings)?)))
            }
            // What is above the unknown type is certain only of what is above its upper bound.
            Type::Wildcard(Bound::Super, of) => {
                Some(Type::Wildcard(Bound::Super, Arc::new(self.substitute(of, bindings))))
            }
            exact if mentions_wildcard(exact, bindings) => None,
            exact => Some(self.substitute(exact, bindings)),
        }
    }

    /// What is known of a value read through a wildcard; any other type as it is.
    pub fn upper_bound(&self, ty: &Type) -> Type {
        match ty {
            Type::Wildcard(Bound::Extends, bound) => self.upper_bound(bound),
            Type::Wildcard(..) => Type::class(self.object()),
            other => other.clone(),
        }
    }

    /// The type without type arguments. A variable, of whose bounds a type alone knows nothing, becomes `Object`;
    /// substitute before to have it otherwise.
    pub fn erase(&self, ty: &Type) -> Type {
        match ty {
            Type::Class(class, _) => Type::class(*class),
            Type::Array(element) => Type::Array(Arc::new(self.erase(element))),
            Type::Variable(_) => Type::class(self.object()),
            Type::Wildcard(..) => self.erase(&self.upper_bound(ty)),
            other => other.clone(),
        }
    }

    /// `?`.
    pub(crate) fn unbounded(&self) -> Type {
        Type::Wildcard(Bound::Any, Arc::new(Type::class(self.object())))
    }
}

fn mentions_wildcard(ty: &Type, bindings: &Bindings) -> bool {
    match ty {
        Type::Variable(name) => matches!(bindings.get(name), Some(Type::Wildcard(..))),
        Type::Class(_, arguments) => arguments.iter().any(|a| mentions_wildcard(a, bindings)),
        Type::Array(of) | Type::Wildcard(_, of) => mentions_wildcard(of, bindings),
        _ => false,
    }
}

fn is_unbounded(argument: &Type) -> bool {
    matches!(argument, Type::Wildcard(Bound::Any, _))
}
