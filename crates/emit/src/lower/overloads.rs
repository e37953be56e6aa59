//! Overload resolution as javac does it (Java Language Specification 15.12.2), on erased types.
//!
//! With erased types, more methods are applicable than with the generic types that javac uses. The larger set
//! is safe: its most specific method is also the most specific method of each subset that contains the
//! method.

use std::sync::Arc;

use types::access::VARARGS;
use types::{Bindings, ClassId, Method, MethodId, Primitive, Type, World};

/// A method or constructor that javac considers for a call.
pub(crate) struct Candidate {
    /// Erased parameter types.
    parameters: Vec<Type>,
    is_varargs: bool,
}

/// Returns the methods or constructors that javac considers for a call of `method`, and the index of `method`
/// among them. `owner` is the static type that has the method as a member.
pub(crate) fn candidates(
    world: &World,
    package: &str,
    owner: &Type,
    method: &Method,
) -> (Vec<Candidate>, usize) {
    let mut candidates = vec![candidate(world, owner, method)];
    for other in same_named_methods(world, owner, method) {
        let other = world.method(other);
        // The source can pass no, one or several elements to a varargs method.
        let has_varargs = (method.access | other.access) & VARARGS != 0;
        let can_have_same_arity = has_varargs || other.arguments.len() == method.arguments.len();
        let is_accessible = world.is_accessible_method(other, package);
        if other.id == method.id || !is_accessible || !can_have_same_arity {
            continue;
        }
        let other = candidate(world, owner, other);
        if candidates.iter().all(|candidate| candidate.parameters != other.parameters) {
            candidates.push(other);
        }
    }
    (candidates, 0)
}

/// Returns the methods with the name of `method` in the type `owner`, or all constructors of the class.
fn same_named_methods<'a>(world: &'a World, owner: &'a Type, method: &'a Method) -> Vec<MethodId> {
    if method.is_constructor() {
        return world.class(method.class).constructors.clone();
    }
    let start = owner.class_id().unwrap_or(method.class);
    let mut methods = Vec::new();
    let mut visited: Vec<ClassId> = Vec::new();
    let mut pending_classes = vec![start, world.object()];
    while let Some(id) = pending_classes.pop() {
        if visited.contains(&id) {
            continue;
        }
        visited.push(id);
        let class = world.class(id);
        methods.extend(class.methods.iter().copied().filter(|&id| world.method(id).name == method.name));
        pending_classes.extend(class.superclass.iter().chain(&class.interfaces).filter_map(Type::class_id));
    }
    methods
}

/// Returns the candidate for a method of the type `owner`. In its parameter types, the type arguments of
/// `owner` replace the type parameters of the class.
fn candidate(world: &World, owner: &Type, method: &Method) -> Candidate {
    let arguments = match world.as_super(owner, method.class) {
        Some(Type::Class(_, arguments)) if !method.is_constructor() && !method.is_static() => arguments,
        _ => Arc::new([]) as Arc<[Type]>,
    };
    let bindings = Bindings::of(&world.class(method.class).parameters, &arguments);
    let (erased, _) = world.erased(method);
    let is_own_parameter = |name: &str| method.parameters.iter().any(|parameter| *parameter.name == *name);
    let parameters =
        method.arguments.iter().zip(erased).map(|(generic, erased)| match variable_of(generic) {
            Some(name) if !is_own_parameter(name) && bindings.get(name).is_some() => {
                world.erase(&world.substitute(generic, &bindings))
            }
            _ => erased,
        });
    Candidate { parameters: parameters.collect(), is_varargs: method.access & VARARGS != 0 }
}

/// Returns the name of the type variable in a type `T` or an array type `T[]`.
fn variable_of(ty: &Type) -> Option<&str> {
    match ty {
        Type::Variable(name) => Some(name),
        Type::Array(element) => variable_of(element),
        _ => None,
    }
}

/// Returns the index of the candidate that javac chooses for arguments of the given static types. Returns
/// `None` if no candidate is applicable or if the call is ambiguous.
pub(crate) fn resolve(world: &World, candidates: &[Candidate], arguments: &[Type]) -> Option<usize> {
    [Phase::Strict, Phase::Loose, Phase::Varargs].into_iter().find_map(|phase| {
        let applicable_candidates: Vec<usize> = (0..candidates.len())
            .filter(|&i| is_applicable(world, &candidates[i], arguments, phase))
            .collect();
        (!applicable_candidates.is_empty())
            .then(|| most_specific(world, candidates, &applicable_candidates, arguments.len(), phase))
    })?
}

