//! Patterns that select classes.

/// A pattern that selects classes by name, such as `com.acme.*` or `Invoice`.
///
/// `*` stands for any characters, also for dots. A pattern without a dot is compared with the simple name,
/// any other pattern with the fully qualified name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    place: Option<String>,
}

impl Pattern {
    /// Returns a pattern of the command line. Every text is a valid pattern.
    pub fn new(text: &str) -> Pattern {
        Pattern { text: text.to_owned(), place: None }
    }

    /// Returns a pattern of a file. `place` states where the pattern is, for messages.
    pub fn with_place(text: &str, place: &str) -> Pattern {
        Pattern { text: text.to_owned(), place: Some(place.to_owned()) }
    }

    /// Returns the text of the pattern.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the place of a pattern of a file.
    pub fn place(&self) -> Option<&str> {
        self.place.as_deref()
    }

    /// Returns whether the pattern selects a top-level class. `class` is its fully qualified name.
    pub fn matches(&self, class: &str) -> bool {
        let name = if self.text.contains('.') { class } else { simple_name(class) };
        let parts: Vec<&str> = self.text.split('*').collect();
        let [first, middle @ .., last] = &parts[..] else { return name == self.text };
        let Some(mut rest) = name.strip_prefix(first) else { return false };
        for part in middle {
            let Some(at) = rest.find(part) else { return false };
            rest = &rest[at + part.len()..];
        }
        rest.ends_with(last)
    }
}

pub(crate) fn simple_name(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, selected: &[&str], others: &[&str]) {
        let pattern = Pattern::new(pattern);
        selected.iter().for_each(|name| assert!(pattern.matches(name), "{pattern:?} {name}"));
        others.iter().for_each(|name| assert!(!pattern.matches(name), "{pattern:?} {name}"));
    }

    #[test]
    fn a_name_without_a_dot_selects_the_class_in_any_package() {
        check("Invoice", &["Invoice", "com.acme.Invoice"], &["com.acme.Invoices", "com.Invoice.A"]);
    }

    #[test]
    fn a_star_stands_for_any_characters() {
        check("com.acme.*", &["com.acme.A", "com.acme.b.C"], &["com.acmeX.A", "org.com.acme.A"]);
        check("*Parser", &["a.Parser", "a.JsonParser"], &["a.Parsers", "parser.A"]);
        check("a.*B*C", &["a.BC", "a.xBxCxC"], &["a.CB", "a.xBx"]);
        check("*", &["A", "a.b.C"], &[]);
    }

    #[test]
    fn a_part_of_the_name_is_not_used_twice() {
        check("a.b*b", &["a.bb", "a.bxb"], &["a.b"]);
    }
}
