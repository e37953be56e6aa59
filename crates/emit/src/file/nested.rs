//! Nested classes: the tests of a method with many tests form a nested class.

use std::ops::Range;

use types::capitalised;

use super::{FileWriter, INDENT, LoweredClass};
use crate::TestClass;
use crate::ast::{ClassName, Expr, HelperMethod, TestMethod};
use crate::names::UniqueNames;

/// Maximum number of test methods of a method that stay in the test class itself.
const MAX_TESTS: usize = 8;

/// A nested class with the tests of one method.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NestedClass {
    /// Simple name, for example `ParseTests`.
    pub name: String,
    /// Indices of the test methods.
    pub tests: Range<usize>,
}

/// Returns a nested class for each method with many tests. The tests of a method follow each other.
/// `test_class` is the simple name of the test class.
pub(super) fn nested_classes(methods: &[TestMethod], test_class: &str) -> Vec<NestedClass> {
    let mut names = UniqueNames::new([test_class.to_owned()]);
    let mut start = 0;
    let mut classes = Vec::new();
    for group in methods.chunk_by(|a, b| a.tested_method() == b.tested_method()) {
        let tests = start..start + group.len();
        start = tests.end;
        if tests.len() > MAX_TESTS {
            let name = names.generate(&format!("{}Tests", capitalised(group[0].tested_method())));
            classes.push(NestedClass { name, tests });
        }
    }
    classes
}

/// Removes the methods that return the rows of parameterized tests from the tests of nested classes, and
/// returns them. Before Java 16, a nested class cannot contain static methods. The annotations then name the
/// methods with the test class.
pub(super) fn extract_providers(
    methods: &mut [TestMethod],
    nested_classes: &[NestedClass],
    class: &TestClass,
) -> Vec<HelperMethod> {
    let name = ClassName::top_level(&class.package, &class.name).qualified();
    let mut providers = Vec::new();
    for index in nested_classes.iter().flat_map(|nested| nested.tests.clone()) {
        let Some(parameterization) = &mut methods[index].parameterization else { continue };
        let Some(provider) = parameterization.provider.take() else { continue };
        parameterization.values.push(Expr::string(&format!("{name}#{}", provider.name)));
        providers.push(provider);
    }
    providers
}

impl FileWriter<'_> {
    /// Writes the test methods, some of them in nested classes.
    pub(super) fn methods(&mut self, lowered: &LoweredClass) {
        let mut nested_classes = lowered.nested_classes.iter().peekable();
        for (index, method) in lowered.methods.iter().enumerate() {
            if index > 0 {
                self.lines.push(String::new());
            }
            match nested_classes.peek() {
                Some(class) if class.tests.start == index => self.open_nested_class(&class.name),
                _ => {}
            }
            self.method(lowered, index, method);
            if nested_classes.next_if(|class| class.tests.end == index + 1).is_some() {
                self.indent -= INDENT;
                self.push_indented("}", 0);
            }
        }
    }

    fn open_nested_class(&mut self, name: &str) {
        let annotation = self.imports.name(&ClassName::top_level("org.junit.jupiter.api", "Nested"));
        self.add_names(self.next_line_number(), [name]);
        self.push_indented(&format!("@{annotation}"), 0);
        self.push_indented(&format!("class {name} {{"), 0);
        self.indent += INDENT;
    }
}
