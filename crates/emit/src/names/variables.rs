//! Names of local variables and parameters, derived from methods, parameters and types.

use testcase::{Statement, StatementKind};
use types::{Primitive, Type, World, is_identifier};

/// Name of a variable whose purpose is not known.
pub(crate) const RESULT: &str = "result";

/// Names of parameters that do not describe the role of an object.
const VAGUE: [&str; 9] =
    ["arg", "argument", "element", "item", "obj", "object", "param", "parameter", "value"];

/// Which other variables of a test are named after the same type as a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Namesakes {
    /// There are none.
    None,
    /// The test declares all of them after the variable.
    After,
    /// The test declares at least one before the variable.
    Before,
}

/// Returns a base name for the variable that a statement defines.
///
/// `ty` is the type of the value for its name. `parameter` is the name of the first parameter that receives
/// the value. `namesakes` are the other variables of the same type.
///
/// - A value is named after its type if the type describes it: `matrix` for a `Matrix`.
/// - If the type is from the JDK, or if the variable has a namesake, the value is named after `parameter`.
/// - If a namesake comes first in the test, the result of a call is named after the method: `parent` for
///   `getParent()`, `copy` for `clone()`, and `result` for other methods.
/// - A value of a type such as `int` or `String` is named after the getter or field that returns it: `size`
///   for `getSize()`. Without a getter or field, it is named after `parameter`.
pub(crate) fn name_for_value(
    world: &World,
    statement: &Statement,
    ty: &Type,
    parameter: Option<&str>,
    namesakes: Namesakes,
) -> String {
    let from_parameter = || parameter.and_then(name_for_argument);
    if !is_undescriptive(world, ty) {
        let has_role = namesakes != Namesakes::None || is_from_jdk(world, ty);
        let role = from_parameter().filter(|name| has_role && !VAGUE.contains(&&**name));
        return role.unwrap_or_else(|| match &statement.kind {
            StatementKind::Call { method, .. } if namesakes == Namesakes::Before => {
                name_from_method(&world.method(*method).name)
            }
            _ => name_for_type(world, ty),
        });
    }
    match &statement.kind {
        StatementKind::Call { method, .. } => name_from_getter(&world.method(*method).name)
            .or_else(from_parameter)
            .unwrap_or_else(|| RESULT.to_owned()),
        StatementKind::ReadField { field, .. } => name_from_field(&world.field(*field).name)
            .or_else(from_parameter)
            .unwrap_or_else(|| name_for_type(world, ty)),
        _ => from_parameter().unwrap_or_else(|| name_for_type(world, ty)),
    }
}

/// Returns a parameter's name without leading underscores if it is descriptive. Returns `None` for names such
/// as `n` or the compiler's `arg0`.
pub(crate) fn name_for_argument(name: &str) -> Option<String> {
    let name = name.trim_start_matches('_');
    let is_synthetic = name.trim_end_matches(|c: char| c.is_ascii_digit()).len() < 4
        && name.ends_with(|c: char| c.is_ascii_digit());
    let is_descriptive =
        name.len() > 1 && name.starts_with(|c: char| c.is_ascii_lowercase()) && is_usable(name);
    (is_descriptive && !is_synthetic).then(|| name.to_owned())
}

/// Returns a parameter's name for the declaration of the parameter. A name of one letter is allowed.
pub(crate) fn name_for_declared_parameter(name: &str) -> Option<String> {
    name_for_argument(name).or_else(|| (name.len() == 1 && is_usable(name)).then(|| name.to_owned()))
}

/// Returns a name derived from a type: `matrix` for `Matrix`, `strings` for `String[]`.
pub(crate) fn name_for_type(world: &World, ty: &Type) -> String {
    match ty {
        Type::Array(element) => plural(&element_name(world, element)),
        Type::Primitive(Primitive::Boolean) => "flag".to_owned(),
        Type::Primitive(Primitive::Char) => "character".to_owned(),
        Type::Primitive(Primitive::Float | Primitive::Double) => "value".to_owned(),
        Type::Primitive(_) => "number".to_owned(),
        Type::Class(class, _) if *class == world.class_class() => "type".to_owned(),
        Type::Class(class, _) => name_from_class(&world.class(*class).simple_name),
        _ => "object".to_owned(),
    }
}

/// Returns whether the name of a type does not describe its values: primitive types, their boxed classes,
/// `String`, `Object`, and arrays of these types.
fn is_undescriptive(world: &World, ty: &Type) -> bool {
    match ty {
        Type::Primitive(_) => true,
        Type::Array(element) => is_undescriptive(world, element),
        Type::Class(class, _) => {
            *class == world.string() || *class == world.object() || world.unboxed(*class).is_some()
        }
        _ => false,
    }
}

/// Returns whether a type is a class of the JDK.
pub(crate) fn is_from_jdk(world: &World, ty: &Type) -> bool {
    ty.class_id().is_some_and(|class| world.is_from_jdk(class))
}

