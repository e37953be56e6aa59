//! Finds the tested call of a test by the name of the test, and the assertions that have nothing to do with
//! it.

use std::collections::BTreeSet;

use testsource::{File, TestMethod, descendants};
use tree_sitter::Node;

/// Returns the calls of the method or constructor with which the name of the test begins, such as
/// `add_null_throwsException`, `testAdd` or `newList_isEmpty`. There are none if the test calls no such
/// method.
pub(crate) fn tested_calls<'t>(file: &File, test: &TestMethod<'t>) -> Vec<Node<'t>> {
    let calls = test.statements.iter().flat_map(|statement| descendants(*statement));
    let calls: Vec<(Node, String)> =
        calls.filter_map(|node| begins_name(file, node, test.name).map(|name| (node, name))).collect();
    let longest = calls.iter().map(|(_, name)| name.len()).max();
    calls.into_iter().filter(|(_, name)| Some(name.len()) == longest).map(|(node, _)| node).collect()
}

/// Returns the name of the method that a node calls, or of the class whose constructor a node calls. Returns
/// `None` if the node is no call.
pub(crate) fn called<'s>(file: &File<'s>, node: Node) -> Option<&'s str> {
    let field = match node.kind() {
        "method_invocation" => "name",
        "object_creation_expression" => "type",
        _ => return None,
    };
    node.child_by_field_name(field).map(|name| file.text(name))
}

/// Returns the beginning of a test's name that stands for the call of a node. This is the name of the method,
/// or `new` and the name of the class. Returns `None` if the name of the test begins differently, or if the
/// node is no call.
fn begins_name(file: &File, node: Node, test_name: &str) -> Option<String> {
    let new = if node.kind() == "object_creation_expression" { "new" } else { "" };
    let called = format!("{new}{}", called(file, node)?);
    let begins = |name: &str| {
        let rest = name.get(..called.len()).filter(|it| *it == called).map(|it| &name[it.len()..]);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_lowercase()))
    };
    let without_test = test_name.strip_prefix("test").map(lower_first);
    (begins(test_name) || without_test.is_some_and(|name| begins(&name))).then_some(called)
}

/// Returns a name with a lower-case first letter.
fn lower_first(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// Returns whether a node is in the arguments of `assertThrows`, in a `try` statement, or in a test that
/// expects an exception with its annotation.
pub(crate) fn is_expected_to_throw(file: &File, test: &TestMethod, call: Node) -> bool {
    let mut outer = Some(call);
    while let Some(node) = outer.filter(|node| *node != test.declaration) {
        let name = node.child_by_field_name("name").map(|name| file.text(name));
        if node.kind() == "try_statement" || name.is_some_and(|name| name.starts_with("assertThrows")) {
            return true;
        }
        outer = node.parent();
    }
    file.text(test.declaration).contains("expected")
}

/// Returns whether no tested call is part of an assertion, and the assertion uses neither a variable nor a
/// class of the last tested call. A variable that is declared with such a variable counts as such a variable.
pub(crate) fn is_unrelated(file: &File, test: &TestMethod, calls: &[Node], assertion: Node) -> bool {
    let Some(last) = calls.last() else { return false };
    let parts = descendants(assertion);
    if calls.iter().any(|call| parts.contains(call)) {
        return false;
    }
    let mut related = BTreeSet::new();
    for statement in test.statements.iter().filter(|statement| descendants(**statement).contains(last)) {
        related.extend(identifiers(file, *statement));
    }
    // Follows the declarations until no new variable is found.
    loop {
        let size = related.len();
        for statement in &test.statements {
            let names = identifiers(file, *statement);
            if statement.kind() == "local_variable_declaration" && names.iter().any(|it| related.contains(it))
            {
                related.extend(names);
            }
        }
        if related.len() == size {
            break;
        }
    }
    identifiers(file, assertion).is_disjoint(&related)
}

/// Returns the names of the variables in a node, and of the classes whose static members the node uses.
fn identifiers<'s>(file: &File<'s>, node: Node) -> BTreeSet<&'s str> {
    let is_method = |node: &Node| {
        node.parent().is_some_and(|parent| {
            parent.kind() == "method_invocation" && parent.child_by_field_name("name") == Some(*node)
        })
    };
    let nodes = descendants(node).into_iter();
    nodes.filter(|it| it.kind() == "identifier" && !is_method(it)).map(|it| file.text(it)).collect()
}