/// Phase of overload resolution (JLS 15.12.2).
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    /// Subtyping only.
    Strict,
    /// Subtyping and boxing.
    Loose,
    /// Subtyping, boxing and variable arity.
    Varargs,
}

/// Returns whether a candidate is applicable to arguments of the given types.
fn is_applicable(world: &World, candidate: &Candidate, arguments: &[Type], phase: Phase) -> bool {
    let is_compatible = |(i, argument): (usize, &Type)| {
        let parameter = candidate.parameter(i, phase);
        is_subtype(world, argument, parameter)
            || phase != Phase::Strict && is_boxing_convertible(world, argument, parameter)
    };
    let has_compatible_arity = if phase == Phase::Varargs {
        candidate.is_varargs && arguments.len() + 1 >= candidate.parameters.len()
    } else {
        arguments.len() == candidate.parameters.len()
    };
    has_compatible_arity && arguments.iter().enumerate().all(is_compatible)
}

impl Candidate {
    /// Returns the type of the parameter for the argument with the given index.
    fn parameter(&self, index: usize, phase: Phase) -> &Type {
        let last = self.parameters.len() - 1;
        match &self.parameters[index.min(last)] {
            Type::Array(element) if phase == Phase::Varargs && self.is_varargs && index >= last => element,
            other => other,
        }
    }
}

/// Returns the index of the most specific candidate (JLS 15.12.2.5), or `None` if the call is ambiguous.
fn most_specific(
    world: &World,
    candidates: &[Candidate],
    applicable: &[usize],
    argument_count: usize,
    phase: Phase,
) -> Option<usize> {
    let longest = applicable.iter().map(|&i| candidates[i].parameters.len()).max().unwrap_or(0);
    let compared_count = if phase == Phase::Varargs { argument_count.max(longest) } else { argument_count };
    let is_more_specific = |a: usize, b: usize| {
        let (a, b) = (&candidates[a], &candidates[b]);
        (0..compared_count).all(|i| is_subtype(world, a.parameter(i, phase), b.parameter(i, phase)))
    };
    let mut best = applicable.iter().copied().filter(|&a| applicable.iter().all(|&b| is_more_specific(a, b)));
    let first = best.next()?;
    best.next().is_none().then_some(first)
}

/// Returns whether `from` is a subtype of `to` (JLS 4.10), including subtyping among primitive types.
fn is_subtype(world: &World, from: &Type, to: &Type) -> bool {
    match (from, to) {
        (Type::Primitive(from), Type::Primitive(to)) => widens(*from, *to),
        (Type::Primitive(_), _) | (_, Type::Primitive(_)) => false,
        (Type::Array(from), Type::Array(to)) => match (&**from, &**to) {
            (Type::Primitive(from), Type::Primitive(to)) => from == to,
            (from, to) => is_subtype(world, from, to),
        },
        _ => world.is_assignable(from, to),
    }
}

/// Returns whether the primitive type `from` equals `to` or widens to `to` (JLS 5.1.2).
fn widens(from: Primitive, to: Primitive) -> bool {
    use Primitive::*;
    let rank = |primitive| match primitive {
        Byte => 1,
        Short => 2,
        Int => 3,
        Long => 4,
        Float => 5,
        Double => 6,
        Boolean | Char => 0,
    };
    from == to || from == Char && rank(to) >= 3 || rank(from) > 0 && rank(from) < rank(to)
}

/// Returns whether boxing or unboxing, followed by widening, converts `from` to `to`.
fn is_boxing_convertible(world: &World, from: &Type, to: &Type) -> bool {
    match (from, to) {
        (Type::Primitive(_), Type::Primitive(_)) => false,
        (Type::Primitive(_), to) => is_subtype(world, &world.boxed(from), to),
        (Type::Class(class, _), Type::Primitive(to)) => {
            world.unboxed(*class).is_some_and(|from| widens(from, *to))
        }
        _ => false,
    }
}
