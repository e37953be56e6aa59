//! Carves tests out of the bytecode of existing tests: the calls of existing tests become tests of the model.
//!
//! The code of a test method is interpreted without running it. Calls of the code under test and of the JDK
//! become statements. Calls of methods of the test class are followed. Other values, such as the results of
//! mocking libraries, are unknown, and calls that need an unknown value are omitted.
//!
//! This crate must not depend on the generation or the execution of tests.

mod arithmetic;
mod classes;
mod machine;
mod script;
mod value;

use classfile::{ClassFile, Member};
use testcase::TestCase;
use types::{ClassId, World};

use classes::{Classes, TestMethod};
use machine::Machine;

/// Maximum number of tests that are carved out of one test class.
const MAX_TESTS: usize = 200;

/// Maximum number of methods of a test class that are interpreted.
const MAX_METHODS: usize = 1000;

/// The code out of which tests are carved, and what the tests need.
pub struct Source<'a> {
    /// The classes that carved tests can use.
    pub world: &'a World,
    /// The package of the carved tests.
    pub package: &'a str,
    /// Returns the class file of a test class, or of a class that only tests use. The argument is the
    /// internal name.
    pub test_classes: &'a dyn Fn(&str) -> Option<ClassFile>,
    /// Whether a call of a method or constructor of this class is worth a test.
    pub is_target: &'a dyn Fn(ClassId) -> bool,
}

/// Carves tests out of a test class, in the order of its methods. `class` is the internal name of the test
/// class. Each test ends with a call of a target class. It contains what this call needs, and the earlier
/// calls on the same objects.
///
/// A carved test can be invalid, for example because the existing test contains a cast. So the caller must
/// check the tests. Returns at most 200 tests.
pub fn carve(source: &Source, class: &str) -> Vec<TestCase> {
    let classes = Classes::new(source.test_classes);
    let mut tests = Vec::new();
    for method in classes.test_methods(class).into_iter().take(MAX_METHODS) {
        let carved = carve_method(source, &classes, class, &method);
        let new: Vec<TestCase> = carved.into_iter().filter(|test| !tests.contains(test)).collect();
        tests.extend(new);
        if tests.len() >= MAX_TESTS {
            tests.truncate(MAX_TESTS);
            break;
        }
    }
    tests
}

/// Carves tests out of a test method: runs the constructors of the test class and the methods that prepare
/// each test, then the method.
fn carve_method(source: &Source, classes: &Classes, class: &str, method: &TestMethod) -> Vec<TestCase> {
    let mut machine = Machine::new(source, classes, class);
    for preparation in &method.preparations {
        machine.run(preparation);
    }
    machine.run(&method.method);
    machine.into_tests()
}

/// Returns whether a member has a flag.
fn has_flag(member: &Member, flag: u16) -> bool {
    member.access & flag != 0
}
