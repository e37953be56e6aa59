//! What is written, compared with files under `golden`; all of it is compiled in one go, and every test is run
//! and must pass. `UPDATE_GOLDEN=1` writes the files anew.

#[allow(dead_code)]
mod build;
mod cases;
#[allow(dead_code)]
mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use cases::{containers, rows, stubs};
use common::{binary_name, class, classes, compile, fixture, javac, joined, manifest, written};
use emit::{Assertions, Dialect, Framework, Mocks, Source, Style, TestClass};
use types::World;

const JUNIT5: Dialect = Dialect {
    framework: Framework::JUnit5,
    assertions: Assertions::Plain,
    mocks: Mocks::Plain,
    style: Style::Plain,
    release: Some(8),
};

fn golden(name: &str, source: &Source) {
    let path = manifest().join("tests/golden").join(format!("{name}.java"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &source.text).expect("golden file is writable");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == source.text, "{name} differs from {}:\n{}", path.display(), source.text);
}

fn check_lines(class: &TestClass, source: &Source) {
    let lines: Vec<&str> = source.text.lines().collect();
    for (range, test) in source.tests.iter().zip(&class.tests) {
        let header = format!(" {}()", test.name);
        let is_method = lines[range.start..range.end].iter().any(|line| line.contains(&header));
        assert!(is_method, "{range:?} is not {}", test.name);
        assert_eq!(lines[range.end - 2], "  }");
    }
    for assertion in &source.assertions {
        let first = lines[assertion.lines.start - 1].trim_start();
        assert!(first.contains("assert"), "no assertion: {first}");
    }
    for line in lines {
        assert!(line.len() <= 100 && line.trim_end() == line, "{line}");
    }
    assert!(emit::is_unedited(&source.text));
}

/// Compiles classes against the stand-ins for libraries and runs every test.
fn check_passes(folder: &Path, world: &World, all: &[(TestClass, Source)], stand_ins: &[&str]) {
    let stand_in = folder.join("stand-in");
    let sources = |name: &&str| build::sources_under(&manifest().join("../suite/java").join(name));
    let sources: Vec<_> = ["verify"].iter().chain(stand_ins).flat_map(sources).collect();
    javac(world, &sources, &[], &stand_in, &["-nowarn"]);
    let out = compile(folder, world, all, std::slice::from_ref(&stand_in));
    for (class, source) in all {
        check_lines(class, source);
        let ran = Command::new(world.jdk().java())
            .arg("-cp")
            .arg(joined(&[out.clone(), folder.join("classes"), stand_in.clone()]))
            .args(["testudo.verify.Main", "/dev/fd/1"])
            .arg(binary_name(class))
            .args(class.tests.iter().map(|test| &test.name))
            .output()
            .expect("java starts");
        let events = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        assert!(!events.contains("failed\t"), "{events}");
        assert_eq!(events.matches("ended\t").count(), class.tests.len(), "{events}");
    }
}

/// Compares values, exceptions, files and collections in one class, and runs them.
fn check_dialect(name: &str, dialect: Dialect, stand_ins: &[&str]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let world = fixture(folder.path());
    let cases = [cases::values, cases::exceptions, cases::files, containers::containers];
    let tests = cases.map(|tests| tests(&world)).concat();
    let class = TestClass { dialect, ..class(&world, "fix.Shape", tests) };
    let source = emit::source(&world, &class);
    golden(name, &source);
    check_passes(folder.path(), &world, &[(class, source)], stand_ins);
}

#[test]
fn with_mockito_interfaces_are_mocked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let world = fixture(folder.path());
    let dialect = Dialect { mocks: Mocks::Mockito, ..JUNIT5 };
    let class = TestClass { dialect, ..class(&world, "fix.Callbacks", stubs::mocks(&world)) };
    let source = emit::source(&world, &class);
    check_lines(&class, &source);
    golden("mocks", &source);
}

#[test]
fn what_is_written_reads_as_expected_compiles_and_passes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let world = fixture(folder.path());
    for (name, class) in classes(&world).iter().filter(|(name, _)| *name != "overloads") {
        let class = TestClass { dialect: JUNIT5, ..class.clone() };
        golden(name, &emit::source(&world, &class));
    }
    check_passes(folder.path(), &world, &written(&world, JUNIT5), &["junit5"]);
}

#[test]
fn tests_that_differ_only_in_literals_become_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let world = fixture(folder.path());
    let dialect = Dialect { style: Style::Parameterized, ..JUNIT5 };
    let class = TestClass { dialect, ..class(&world, "fix.Echo", rows::rows(&world)) };
    golden("parameterized", &emit::source(&world, &class));
}

#[test]
fn tests_for_a_newer_java_use_its_language() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let world = fixture(folder.path());
    let dialect = Dialect { release: Some(17), ..JUNIT5 };
    let tests = [cases::newer(&world), containers::containers(&world)].concat();
    let class = TestClass { dialect, ..class(&world, "fix.Shape", tests) };
    let source = emit::source(&world, &class);
    golden("newer", &source);
    check_passes(folder.path(), &world, &[(class, source)], &["junit5"]);
}

#[test]
fn tests_for_junit_4_read_as_expected_compile_and_pass() {
    check_dialect("junit4", Dialect { framework: Framework::JUnit4, ..JUNIT5 }, &["junit4"]);
}

#[test]
fn tests_for_testng_read_as_expected_compile_and_pass() {
    check_dialect("testng", Dialect { framework: Framework::TestNg, ..JUNIT5 }, &["testng"]);
}

#[test]
fn tests_with_assertj_read_as_expected_compile_and_pass() {
    check_dialect("assertj", Dialect { assertions: Assertions::AssertJ, ..JUNIT5 }, &["junit5", "assertj"]);
}

#[test]
fn tests_with_hamcrest_read_as_expected_compile_and_pass() {
    check_dialect(
        "hamcrest",
        Dialect { assertions: Assertions::Hamcrest, ..JUNIT5 },
        &["junit5", "hamcrest"],
    );
}
