//! Arguments of a call, with the casts that make javac choose the intended overload.

use types::access::VARARGS;
use types::{Method, Type};

use super::overloads::{self, Candidate};
use crate::ast::Expr;
use crate::context::Context;

/// The use of a variable in an expression: as an argument, a receiver or an element.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub expr: Expr,
    /// Static type of the expression. The type of a literal that javac boxes is primitive.
    pub ty: Type,
    /// Boxed type, if the expression is a primitive literal for a variable of a reference type.
    pub boxed: Option<Type>,
    /// Elements, if the expression creates an array of at most `MAX_INLINE_ELEMENTS` elements.
    pub elements: Option<Vec<Operand>>,
}

/// Returns the arguments for a call of `method`.
///
/// `owner` is the static type that has the method as a member, and `result_type` is the required type of the
/// result. The arguments have as few casts as possible.
pub(crate) fn arguments(
    context: &Context,
    method: &Method,
    owner: &Type,
    operands: Vec<Operand>,
    result_type: &Type,
) -> Vec<Expr> {
    if operands.is_empty() {
        return Vec::new();
    }
    let (candidates, intended) = overloads::candidates(context.world, context.package, owner, method);
    let parameters = parameter_types(context, method, owner, result_type);
    if let Some(variable_arity_operands) = variable_arity_operands(context, method, &parameters, &operands)
        && resolve(context, &candidates, &variable_arity_operands) == Some(intended)
    {
        return expressions(variable_arity_operands);
    }
    let mut operands = operands;
    cast_varargs_array(context, method, &parameters, &mut operands);
    if resolve(context, &candidates, &operands) != Some(intended) {
        operands = disambiguate(context, &candidates, intended, &parameters, operands);
    }
    expressions(operands)
}

fn expressions(operands: Vec<Operand>) -> Vec<Expr> {
    operands.into_iter().map(|operand| operand.expr).collect()
}

/// Returns the index of the method among `candidates` that javac chooses.
fn resolve(context: &Context, candidates: &[Candidate], operands: &[Operand]) -> Option<usize> {
    let types: Vec<Type> = operands.iter().map(|operand| operand.ty.clone()).collect();
    overloads::resolve(context.world, candidates, &types)
}

/// Returns the type of each parameter, as a type to which an argument can be cast.
fn parameter_types(context: &Context, method: &Method, owner: &Type, result_type: &Type) -> Vec<Type> {
    let world = context.world;
    let bindings = world.bind(method.id, Some(owner), Some(result_type));
    let (erased, _) = world.erased(method);
    let parameter_type =
        |(generic, erased): (&Type, Type)| match world.substitute_parameter(generic, &bindings) {
            Type::Null => erased,
            ty if mentions_variable(&ty) => erased,
            ty => world.nameable(&ty, context.package),
        };
    method.arguments.iter().zip(erased).map(parameter_type).collect()
}

fn mentions_variable(ty: &Type) -> bool {
    match ty {
        Type::Variable(_) => true,
        Type::Class(_, arguments) => arguments.iter().any(mentions_variable),
        Type::Array(inner) | Type::Wildcard(_, inner) => mentions_variable(inner),
        _ => false,
    }
}

/// Returns the operands of a variable-arity call: the elements of the last operand, which is an array,
/// replace this operand. Returns `None` if the method is not a varargs method, if the elements are not known,
/// or if javac would not create the same array.
fn variable_arity_operands(
    context: &Context,
    method: &Method,
    parameters: &[Type],
    operands: &[Operand],
) -> Option<Vec<Operand>> {
    let (last, leading) = operands.split_last()?;
    let elements = last.elements.as_ref().filter(|_| method.access & VARARGS != 0)?;
    let Type::Array(component) = &last.ty else { return None };
    let is_generic = matches!(method.arguments.last(), Some(Type::Array(inner)) if mentions_variable(inner));
    let is_same_array = if is_generic {
        !elements.is_empty()
            && elements.iter().all(|element| element.boxed.as_ref().unwrap_or(&element.ty) == &**component)
    } else {
        parameters.last() == Some(&last.ty)
    };
    // If the only element has an array type or is `null`, javac passes the element as the array itself.
    let can_be_the_array =
        |element: &Operand| element.ty == Type::Null || context.world.is_assignable(&element.ty, &last.ty);
    if !is_same_array || elements.len() == 1 && can_be_the_array(&elements[0]) {
        return None;
    }
    Some(leading.iter().chain(elements).cloned().collect())
}

/// Casts the array of a varargs call: `(Object[]) null`, `(Object[]) strings`. Without the cast, javac warns
/// that it is unclear whether the argument is the array or an element.
fn cast_varargs_array(context: &Context, method: &Method, parameters: &[Type], operands: &mut [Operand]) {
    if method.access & VARARGS == 0 {
        return;
    }
    let (Some(last), Some(parameter)) = (operands.last_mut(), parameters.last()) else { return };
    let is_other_array = matches!(last.ty, Type::Array(_)) && last.ty != *parameter;
    if last.ty == Type::Null || is_other_array {
        cast(context, last, parameter);
    }
}

/// Casts an operand to a parameter's type. The type arguments of a generic type come from the operand's type.
fn cast(context: &Context, operand: &mut Operand, parameter: &Type) {
    let supertype = parameter.class_id().and_then(|class| context.world.as_super(&operand.ty, class));
    let target = supertype.as_ref().unwrap_or(parameter);
    operand.expr = Expr::Cast(context.type_name(target), Box::new(operand.expr.clone()));
    operand.ty = context.world.erase(target);
}

/// Changes the operands so that javac chooses the method `candidates[intended]`. Tries these changes in
/// order:
///
/// 1. explicit boxing of literals,
/// 2. a cast of one `null`,
/// 3. a cast of one other operand,
/// 4. casts of all operands.
fn disambiguate(
    context: &Context,
    candidates: &[Candidate],
    intended: usize,
    parameters: &[Type],
    mut operands: Vec<Operand>,
) -> Vec<Operand> {
    for operand in &mut operands {
        box_explicitly(context, operand);
    }
    if resolve(context, candidates, &operands) == Some(intended) {
        return operands;
    }
    let (nulls, others): (Vec<usize>, Vec<usize>) =
        (0..operands.len()).partition(|&index| operands[index].ty == Type::Null);
    for &index in nulls.iter().chain(&others) {
        let mut changed_operands = operands.clone();
        cast(context, &mut changed_operands[index], &parameters[index]);
        if resolve(context, candidates, &changed_operands) == Some(intended) {
            return changed_operands;
        }
    }
    for (operand, parameter) in operands.iter_mut().zip(parameters) {
        if operand.ty != context.world.erase(parameter) {
            cast(context, operand, parameter);
        }
    }
    operands
}

/// Replaces a literal that javac would box by a call such as `Integer.valueOf(3)`.
fn box_explicitly(context: &Context, operand: &mut Operand) {
    if let Some(class) = operand.boxed.take()
        && let Some(id) = class.class_id()
    {
        operand.expr = Expr::static_call(context.class_name(id), "valueOf", vec![operand.expr.clone()]);
        operand.ty = class;
    }
}
