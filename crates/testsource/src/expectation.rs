//! Changes the expected value of an assertion.

use tree_sitter::Node;

use crate::edit::{self, Edit};
use crate::removal::without_unused;
use crate::{File, descendants, named_children};

impl File<'_> {
    /// Changes the assertion in a line, so that it expects `actual` instead of `expected`. Returns the
    /// changed source. Both values are texts as test frameworks print them. Lines count from 1.
    ///
    /// The literal with the value `expected` gets the value `actual`. `assertTrue` becomes `assertFalse`, and
    /// `assertFalse` becomes `assertTrue`. `assertThrows` expects the exception class with the name `actual`.
    ///
    /// Returns `None` if the line contains no such assertion, or if the values have different types.
    pub fn with_expected_value(&self, line: usize, expected: &str, actual: &str) -> Option<String> {
        let assertion = self.assertion_at(line)?;
        let name = assertion.child_by_field_name("name")?;
        let arguments = named_children(assertion.child_by_field_name("arguments")?);
        let opposite = match (self.text(name), expected, actual) {
            ("assertTrue", "true", "false") => Some("assertFalse"),
            ("assertFalse", "false", "true") => Some("assertTrue"),
            _ => None,
        };
        let edits = match opposite {
            Some(opposite) => self.with_import_like(self.text(name), opposite, name),
            None if self.text(name) == "assertThrows" => {
                self.with_class(assertion, *arguments.first()?, expected, actual)?
            }
            None => {
                let replaced = |node: Node| {
                    let text = Literal::parse(self.text(node))?.replaced(expected, actual)?;
                    Some(Edit { range: node.byte_range(), text })
                };
                vec![arguments.into_iter().find_map(replaced)?]
            }
        };
        let changed = edit::apply(self.source, &edits);
        Some(without_unused(self, &changed).unwrap_or(changed))
    }

    /// Returns the innermost call of an assertion method around a line.
    fn assertion_at(&self, line: usize) -> Option<Node<'_>> {
        let row = line.checked_sub(1)?;
        let is_assertion = |node: &Node| {
            let name = node.child_by_field_name("name").map(|name| self.text(name));
            node.kind() == "method_invocation"
                && name.is_some_and(|name| name.starts_with("assert"))
                && (node.start_position().row..=node.end_position().row).contains(&row)
        };
        descendants(self.tree.root_node()).into_iter().rfind(is_assertion)
    }

    /// Returns the edits that replace the class literal `literal` of the exception class `expected`. They
    /// also replace the type of the variable that gets the exception, and import the new class. Both names
    /// are canonical or binary names.
    fn with_class(&self, assertion: Node, literal: Node, expected: &str, actual: &str) -> Option<Vec<Edit>> {
        let old = self.text(literal).strip_suffix(".class")?;
        let [expected, actual] = [expected, actual].map(|name| name.replace('$', "."));
        if expected != old && !expected.ends_with(&format!(".{old}")) {
            return None;
        }
        let (package, name) = package_and_name(&actual)?;
        let (outer, imports) = (name.split('.').next()?, self.imports());
        let wanted = if package.is_empty() { outer.to_owned() } else { format!("{package}.{outer}") };
        let is_imported = imports.iter().any(|(import, _)| *import == wanted);
        let is_visible = package == "java.lang" || self.package().unwrap_or_default() == package;
        let is_taken = match is_visible {
            true => imports.iter().any(|(import, _)| import.ends_with(&format!(".{outer}"))),
            false => self.words().contains_key(outer),
        };
        let new = if is_taken && !is_imported { &*actual } else { name };
        let mut edits = vec![Edit { range: literal.byte_range(), text: format!("{new}.class") }];
        let declared_type = assertion
            .parent()
            .and_then(|variable| variable.parent())
            .and_then(|declaration| declaration.child_by_field_name("type"))
            .filter(|declared| self.text(*declared) == old);
        edits.extend(
            declared_type.map(|declared| Edit { range: declared.byte_range(), text: new.to_owned() }),
        );
        if !is_imported && !is_visible && !is_taken {
            edits.extend(self.new_import(&imports, &wanted));
        }
        Some(edits)
    }

    /// Returns the edits that replace the name of an assertion method, and that import the new method if the
    /// old one is imported.
    fn with_import_like(&self, old: &str, new: &str, name: Node) -> Vec<Edit> {
        let mut edits = vec![Edit { range: name.byte_range(), text: new.to_owned() }];
        let imports = self.imports();
        let suffix = format!(".{old}");
        if let Some((import, _)) = imports.iter().find(|(import, _)| import.ends_with(&suffix)) {
            let wanted = format!("{}.{new}", import.strip_suffix(&suffix).unwrap_or_default());
            if !imports.iter().any(|(import, _)| *import == wanted) {
                edits.extend(self.new_import(&imports, &wanted));
            }
        }
        edits
    }
}

