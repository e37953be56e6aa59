//! Generated sources equal the golden files in `golden`, compile without warnings, and their tests pass. Set
//! `UPDATE_GOLDEN=1` to rewrite the golden files.

#[allow(dead_code)]
mod build;
mod cases;
#[allow(dead_code)]
mod common;

use std::path::Path;
use std::process::Command;

use cases::{collections, exceptions, files, newer_java, printed, similar_tests, stubs, values};
use common::{binary_name, class, classes, compile, crate_folder, fixture, join_class_path, sources};
use emit::{Assertions, Dialect, Framework, Mocks, Source, Style, TestClass};
use fixtures::JavaSources;
use types::{ClassPath, Jdk, World};

const JUNIT5: Dialect = Dialect {
    framework: Framework::JUnit5,
    assertions: Assertions::Plain,
    mocks: Mocks::Plain,
    style: Style::Plain,
    nested: false,
    release: Some(8),
    declares_assert_throws: false,
};

/// Compares a source with its golden file.
#[track_caller]
fn check_golden(name: &str, source: &Source) {
    fixtures::check_golden(&crate_folder().join("tests/golden").join(format!("{name}.java")), &source.text);
}

/// Checks the line ranges of tests and assertions, the line widths and the checksum.
fn check_lines(class: &TestClass, source: &Source) {
    let lines: Vec<&str> = source.text.lines().collect();
    for (range, test) in source.tests.iter().zip(&class.tests) {
        let header = format!(" {}()", test.name);
        let is_method = lines[range.start..range.end].iter().any(|line| line.contains(&header));
        assert!(is_method, "the lines {range:?} are not the test {}", test.name);
        assert_eq!(lines[range.end - 2], "  }");
    }
    for assertion in &source.assertions {
        let first = lines[assertion.lines.start - 1].trim_start();
        assert!(first.contains("assert"), "the line is not an assertion: {first}");
    }
    for line in lines {
        assert!(line.len() <= 100 && line.trim_end() == line, "{line}");
    }
    assert!(emit::is_unedited(&source.text));
}

/// Compiles classes with stand-ins for the test libraries (`crates/suite/java`), runs every test, and checks
/// that every test passes.
fn check_passes(folder: &Path, world: &World, all: &[(TestClass, Source)], stand_ins: &[&str]) {
    let java_files = |name: &&str| build::sources_under(&crate_folder().join("../suite/java").join(name));
    let files = ["verify"].iter().chain(stand_ins).flat_map(java_files);
    let sources = files.fold(JavaSources::new().options(&["-nowarn"]), |sources, file| sources.file(&file));
    let stand_in_classes = sources.compile();
    let out = compile(folder, all, std::slice::from_ref(&stand_in_classes));
    for (class, source) in all {
        check_lines(class, source);
        let output = Command::new(world.jdk().java())
            .args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"])
            .arg(join_class_path(&[out.clone(), folder.join("classes"), stand_in_classes.clone()]))
            .args(["testudo.verify.Main", "/dev/fd/1"])
            .arg(binary_name(class))
            .args(class.tests.iter().map(|test| &test.name))
            .output()
            .expect("java starts");
        let events = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(!events.contains("failed\t"), "{events}");
        assert_eq!(events.matches("ended\t").count(), class.tests.len(), "{events}");
    }
}

/// Compares the source of one class with its golden file and runs its tests. The tests contain values,
/// exceptions, files, printed texts and collections.
fn check_dialect(name: &str, dialect: Dialect, stand_ins: &[&str]) {
    let folder = tempfile::tempdir().expect("a temporary folder is available");
    let world = fixture(folder.path());
    let cases =
        [values::values, exceptions::exceptions, files::files, printed::printed, collections::collections];
    let tests = cases.map(|tests| tests(&world)).concat();
    let class = TestClass { dialect, ..class(&world, "fix.Shape", tests) };
    let source = emit::source(&world, &class);
    check_golden(name, &source);
    check_passes(folder.path(), &world, &[(class, source)], stand_ins);
}

#[test]
fn mockito_mocks_replace_stubs_of_interfaces() {
    let folder = tempfile::tempdir().expect("a temporary folder is available");
    let world = fixture(folder.path());
    let dialect = Dialect { mocks: Mocks::Mockito, ..JUNIT5 };
    let class = TestClass { dialect, ..class(&world, "fix.Callbacks", stubs::mocks(&world)) };
    let source = emit::source(&world, &class);
    check_lines(&class, &source);
    check_golden("mocks", &source);
}

