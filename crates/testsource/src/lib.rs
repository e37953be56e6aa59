//! Reads and edits the source of Java test classes, of generated tests and of tests that people wrote.
//!
//! The crate finds test methods with the grammar of tree-sitter. An edit replaces only the text that it
//! concerns; all other text stays byte for byte. The crate depends on no other crate of the workspace.

mod edit;
mod expectation;
mod literal;
mod merge;
mod removal;
mod rows;

pub use expectation::Mismatch;
use tree_sitter::{Node, Parser, Tree};

/// Annotations of test methods: JUnit 4 to 6, and TestNG.
const TEST_ANNOTATIONS: [&str; 3] = ["Test", "ParameterizedTest", "RepeatedTest"];

/// A parsed test file.
pub struct File<'s> {
    source: &'s str,
    tree: Tree,
}

/// A test method.
#[derive(Clone)]
pub struct TestMethod<'t> {
    /// The name.
    pub name: &'t str,
    /// The whole declaration with its annotations.
    pub declaration: Node<'t>,
    /// The statements of the body.
    pub statements: Vec<Node<'t>>,
    /// The text of the comments directly before the declaration in one line, or an empty text.
    pub comment: String,
}

impl<'s> File<'s> {
    /// Parses a file. Returns `None` if the source contains a syntax error.
    pub fn parse(source: &'s str) -> Option<File<'s>> {
        let mut parser = Parser::new();
        parser
            .set_language(&tree_sitter_java::LANGUAGE.into())
            .expect("the library and the grammar have compatible versions");
        let tree = parser.parse(source, None).expect("the parser has a language and no time limit");
        (!tree.root_node().has_error()).then_some(File { source, tree })
    }

    /// Returns the source of a node.
    pub fn text(&self, node: Node) -> &'s str {
        &self.source[node.byte_range()]
    }

    /// Returns the name of a declaration, a call or an annotation, without a package. Returns `None` for
    /// other nodes.
    pub(crate) fn simple_name(&self, node: Node) -> Option<&'s str> {
        self.text(node.child_by_field_name("name")?).rsplit('.').next()
    }

    /// Returns the name of the package. Returns `None` for the unnamed package.
    pub fn package(&self) -> Option<&'s str> {
        let declarations = named_children(self.tree.root_node());
        let package = declarations.into_iter().find(|node| node.kind() == "package_declaration")?;
        let is_name = |node: &Node| matches!(node.kind(), "identifier" | "scoped_identifier");
        named_children(package).into_iter().find(is_name).map(|name| self.text(name))
    }

    /// Returns the test methods of all classes in the file, in the order of the file.
    pub fn tests(&self) -> Vec<TestMethod<'_>> {
        let methods = descendants(self.tree.root_node());
        methods.into_iter().filter_map(|node| self.test_method(node)).collect()
    }

    fn test_method<'t>(&'t self, node: Node<'t>) -> Option<TestMethod<'t>> {
        let is_test_annotation = |annotation: &Node| {
            self.simple_name(*annotation).is_some_and(|name| TEST_ANNOTATIONS.contains(&name))
        };
        let is_method = node.kind() == "method_declaration";
        let modifiers =
            named_children(node).into_iter().find(|child| is_method && child.kind() == "modifiers")?;
        named_children(modifiers).iter().find(|child| is_test_annotation(child))?;
        Some(TestMethod {
            name: self.text(node.child_by_field_name("name")?),
            declaration: node,
            statements: without_comments(node.child_by_field_name("body")?),
            comment: self.comment_before(node),
        })
    }

    /// Returns the text of the line comments directly before a declaration, in one line.
    fn comment_before(&self, declaration: Node) -> String {
        let before = std::iter::successors(declaration.prev_sibling(), Node::prev_sibling);
        let comments = before.take_while(|node| node.kind() == "line_comment");
        let mut lines: Vec<&str> =
            comments.map(|comment| self.text(comment).trim_start_matches('/').trim()).collect();
        lines.reverse();
        lines.join(" ")
    }
}

/// Returns the named children of a node that are no comments.
pub(crate) fn without_comments(node: Node) -> Vec<Node> {
    named_children(node).into_iter().filter(|node| !node.kind().ends_with("comment")).collect()
}

/// Returns the named children of a node.
pub fn named_children(node: Node) -> Vec<Node> {
    node.named_children(&mut node.walk()).collect()
}

/// Returns a node and all nodes below it, each node before the nodes below it.
pub fn descendants(node: Node) -> Vec<Node> {
    let mut found = vec![node];
    let mut next = 0;
    while next < found.len() {
        let children: Vec<Node> = found[next].children(&mut found[next].walk()).collect();
        found.extend(children);
        next += 1;
    }
    found.sort_by_key(|node| (node.start_byte(), std::cmp::Reverse(node.end_byte())));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_package_that_it_declares() {
        let package = |source: &str| File::parse(source).unwrap().package().map(str::to_owned);
        assert_eq!(package("// a.b\n@Deprecated package com.acme;\nclass T {}").as_deref(), Some("com.acme"));
        assert_eq!(package("package acme; class T {}").as_deref(), Some("acme"));
        assert_eq!(package("class T {}"), None);
    }

    #[test]
    fn a_test_has_the_comment_lines_directly_before_it() {
        let file =
            File::parse("class T {\n  // first\n  // second\n  @Test void a() {}\n  @Test void b() {}\n}\n");
        let comments: Vec<String> = file.unwrap().tests().into_iter().map(|test| test.comment).collect();
        assert_eq!(comments, ["first second", ""]);
    }
}
