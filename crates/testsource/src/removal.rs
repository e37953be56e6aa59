//! Removes test methods from a test file, and what only these methods used.

use std::collections::BTreeMap;
use std::ops::Range;

use tree_sitter::Node;

use crate::edit::{self, Edit};
use crate::{File, descendants, named_children};

impl File<'_> {
    /// Returns the name of the test method that contains a line. Lines count from 1.
    pub fn test_at(&self, line: usize) -> Option<&str> {
        let contains =
            |node: Node| (node.start_position().row..=node.end_position().row).contains(&(line - 1));
        self.tests().iter().find(|test| contains(test.declaration)).map(|test| test.name)
    }

    /// Returns the source without the test methods with these names, and without the methods, nested classes
    /// and imports that no other code of the file uses then. All other text stays as it is. Returns `None` if
    /// no test method remains.
    pub fn without_tests(&self, names: &[String]) -> Option<String> {
        let is_removed = |name: &str| names.iter().any(|it| it == name);
        let tests = self.tests();
        let (removed, kept): (Vec<_>, Vec<_>) = tests.iter().partition(|test| is_removed(test.name));
        if kept.is_empty() {
            return None;
        }
        let edits: Vec<Edit> =
            removed.iter().map(|test| Edit::removal(self.lines_of(test.declaration))).collect();
        let mut text = edit::apply(self.source, &edits);
        // Each round can make more members unused: a helper method that only another helper method called.
        while let Some(shorter) = without_unused(self, &text) {
            text = shorter;
        }
        Some(text)
    }

    /// Returns the lines of a declaration with the comments above it. Includes an empty line above or below,
    /// so that one empty line remains between the neighbours.
    pub(crate) fn lines_of(&self, declaration: Node) -> Range<usize> {
        let mut first = declaration;
        while let Some(comment) = first.prev_sibling().filter(|node| self.is_comment_above(*node, first)) {
            first = comment;
        }
        let start = self.source[..first.start_byte()].rfind('\n').map_or(0, |at| at + 1);
        let rest = &self.source[declaration.end_byte()..];
        let end = declaration.end_byte() + rest.find('\n').map_or(rest.len(), |at| at + 1);
        if self.source[..start].ends_with("\n\n") {
            start - 1..end
        } else if self.source[end..].starts_with('\n') {
            start..end + 1
        } else {
            start..end
        }
    }

    /// Returns the lines of a node, without empty lines.
    pub(crate) fn line_of(&self, node: Node) -> Range<usize> {
        let start = self.source[..node.start_byte()].rfind('\n').map_or(0, |at| at + 1);
        let rest = &self.source[node.end_byte()..];
        start..node.end_byte() + rest.find('\n').map_or(rest.len(), |at| at + 1)
    }

    /// Returns whether a node is a comment that ends on the line above another node, and begins a line.
    fn is_comment_above(&self, node: Node, below: Node) -> bool {
        let begins_line = || self.source[..node.start_byte()].trim_end_matches([' ', '\t']).ends_with('\n');
        node.kind().ends_with("comment")
            && node.end_position().row + 1 == below.start_position().row
            && begins_line()
    }

    /// Returns how often each word occurs in the code and in its literals. Comments are not counted.
    pub(crate) fn words(&self) -> BTreeMap<&str, usize> {
        let mut words = BTreeMap::new();
        let leaves = descendants(self.tree.root_node()).into_iter().filter(|node| node.child_count() == 0);
        for leaf in leaves.filter(|node| !node.kind().ends_with("comment")) {
            let is_part_of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            for word in self.text(leaf).split(|c| !is_part_of_word(c)).filter(|word| !word.is_empty()) {
                *words.entry(word).or_default() += 1;
            }
        }
        words
    }

    /// Returns the imports, methods and nested classes that can be removed if nothing uses their name, and
    /// these names. A member with an annotation is not one of them: a framework can use it.
    fn removable(&self) -> Vec<(&str, Node<'_>)> {
        let name = |node: Node| match node.kind() {
            "import_declaration" => self
                .text(node)
                .trim_end_matches(';')
                .trim_end()
                .rsplit('.')
                .next()
                .filter(|name| *name != "*"),
            _ => node.child_by_field_name("name").map(|name| self.text(name)),
        };
        let is_removable = |node: &Node| match node.kind() {
            "import_declaration" => true,
            "method_declaration" | "class_declaration" => !has_annotation(*node) && is_member(*node),
            _ => false,
        };
        let nodes = descendants(self.tree.root_node()).into_iter().filter(is_removable);
        nodes.filter_map(|node| Some((name(node)?, node))).collect()
    }
}

