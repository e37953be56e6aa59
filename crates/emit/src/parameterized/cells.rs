//! Values of a parameterized test, as literals and as text in `@CsvSource`.

use crate::ast::{Expr, Qualifier, TypeName, java_lang, value_source};

/// Maximum length of a value in a row, in characters.
const MAX_LENGTH: usize = 80;
/// Maximum length of an array in a row.
const MAX_ELEMENTS: usize = 16;
/// Maximum length of a text in a row with an array, in UTF-16 code units.
const MAX_TEXT: usize = 200;

/// A literal of a test: a value in a row of a parameterized test.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell {
    pub expr: Expr,
    /// Text that JUnit converts to the value; `None` if the value cannot be in a row.
    pub text: Option<String>,
}

impl Cell {
    pub(super) fn new(expr: &Expr) -> Cell {
        Cell { expr: expr.clone(), text: text(expr) }
    }

    /// Returns whether the value is an array. Only a method can return rows with arrays.
    pub(super) fn is_array(&self) -> bool {
        matches!(self.expr, Expr::Array(..) | Expr::NewArray(..))
    }

    /// Returns whether the value is short enough for a row that a method returns.
    pub(super) fn is_short(&self) -> bool {
        !matches!(&self.expr, Expr::String(units) if units.len() > MAX_TEXT)
    }

    /// Returns the value as an element of `@ValueSource`. JUnit converts the name of an enum constant to the
    /// constant.
    pub(super) fn element(&self) -> Expr {
        match &self.expr {
            Expr::EnumConstant(_, name) => Expr::string(name),
            value => value.clone(),
        }
    }

    /// Returns the value as an argument of `Arguments.of`, for a parameter of the type `ty`. JUnit does not
    /// narrow an `int` to a `byte`.
    pub(super) fn argument(&self, ty: &TypeName) -> Expr {
        match (&self.expr, ty) {
            (Expr::Array(_, elements), _) => Expr::Array(Some(ty.clone()), elements.clone()),
            (value, TypeName::Primitive("byte" | "short")) => Expr::Cast(ty.clone(), Box::new(value.clone())),
            (value, _) => value.clone(),
        }
    }
}

/// Returns whether an expression is an array of literals that is short enough for a row. `ty` is the type of
/// the expression.
pub(super) fn is_array_of_literals(expr: &Expr, ty: &TypeName) -> bool {
    let TypeName::Array(element_type) = ty else { return false };
    let is_element = |expr: &Expr| literal_type(expr).is_some() || *expr == Expr::Literal("null".to_owned());
    is_parameter_type(element_type)
        && match expr {
            Expr::Array(_, elements) => elements.len() <= MAX_ELEMENTS && elements.iter().all(is_element),
            Expr::NewArray(_, length) => *length as usize <= MAX_ELEMENTS,
            _ => false,
        }
}

/// Returns whether each value of the type can be text in a row.
pub(super) fn is_parameter_type(ty: &TypeName) -> bool {
    match ty {
        TypeName::Primitive(_) => true,
        TypeName::Class(class, _) => *class == java_lang("String"),
        _ => false,
    }
}

/// Returns the call that creates a row from its values. Java would pass the elements of a single array of
/// objects as separate values.
pub(super) fn arguments(mut values: Vec<Expr>) -> Expr {
    if let [only] = &mut values[..]
        && matches!(only, Expr::Array(..) | Expr::NewArray(..))
    {
        let object = TypeName::Class(java_lang("Object"), Vec::new());
        let array = std::mem::replace(only, Expr::Name(String::new()));
        *only = Expr::Cast(object, Box::new(array));
    }
    Expr::static_call(value_source("Arguments"), "of", values)
}

/// Returns the type of a literal or an enum constant. Returns `None` for `null` and for other expressions.
pub(super) fn literal_type(expr: &Expr) -> Option<TypeName> {
    match expr {
        Expr::String(_) => Some(TypeName::Class(java_lang("String"), Vec::new())),
        Expr::EnumConstant(class, _) => Some(TypeName::Class(class.clone(), Vec::new())),
        _ => primitive_type(expr).map(TypeName::Primitive),
    }
}

