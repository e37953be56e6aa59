//! What a name stands for, as its letters tell where people keep to Java's conventions.

/// How a name is written; what is no letter does not count.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Case {
    /// `MAX_VALUE`
    Upper,
    /// `util`
    Lower,
    /// `ArrayList`, `T`
    UpperCamel,
    /// `indexOf`
    LowerCamel,
}

fn case(name: &str) -> Case {
    let mut letters = name.chars().filter(|c| c.is_alphabetic()).peekable();
    let first = letters.peek().is_some_and(|c| c.is_uppercase());
    let (mut upper, mut lower) = (false, false);
    for letter in letters {
        upper |= letter.is_uppercase();
        lower |= letter.is_lowercase();
    }
    match (first, upper, lower) {
        (true, _, true) => Case::UpperCamel,
        (true, ..) if name.chars().count() == 1 => Case::UpperCamel,
        (true, ..) => Case::Upper,
        (false, true, _) => Case::LowerCamel,
        (false, false, _) => Case::Lower,
    }
}

/// What the names up to here are.
#[derive(Clone, Copy, PartialEq)]
enum Seen {
    Package,
    /// A package or a class: `FOO`.
    Either,
    Class,
    Member,
}

impl Seen {
    /// With one more name; `None` if that makes neither a class nor a member of one.
    fn then(self, case: Case) -> Option<Seen> {
        match (self, case) {
            (Seen::Member, _) => None,
            (_, Case::UpperCamel) => Some(Seen::Class),
            (Seen::Class, _) => Some(Seen::Member),
            (Seen::Package | Seen::Either, Case::Upper) => Some(Seen::Either),
            (Seen::Package, Case::Lower) => Some(Seen::Package),
            (Seen::Package | Seen::Either, _) => None,
        }
    }
}

/// The index of the last of the names that, joined by dots, seem to name a class or a static member of one.
pub(crate) fn class_prefix<'a>(names: impl Iterator<Item = &'a str>) -> Option<usize> {
    let mut found = None;
    let mut seen = Seen::Package;
    for (index, name) in names.enumerate() {
        let Some(next) = seen.then(case(name)) else { break };
        seen = next;
        if matches!(seen, Seen::Class | Seen::Member) {
            found = Some(index);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expect: Option<&str>) {
        let parts: Vec<&str> = name.split('.').collect();
        let found = class_prefix(parts.iter().copied()).map(|last| parts[..=last].join("."));
        assert_eq!(found.as_deref(), expect);
    }

    #[test]
    fn a_name_in_camel_case_that_begins_upper_is_a_class() {
        check("Shape", Some("Shape"));
        check("java.util.Map.Entry", Some("java.util.Map.Entry"));
        check("fix.URL.Part", Some("fix.URL.Part"));
        check("T", Some("T"));
    }

    #[test]
    fn one_member_of_a_class_belongs_to_it() {
        check("Shape.UNIT.name", Some("Shape.UNIT"));
        check("Shape.count.size", Some("Shape.count"));
    }

    #[test]
    fn other_names_are_no_classes() {
        check("shape.parts", None);
        check("indexOf.Shape", None);
        check("URL", None);
        check("URL.open", None);
    }
}
