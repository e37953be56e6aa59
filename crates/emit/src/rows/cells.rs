//! The literals of tests, and how they are written in rows.

use crate::java::{Expr, Role, Scope, Statement, Step, Ty, java_lang};

/// Longest value in a row, in characters.
const LONGEST: usize = 60;

/// What a value that a test expects is called.
pub(super) const EXPECTED: &str = "expected";

/// A literal of a test.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell {
    pub expr: Expr,
    /// As a text that is converted to it; `None` where it cannot be in a row.
    pub text: Option<String>,
}

/// A literal in a test.
pub(super) struct Found<'a> {
    pub expr: &'a mut Expr,
    pub ty: Ty,
    /// What it might be called.
    pub name: String,
    /// Whether a variable is declared for it, which has that name.
    pub is_declared: bool,
}

impl Found<'_> {
    pub(super) fn cell(&self) -> Cell {
        Cell { expr: self.expr.clone(), text: text(self.expr) }
    }
}

/// Calls `visit` with every literal of a statement that could be a parameter as well, in order.
pub(super) fn each_literal(step: &mut Step, visit: &mut dyn FnMut(Found)) {
    let name = matches!(step.role, Role::Check(_)).then_some(EXPECTED);
    match &mut step.statement {
        Statement::Declare { ty, name, value } if kind(value).is_some() => {
            if is_of_values(ty) {
                let (ty, name) = (ty.clone(), name.clone());
                visit(Found { expr: value, ty, name, is_declared: true });
            }
        }
        Statement::Declare { value, .. } => inside(value, name, visit),
        // What is assigned may be narrowed, which only a constant may.
        Statement::Expr(Expr::Assign(_, value)) if kind(value).is_some() => {}
        Statement::Expr(Expr::Assign(_, value)) => inside(value, name, visit),
        Statement::Expr(expr) => inside(expr, name, visit),
        Statement::Return(_) | Statement::Throw(_) | Statement::Switch(..) => {}
    }
}

fn inside(expr: &mut Expr, name: Option<&str>, visit: &mut dyn FnMut(Found)) {
    if let Some(kind) = kind(expr) {
        let ty = if kind == "String" { Ty::Class(java_lang(kind), Vec::new()) } else { Ty::Primitive(kind) };
        let name = name.unwrap_or(match kind {
            "String" => "text",
            "boolean" => "flag",
            "char" => "character",
            "float" | "double" => "value",
            _ => "number",
        });
        return visit(Found { expr, ty, name: name.to_owned(), is_declared: false });
    }
    match expr {
        Expr::Argument(parameter, value) => inside(value, Some(parameter), visit),
        Expr::Cast(_, value) => inside(value, name, visit),
        Expr::Field(Scope::Value(from), _) | Expr::Element(from, _) => inside(from, None, visit),
        Expr::Call { scope, args, .. } => {
            // What is expected is given to the assertion itself, or to what it matches with.
            let name = name.filter(|_| is_assertion(scope));
            if let Scope::Value(from) = scope {
                inside(from, None, visit);
            }
            args.iter_mut().for_each(|arg| inside(arg, name, visit));
        }
        Expr::New { args, .. } | Expr::NewInner { args, .. } => {
            args.iter_mut().for_each(|arg| inside(arg, None, visit));
        }
        Expr::Lambda { parameters, body: Some(body) } if parameters.is_empty() => {
            if let Statement::Expr(body) = &mut **body
                && kind(body).is_none()
            {
                inside(body, None, visit);
            }
        }
        _ => {}
    }
}

/// Whether it is a type whose literals can be given to a test.
fn is_of_values(ty: &Ty) -> bool {
    match ty {
        Ty::Primitive(_) => true,
        Ty::Class(class, _) => class.package == "java.lang" && class.path == ["String"],
        _ => false,
    }
}