/// Removes what only removed code used. `before` is the file before any removal: what was unused there stays.
/// Returns `None` if there is nothing to remove.
pub(crate) fn without_unused(before: &File, text: &str) -> Option<String> {
    let file = File::parse(text)?;
    let (words_before, words) = (before.words(), file.words());
    let is_unused = |name: &str| words.get(name) == Some(&1) && words_before.get(name) != Some(&1);
    let unused: Vec<Node> =
        file.removable().into_iter().filter(|(name, _)| is_unused(name)).map(|(_, node)| node).collect();
    let edits = unused.iter().map(|node| match node.kind() {
        "import_declaration" => Edit::removal(file.line_of(*node)),
        _ => Edit::removal(file.lines_of(*node)),
    });
    (!unused.is_empty()).then(|| edit::apply(text, &edits.collect::<Vec<_>>()))
}

fn is_member(node: Node) -> bool {
    node.parent().is_some_and(|parent| parent.kind() == "class_body")
}

fn has_annotation(node: Node) -> bool {
    let modifiers = named_children(node).into_iter().find(|child| child.kind() == "modifiers");
    modifiers.is_some_and(|modifiers| {
        named_children(modifiers).iter().any(|child| child.kind().ends_with("annotation"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, removed: &[&str], expected: Option<&str>) {
        let file = File::parse(source).expect("the source has no syntax error");
        let removed: Vec<String> = removed.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(file.without_tests(&removed).as_deref(), expected);
    }

    const FILE: &str = "\
package a;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

// Kept.
class FooTest {
  @Test
  void one() {
    assertEquals(1, list().size());
  }

  // About two.
  @Test
  void two() {
    Map<String, String> map = null;
    assertNull(map);
  }

  static List<Integer> list() {
    return outer();
  }

  static List<Integer> outer() {
    return null;
  }
}
";

    #[test]
    fn a_removed_test_takes_its_comment_and_imports_along() {
        let expected = FILE
            .replace("import static org.junit.jupiter.api.Assertions.assertNull;\n", "")
            .replace("import java.util.Map;\n", "");
        let (start, end) =
            (expected.find("  // About").unwrap(), expected.find("  static List<Integer> list").unwrap());
        let expected = format!("{}{}", &expected[..start], &expected[end..]);
        check(FILE, &["two"], Some(&expected));
    }

    #[test]
    fn helper_methods_that_only_removed_tests_called_are_removed() {
        let file = File::parse(FILE).unwrap();
        let shorter = file.without_tests(&["one".to_owned()]).unwrap();
        assert!(!shorter.contains("list()") && !shorter.contains("outer()"), "{shorter}");
        assert!(!shorter.contains("import java.util.List;") && shorter.contains("import java.util.Map;"));
        assert!(shorter.ends_with("    assertNull(map);\n  }\n}\n"), "{shorter}");
    }

    #[test]
    fn a_file_whose_tests_are_all_removed_has_no_text() {
        check(FILE, &["one", "two"], None);
    }

    #[test]
    fn what_was_unused_before_stays() {
        let source = "import a.Unused;\nclass T {\n  void helper() {}\n\n  @Test\n  void a() {}\n\n  @Test\n  void b() {}\n}\n";
        let expected = "import a.Unused;\nclass T {\n  void helper() {}\n\n  @Test\n  void b() {}\n}\n";
        check(source, &["a"], Some(expected));
    }

    #[test]
    fn a_method_that_a_literal_names_is_used() {
        let source = "class T {\n  @MethodSource(\"rows\")\n  @ParameterizedTest\n  void a(int i) {}\n\n  @Test\n  void b() {}\n\n  static int[] rows() {\n    return null;\n  }\n}\n";
        check(source, &["b"], Some(&source.replace("  @Test\n  void b() {}\n\n", "")));
        let expected = "class T {\n  @Test\n  void b() {}\n}\n";
        check(source, &["a"], Some(expected));
    }

    #[test]
    fn a_line_belongs_to_the_test_method_around_it() {
        let file = File::parse(FILE).unwrap();
        let line = FILE.lines().position(|line| line.contains("assertNull(map)")).unwrap() + 1;
        assert_eq!(file.test_at(line), Some("two"));
        assert_eq!(file.test_at(1), None);
    }
}
