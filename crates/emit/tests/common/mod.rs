//! Test classes for the cases, and compilation of their sources.

use std::path::{Path, PathBuf};

use emit::{Dialect, Source, TestClass, UnknownToken};
use fixtures::JavaSources;
use testcase::CheckedTest;
use types::{ClassPath, Jdk, World};

use crate::cases::{
    chains, collections, deprecated, exceptions, files, line_breaks, name_clashes, overloads, printed,
    sample_class, shared_setup, similar_tests, statements, stubs, values,
};

/// Returns the folder of this crate.
pub fn crate_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Compiles the Java fixture to a folder. Returns the types of the compiled classes and of the JDK, and the
/// sample class of the tests of `fix.Shape`.
pub fn fixture(folder: &Path) -> World {
    crate::build::fixture(folder, &crate_folder().join("tests/fixture"));
    let class_path = ClassPath::open(&[folder.join("classes")]).expect("the class path is readable");
    let sample = sample::class_files("fix/ShapeTest").expect("the name is short");
    World::new(class_path.with_classes(sample), Jdk::find(None).expect("a JDK is installed"))
}

/// Returns a test class for a class of the fixture.
pub fn class(world: &World, class_under_test: &str, tests: Vec<CheckedTest>) -> TestClass {
    let class_under_test = world.class_named(class_under_test).expect("the fixture has the class");
    TestClass { tests, ..TestClass::named(world, class_under_test) }
}

/// Returns the test classes that compile without Mockito, each with the name of its golden file. The class
/// `overloads` has no golden file.
pub fn classes(world: &World) -> Vec<(&'static str, TestClass)> {
    let mut classes = vec![("overloads", class(world, "fix.Overloads", overloads::overloads(world)))];
    let shape_tests = [
        ("values", values::values(world)),
        ("statements", statements::statements(world)),
        ("exceptions", exceptions::exceptions(world)),
        ("files", files::files(world)),
        ("printed", printed::printed(world)),
        ("constants", values::constants(world)),
    ];
    for (name, tests) in shape_tests {
        let mut test_class = class(world, "fix.Shape", tests);
        test_class.name = format!("Shape{}{}Test", name[..1].to_uppercase(), &name[1..]);
        classes.push((name, test_class));
    }
    classes.push(("sample_class", class(world, "fix.Shape", sample_class::sample_class(world))));
    classes.push(("chains", class(world, "fix.Chain", chains::chains(world))));
    classes.push(("collections", class(world, "fix.Bag", collections::collections(world))));
    classes.push(("line_breaks", class(world, "fix.Wide", line_breaks::line_breaks(world))));
    classes.push(("deprecated", class(world, "fix.Old", deprecated::deprecated_members(world))));
    classes.push(("deprecated_class", class(world, "fix.Old$Part", deprecated::deprecated_class(world))));
    classes.push(("stubs", class(world, "fix.Callbacks", stubs::stubs(world))));
    let mut shared_stubs = class(world, "fix.Callbacks", stubs::shared(world));
    shared_stubs.name = "SharedStubsTest".to_owned();
    classes.push(("shared_stubs", shared_stubs));
    classes.push(("shared_setup", class(world, "fix.Canvas", shared_setup::shared(world))));
    for name in ["List", "Test", "Assertions", "Integer", "assertEquals"] {
        classes.push((name, class(world, &format!("clash.{name}"), name_clashes::clash(world, name))));
    }
    classes.push(("similar_tests", class(world, "fix.Echo", similar_tests::similar_tests(world))));
    classes.push(("no_package", class(world, "NoPackage", name_clashes::no_package(world))));
    classes
}

/// Returns the test classes of [`classes`] with their sources in a dialect.
pub fn sources(world: &World, dialect: Dialect) -> Vec<(TestClass, Source)> {
    let write = |(_, class)| {
        let class = TestClass { dialect, ..class };
        let source = emit::source(world, &class);
        (class, source)
    };
    classes(world).into_iter().map(write).collect()
}

/// Compiles test classes and returns the folder of the class files. The class path consists of the fixture in
/// `folder/classes` and of `libraries`. Panics if a source has unknown tokens, or if javac
/// reports a warning.
pub fn compile(folder: &Path, classes: &[(TestClass, Source)], libraries: &[PathBuf]) -> PathBuf {
    // The libraries refer to other libraries that are not installed. These options turn off the warnings
    // about missing files.
    let sources = JavaSources::new().options(&["-Xlint:all", "-Xlint:-path", "-Xlint:-classfile", "-Werror"]);
    let sources = libraries.iter().fold(sources, JavaSources::class_path).class_path(folder.join("classes"));
    let add = |sources: JavaSources, (class, source): &(TestClass, Source)| {
        assert_eq!(source.unknown_tokens, Vec::<UnknownToken>::new());
        let package = class.package.replace('.', "/");
        let path = format!("{package}/{}.java", class.name);
        sources.text(path.trim_start_matches('/'), &source.text)
    };
    classes.iter().fold(sources, add).compile()
}

/// Joins the entries of a class path.
pub fn join_class_path(class_path: &[PathBuf]) -> std::ffi::OsString {
    std::env::join_paths(class_path).expect("no entry contains a path separator")
}

/// Returns the binary name of a test class.
pub fn binary_name(class: &TestClass) -> String {
    let dot = if class.package.is_empty() { "" } else { "." };
    format!("{}{dot}{}", class.package, class.name)
}
