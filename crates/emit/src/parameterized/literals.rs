//! Literals of a test that can become parameters.

use types::{capitalised, decapitalised, is_identifier};

use super::cells::{is_array_of_literals, is_literal_for, literal_type};
use crate::ast::{ClassName, Expr, Qualifier, Role, Statement, TestStatement, TypeName, java_lang};
use crate::names::variables::without_prefix;

/// Start of the name of a parameter for an expected value.
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
    let name = matches!(step.role, Role::Assert(_)).then(|| expected_name(&step.statement));
    let name = name.as_deref();
    match &mut step.statement {
        Statement::Declare { ty, name, value }
            if is_array_of_literals(value, ty) || is_literal_for(value, ty) =>
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
        let name = name.map_or_else(|| usual_name(&ty), str::to_owned);
        return visit(LiteralUse { expr, ty, name, is_declared: false });
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

/// Returns the base name of a parameter with a literal's type, if the context determines no name.
fn usual_name(ty: &TypeName) -> String {
    let name = match ty {
        TypeName::Primitive("boolean") => "flag",
        TypeName::Primitive("char") => "character",
        TypeName::Primitive("float" | "double") => "value",
        TypeName::Class(class, _) if *class == java_lang("String") => "text",
        TypeName::Class(ClassName { path, .. }, _) => {
            let name = path.last().map(|it| decapitalised(it)).filter(|name| is_identifier(name));
            return name.unwrap_or_else(|| "constant".to_owned());
        }
        _ => "number",
    };
    name.to_owned()
}

/// Returns the base name of a parameter for the expected value of an assertion: `expectedKind` for
/// `assertEquals(1, token.getKind())`.
fn expected_name(assertion: &Statement) -> String {
    let property = match assertion {
        Statement::Expr(assertion) => asserted_property(assertion).unwrap_or_default(),
        _ => "",
    };
    format!("{EXPECTED}{}", capitalised(property))
}

/// Returns the name of the property on which an assertion is. Returns `None` if the assertion is on the
/// result of a call with arguments, or on a variable.
fn asserted_property(assertion: &Expr) -> Option<&str> {
    match assertion {
        Expr::Call { qualifier: Qualifier::StaticImport(_), args, .. } => {
            args.iter().rev().find_map(property)
        }
        Expr::Call { qualifier: Qualifier::Value(inner), .. } => asserted_property(inner),
        _ => None,
    }
}

/// Returns the name of the property that an expression reads: `kind` for `token.kind` and `token.getKind()`,
/// and `text` for `token.toString()`.
fn property(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Field(Qualifier::Value(_), name) => Some(name),
        Expr::Call { qualifier: Qualifier::Value(_), name, args } if args.is_empty() => match &**name {
            "toString" => Some("text"),
            _ => Some(without_prefix(name, &["get", "is"]).unwrap_or(name)),
        },
        _ => None,
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