/// Splits the canonical name of a class into its package and the rest. By convention, names of classes begin
/// with an upper-case letter. Returns `None` if the text is no name of a class.
fn package_and_name(canonical: &str) -> Option<(&str, &str)> {
    let is_name = |part: &str| {
        part.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    if !canonical.split('.').all(is_name) {
        return None;
    }
    let starts = std::iter::once(0).chain(canonical.match_indices('.').map(|(dot, _)| dot + 1));
    let start = starts.into_iter().find(|&start| canonical[start..].starts_with(char::is_uppercase))?;
    Some((canonical[..start].trim_end_matches('.'), &canonical[start..]))
}

/// A literal of Java source.
enum Literal<'s> {
    /// An integer, and its suffix `L`, if it has one.
    Integer(i128, &'s str),
    /// A number with a fraction, and its suffix `f` or `d`, if it has one.
    Fraction(f64, &'s str),
    /// A string.
    Text(String),
    /// A character.
    Character(String),
}

impl<'s> Literal<'s> {
    fn parse(text: &'s str) -> Option<Literal<'s>> {
        if let Some(quoted) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            return (!text.starts_with("\"\"\"")).then(|| unescaped(quoted).map(Literal::Text))?;
        }
        if let Some(quoted) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
            return unescaped(quoted).map(Literal::Character);
        }
        let digits = text.trim_end_matches(['l', 'L']);
        if let Ok(number) = digits.replace('_', "").parse() {
            return Some(Literal::Integer(number, &text[digits.len()..]));
        }
        let digits = text.trim_end_matches(['f', 'F', 'd', 'D']);
        let is_number = digits.contains(|c: char| c.is_ascii_digit());
        let number = digits.parse().ok().filter(|_| is_number)?;
        Some(Literal::Fraction(number, &text[digits.len()..]))
    }

    /// Returns the source of a literal of the same type with the value `actual`, if this literal has the
    /// value `expected`.
    fn replaced(&self, expected: &str, actual: &str) -> Option<String> {
        match self {
            Literal::Integer(number, suffix) => {
                let actual: i128 = actual.parse().ok()?;
                let fits = !suffix.is_empty() || i32::try_from(actual).is_ok();
                (expected.parse() == Ok(*number) && fits).then(|| format!("{actual}{suffix}"))
            }
            Literal::Fraction(number, suffix) => {
                let actual: f64 = actual.parse().ok().filter(|value: &f64| value.is_finite())?;
                (expected.parse() == Ok(*number)).then(|| format!("{actual:?}{suffix}"))
            }
            Literal::Text(text) => (text == expected).then(|| format!("\"{}\"", escaped(actual))),
            Literal::Character(text) => {
                (text == expected && actual.chars().count() == 1).then(|| format!("'{}'", escaped(actual)))
            }
        }
    }
}

/// Returns the value of the inside of a string or character literal. Returns `None` for rare escapes.
fn unescaped(text: &str) -> Option<String> {
    let mut value = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        value.push(match c {
            '\\' => match chars.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{c}',
                '0' => '\0',
                'u' => char::from_u32(
                    u32::from_str_radix(&chars.by_ref().take(4).collect::<String>(), 16).ok()?,
                )?,
                quoted @ ('"' | '\'' | '\\') => quoted,
                _ => return None,
            },
            c => c,
        });
    }
    Some(value)
}

