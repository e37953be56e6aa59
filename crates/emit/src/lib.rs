//! Writes the Java source of a test class: names, imports, overload resolution, assertions, layout.
//!
//! The crate must not depend on how the tests were found or on whether the tests pass.
//!
//! A test case becomes source in three steps:
//!
//! 1. `lower` turns each test case into a Java method, as a syntax tree of the module `ast`. The submodule
//!    `lower::plan` decides which statements become variables and which are written inline. `assertions`
//!    turns observations into assertions of the chosen library.
//! 2. `parameterized` merges tests that differ only in literals, if the dialect asks for parameterized tests.
//!    `shared_stubs` moves stubs that occur several times to helper methods. `shared_setup` moves objects
//!    that several tests create to fields.
//! 3. `file` prints the class twice: first to count the uses of class names, then with the imports that
//!    result from the counts. `print` prints the trees and `layout` breaks the lines as google-java-format
//!    does. `tokens` checks that the file contains no code from names in class files.

mod assertions;
mod ast;
mod checksum;
mod context;
mod dialect;
mod file;
mod layout;
mod lower;
mod names;
mod parameterized;
mod print;
mod shared_setup;
mod shared_stubs;
mod tokens;

use std::ops::Range;

use testcase::{CheckedTest, Observation};
use types::{ClassId, Type, World};

pub use checksum::{fingerprint, fingerprint_line, is_generated, is_unedited, sign, with_fingerprint};
pub use dialect::{Assertions, Dialect, Framework, Mocks, Style};

/// A test class to write.
#[derive(Clone, Debug)]
pub struct TestClass {
    /// Package of the test class and of the class under test; empty for the unnamed package.
    pub package: String,
    /// Simple name of the test class, for example `FooTest`.
    pub name: String,
    /// Class under test.
    pub class_under_test: ClassId,
    /// Tests, with unique names.
    pub tests: Vec<CheckedTest>,
    /// Libraries and Java release that the source uses.
    pub dialect: Dialect,
    /// Lines of the comment above the class. The comment names the program that generated the class, and
    /// states whether the program overwrites edited files.
    pub header: Vec<String>,
    /// Settings of the JVM that the class changes during each test.
    pub pins: PinnedSettings,
    /// The class that the test class declares as a nested class if its tests use it; `None`: the class path
    /// has no such class.
    pub sample: Option<ClassId>,
}

/// Settings of the JVM that a test class changes before each test and restores after the test. Some tests of
/// the class fail with other settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PinnedSettings {
    /// Whether the class sets the default locale to `en-US`.
    pub locale: bool,
    /// Whether the class sets the default time zone to UTC.
    pub time_zone: bool,
}

/// Source of a test class.
#[derive(Clone, Debug)]
pub struct Source {
    /// Text of the whole file, with `\n` at the end of each line.
    pub text: String,
    /// Line range of each test method, from its annotation or comment to its closing brace, counted from 1. A
    /// parameterized test method has one range for all the tests that it replaces. The range also contains
    /// the method that returns the rows of the test.
    pub tests: Vec<Range<usize>>,
    /// Line ranges of the assertions, in the order of the file.
    pub assertions: Vec<AssertionLines>,
    /// Tokens that are neither literals nor tokens that this crate writes on purpose. Such a token is part of
    /// a name that contains code. A source with unknown tokens must not be compiled or written.
    pub unknown_tokens: Vec<UnknownToken>,
}

/// A token that must not be in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownToken {
    /// Line of the token, counted from 1.
    pub line: usize,
    /// Start of the token. Can contain any characters.
    pub token: String,
}

/// Position of an assertion in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssertionLines {
    /// Index of the test method in [`Source::tests`].
    pub test: usize,
    /// Index of the assertion in [`CheckedTest::assertions`]. For the message of the expected exception, the
    /// index is the length of this list.
    pub assertion: usize,
    /// Lines of the assertion, counted from 1. If the asserted call is an argument of the assertion, the
    /// lines include the call.
    pub lines: Range<usize>,
}

impl TestClass {
    /// Returns a test class without tests, in the package of the class under test. The name of the test class
    /// contains the names of the enclosing classes: `FooTest`, `OuterInnerTest`.
    pub fn named(world: &World, class_under_test: ClassId) -> TestClass {
        let package = world.class(class_under_test).package().to_owned();
        let mut name = String::from("Test");
        let mut next = Some(class_under_test);
        while let Some(class) = next.map(|id| world.class(id)) {
            name.insert_str(0, &class.simple_name);
            next = class.outer;
        }
        let header =
            vec!["Generated by Testudo. Edit it freely: an edited file is not overwritten.".to_owned()];
        let sample = sample_class(world, &package, class_under_test);
        TestClass {
            package,
            name,
            class_under_test,
            sample,
            tests: Vec::new(),
            dialect: Dialect::default(),
            header,
            pins: PinnedSettings::default(),
        }
    }
}

/// Returns the sample class of the tests of a class. Returns `None` if the class path does not have it, or if
/// a class of the package has the same simple name.
fn sample_class(world: &World, package: &str, class_under_test: ClassId) -> Option<ClassId> {
    let test_class = sample::test_class_of(&world.name(class_under_test).replace('.', "/"));
    let prefix = if package.is_empty() { String::new() } else { format!("{package}.") };
    let is_taken = world.class_named(&format!("{prefix}{}", sample::NAME)).is_some();
    let find = || world.class_named(&sample::name_in(&test_class).replace('/', "."));
    if is_taken { None } else { find() }
}

/// Returns whether the test class can contain an assertion of `observed` on a variable of the static type
/// `ty`. Java source cannot express every observation: for example, Java 8 has no expression for a map of
/// several entries.
pub fn can_assert(world: &World, class: &TestClass, observed: &Observation, ty: &Type) -> bool {
    let actual = ast::Expr::Name(String::new());
    observed.other().is_some()
        || assertions::check(&context::Context::new(world, class), observed, actual, ty).is_some()
}

/// Returns the source of a test class. The source compiles if the statements of the tests are well typed. The
/// caller must check [`Source::unknown_tokens`].
pub fn source(world: &World, class: &TestClass) -> Source {
    file::source(world, class)
}
