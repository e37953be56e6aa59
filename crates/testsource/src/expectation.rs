//! Changes what an assertion expects.

use std::ops::Range;

use tree_sitter::Node;

use crate::edit::{self, Edit};
use crate::literal::Literal;
use crate::removal::without_unused;
use crate::{File, descendants, named_children};

/// The values of a failed assertion. Both values are texts as test frameworks print them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch<'a> {
    /// The line in which the test failed, from 1.
    pub line: usize,
    /// The number of the row, from 1, if the test is parameterized and the row shall change. Otherwise, the
    /// code of the test shall change.
    pub row: Option<usize>,
    /// The index of the first different element, if the assertion compares arrays.
    pub element: Option<usize>,
    /// The expected value.
    pub expected: &'a str,
    /// The actual value.
    pub actual: &'a str,
}

/// An assertion of a framework.
struct Assertion<'t> {
    /// The call of a method whose name begins with `assert`.
    call: Node<'t>,
    /// The name of this method, and the names of the methods that are called on its result, as in
    /// `assertThat(..).isTrue()`.
    names: Vec<Node<'t>>,
    /// The arguments that can be an expected value.
    values: Vec<Node<'t>>,
}

impl File<'_> {
    /// Changes an assertion, so that it expects the actual value of a mismatch. Returns the changed source.
    ///
    /// The literal with the expected value gets the actual value. This also works within lists, sets and
    /// arrays, and in rows of parameterized tests. `assertTrue` becomes `assertFalse`, and `assertFalse`
    /// becomes `assertTrue`. An expected exception gets another class.
    ///
    /// Returns `None` if the line contains no such assertion, or if the values have different types.
    pub fn with_actual(&self, mismatch: &Mismatch) -> Option<String> {
        let Mismatch { expected, actual, .. } = *mismatch;
        let assertion = self.assertion_at(mismatch.line)?;
        let edits = if let Some(row) = mismatch.row {
            let in_row = |value: &Node| self.in_row(*value, row, mismatch);
            vec![assertion.values.iter().find_map(in_row)?]
        } else if let Some(edits) = self.with_opposite(&assertion, expected, actual) {
            edits
        } else {
            let of_value = |value: &Node| self.in_value(*value, mismatch).map(|edit| vec![edit]);
            let of_class = |value: &Node| self.with_class(&assertion, *value, expected, actual);
            let mut values = assertion.values.iter();
            values.find_map(|value| of_value(value).or_else(|| of_class(value)))?
        };
        let changed = edit::apply(self.source, &edits);
        Some(without_unused(self, &changed).unwrap_or(changed))
    }

    /// Returns the innermost assertion around a line.
    fn assertion_at(&self, line: usize) -> Option<Assertion<'_>> {
        let row = line.checked_sub(1)?;
        let name = |node: Node| self.simple_name(node);
        let is_assertion = |node: &Node| {
            let whole = chain_above(*node).last().copied().unwrap_or(*node);
            node.kind() == "method_invocation"
                && name(*node).is_some_and(|name| name.starts_with("assert"))
                && (node.start_position().row..=whole.end_position().row).contains(&row)
        };
        let call = descendants(self.tree.root_node()).into_iter().rfind(is_assertion)?;
        let chain = chain_above(call);
        let calls = if chain.is_empty() { vec![call] } else { chain };
        let mut values: Vec<Node> = calls.iter().flat_map(|call| arguments(*call)).collect();
        // A matcher of Hamcrest: `assertThat(actual, is(expected))`.
        let of_matchers = values.iter().filter(|_| name(call) == Some("assertThat"));
        let of_matchers: Vec<Node> = of_matchers.flat_map(|value| arguments(*value)).collect();
        values.extend(of_matchers);
        let names = std::iter::once(call).chain(calls).filter_map(|call| call.child_by_field_name("name"));
        Some(Assertion { call, names: names.collect(), values })
    }

    /// Returns the edits that reverse an assertion about a boolean. Returns `None` for other assertions.
    fn with_opposite(&self, assertion: &Assertion, expected: &str, actual: &str) -> Option<Vec<Edit>> {
        let names = match (expected, actual) {
            ("true", "false") => [("assertTrue", "assertFalse"), ("isTrue", "isFalse")],
            ("false", "true") => [("assertFalse", "assertTrue"), ("isFalse", "isTrue")],
            _ => return None,
        };
        assertion.names.iter().find_map(|&name| {
            let (_, opposite) = names.iter().find(|(old, _)| *old == self.text(name))?;
            Some(self.with_import_like(self.text(name), opposite, name))
        })
    }

    /// Returns the edit that replaces the expected value of a mismatch. The value can be an element of an
    /// array, a literal, a constant of an enum, or a collection.
    pub(crate) fn in_value(&self, value: Node, mismatch: &Mismatch) -> Option<Edit> {
        let Mismatch { expected, actual, .. } = *mismatch;
        match mismatch.element {
            Some(element) => self.in_array(value, element, expected, actual),
            None => self
                .in_literal(value, expected, actual)
                .or_else(|| self.in_constant(value, expected, actual))
                .or_else(|| self.in_collection(value, expected, actual)),
        }
    }

    /// Returns the edit that replaces a literal with the value `expected`.
    fn in_literal(&self, value: Node, expected: &str, actual: &str) -> Option<Edit> {
        let value = without_cast(value);
        let text = Literal::parse(self.text(value))?.replaced(expected, actual)?;
        Some(Edit { range: value.byte_range(), text })
    }

    /// Returns the edit that replaces the constant `expected` of an enum, for example `Color.RED`.
    fn in_constant(&self, value: Node, expected: &str, actual: &str) -> Option<Edit> {
        let field = value.child_by_field_name("field").filter(|_| value.kind() == "field_access")?;
        let is_name = actual.chars().all(|c| c.is_alphanumeric() || c == '_')
            && actual.starts_with(|c: char| c.is_alphabetic())
            && actual != "null";
        (self.text(field) == expected && is_name)
            .then(|| Edit { range: field.byte_range(), text: actual.to_owned() })
    }

    /// Returns the edit that replaces an element of `new T[] {..}`.
    fn in_array(&self, value: Node, element: usize, expected: &str, actual: &str) -> Option<Edit> {
        let initializer = value.child_by_field_name("value").filter(|it| it.kind() == "array_initializer")?;
        let element = named_children(initializer).into_iter().nth(element)?;
        self.in_literal(element, expected, actual).or_else(|| self.in_constant(element, expected, actual))
    }

    /// Returns the edit that replaces the elements of a list, a set or an array, such as `List.of(..)`.
    /// `expected` and `actual` have the form `[a, b]`.
    fn in_collection(&self, value: Node, expected: &str, actual: &str) -> Option<Edit> {
        let (expected, actual) = (printed_elements(expected)?, printed_elements(actual)?);
        let elements = match value.kind() {
            "array_creation_expression" => named_children(value.child_by_field_name("value")?),
            // A set: `new HashSet<>(Arrays.asList(..))`.
            "object_creation_expression" => {
                self.elements_of_factory(arguments(value).into_iter().next()?, actual.len())?
            }
            _ => self.elements_of_factory(value, actual.len())?,
        };
        let first = elements.first()?;
        let mut old: Vec<&str> = expected.clone();
        for element in &elements {
            let literal = Literal::parse(self.text(*element))?;
            let at = old.iter().position(|old| literal.replaced(old, old).is_some())?;
            old.remove(at);
        }
        let like_first = Literal::parse(self.text(*first))?;
        let value_of_first = expected.iter().find(|it| like_first.replaced(it, it).is_some())?;
        let new: Option<Vec<String>> =
            actual.iter().map(|actual| like_first.replaced(value_of_first, actual)).collect();
        let range: Range<usize> = first.start_byte()..elements.last()?.end_byte();
        old.is_empty().then_some(Edit { range, text: new?.join(", ") })
    }

    /// Returns the arguments of a call such as `List.of(..)` that can have `count` arguments.
    fn elements_of_factory<'t>(&'t self, call: Node<'t>, count: usize) -> Option<Vec<Node<'t>>> {
        let name = call.child_by_field_name("name").filter(|_| call.kind() == "method_invocation")?;
        let is_possible = match self.text(name) {
            "singletonList" | "singleton" => count == 1,
            name => matches!(name, "of" | "asList"),
        };
        is_possible.then(|| arguments(call))
    }

    /// Returns the edits that replace the class literal `literal` of the exception class `expected`. They
    /// also replace the type of the variable that gets the exception, and import the new class. Both names
    /// are canonical or binary names.
    fn with_class(
        &self,
        assertion: &Assertion,
        literal: Node,
        expected: &str,
        actual: &str,
    ) -> Option<Vec<Edit>> {
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
            .call
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

/// Returns the calls on the result of a call, the first one first: `a().b().c()` for `a()` has the calls of
/// `b` and `c`.
fn chain_above(call: Node) -> Vec<Node> {
    fn next<'t>(call: &Node<'t>) -> Option<Node<'t>> {
        call.parent().filter(|parent| parent.child_by_field_name("object") == Some(*call))
    }
    std::iter::successors(next(&call), next).collect()
}