/// Returns the name of the property that a getter returns: `size` for `getSize` and `size`.
fn name_from_getter(method: &str) -> Option<String> {
    if matches!(method, "size" | "length" | "hashCode" | "name" | "ordinal" | "count") {
        return Some(method.to_owned());
    }
    let stem = without_prefix(method, &["get", "is", "has", "to", "as"]);
    stem.map(name_from_class).filter(|name| is_usable(name))
}

/// Returns the name of a method without one of these prefixes: `Size` for `getSize`. Returns `None` if no
/// word in upper case follows a prefix.
pub(crate) fn without_prefix<'n>(method: &'n str, prefixes: &[&str]) -> Option<&'n str> {
    let starts_with_word = |rest: &&str| rest.starts_with(|c: char| c.is_ascii_uppercase());
    prefixes.iter().find_map(|prefix| method.strip_prefix(prefix).filter(starts_with_word))
}

/// Returns a name for the result of a method whose type does not tell the result from another object.
fn name_from_method(method: &str) -> String {
    match method {
        "clone" | "copy" => "copy".to_owned(),
        _ => name_from_getter(method).unwrap_or_else(|| RESULT.to_owned()),
    }
}

/// Returns a variable name derived from a field. Returns `None` for constants such as `MAX_SIZE`.
fn name_from_field(field: &str) -> Option<String> {
    let is_constant = field.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    (!is_constant).then(|| lower_first_word(field)).filter(|name| name.len() > 1 && is_usable(name))
}

fn element_name(world: &World, element: &Type) -> String {
    match element {
        Type::Array(inner) => element_name(world, inner),
        Type::Primitive(primitive) => primitive.name().to_owned(),
        other => name_for_type(world, other),
    }
}

/// Returns a variable name derived from the simple name of a class.
fn name_from_class(simple_name: &str) -> String {
    if simple_name == "ByteArrayOutputStream" {
        return "output".to_owned();
    }
    let name = lower_first_word(simple_name);
    let name: String = name.chars().filter(|&c| c.is_ascii_alphanumeric()).collect();
    if name == "class" {
        "type".to_owned()
    } else if name == simple_name || !is_usable(&name) {
        format!("{name}Value")
    } else {
        name
    }
}

/// Converts the leading upper-case word to lower case: `URL` to `url`, `URLParser` to `urlParser`.
fn lower_first_word(name: &str) -> String {
    let upper_count = name.chars().take_while(char::is_ascii_uppercase).count();
    let lowered_count = match upper_count {
        0 | 1 => upper_count,
        _ if name[upper_count..].starts_with(|c: char| c.is_ascii_lowercase()) => upper_count - 1,
        _ => upper_count,
    };
    name[..lowered_count].to_ascii_lowercase() + &name[lowered_count..]
}

/// Returns the plural of an English noun.
fn plural(name: &str) -> String {
    let ends_with_consonant_y =
        name.len() > 1 && name.ends_with('y') && !name[..name.len() - 1].ends_with(['a', 'e', 'o', 'u']);
    if ["s", "x", "z", "ch", "sh"].iter().any(|end| name.ends_with(end)) {
        format!("{name}es")
    } else if ends_with_consonant_y {
        format!("{}ies", &name[..name.len() - 1])
    } else {
        format!("{name}s")
    }
}

/// Returns whether a name can be the name of a variable in all Java releases.
fn is_usable(name: &str) -> bool {
    is_identifier(name)
        && name.is_ascii()
        && !matches!(name, "var" | "yield" | "record" | "sealed" | "permits")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(class: &str, expected: &str) {
        assert_eq!(name_from_class(class), expected);
    }

    #[test]
    fn a_variable_is_named_after_its_class() {
        check("Matrix", "matrix");
        check("URL", "url");
        check("URLParser", "urlParser");
        check("IOUtils", "ioUtils");
        check("Matrix2D", "matrix2D");
        check("Class", "type");
        check("Default", "defaultValue");
        check("foo", "fooValue");
        check("_", "Value");
    }

    #[test]
    fn a_result_is_named_after_its_getter() {
        assert_eq!(name_from_getter("getSize").as_deref(), Some("size"));
        assert_eq!(name_from_getter("isEmpty").as_deref(), Some("empty"));
        assert_eq!(name_from_getter("toString").as_deref(), Some("string"));
        assert_eq!(name_from_getter("getClass").as_deref(), Some("type"));
        assert_eq!(name_from_getter("tokenize"), None);
    }

    #[test]
    fn synthetic_and_one_letter_parameter_names_are_not_used() {
        assert_eq!(name_for_argument("separator").as_deref(), Some("separator"));
        assert_eq!(name_for_argument("_changes").as_deref(), Some("changes"));
        assert_eq!(name_for_argument("arg0"), None);
        assert_eq!(name_for_argument("n"), None);
    }

    #[test]
    fn the_name_of_an_array_is_plural() {
        assert_eq!(plural("string"), "strings");
        assert_eq!(plural("box"), "boxes");
        assert_eq!(plural("entry"), "entries");
        assert_eq!(plural("key"), "keys");
    }
}
