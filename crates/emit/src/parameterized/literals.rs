//! Literals of a test that can become parameters.

use super::cells::{is_array_of_literals, is_parameter_type, literal_type};
use crate::ast::{Expr, Qualifier, Role, Statement, TestStatement, TypeName, java_lang};

/// Base name of a parameter for an expected value.
pub(super) const EXPECTED: &str = "expected";

/// A literal in a test, or an array of literals.
pub(super) struct LiteralUse<'a> {
    pub expr: &'a mut Expr,
    pub ty: TypeName,
    /// Base name of a parameter for the literal. If `is_declared`, the name of the variable.
    pub name: String,
    /// Whether the literal is the value of a variable declaration.
    pub is_declared: bool,
}

/// Calls `visit` with every literal of a statement that can become a parameter, in the order of the source.
pub(super) fn visit_literals(step: &mut TestStatement, visit: &mut dyn FnMut(LiteralUse)) {
    let name = matches!(step.role, Role::Assert(_)).then_some(EXPECTED);
    match &mut step.statement {
        Statement::Declare { ty, name, value }
            if is_array_of_literals(value, ty) || literal_type(value).is_some() && is_parameter_type(ty) =>
        {
            let (ty, name) = (ty.clone(), name.clone());
            visit(LiteralUse { expr: value, ty, name, is_declared: true });
        }
        Statement::Declare { value, .. } if literal_type(value).is_some() => {}
        Statement::Declare { value, .. } => visit_expr(value, name, visit),
        // Javac can narrow an assigned literal. Javac narrows only constants, so a parameter cannot replace
        // the literal.
        Statement::Expr(Expr::Assign(_, value)) if literal_type(value).is_some() => {}
        Statement::Expr(Expr::Assign(_, value)) => visit_expr(value, name, visit),
        Statement::Expr(expr) => visit_expr(expr, name, visit),
        Statement::Return(_) | Statement::Throw(_) | Statement::SwitchByCallCount(..) => {}
    }
}

/// Visits the literals within an expression. `name` is the base name of a parameter, if the context
/// determines a name.
fn visit_expr(expr: &mut Expr, name: Option<&str>, visit: &mut dyn FnMut(LiteralUse)) {
    if let Some(ty) = literal_type(expr) {
        let name = name.unwrap_or(match ty {
            "String" => "text",
            "boolean" => "flag",
            "char" => "character",
            "float" | "double" => "value",
            _ => "number",
        });
        let ty =
            if ty == "String" { TypeName::Class(java_lang(ty), Vec::new()) } else { TypeName::Primitive(ty) };
        return visit(LiteralUse { expr, ty, name: name.to_owned(), is_declared: false });
    }
    if let Some(ty) = array_type(expr) {
        let name = name.unwrap_or("values").to_owned();
        return visit(LiteralUse { expr, ty, name, is_declared: false });
    }
    match expr {
        Expr::NamedArgument(parameter, value) => visit_expr(value, Some(parameter), visit),
        Expr::Cast(_, value) => visit_expr(value, name, visit),
        Expr::Field(Qualifier::Value(inner), _) | Expr::Element(inner, _) => visit_expr(inner, None, visit),
        Expr::Call { qualifier, args, .. } => {
            // Only arguments of the assertion or of its matcher are expected values.
            let name = name.filter(|_| is_assertion(qualifier));
            if let Qualifier::Value(inner) = qualifier {
                visit_expr(inner, None, visit);
            }
            args.iter_mut().for_each(|arg| visit_expr(arg, name, visit));
        }
        Expr::New { args, .. } | Expr::NewInner { args, .. } => {
            args.iter_mut().for_each(|arg| visit_expr(arg, None, visit));
        }
        Expr::Lambda { parameters, body: Some(body) } if parameters.is_empty() => {
            if let Statement::Expr(body) = &mut **body
                && literal_type(body).is_none()
            {
                visit_expr(body, None, visit);
            }
        }
        _ => {}
    }
}

/// Returns the type of an array of literals, or `None` for other expressions.
fn array_type(expr: &Expr) -> Option<TypeName> {
    let ty = match expr {
        Expr::Array(ty, _) => ty.clone()?,
        Expr::NewArray(element, _) => TypeName::Array(Box::new(element.clone())),
        _ => return None,
    };
    is_array_of_literals(expr, &ty).then_some(ty)
}

/// Returns whether a call with this qualifier belongs to an assertion: `assertEquals`, or `isEqualTo` after
/// `assertThat(..)`.
fn is_assertion(qualifier: &Qualifier) -> bool {
    match qualifier {
        Qualifier::StaticImport(_) => true,
        Qualifier::Value(inner) => {
            matches!(&**inner, Expr::Call { qualifier, .. } if is_assertion(qualifier))
        }
        Qualifier::Class(_) | Qualifier::TestClass => false,
    }
}