/// Whether a method belongs to an assertion: `assertEquals`, or `isEqualTo` behind `assertThat(..)`.
fn is_assertion(scope: &Scope) -> bool {
    match scope {
        Scope::Imported(_) => true,
        Scope::Value(from) => matches!(&**from, Expr::Call { scope, .. } if is_assertion(scope)),
        Scope::Class(_) => false,
    }
}

/// The type of a literal; `None` of `null` and of all else.
fn kind(expr: &Expr) -> Option<&'static str> {
    match expr {
        Expr::String(_) => Some("String"),
        Expr::Literal(text) => match text.as_bytes() {
            b"null" => None,
            b"true" | b"false" => Some("boolean"),
            [b'\'', ..] => Some("char"),
            [.., b'L'] => Some("long"),
            [.., b'F'] => Some("float"),
            _ if text.contains('.') => Some("double"),
            _ => Some("int"),
        },
        Expr::Field(Scope::Class(class), _) => named(expr).and(match class.path[0].as_str() {
            "Integer" => Some("int"),
            "Long" => Some("long"),
            "Float" => Some("float"),
            _ => Some("double"),
        }),
        _ => None,
    }
}

/// What a literal with a name is.
fn named(expr: &Expr) -> Option<&'static str> {
    let Expr::Field(Scope::Class(class), name) = expr else { return None };
    if class.package != "java.lang" {
        return None;
    }
    Some(match (class.path[0].as_str(), name.as_str()) {
        ("Integer", "MIN_VALUE") => "-2147483648",
        ("Integer", "MAX_VALUE") => "2147483647",
        ("Long", "MIN_VALUE") => "-9223372036854775808",
        ("Long", "MAX_VALUE") => "9223372036854775807",
        ("Float", "MIN_VALUE") => "1.4E-45",
        ("Float", "MAX_VALUE") => "3.4028235E38",
        ("Double", "MIN_VALUE") => "4.9E-324",
        ("Double", "MAX_VALUE") => "1.7976931348623157E308",
        ("Float" | "Double", "NaN") => "NaN",
        ("Float" | "Double", "POSITIVE_INFINITY") => "Infinity",
        ("Float" | "Double", "NEGATIVE_INFINITY") => "-Infinity",
        _ => return None,
    })
}

/// A literal as a text that JUnit converts to it.
fn text(expr: &Expr) -> Option<String> {
    let text = match expr {
        Expr::String(units) => String::from_utf16(units).ok()?,
        Expr::Literal(text) if text.starts_with('\'') => character(text)?,
        Expr::Literal(text) if matches!(kind(expr), Some("long" | "float")) => {
            text[..text.len() - 1].to_owned()
        }
        Expr::Literal(text) => text.clone(),
        _ => named(expr)?.to_owned(),
    };
    let fits = text.chars().count() <= LONGEST && !text.chars().any(|c| c.is_control() || c == '\u{feff}');
    fits.then_some(text)
}

/// The character of a literal, where it is not one that is written by a code.
fn character(literal: &str) -> Option<String> {
    let inner = &literal[1..literal.len() - 1];
    match inner.strip_prefix('\\') {
        None => Some(inner.to_owned()),
        Some(escaped @ ("'" | "\\")) => Some(escaped.to_owned()),
        Some(_) => None,
    }
}

/// A text as it is in a line of several, apart by commas.
pub(super) fn quoted(text: &str) -> String {
    let is_bare =
        !text.is_empty() && text.trim() == text && !text.starts_with('#') && !text.contains([',', '\'', '"']);
    if is_bare { text.to_owned() } else { format!("'{}'", text.replace('\'', "''")) }
}

/// The element of `ValueSource` for values of a type.
pub(super) fn values_of(ty: &Ty) -> &'static str {
    match ty {
        Ty::Primitive("boolean") => "booleans",
        Ty::Primitive("byte") => "bytes",
        Ty::Primitive("char") => "chars",
        Ty::Primitive("short") => "shorts",
        Ty::Primitive("int") => "ints",
        Ty::Primitive("long") => "longs",
        Ty::Primitive("float") => "floats",
        Ty::Primitive("double") => "doubles",
        _ => "strings",
    }
}