#[test]
fn junit_5_sources_equal_the_golden_files_compile_and_pass() {
    let folder = tempfile::tempdir().expect("a temporary folder is available");
    let world = fixture(folder.path());
    for (name, class) in classes(&world).iter().filter(|(name, _)| *name != "overloads") {
        let class = TestClass { dialect: JUNIT5, ..class.clone() };
        check_golden(name, &emit::source(&world, &class));
    }
    check_passes(folder.path(), &world, &sources(&world, JUNIT5), &["junit5"]);
}

#[test]
fn tests_that_differ_only_in_literals_become_one_parameterized_test() {
    let folder = tempfile::tempdir().expect("a temporary folder is available");
    let world = fixture(folder.path());
    let dialect = Dialect { style: Style::Parameterized, ..JUNIT5 };
    let class = TestClass { dialect, ..class(&world, "fix.Echo", similar_tests::similar_tests(&world)) };
    check_golden("parameterized", &emit::source(&world, &class));
}

#[test]
fn more_than_eight_tests_of_a_method_form_a_nested_class() {
    let folder = tempfile::tempdir().expect("a temporary folder is available");
    let world = fixture(folder.path());
    let mut tests = similar_tests::similar_tests(&world);
    let others = ["shout", "first", "letter", "inUnit"];
    tests.retain(|test| !others.iter().any(|method| test.name.starts_with(method)));
    // All tests but those of `half` become tests of one method.
    for test in tests.iter_mut().filter(|test| !test.name.starts_with("half")) {
        test.name.insert_str(0, "call_");
    }
    let dialect = Dialect { style: Style::Parameterized, nested: true, ..JUNIT5 };
    let class = TestClass { dialect, ..class(&world, "fix.Echo", tests) };
    let source = emit::source(&world, &class);
    check_golden("nested", &source);
}

#[test]
fn tests_for_a_newer_java_release_use_the_language_features_of_the_release() {
    let folder = tempfile::tempdir().expect("a temporary folder is available");
    let world = fixture(folder.path());
    let dialect = Dialect { release: Some(17), ..JUNIT5 };
    let tests = [newer_java::newer(&world), collections::collections(&world)].concat();
    let class = TestClass { dialect, ..class(&world, "fix.Shape", tests) };
    let source = emit::source(&world, &class);
    check_golden("newer", &source);
    check_passes(folder.path(), &world, &[(class, source)], &["junit5"]);
}

#[test]
fn junit_4_sources_equal_the_golden_file_compile_and_pass() {
    check_dialect("junit4", Dialect { framework: Framework::JUnit4, ..JUNIT5 }, &["junit4"]);
}

#[test]
fn sources_for_junit_4_12_declare_assert_throws_compile_and_pass() {
    let dialect = Dialect { framework: Framework::JUnit4, declares_assert_throws: true, ..JUNIT5 };
    check_dialect("junit4_12", dialect, &["junit4"]);
}

#[test]
fn testng_sources_equal_the_golden_file_compile_and_pass() {
    check_dialect("testng", Dialect { framework: Framework::TestNg, ..JUNIT5 }, &["testng"]);
}

#[test]
fn assertj_sources_equal_the_golden_file_compile_and_pass() {
    check_dialect("assertj", Dialect { assertions: Assertions::AssertJ, ..JUNIT5 }, &["junit5", "assertj"]);
}

#[test]
fn hamcrest_sources_equal_the_golden_file_compile_and_pass() {
    check_dialect(
        "hamcrest",
        Dialect { assertions: Assertions::Hamcrest, ..JUNIT5 },
        &["junit5", "hamcrest"],
    );
}

#[test]
fn no_sample_class_is_declared_if_a_class_of_the_package_has_its_name() {
    let sources = JavaSources::new().text("lib/Shape.java", "package lib; public class Shape {}");
    let sources = sources.text("lib/Person.java", "package lib; class Person {}");
    let class_path = ClassPath::open(&[sources.compile()]).unwrap();
    let samples = sample::class_files("lib/ShapeTest").unwrap();
    let world = World::new(class_path.with_classes(samples), Jdk::find(None).unwrap());
    let test_class = class(&world, "lib.Shape", Vec::new());
    assert_eq!(test_class.sample, None);
}