/// Returns whether an expression is a literal or an enum constant that can be a row's value for a parameter
/// of the type.
pub(super) fn is_literal_for(expr: &Expr, ty: &TypeName) -> bool {
    match expr {
        Expr::EnumConstant(..) => literal_type(expr).as_ref() == Some(ty),
        _ => literal_type(expr).is_some() && is_parameter_type(ty),
    }
}

/// Returns the name of the type of a primitive literal.
fn primitive_type(expr: &Expr) -> Option<&'static str> {
    match expr {
        Expr::Literal(text) => match text.as_bytes() {
            b"null" => None,
            b"true" | b"false" => Some("boolean"),
            [b'\'', ..] => Some("char"),
            [.., b'L'] => Some("long"),
            [.., b'F'] => Some("float"),
            _ if text.contains('.') => Some("double"),
            _ => Some("int"),
        },
        Expr::Field(Qualifier::Class(class), _) => constant_text(expr).and(match class.path[0].as_str() {
            "Integer" => Some("int"),
            "Long" => Some("long"),
            "Float" => Some("float"),
            _ => Some("double"),
        }),
        _ => None,
    }
}

/// Returns the value of a constant such as `Integer.MAX_VALUE` as text.
fn constant_text(expr: &Expr) -> Option<&'static str> {
    let Expr::Field(Qualifier::Class(class), name) = expr else { return None };
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

/// Returns the text that JUnit converts to the value of a literal or an enum constant. Returns `None` if the
/// text is too long, contains a byte order mark, a carriage return or a null character, or is not valid
/// UTF-16. Parsers of CSV files treat these characters in special ways.
fn text(expr: &Expr) -> Option<String> {
    let text = match expr {
        Expr::String(units) => String::from_utf16(units).ok()?,
        Expr::Literal(text) if text.starts_with('\'') => character(text)?,
        Expr::Literal(text) if matches!(primitive_type(expr), Some("long" | "float")) => {
            text[..text.len() - 1].to_owned()
        }
        Expr::EnumConstant(_, name) => name.clone(),
        Expr::Literal(text) => text.clone(),
        _ => constant_text(expr)?.to_owned(),
    };
    let has_special_character = text.contains(['\r', '\0', '\u{feff}']);
    (text.chars().count() <= MAX_LENGTH && !has_special_character).then_some(text)
}

/// Returns the character of a character literal. Returns `None` for an escape sequence that test files do not
/// use for characters, and for half of a surrogate pair.
fn character(literal: &str) -> Option<String> {
    let inner = &literal[1..literal.len() - 1];
    let Some(escaped) = inner.strip_prefix('\\') else { return Some(inner.to_owned()) };
    let character = match escaped {
        "'" | "\\" => escaped.chars().next(),
        "n" => Some('\n'),
        "t" => Some('\t'),
        _ => char::from_u32(u32::from_str_radix(escaped.strip_prefix('u')?, 16).ok()?),
    };
    character.map(String::from)
}

/// Returns a text as a value of a row of `@CsvSource`, in single quotes if the row requires quotes.
pub(super) fn csv_quoted(text: &str) -> String {
    let is_valid_without_quotes = !text.is_empty()
        && text.trim() == text
        && !text.starts_with('#')
        && !text.contains(|c: char| matches!(c, ',' | '\'' | '"') || c.is_control());
    if is_valid_without_quotes { text.to_owned() } else { format!("'{}'", text.replace('\'', "''")) }
}

/// Returns the name of the element of `@ValueSource` that lists values of a type.
pub(super) fn value_source_element(ty: &TypeName) -> &'static str {
    match ty {
        TypeName::Primitive("boolean") => "booleans",
        TypeName::Primitive("byte") => "bytes",
        TypeName::Primitive("char") => "chars",
        TypeName::Primitive("short") => "shorts",
        TypeName::Primitive("int") => "ints",
        TypeName::Primitive("long") => "longs",
        TypeName::Primitive("float") => "floats",
        TypeName::Primitive("double") => "doubles",
        _ => "strings",
    }
}
