//! Adds the members of one test class to another test class.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use tree_sitter::Node;

use crate::edit::{self, Edit};
use crate::{File, descendants, named_children, without_comments};

/// A member of a class.
struct Member<'t> {
    node: Node<'t>,
    /// The name in the declaration. `None` for initialisers and constructors.
    name: Option<Node<'t>>,
    /// The bytes of the declaration and of the comments above it, without the last line break.
    range: Range<usize>,
}

impl File<'_> {
    /// Returns the source with the members of the test class in `new`, and with the imports that they need.
    /// The members come after the members of this file. All text of this file stays as it is.
    ///
    /// A member that this file contains literally is not added. A member of `new` that has the name of
    /// another member is renamed. Returns `None` if one of the files contains no class.
    pub fn with_members_of(&self, new: &File) -> Option<String> {
        let (body, new_body) = (self.class_body()?, new.class_body()?);
        let own: Vec<Member> = self.members(body);
        let own_texts: BTreeSet<&str> = own.iter().map(|member| &self.source[member.range.clone()]).collect();
        let is_added = |member: &Member| !own_texts.contains(&new.source[member.range.clone()]);
        let added: Vec<Member> = new.members(new_body).into_iter().filter(is_added).collect();
        let qualified = self.conflicting_imports(new);
        let names = own.iter().filter_map(|member| Some(self.text(member.name?).to_owned()));
        let edits = new.renamed(&added, names.collect(), &qualified);
        let mut text = String::new();
        for member in &added {
            text += "\n";
            text += &edit::apply_within(new.source, member.range.clone(), &edits);
            text += "\n";
        }
        let end = self.source[..body.end_byte() - 1].trim_end_matches([' ', '\t']).len();
        let mut edits = self.new_imports(new, &qualified);
        edits.push(Edit { range: end..end, text });
        Some(edit::apply(self.source, &edits))
    }

    /// Returns the body of the first class.
    fn class_body(&self) -> Option<Node<'_>> {
        let class =
            named_children(self.tree.root_node()).into_iter().find(|it| it.kind() == "class_declaration")?;
        class.child_by_field_name("body")
    }

    /// Returns the members of a class body, each with the comments above it.
    fn members<'t>(&'t self, body: Node<'t>) -> Vec<Member<'t>> {
        without_comments(body)
            .into_iter()
            .map(|node| Member { node, name: self.member_name(node), range: self.with_comments(node) })
            .collect()
    }

    fn member_name<'t>(&'t self, node: Node<'t>) -> Option<Node<'t>> {
        match node.kind() {
            "field_declaration" => node.child_by_field_name("declarator")?.child_by_field_name("name"),
            _ => node.child_by_field_name("name"),
        }
    }

    /// Returns the lines of a declaration and of the comments above it, without the last line break.
    fn with_comments(&self, node: Node) -> Range<usize> {
        let lines = self.lines_of(node);
        let text = &self.source[lines.clone()];
        let start = lines.start + (text.len() - text.trim_start_matches('\n').len());
        start..lines.start + text.trim_end().len()
    }

    /// Returns the imports of this file: the imported name without `import` and `;`, and the node.
    pub(crate) fn imports(&self) -> Vec<(String, Node<'_>)> {
        let is_import = |node: &Node| node.kind() == "import_declaration";
        let imports = named_children(self.tree.root_node()).into_iter().filter(is_import);
        let name = |node: Node| {
            let text = self.text(node).trim_start_matches("import").trim_end_matches(';').trim();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        imports.map(|node| (name(node), node)).collect()
    }

    /// Returns the classes that `new` imports although this file imports another class of the same simple
    /// name: the qualified name by the simple name.
    fn conflicting_imports(&self, new: &File) -> BTreeMap<String, String> {
        let own: BTreeMap<String, String> = classes(&self.imports());
        let others = classes(&new.imports()).into_iter();
        others.filter(|(simple, name)| own.get(simple).is_some_and(|own| own != name)).collect()
    }

    /// Returns the edits that add the missing imports of `new`: each after the last import that sorts before
    /// it.
    fn new_imports(&self, new: &File, qualified: &BTreeMap<String, String>) -> Vec<Edit> {
        let own = self.imports();
        let is_missing = |name: &String| {
            !own.iter().any(|(own, _)| own == name) && !qualified.values().any(|other| other == name)
        };
        let missing = new.imports().into_iter().map(|(name, _)| name).filter(is_missing);
        missing.filter_map(|name| self.new_import(&own, &name)).collect()
    }

    pub(crate) fn new_import(&self, own: &[(String, Node)], name: &str) -> Option<Edit> {
        let is_static = |name: &str| name.starts_with("static ");
        let same_kind = || own.iter().filter(|(other, _)| is_static(other) == is_static(name));
        let line = format!("import {name};\n");
        let after = |node: Node| {
            let end = self.line_of(node).end;
            Edit { range: end..end, text: line.clone() }
        };
        let before = |node: Node, text: String| {
            let start = self.line_of(node).start;
            Edit { range: start..start, text }
        };
        if let Some((_, node)) = same_kind().rfind(|(other, _)| other.as_str() < name) {
            return Some(after(*node));
        }
        if let Some((_, node)) = same_kind().next() {
            return Some(before(*node, line));
        }
        match own {
            [(_, first), ..] if is_static(name) => Some(before(*first, format!("{line}\n"))),
            [.., (_, last)] => {
                let Edit { range, text } = after(*last);
                Some(Edit { range, text: format!("\n{text}") })
            }
            [] => {
                let package = named_children(self.tree.root_node())
                    .into_iter()
                    .find(|node| node.kind() == "package_declaration");
                let at = package.map_or(0, |node| self.line_of(node).end);
                Some(Edit { range: at..at, text: format!("\n{line}") })
            }
        }
    }

    /// Returns the edits that rename the members of this file which have the name of a member of another
    /// file, and that qualify class names. `taken` are the names of the members of the other file.
    fn renamed(
        &self,
        added: &[Member],
        mut taken: BTreeSet<String>,
        qualified: &BTreeMap<String, String>,
    ) -> Vec<Edit> {
        let tests: Vec<Node> = self.tests().iter().map(|test| test.declaration).collect();
        let (mut edits, mut helpers) = (Vec::new(), BTreeMap::new());
        for (member, name) in added.iter().filter_map(|member| Some((member, member.name?))) {
            let old = self.text(name);
            let free = free_name(old, &taken);
            taken.insert(free.clone());
            if free == old {
                continue;
            }
            // Only the test framework calls a test. So other occurrences of its name are other methods.
            if tests.contains(&member.node) {
                edits.push(Edit { range: name.byte_range(), text: free });
            } else {
                helpers.insert(old, free);
            }
        }
        let leaves = added.iter().flat_map(|member| descendants(member.node));
        for leaf in leaves.filter(|node| node.child_count() == 0) {
            let text = self.text(leaf);
            let new = match leaf.kind() {
                "type_identifier" => helpers.get(text).or_else(|| qualified.get(text)),
                "identifier" if is_unqualified(leaf) => helpers.get(text).or_else(|| qualified.get(text)),
                "string_fragment" => helpers.get(text),
                _ => None,
            };
            edits.extend(new.map(|new| Edit { range: leaf.byte_range(), text: new.clone() }));
        }
        edits
    }
}

