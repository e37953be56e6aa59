//! Rows of parameterized tests.

use std::ops::Range;

use tree_sitter::Node;

use crate::edit::{self, Edit};
use crate::literal::{Literal, quoted, without_marks};
use crate::{File, Mismatch, descendants, named_children, without_comments};

/// The annotations that list rows.
const SOURCES: [&str; 2] = ["CsvSource", "ValueSource"];
/// The annotation that names the method that returns the rows.
const METHOD_SOURCE: &str = "MethodSource";

impl File<'_> {
    /// Returns the number of rows of a parameterized test. Returns `None` if there is no such test, if there
    /// are several tests of this name, or if its annotations do not list its rows.
    pub fn row_count(&self, test: &str) -> Option<usize> {
        Some(self.rows(self.only_test(test)?)?.len())
    }

    /// Returns the source without some rows of a parameterized test. `rows` are numbers from 1. All other
    /// text stays as it is. Returns `None` if no row remains, or if the rows are unknown.
    pub fn without_rows(&self, test: &str, rows: &[usize]) -> Option<String> {
        let all = self.rows(self.only_test(test)?)?;
        let is_removed = |index: usize| rows.contains(&(index + 1));
        let last_kept = (0..all.len()).rfind(|&index| !is_removed(index))?;
        let removal = |index: usize| match all.get(index + 1) {
            // The comma of the last row that stays goes, too.
            _ if index > last_kept => all[index - 1].end_byte()..all[index].end_byte(),
            Some(next) => all[index].start_byte()..next.start_byte(),
            None => all[index].byte_range(),
        };
        let removed = (0..all.len()).filter(|&index| is_removed(index));
        let edits: Vec<Edit> = removed.map(|index| Edit::removal(removal(index))).collect();
        Some(edit::apply(self.source, &edits))
    }

    /// Returns the edit that replaces the expected value of a mismatch in a row. `parameter` is the use of a
    /// parameter of the test in its code, and `row` is a number from 1.
    pub(crate) fn in_row(&self, parameter: Node, row: usize, mismatch: &Mismatch) -> Option<Edit> {
        let Mismatch { expected, actual, .. } = *mismatch;
        let method = std::iter::successors(Some(parameter), Node::parent)
            .find(|node| node.kind() == "method_declaration")?;
        let parameters = named_children(method.child_by_field_name("parameters")?);
        let is_used = |declaration: &Node| self.simple_name(*declaration) == Some(self.text(parameter));
        let column = parameters.iter().position(is_used)?;
        let source = *self.rows(method)?.get(row - 1)?;
        if let Some(values) = source.child_by_field_name("arguments") {
            let value = named_children(values).into_iter().nth(column)?;
            return self.in_value(value, mismatch);
        }
        let Literal::Text(text) = Literal::parse(self.text(source))? else { return None };
        let cell = cells(&text).into_iter().nth(column)?;
        let value = value_of_cell(&text[cell.clone()]);
        let new = if value == expected {
            cell_of_value(actual)
        } else if Some(&value) == without_marks(expected).as_ref() {
            cell_of_value(&without_marks(actual)?)
        } else {
            return None;
        };
        let changed = format!("{}{new}{}", &text[..cell.start], &text[cell.end..]);
        Some(Edit { range: source.byte_range(), text: quoted(&changed) })
    }

    fn only_test(&self, name: &str) -> Option<Node<'_>> {
        let tests = self.tests().into_iter().filter(|test| test.name == name);
        let [declaration] = tests.map(|test| test.declaration).collect::<Vec<_>>()[..] else { return None };
        Some(declaration)
    }

    /// Returns the rows of a method: the elements of its annotation, or the arguments of `Stream.of(..)` in
    /// the method that its annotation names. Returns `None` for an annotation with further elements, such as
    /// the character between columns, and for a method that does more.
    fn rows<'t>(&'t self, method: Node<'t>) -> Option<Vec<Node<'t>>> {
        let modifiers = named_children(method).into_iter().find(|child| child.kind() == "modifiers")?;
        let annotations = named_children(modifiers);
        let named = |names: &[&str]| {
            let is_named = |it: &Node| self.simple_name(*it).is_some_and(|name| names.contains(&name));
            annotations.iter().copied().find(is_named)
        };
        let only_element = |annotation: Node<'t>| {
            let [only] = named_children(annotation.child_by_field_name("arguments")?)[..] else {
                return None;
            };
            Some(only)
        };
        if let Some(annotation) = named(&[METHOD_SOURCE]) {
            let Literal::Text(provider) = Literal::parse(self.text(only_element(annotation)?))? else {
                return None;
            };
            return self.returned_rows(&provider);
        }
        let only = only_element(named(&SOURCES)?)?;
        let is_array = |node: &Node| node.kind() == "element_value_array_initializer";
        let array = descendants(only).into_iter().find(is_array)?;
        Some(without_comments(array))
    }

    /// Returns the arguments of `Stream.of(..)`, if a method with this name contains only
    /// `return Stream.of(..);`.
    fn returned_rows<'t>(&'t self, method: &str) -> Option<Vec<Node<'t>>> {
        let mut methods = descendants(self.tree.root_node())
            .into_iter()
            .filter(|node| node.kind() == "method_declaration" && self.simple_name(*node) == Some(method));
        let (Some(provider), None) = (methods.next(), methods.next()) else { return None };
        let [statement] = without_comments(provider.child_by_field_name("body")?)[..] else { return None };
        let [stream] = named_children(statement)[..] else { return None };
        let creates_stream = stream.kind() == "method_invocation" && self.simple_name(stream) == Some("of");
        let rows = without_comments(stream.child_by_field_name("arguments").filter(|_| creates_stream)?);
        rows.iter().all(|row| row.kind() == "method_invocation").then_some(rows)
    }
}

