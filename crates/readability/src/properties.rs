//! Properties that make a test hard to read, and the number of tests with each property.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;

use testsource::{File, TestMethod, descendants, named_children};
use tree_sitter::Node;

use crate::acts::{called, is_expected_to_throw, is_unrelated, tested_calls};
use crate::texts::is_noise;

/// Exceptions that usually reveal a fault in the code that throws them.
const CRASHES: [&str; 10] = [
    "ArrayIndexOutOfBoundsException",
    "ArrayStoreException",
    "ClassCastException",
    "ConcurrentModificationException",
    "IndexOutOfBoundsException",
    "NegativeArraySizeException",
    "NullPointerException",
    "OutOfMemoryError",
    "StackOverflowError",
    "StringIndexOutOfBoundsException",
];

/// A property that makes a test hard to read.
pub struct Property {
    /// A short name, such as `numbered name`.
    pub name: &'static str,
    /// Returns whether a test has the property. The last argument contains all tests of the file, including
    /// this test.
    is_found: fn(&File, &TestMethod, &[TestMethod]) -> bool,
}

/// All properties, in the order of [`Counts::found`].
pub const PROPERTIES: [Property; 10] = [
    Property { name: "numbered name", is_found: has_numbered_name },
    Property { name: "name of the method only", is_found: has_name_of_method },
    Property { name: "noise text", is_found: has_noise_text },
    Property { name: "unused variable", is_found: has_unused_variable },
    Property { name: "no assertion", is_found: has_no_assertion },
    Property { name: "assertion before the tested call", is_found: has_early_assertion },
    Property { name: "unrelated assertion", is_found: has_unrelated_assertion },
    Property { name: "self-reference", is_found: has_self_reference },
    Property { name: "expected crash", is_found: expects_crash },
    Property { name: "near-duplicate", is_found: is_near_duplicate },
];

/// The counts of one file, or of several files together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of lines.
    pub lines: usize,
    /// Number of test methods. A parameterized test method counts once.
    pub tests: usize,
    /// Number of statements in the bodies of test methods.
    pub statements: usize,
    /// For each test whose name begins with the name of a method that the test calls, the number of these
    /// calls.
    pub tested_calls: Vec<usize>,
    /// Number of methods and constructors with which names of tests begin.
    pub tested_methods: usize,
    /// Number of these methods for which each test expects an exception.
    pub methods_without_success: usize,
    /// For each property of [`PROPERTIES`], the number of tests with the property.
    pub found: [usize; PROPERTIES.len()],
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        self.lines += other.lines;
        self.tests += other.tests;
        self.statements += other.statements;
        self.tested_calls.extend(&other.tested_calls);
        self.tested_methods += other.tested_methods;
        self.methods_without_success += other.methods_without_success;
        self.found.iter_mut().zip(other.found).for_each(|(sum, found)| *sum += found);
    }
}

/// Counts the properties of a test file. Returns `None` if the source contains a syntax error.
pub fn count(source: &str) -> Option<Counts> {
    let file = File::parse(source)?;
    let tests = file.tests();
    let found =
        |property: &Property| tests.iter().filter(|test| (property.is_found)(&file, test, &tests)).count();
    let mut tested_calls_of_tests = Vec::new();
    // For each tested method, whether a test shows that it succeeds.
    let mut succeeds: BTreeMap<&str, bool> = BTreeMap::new();
    for test in &tests {
        let calls = tested_calls(&file, test);
        let Some((last, name)) = calls.last().and_then(|last| Some((*last, called(&file, *last)?))) else {
            continue;
        };
        tested_calls_of_tests.push(calls.len());
        *succeeds.entry(name).or_default() |= !is_expected_to_throw(&file, test, last);
    }
    Some(Counts {
        lines: source.lines().count(),
        tests: tests.len(),
        statements: tests.iter().map(|test| test.statements.len()).sum(),
        tested_calls: tested_calls_of_tests,
        tested_methods: succeeds.len(),
        methods_without_success: succeeds.values().filter(|it| !**it).count(),
        found: PROPERTIES.each_ref().map(found),
    })
}

/// The name ends in a number, and another test has the same name without this number. Or the name consists of
/// `test` and a number.
fn has_numbered_name(_: &File, test: &TestMethod, tests: &[TestMethod]) -> bool {
    let base = test.name.trim_end_matches(|c: char| c.is_ascii_digit());
    let has_base = |other: &TestMethod| other.name == base.trim_end_matches('_');
    base.len() < test.name.len() && (base == "test" || tests.iter().any(has_base))
}

/// The name is the name of a called method, also after `test`, or the name of a created class after `new`.
/// Digits and underscores at the end of the name are ignored.
fn has_name_of_method(file: &File, test: &TestMethod, _: &[TestMethod]) -> bool {
    let name = test.name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    let is_name = |node: &Node| match node.kind() {
        "method_invocation" => node.child_by_field_name("name").is_some_and(|method| {
            let method = file.text(method);
            name == method || name.strip_prefix("test").is_some_and(|rest| rest.eq_ignore_ascii_case(method))
        }),
        "object_creation_expression" => node
            .child_by_field_name("type")
            .is_some_and(|class| name.strip_prefix("new") == Some(file.text(class))),
        _ => false,
    };
    test.statements.iter().any(|statement| descendants(*statement).iter().any(is_name))
}