fn arguments(call: Node) -> Vec<Node> {
    call.child_by_field_name("arguments").map(named_children).unwrap_or_default()
}

fn without_cast(value: Node) -> Node {
    match value.kind() {
        "cast_expression" => value.child_by_field_name("value").unwrap_or(value),
        _ => value,
    }
}

/// Splits the text of a collection, for example `[a, b]`, into the texts of the elements.
fn printed_elements(text: &str) -> Option<Vec<&str>> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?;
    Some(if inside.is_empty() { Vec::new() } else { inside.split(", ").collect() })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn mismatch<'a>(line: usize, expected: &'a str, actual: &'a str) -> Mismatch<'a> {
        Mismatch { line, row: None, element: None, expected, actual }
    }

    /// Changes the expected value in a test with one statement.
    #[track_caller]
    fn check(statement: &str, values: (&str, &str), expected: Option<&str>) {
        check_element(statement, None, values, expected);
    }

    #[track_caller]
    fn check_element(statement: &str, element: Option<usize>, values: (&str, &str), expected: Option<&str>) {
        let source = |statement: &str| format!("class T {{\n  void m() {{\n    {statement}\n  }}\n}}\n");
        let text = source(statement);
        let mismatch = Mismatch { element, ..mismatch(3, values.0, values.1) };
        let changed = File::parse(&text).unwrap().with_actual(&mismatch);
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
    fn the_elements_of_lists_and_sets_are_replaced() {
        check(
            "assertEquals(List.of(\"a\", \"b\"), a.get());",
            ("[a, b]", "[c]"),
            Some("assertEquals(List.of(\"c\"), a.get());"),
        );
        check(
            "assertEquals(new HashSet<>(Arrays.asList(1, 2)), a.get());",
            ("[2, 1]", "[1, 2, -3]"),
            Some("assertEquals(new HashSet<>(Arrays.asList(1, 2, -3)), a.get());"),
        );
        check("assertEquals(Collections.singletonList(1), a.get());", ("[1]", "[1, 2]"), None);
        check("assertEquals(List.of(\"a, b\"), a.get());", ("[a, b]", "[a]"), None);
        check("assertEquals(List.of(1, 2), a.get());", ("[1, 3]", "[1]"), None);
    }

    #[test]
    fn the_different_element_of_an_array_is_replaced() {
        check_element(
            "assertArrayEquals(new byte[] {1, (byte) 1}, a.get());",
            Some(1),
            ("1", "2"),
            Some("assertArrayEquals(new byte[] {1, (byte) 2}, a.get());"),
        );
        check_element("assertArrayEquals(new byte[] {1}, a.get());", Some(1), ("1", "2"), None);
    }

    #[test]
    fn constants_of_enums_are_replaced() {
        check(
            "assertEquals(Shape.Color.RED, a.get());",
            ("RED", "GREEN"),
            Some("assertEquals(Shape.Color.GREEN, a.get());"),
        );
        check("assertEquals(Color.RED, a.get());", ("RED", "null"), None);
    }

    #[test]
    fn assertions_of_assertj_and_hamcrest_are_changed() {
        check(
            "assertThat(a.get(\"a\")).isEqualTo(\"a\");",
            ("\"a\"", "\"b\""),
            Some("assertThat(a.get(\"a\")).isEqualTo(\"b\");"),
        );
        check("assertThat(a).isEqualTo(1L);", ("1L", "2L"), Some("assertThat(a).isEqualTo(2L);"));
        check(
            "assertThat(a).isEqualTo(new int[] {1, 3});",
            ("[1, 3]", "[1]"),
            Some("assertThat(a).isEqualTo(new int[] {1});"),
        );
        check("assertThat(a.is()).isTrue();", ("true", "false"), Some("assertThat(a.is()).isFalse();"));
        check("assertThat(a.is(), is(true));", ("true", "false"), Some("assertThat(a.is(), is(false));"));
        check("assertThat(a, is(1.5));", ("1.5", "2.0"), Some("assertThat(a, is(2.0));"));
    }

    #[test]
    fn a_chain_of_assertions_over_several_lines_is_changed() {
        let text = |class: &str, message: &str| {
            format!(
                "class T {{\n  void m() {{\n    assertThatThrownBy(() -> a.get())\n        \
                 .isInstanceOf({class}.class)\n        .hasMessage(\"{message}\");\n  }}\n}}\n"
            )
        };
        let before = text("IllegalStateException", "old");
        let file = File::parse(&before).unwrap();
        let changed = file.with_actual(&mismatch(5, "\"old\"", "\"new\""));
        assert_eq!(changed, Some(text("IllegalStateException", "new")));
        let changed = file.with_actual(&mismatch(
            4,
            "java.lang.IllegalStateException",
            "java.lang.ArithmeticException",
        ));
        assert_eq!(changed, Some(text("ArithmeticException", "old")));
    }

    #[test]
    fn assertions_about_booleans_are_reversed() {
        check("assertTrue(a.is());", ("true", "false"), Some("assertFalse(a.is());"));
        check("assertFalse(a.is());", ("false", "true"), Some("assertTrue(a.is());"));
    }

    #[test]
    fn a_reversed_assertion_is_imported() {
        let text = "import static x.A.assertTrue;\n\nclass T {\n  void m() {\n    assertTrue(a);\n  }\n}\n";
        let changed = File::parse(text).unwrap().with_actual(&mismatch(5, "true", "false")).unwrap();
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
        File::parse(text).unwrap().with_actual(&mismatch(line, expected, actual))
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