/// Returns the ranges of the values in a row of `@CsvSource`. Single quotes enclose values with commas.
fn cells(row: &str) -> Vec<Range<usize>> {
    let mut is_quoted = false;
    let is_separator = |&(_, c): &(usize, char)| {
        is_quoted ^= c == '\'';
        c == ',' && !is_quoted
    };
    let separators: Vec<usize> = row.char_indices().filter(is_separator).map(|(at, _)| at).collect();
    let starts = std::iter::once(0).chain(separators.iter().map(|at| at + 1));
    let ends = separators.iter().copied().chain([row.len()]);
    let trimmed = |(start, end): (usize, usize)| {
        let text = &row[start..end];
        let start = end - text.trim_start().len();
        start..start + text.trim().len()
    };
    starts.zip(ends).map(trimmed).collect()
}

/// Returns the text that a value in a row stands for.
fn value_of_cell(cell: &str) -> String {
    match cell.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        Some(quoted) => quoted.replace("''", "'"),
        None => cell.to_owned(),
    }
}

/// Returns a text as a value in a row, in quotes if the text contains other characters than those of words
/// and numbers.
fn cell_of_value(value: &str) -> String {
    let is_plain = !value.is_empty() && value.chars().all(|c| c.is_alphanumeric() || "_.-".contains(c));
    if is_plain { value.to_owned() } else { format!("'{}'", value.replace('\'', "''")) }
}

#[cfg(test)]
mod tests {
    use crate::{File, Mismatch};

    const TABLE: &str = "\
class T {
  @ParameterizedTest
  @CsvSource({
    \"a, 'it''s, \\\"A\\\"'\",
    \"b, 2\",
    \"'', ''\"
  })
  void upper(String text, String expected) {
    assertEquals(expected, new A().upper(text));
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 8, 9})
  void isOdd(int number) {
    assertTrue(new A().isOdd(number));
  }
}
";

    #[track_caller]
    fn check(row: usize, (expected, actual): (&str, &str), replaced: Option<(&str, &str)>) {
        let mismatch = Mismatch { line: 9, row: Some(row), element: None, expected, actual };
        let changed = File::parse(TABLE).unwrap().with_actual(&mismatch);
        assert_eq!(changed, replaced.map(|(old, new)| TABLE.replacen(old, new, 1)));
    }

    #[test]
    fn the_expected_value_in_a_row_is_replaced() {
        check(2, ("2", "B"), Some(("b, 2", "b, B")));
        check(1, ("it's, \"A\"", "A"), Some(("'it''s, \\\"A\\\"'", "A")));
        check(2, ("2", "isn't"), Some(("b, 2", "b, 'isn''t'")));
        check(3, ("", " "), Some(("'', ''", "'', ' '")));
        check(2, ("3", "B"), None);
        check(4, ("", "B"), None);
    }

    #[test]
    fn a_value_in_a_row_that_a_method_returns_is_replaced_and_such_a_row_is_removed() {
        const RETURNED: &str = "\
class T {
  @ParameterizedTest
  @MethodSource(\"sumCases\")
  void sum(int[] numbers, String expected) {
    assertEquals(expected, A.sum(numbers));
  }

  private static Stream<Arguments> sumCases() {
    return Stream.of(
        Arguments.of(new int[] {1, 2}, \"3\"),
        Arguments.of(new int[0], \"0\"));
  }
}
";
        let file = File::parse(RETURNED).unwrap();
        let mismatch = Mismatch { line: 5, row: Some(2), element: None, expected: "0", actual: "none" };
        assert_eq!(file.with_actual(&mismatch), Some(RETURNED.replace("\"0\"", "\"none\"")));
        assert_eq!(file.with_actual(&Mismatch { row: Some(1), ..mismatch }), None);
        let shorter = RETURNED.replace(",\n        Arguments.of(new int[0], \"0\")", "");
        assert_eq!(file.without_rows("sum", &[2]), Some(shorter));
        assert_eq!(file.row_count("sum"), Some(2));
    }

    #[test]
    fn the_code_of_a_test_stays_if_a_row_shall_change() {
        let mismatch = Mismatch { line: 15, row: Some(1), element: None, expected: "true", actual: "false" };
        assert_eq!(File::parse(TABLE).unwrap().with_actual(&mismatch), None);
    }

    #[test]
    fn rows_are_removed_with_their_commas() {
        let file = File::parse(TABLE).unwrap();
        let check = |rows: &[usize], old: &str, new: &str| {
            assert_eq!(file.without_rows("isOdd", rows), Some(TABLE.replace(old, new)));
        };
        check(&[1], "{7, 8, 9}", "{8, 9}");
        check(&[2], "{7, 8, 9}", "{7, 9}");
        check(&[2, 3], "{7, 8, 9}", "{7}");
        check(&[1, 3], "{7, 8, 9}", "{8}");
        assert_eq!(file.without_rows("isOdd", &[1, 2, 3]), None);
        let shorter = file.without_rows("upper", &[3]).unwrap();
        assert_eq!(shorter, TABLE.replace("\"b, 2\",\n    \"'', ''\"", "\"b, 2\""));
        assert_eq!((file.row_count("upper"), file.row_count("other")), (Some(3), None));
    }
}