/// A string literal of the test or of its annotations is noise.
fn has_noise_text(file: &File, test: &TestMethod, _: &[TestMethod]) -> bool {
    let is_noise =
        |node: &Node| node.kind() == "string_literal" && is_noise(file.text(*node).trim_matches('"'));
    descendants(test.declaration).iter().any(is_noise)
}

/// The test declares a local variable and does not use it.
fn has_unused_variable(file: &File, test: &TestMethod, _: &[TestMethod]) -> bool {
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    let nodes = descendants(test.declaration);
    for node in nodes.iter().filter(|node| node.kind() == "identifier") {
        *uses.entry(file.text(*node)).or_default() += 1;
    }
    let is_unused = |statement: &Node| {
        let declarators =
            named_children(*statement).into_iter().filter(|it| it.kind() == "variable_declarator");
        let mut names = declarators.filter_map(|declarator| declarator.child_by_field_name("name"));
        statement.kind() == "local_variable_declaration" && names.any(|name| uses[file.text(name)] == 1)
    };
    test.statements.iter().any(is_unused)
}

/// The test asserts nothing and expects no exception.
fn has_no_assertion(file: &File, test: &TestMethod, _: &[TestMethod]) -> bool {
    !test.statements.iter().any(|statement| is_assertion(file, *statement))
        && !file.text(test.declaration).contains("expected")
}

/// An assertion comes before a statement that calls a method or constructor and asserts nothing.
fn has_early_assertion(file: &File, test: &TestMethod, _: &[TestMethod]) -> bool {
    let is_assertion: Vec<bool> =
        test.statements.iter().map(|statement| is_assertion(file, *statement)).collect();
    let Some(first) = is_assertion.iter().position(|it| *it) else { return false };
    let calls = |statement: &Node| {
        let kinds = ["method_invocation", "object_creation_expression"];
        descendants(*statement).iter().any(|node| kinds.contains(&node.kind()))
    };
    test.statements.iter().zip(is_assertion).skip(first).any(|(statement, it)| !it && calls(statement))
}

/// An assertion has nothing to do with the tested call.
fn has_unrelated_assertion(file: &File, test: &TestMethod, _: &[TestMethod]) -> bool {
    let calls = tested_calls(file, test);
    let is_found =
        |statement: &Node| is_assertion(file, *statement) && is_unrelated(file, test, &calls, *statement);
    test.statements.iter().any(is_found)
}

/// A method is called with its receiver as an argument.
fn has_self_reference(file: &File, test: &TestMethod, _: &[TestMethod]) -> bool {
    let is_self_reference = |node: &Node| {
        let Some(receiver) = node.child_by_field_name("object").filter(|it| it.kind() == "identifier") else {
            return false;
        };
        let arguments = node.child_by_field_name("arguments").map(named_children).unwrap_or_default();
        arguments
            .iter()
            .any(|argument| argument.kind() == "identifier" && file.text(*argument) == file.text(receiver))
    };
    descendants(test.declaration).iter().any(is_self_reference)
}

/// The test expects an exception that usually reveals a fault.
fn expects_crash(file: &File, test: &TestMethod, _: &[TestMethod]) -> bool {
    let is_crash = |node: &Node| {
        let class = file.text(*node).trim_end_matches(".class").trim();
        node.kind() == "class_literal" && CRASHES.contains(&class.rsplit('.').next().unwrap_or(class))
    };
    let expects = |statement: &&Node| is_assertion(file, **statement);
    let mut asserted = test.statements.iter().filter(expects).flat_map(|statement| descendants(*statement));
    asserted.any(|node| is_crash(&node))
}

/// An earlier test differs only in literals and in the digits at the ends of identifiers.
fn is_near_duplicate(file: &File, test: &TestMethod, tests: &[TestMethod]) -> bool {
    let own = skeleton(file, test);
    let earlier = tests.iter().take_while(|other| other.declaration != test.declaration);
    !own.is_empty() && earlier.into_iter().any(|other| skeleton(file, other) == own)
}

/// Returns the tokens of the statements, without literals and without digits at the ends of identifiers.
fn skeleton<'t>(file: &'t File, test: &TestMethod<'t>) -> Vec<&'t str> {
    let literals: BTreeSet<&str> = BTreeSet::from([
        "string_literal",
        "character_literal",
        "decimal_integer_literal",
        "decimal_floating_point_literal",
        "hex_integer_literal",
        "true",
        "false",
        "null_literal",
    ]);
    let mut tokens = Vec::new();
    let mut unvisited: Vec<Node> = test.statements.iter().rev().copied().collect();
    while let Some(node) = unvisited.pop() {
        if literals.contains(node.kind()) {
            tokens.push("literal");
        } else if node.child_count() == 0 {
            tokens.push(file.text(node).trim_end_matches(|c: char| c.is_ascii_digit()));
        } else {
            let children: Vec<Node> = node.children(&mut node.walk()).collect();
            unvisited.extend(children.into_iter().rev());
        }
    }
    tokens
}

/// Returns whether a statement calls an assertion: a method whose name begins with `assert`, `verify` or
/// `fail`.
fn is_assertion(file: &File, statement: Node) -> bool {
    let is_assertion = |node: &Node| {
        let name = node.child_by_field_name("name").map(|name| file.text(name)).unwrap_or_default();
        node.kind() == "method_invocation"
            && ["assert", "verify", "fail"].iter().any(|prefix| name.starts_with(prefix))
    };
    descendants(statement).iter().any(is_assertion)
}
