//! Recognition of class names by Java's naming conventions, as in google-java-format's `TypeNameClassifier`.

/// Case format of a name. Characters other than letters are ignored.
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
    let starts_upper = letters.peek().is_some_and(|c| c.is_uppercase());
    let (mut has_upper, mut has_lower) = (false, false);
    for letter in letters {
        has_upper |= letter.is_uppercase();
        has_lower |= letter.is_lowercase();
    }
    match (starts_upper, has_upper, has_lower) {
        (true, _, true) => Case::UpperCamel,
        (true, ..) if name.chars().count() == 1 => Case::UpperCamel,
        (true, ..) => Case::Upper,
        (false, true, _) => Case::LowerCamel,
        (false, false, _) => Case::Lower,
    }
}

/// Kind of entity that a sequence of names denotes.
#[derive(Clone, Copy, PartialEq)]
enum NameKind {
    Package,
    /// A package or a class: `FOO`.
    Ambiguous,
    Class,
    Member,
}

impl NameKind {
    /// Returns the kind after one more name. Returns `None` if the names do not denote a class or a member of
    /// a class.
    fn followed_by(self, case: Case) -> Option<NameKind> {
        match (self, case) {
            (NameKind::Member, _) => None,
            (_, Case::UpperCamel) => Some(NameKind::Class),
            (NameKind::Class, _) => Some(NameKind::Member),
            (NameKind::Package | NameKind::Ambiguous, Case::Upper) => Some(NameKind::Ambiguous),
            (NameKind::Package, Case::Lower) => Some(NameKind::Package),
            (NameKind::Package | NameKind::Ambiguous, _) => None,
        }
    }
}

/// Returns the index of the last name of the longest prefix that denotes a class or a static member of a
/// class.
pub(crate) fn class_prefix<'a>(names: impl Iterator<Item = &'a str>) -> Option<usize> {
    let mut last = None;
    let mut kind = NameKind::Package;
    for (index, name) in names.enumerate() {
        let Some(next) = kind.followed_by(case(name)) else { break };
        kind = next;
        if matches!(kind, NameKind::Class | NameKind::Member) {
            last = Some(index);
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: Option<&str>) {
        let parts: Vec<&str> = name.split('.').collect();
        let found = class_prefix(parts.iter().copied()).map(|last| parts[..=last].join("."));
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn a_name_in_upper_camel_case_is_a_class() {
        check("Shape", Some("Shape"));
        check("java.util.Map.Entry", Some("java.util.Map.Entry"));
        check("fix.URL.Part", Some("fix.URL.Part"));
        check("T", Some("T"));
    }

    #[test]
    fn the_first_member_of_a_class_belongs_to_the_prefix() {
        check("Shape.UNIT.name", Some("Shape.UNIT"));
        check("Shape.count.size", Some("Shape.count"));
    }

    #[test]
    fn names_in_other_cases_are_not_classes() {
        check("shape.parts", None);
        check("indexOf.Shape", None);
        check("URL", None);
        check("URL.open", None);
    }
}
