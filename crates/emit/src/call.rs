//! Arguments such that javac chooses the method that is meant.

use types::access::VARARGS;
use types::{Method, Type};

use crate::java::{ClassName, Expr, Scope};
use crate::overload::{self, Candidate};
use crate::scope::Place;

/// An argument as it may be written.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub expr: Expr,
    /// Its static type; that of an unboxed literal is primitive.
    pub ty: Type,
    /// For a literal that is to be boxed: the class that boxes it.
    pub boxed: Option<Type>,
    /// For a new array written in place: its elements.
    pub elements: Option<Vec<Operand>>,
}

/// The arguments of a call of `method`, a member of the static type `owner`, whose result is to be a `wanted`.
pub(crate) fn arguments(
    place: &Place,
    method: &Method,
    owner: &Type,
    operands: Vec<Operand>,
    wanted: &Type,
) -> Vec<Expr> {
    if operands.is_empty() {
        return Vec::new();
    }
    let (candidates, meant) = overload::candidates(place.world, place.package, owner, method);
    let parameters = parameter_types(place, method, owner, wanted);
    if let Some(spread) = spread(place, method, &parameters, &operands)
        && chosen(place, &candidates, &spread) == Some(meant)
    {
        return expressions(spread);
    }
    let mut operands = operands;
    name_array(place, method, &parameters, &mut operands);
    if chosen(place, &candidates, &operands) != Some(meant) {
        operands = disambiguated(place, &candidates, meant, &parameters, operands);
    }
    expressions(operands)
}

fn expressions(operands: Vec<Operand>) -> Vec<Expr> {
    operands.into_iter().map(|operand| operand.expr).collect()
}

fn chosen(place: &Place, candidates: &[Candidate], operands: &[Operand]) -> Option<usize> {
    let types: Vec<Type> = operands.iter().map(|operand| operand.ty.clone()).collect();
    overload::resolve(place.world, candidates, &types)
}

/// The types to cast arguments to.
fn parameter_types(place: &Place, method: &Method, owner: &Type, wanted: &Type) -> Vec<Type> {
    let world = place.world;
    let bindings = world.bind(method.id, Some(owner), Some(wanted));
    let (erased, _) = world.erased(method);
    let stated = |(generic, erased): (&Type, Type)| match world.substitute_parameter(generic, &bindings) {
        Type::Null => erased,
        ty if mentions_variable(&ty) => erased,
        ty => world.nameable(&ty, place.package),
    };
    method.arguments.iter().zip(erased).map(stated).collect()
}

fn mentions_variable(ty: &Type) -> bool {
    match ty {
        Type::Variable(_) => true,
        Type::Class(_, arguments) => arguments.iter().any(mentions_variable),
        Type::Array(of) | Type::Wildcard(_, of) => mentions_variable(of),
        _ => false,
    }
}

/// The elements of a last array in place of the array, where a variable number of arguments is taken and javac
/// would make the same array of them.
fn spread(place: &Place, method: &Method, parameters: &[Type], operands: &[Operand]) -> Option<Vec<Operand>> {
    let (last, first) = operands.split_last()?;
    let elements = last.elements.as_ref().filter(|_| method.access & VARARGS != 0)?;
    let Type::Array(component) = &last.ty else { return None };
    let generic = matches!(method.arguments.last(), Some(Type::Array(of)) if mentions_variable(of));
    let same_array = if generic {
        !elements.is_empty() && elements.iter().all(|e| e.boxed.as_ref().unwrap_or(&e.ty) == &**component)
    } else {
        parameters.last() == Some(&last.ty)
    };
    let taken_for_the_array =
        |element: &Operand| element.ty == Type::Null || place.world.is_assignable(&element.ty, &last.ty);
    if !same_array || elements.len() == 1 && taken_for_the_array(&elements[0]) {
        return None;
    }
    Some(first.iter().chain(elements).cloned().collect())
}

/// `(Object[]) null`, `(Object[]) strings`: javac warns where it cannot see whether the array or an element is meant.
fn name_array(place: &Place, method: &Method, parameters: &[Type], operands: &mut [Operand]) {
    if method.access & VARARGS == 0 {
        return;
    }
    let (Some(last), Some(parameter)) = (operands.last_mut(), parameters.last()) else { return };
    let other_array = matches!(last.ty, Type::Array(_)) && last.ty != *parameter;
    if last.ty == Type::Null || other_array {
        cast(place, last, parameter);
    }
}

/// Casts to a parameter's type; of a generic one, with the arguments that the operand's type gives it.
fn cast(place: &Place, operand: &mut Operand, parameter: &Type) {
    let seen_as = parameter.class_id().and_then(|class| place.world.as_super(&operand.ty, class));
    let to = seen_as.as_ref().unwrap_or(parameter);
    operand.expr = Expr::Cast(place.ty(to), Box::new(operand.expr.clone()));
    operand.ty = place.world.erase(to);
}

/// The fewest changes that make the meant method the chosen one: a cast of one argument, first of a `null`;
/// literals boxed by hand; else casts of all.
fn disambiguated(
    place: &Place,
    candidates: &[Candidate],
    meant: usize,
    parameters: &[Type],
    mut operands: Vec<Operand>,
) -> Vec<Operand> {
    for operand in &mut operands {
        box_by_hand(place, operand);
    }
    if chosen(place, candidates, &operands) == Some(meant) {
        return operands;
    }
    let (nulls, others): (Vec<usize>, Vec<usize>) =
        (0..operands.len()).partition(|&index| operands[index].ty == Type::Null);
    for &index in nulls.iter().chain(&others) {
        let mut tried = operands.clone();
        cast(place, &mut tried[index], &parameters[index]);
        if chosen(place, candidates, &tried) == Some(meant) {
            return tried;
        }
    }
    for (operand, parameter) in operands.iter_mut().zip(parameters) {
        if operand.ty != place.world.erase(parameter) {
            cast(place, operand, parameter);
        }
    }
    operands
}

/// `Integer.valueOf(3)`.
fn box_by_hand(place: &Place, operand: &mut Operand) {
    if let Some(class) = operand.boxed.take()
        && let Some(id) = class.class_id()
    {
        let name: ClassName = place.class(id);
        operand.expr = Expr::Call {
            scope: Scope::Class(name),
            name: "valueOf".to_owned(),
            args: vec![operand.expr.clone()],
        };
        operand.ty = class;
    }
}
