//! Names of local variables.

use std::collections::BTreeSet;

use testcase::{Statement, StatementKind};
use types::{Primitive, Type, World, is_identifier};

/// The field that holds the folder for files.
pub(crate) const TEMP_DIR: &str = "tempDir";

/// The names taken in one method.
#[derive(Clone)]
pub(crate) struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// Names apart from `reserved`: what a variable would hide, such as the first part of a package's name.
    pub(crate) fn new(reserved: impl IntoIterator<Item = String>) -> Names {
        let common = ["java", "javax", "org", "com", TEMP_DIR].map(str::to_owned);
        Names { taken: reserved.into_iter().chain(common).collect() }
    }

    /// `base`, or `base2`, `base3` where it is taken.
    pub(crate) fn fresh(&mut self, base: &str) -> String {
        let separator = if base.ends_with(|last: char| last.is_ascii_digit()) { "_" } else { "" };
        let numbered = (2..).map(|number| format!("{base}{separator}{number}"));
        let name = std::iter::once(base.to_owned())
            .chain(numbered)
            .find(|name| !self.taken.contains(name))
            .expect("numbers do not end");
        self.taken.insert(name.clone());
        name
    }
}

/// What a value might be called: `size` of `getSize()`; of a plain type, after the parameter that it is passed for;
/// `matrix` of a `Matrix`.
pub(crate) fn of_value(world: &World, statement: &Statement, passed_for: Option<&str>) -> String {
    if !is_plain(world, &statement.ty) {
        return of_type(world, &statement.ty);
    }
    let parameter = || passed_for.and_then(of_parameter);
    match &statement.kind {
        StatementKind::Call { method, .. } => {
            of_getter(&world.method(*method).name).or_else(parameter).unwrap_or_else(|| "result".to_owned())
        }
        StatementKind::ReadField { field, .. } => of_field(&world.field(*field).name)
            .or_else(parameter)
            .unwrap_or_else(|| of_type(world, &statement.ty)),
        _ => parameter().unwrap_or_else(|| of_type(world, &statement.ty)),
    }
}

/// A parameter's name, if it is one that says something; compilers make up `arg0`.
pub(crate) fn of_parameter(name: &str) -> Option<String> {
    let made_up = name.trim_end_matches(|c: char| c.is_ascii_digit()).len() < 4
        && name.ends_with(|c: char| c.is_ascii_digit());
    let good = name.len() > 1 && name.starts_with(|c: char| c.is_ascii_lowercase()) && is_usable(name);
    (good && !made_up).then(|| name.to_owned())
}

/// The name of a parameter where the method itself is written.
pub(crate) fn of_own_parameter(name: &str) -> Option<String> {
    of_parameter(name).or_else(|| (name.len() == 1 && is_usable(name)).then(|| name.to_owned()))
}

/// `matrix` of a `Matrix`, `strings` of a `String[]`.
pub(crate) fn of_type(world: &World, ty: &Type) -> String {
    match ty {
        Type::Array(element) => plural(&element_name(world, element)),
        Type::Primitive(Primitive::Boolean) => "flag".to_owned(),
        Type::Primitive(Primitive::Char) => "character".to_owned(),
        Type::Primitive(Primitive::Float | Primitive::Double) => "value".to_owned(),
        Type::Primitive(_) => "number".to_owned(),
        Type::Class(class, _) if *class == world.class_class() => "type".to_owned(),
        Type::Class(class, _) => of_class(&world.class(*class).simple_name),
        _ => "object".to_owned(),
    }
}

/// Whether the name of the type says little.
fn is_plain(world: &World, ty: &Type) -> bool {
    match ty {
        Type::Primitive(_) => true,
        Type::Array(element) => is_plain(world, element),
        Type::Class(class, _) => {
            *class == world.string() || *class == world.object() || world.unboxed(*class).is_some()
        }
        _ => false,
    }
}

fn of_getter(method: &str) -> Option<String> {
    if matches!(method, "size" | "length" | "hashCode" | "name" | "ordinal" | "count") {
        return Some(method.to_owned());
    }
    let stem = ["get", "is", "has", "to", "as"].iter().find_map(|prefix| {
        method.strip_prefix(prefix).filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    });
    stem.map(of_class).filter(|name| is_usable(name))
}

fn of_field(field: &str) -> Option<String> {
    let constant = field.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    (!constant).then(|| lower_first(field)).filter(|name| name.len() > 1 && is_usable(name))
}

fn element_name(world: &World, element: &Type) -> String {
    match element {
        Type::Array(inner) => element_name(world, inner),
        Type::Primitive(primitive) => primitive.name().to_owned(),
        other => of_type(world, other),
    }
}

fn of_class(simple_name: &str) -> String {
    let name = lower_first(simple_name);
    let name: String = name.chars().filter(|&c| c.is_ascii_alphanumeric()).collect();
    if name == "class" {
        "type".to_owned()
    } else if name == simple_name || !is_usable(&name) {
        format!("{name}Value")
    } else {
        name
    }
}

/// `url` of `URL`, `urlParser` of `URLParser`, `matrix2D` of `Matrix2D`.
fn lower_first(name: &str) -> String {
    let upper = name.chars().take_while(char::is_ascii_uppercase).count();
    let lowered = match upper {
        0 | 1 => upper,
        _ if name[upper..].starts_with(|c: char| c.is_ascii_lowercase()) => upper - 1,
        _ => upper,
    };
    name[..lowered].to_ascii_lowercase() + &name[lowered..]
}

fn plural(name: &str) -> String {
    let consonant_y =
        name.len() > 1 && name.ends_with('y') && !name[..name.len() - 1].ends_with(['a', 'e', 'o', 'u']);
    if ["s", "x", "z", "ch", "sh"].iter().any(|end| name.ends_with(end)) {
        format!("{name}es")
    } else if consonant_y {
        format!("{}ies", &name[..name.len() - 1])
    } else {
        format!("{name}s")
    }
}

fn is_usable(name: &str) -> bool {
    is_identifier(name)
        && name.is_ascii()
        && !matches!(name, "var" | "yield" | "record" | "sealed" | "permits")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(class: &str, expected: &str) {
        assert_eq!(of_class(class), expected);
    }

    #[test]
    fn a_class_gives_its_name_to_a_variable() {
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
    fn a_result_is_called_after_its_getter() {
        assert_eq!(of_getter("getSize").as_deref(), Some("size"));
        assert_eq!(of_getter("isEmpty").as_deref(), Some("empty"));
        assert_eq!(of_getter("toString").as_deref(), Some("string"));
        assert_eq!(of_getter("getClass").as_deref(), Some("type"));
        assert_eq!(of_getter("tokenize"), None);
    }

    #[test]
    fn a_parameter_that_a_compiler_named_gives_no_name() {
        assert_eq!(of_parameter("separator").as_deref(), Some("separator"));
        assert_eq!(of_parameter("arg0"), None);
        assert_eq!(of_parameter("n"), None);
    }

    #[test]
    fn arrays_are_plural() {
        assert_eq!(plural("string"), "strings");
        assert_eq!(plural("box"), "boxes");
        assert_eq!(plural("entry"), "entries");
        assert_eq!(plural("key"), "keys");
    }

    #[test]
    fn a_name_is_given_once() {
        let mut names = Names::new(["data".to_owned()]);
        let given = ["list", "list", "list", "data", "v1", "v1"].map(|base| names.fresh(base));
        assert_eq!(given, ["list", "list2", "list3", "data2", "v1", "v1_2"]);
    }
}