/// Returns the inside of a literal with a value.
fn escaped(value: &str) -> String {
    let mut text = String::new();
    for c in value.chars() {
        match c {
            '\n' => text += "\\n",
            '\t' => text += "\\t",
            '\r' => text += "\\r",
            '"' | '\'' | '\\' => text.extend(['\\', c]),
            ' '..='~' => text.push(c),
            c => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| text += &format!("\\u{unit:04x}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changes the expected value in a test with one statement.
    #[track_caller]
    fn check(statement: &str, values: (&str, &str), expected: Option<&str>) {
        let source = |statement: &str| format!("class T {{\n  void m() {{\n    {statement}\n  }}\n}}\n");
        let text = source(statement);
        let changed = File::parse(&text).unwrap().with_expected_value(3, values.0, values.1);
        assert_eq!(changed, expected.map(source));
    }

    #[test]
    fn the_literal_with_the_expected_value_is_replaced() {
        check("assertEquals(1, a.get(1));", ("1", "-2"), Some("assertEquals(-2, a.get(1));"));
        check(
            "assertEquals(-1L, a.get());",
            ("-1", "9999999999"),
            Some("assertEquals(9999999999L, a.get());"),
        );
        check(
            "assertEquals(0.5, a.get(), 0.01);",
            ("0.5", "1.0E-5"),
            Some("assertEquals(1e-5, a.get(), 0.01);"),
        );
        check("assertEquals('a', a.get());", ("a", "'"), Some("assertEquals('\\'', a.get());"));
        check(
            "Assert.assertEquals(a.get(), \"x\");",
            ("x", "ä\n\""),
            Some("Assert.assertEquals(a.get(), \"\\u00e4\\n\\\"\");"),
        );
    }

    #[test]
    fn assertions_about_booleans_are_reversed() {
        check("assertTrue(a.is());", ("true", "false"), Some("assertFalse(a.is());"));
        check("assertFalse(a.is());", ("false", "true"), Some("assertTrue(a.is());"));
    }

    #[test]
    fn a_reversed_assertion_is_imported() {
        let text = "import static x.A.assertTrue;\n\nclass T {\n  void m() {\n    assertTrue(a);\n  }\n}\n";
        let changed = File::parse(text).unwrap().with_expected_value(5, "true", "false").unwrap();
        assert!(changed.starts_with("import static x.A.assertFalse;\n\nclass T"), "{changed}");
        assert!(changed.contains("    assertFalse(a);"), "{changed}");
    }

    /// Returns a test that expects an exception of a class.
    fn throwing(import: &str, class: &str) -> String {
        format!(
            "package x;\n\n{import}class T {{\n  void m() {{\n    {class} e =\n        assertThrows({class}.class, () -> \
             a.get());\n    Used.f();\n  }}\n}}\n"
        )
    }

    /// Changes the exception that a test expects.
    fn with_exception(text: &str, expected: &str, actual: &str) -> Option<String> {
        let line = text.lines().position(|line| line.contains("assertThrows")).unwrap() + 1;
        File::parse(text).unwrap().with_expected_value(line, expected, actual)
    }

    #[test]
    fn the_expected_exception_and_its_import_are_replaced() {
        let first = throwing("import a.First;\n", "First");
        let check = |actual: &str, expected: String| {
            assert_eq!(with_exception(&first, "a.First", actual), Some(expected));
        };
        check("a.b.Second", throwing("import a.b.Second;\n", "Second"));
        check("a.b.Outer.Second", throwing("import a.b.Outer;\n", "Outer.Second"));
        check("java.lang.Error", throwing("", "Error"));
        check("x.Own.Failure", throwing("", "Own.Failure"));
        assert_eq!(with_exception(&first, "a.Other", "a.Second"), None);
        assert_eq!(with_exception(&first, "a.First", "no exception"), None);
        let nested = throwing("import a.Outer;\n", "Outer.First");
        let changed = with_exception(&nested, "a.Outer.First", "a.Outer.Second");
        assert_eq!(changed, Some(throwing("import a.Outer;\n", "Outer.Second")));
    }

    #[test]
    fn an_exception_has_its_qualified_name_if_the_file_uses_another_class_of_this_name() {
        let changed = with_exception(&throwing("import a.First;\n", "First"), "a.First", "b.Used");
        assert_eq!(changed, Some(throwing("", "b.Used")));
    }

    #[test]
    fn a_value_of_another_type_is_not_replaced() {
        check("assertEquals(1, a.get());", ("1", "null"), None);
        check("assertEquals(1, a.get());", ("2", "3"), None);
        check("assertEquals(1, a.get());", ("1", "9999999999"), None);
        check("assertNull(a.get());", ("null", "1"), None);
        check("a.get();", ("1", "2"), None);
    }
}