/// Returns a name that is not taken: the name, or the name with a number.
fn free_name(name: &str, taken: &BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !taken.contains(name)).expect("there are infinitely many numbers")
}

/// Returns the qualified names of imported classes, by simple name.
fn classes(imports: &[(String, Node)]) -> BTreeMap<String, String> {
    let classes = imports.iter().filter(|(name, _)| !name.starts_with("static ") && !name.ends_with('*'));
    let simple = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
    classes.map(|(name, _)| (simple(name), name.clone())).collect()
}

/// Returns whether an identifier is neither the name of a method of another object nor the name of another
/// object's field.
fn is_unqualified(identifier: Node) -> bool {
    let Some(parent) = identifier.parent() else { return true };
    let is_part = |field| parent.child_by_field_name(field) == Some(identifier);
    match parent.kind() {
        "method_invocation" => !(is_part("name") && parent.child_by_field_name("object").is_some()),
        "field_access" => !is_part("field"),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "\
package a;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

// Header.
class FooTest {
  @Test
  void get_returnsOne() {
    assertEquals(1, foo().get()); // by hand
  }

  static Foo foo() {
    return new Foo(1);
  }
}
";

    fn merged(new: &str) -> String {
        File::parse(OLD).unwrap().with_members_of(&File::parse(new).unwrap()).unwrap()
    }

    /// Checks that the old text without its last line, `}`, is the start of the merged text without
    /// `imports`.
    #[track_caller]
    fn check(new: &str, imports: &[&str], members: &str) {
        let mut text = merged(new);
        for import in imports {
            assert_eq!(text.matches(import).count(), 1, "{text}");
            text = text.replacen(import, "", 1);
        }
        assert_eq!(text, format!("{}{members}}}\n", OLD.strip_suffix("}\n").unwrap()));
    }

    #[test]
    fn new_tests_follow_the_old_text_and_bring_their_imports() {
        let new = "package a;\n\nimport static x.A.assertNull;\n\nimport java.util.Map;\n\nclass FooTest {\n  // Why.\n  @Test\n  void map() {\n    Map m;\n  }\n}\n";
        let imports = ["import java.util.Map;\n", "import static x.A.assertNull;\n"];
        check(new, &imports, "\n  // Why.\n  @Test\n  void map() {\n    Map m;\n  }\n");
        let text = merged(new);
        assert!(text.contains("import java.util.List;\nimport java.util.Map;\nimport org"), "{text}");
        assert!(text.contains("assertEquals;\nimport static x.A.assertNull;\n\nimport java"), "{text}");
    }

    #[test]
    fn a_member_that_the_old_file_contains_is_not_added() {
        let new = "class FooTest {\n  @Test\n  void m() {\n    foo();\n  }\n\n  static Foo foo() {\n    return new Foo(1);\n  }\n}\n";
        check(new, &[], "\n  @Test\n  void m() {\n    foo();\n  }\n");
    }

    #[test]
    fn a_test_whose_name_is_taken_is_renamed_and_calls_of_this_name_stay() {
        let new = "class FooTest {\n  @Test\n  void get_returnsOne() {\n    a.get_returnsOne();\n  }\n}\n";
        check(new, &[], "\n  @Test\n  void get_returnsOne_2() {\n    a.get_returnsOne();\n  }\n");
    }

    #[test]
    fn a_helper_whose_name_is_taken_is_renamed_with_its_uses() {
        let new = "class FooTest {\n  @Test\n  void m() {\n    foo().foo();\n  }\n\n  static Foo foo() {\n    return null;\n  }\n}\n";
        let members = "\n  @Test\n  void m() {\n    foo_2().foo();\n  }\n\n  static Foo foo_2() {\n    return null;\n  }\n";
        check(new, &[], members);
    }

    #[test]
    fn a_class_whose_simple_name_means_another_class_is_qualified() {
        let new =
            "import java.awt.List;\n\nclass FooTest {\n  @Test\n  void m() {\n    List l = List.x;\n  }\n}\n";
        check(new, &[], "\n  @Test\n  void m() {\n    java.awt.List l = java.awt.List.x;\n  }\n");
    }

    #[test]
    fn merging_a_file_with_itself_changes_nothing() {
        assert_eq!(merged(OLD), OLD);
    }
}
