//! Generated test classes: they compile, pass with JUnit, cover the classes under test, and depend only on
//! the options and the seed.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use fixtures::{subject_jar, test_library};

use crate::setup::{Workspace, check_tests_pass, classes, java_files, javac, jdk};

/// The classes under test.
const CLASSES: [&str; 12] = [
    "demo.Account",
    "demo.Roman",
    "kinds.Outer",
    "kinds.Colour",
    "kinds.Shape",
    "kinds.Defaults",
    "kinds.Inspector",
    "bad.NestedThrowing",
    "callbacks.Board",
    "callbacks.Rounder",
    "library.Inbox",
    "library.Generic",
];

/// Generates tests for all classes.
fn generate(workspace: &Workspace, arguments: &[&str]) {
    let options = CLASSES.iter().flat_map(|class| ["--class", class]);
    let run = workspace.run(workspace.generate_command(arguments).args(options));
    assert_eq!(run.code, 0, "{}", run.stderr);
}

/// Checks that the files have the format of google-java-format.
fn check_format(sources: &[PathBuf]) {
    let formatter = test_library("google-java-format");
    let mut command = Command::new(jdk().java());
    let output = command.arg("-jar").arg(&formatter).arg("--dry-run").args(sources).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}

/// Checks that the generated tests of all classes compile and pass with JUnit.
fn check_passes_with_junit(arguments: &[&str]) {
    let junit = subject_jar("junit-platform-console");
    let workspace = Workspace::new();
    generate(&workspace, arguments);
    let (mut sources, compiled) = (Vec::new(), workspace.path("compiled"));
    java_files(&workspace.path("out"), &mut sources);
    assert_eq!(sources.len(), CLASSES.len());
    check_format(&sources);
    javac(&sources, &[classes(), &junit], &compiled);
    check_tests_pass(&compiled, classes(), &workspace.path("tmp"));
}

#[test]
fn tests_found_by_dynamosa_pass_with_junit() {
    check_passes_with_junit(&["--tests", "1000"]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn tests_found_by_random_search_pass_with_junit() {
    check_passes_with_junit(&["--tests", "1000", "--algorithm", "random"]);
}

/// Checks that two runs with the same arguments write the same files, byte for byte.
fn check_repeats(arguments: &[&str]) {
    let workspaces = [Workspace::new(), Workspace::new()];
    let written = workspaces.each_ref().map(|workspace| {
        generate(workspace, arguments);
        let (root, mut files) = (workspace.path("out"), Vec::new());
        java_files(&root, &mut files);
        let text = |file: &PathBuf| {
            (file.strip_prefix(&root).unwrap().to_owned(), fs::read_to_string(file).unwrap())
        };
        files.iter().map(text).collect::<Vec<_>>()
    });
    assert_eq!(written[0].len(), CLASSES.len());
    for ((file, first), (_, second)) in written[0].iter().zip(&written[1]) {
        assert_eq!(first, second, "{}", file.display());
    }
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn dynamosa_writes_the_same_tests_in_each_run() {
    check_repeats(&["--generations", "4", "--seed", "7"]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn random_search_writes_the_same_tests_in_each_run() {
    check_repeats(&["--tests", "250", "--seed", "7", "--algorithm", "random"]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn whole_suite_search_writes_the_same_tests_in_each_run() {
    check_repeats(&["--tests", "250", "--seed", "7", "--algorithm", "wsa"]);
}

#[test]
fn different_seeds_produce_different_tests() {
    let roman = |seed: &str| {
        let workspace = Workspace::new();
        let run = workspace.generate(&format!("--class demo.Roman --tests 300 --seed {seed}"));
        assert_eq!(run.code, 0, "{}", run.stderr);
        workspace.test_text("demo/RomanTest.java")
    };
    assert_ne!(roman("1"), roman("2"));
}

/// Checks that the generated test class contains all parts and covers all goals.
fn check_covers(class: &str, parts: &[&str]) {
    let workspace = Workspace::new();
    let run =
        workspace.run(&mut workspace.generate_command(&["--class", class, "--tests", "3000", "--json"]));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = workspace.test_text(&format!("{}Test.java", class.replace('.', "/")));
    assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    assert!(!text.contains("$$"), "{text}");
    let report = &run.reports()[0];
    assert_eq!(report["covered"], report["goals"], "{text}");
}

#[test]
fn tests_implement_the_interfaces_that_a_class_calls() {
    check_covers(
        "callbacks.Board",
        &["new Board.Guard() {", "public boolean mayEnter(String ", "Comparator<String> order = "],
    );
}

#[test]
fn an_abstract_class_is_tested_through_an_anonymous_subclass() {
    check_covers(
        "callbacks.Rounder",
        &["new Rounder<Integer>(", "protected int sign(Integer ", "IllegalArgumentException.class"],
    );
}

#[test]
fn tests_create_files_with_content_and_objects_of_the_types_in_casts() {
    check_covers("library.Inbox", &["@TempDir Path tempDir;", "Files.write(", "new StringBuilder("]);
}

/// Checks that the generated test class of `library.Inbox` contains all parts and is formatted correctly.
fn check_text(arguments: &[&str], parts: &[&str]) {
    let workspace = Workspace::new();
    let arguments = [&["--class", "library.Inbox", "--tests", "500"], arguments].concat();
    let run = workspace.run(&mut workspace.generate_command(&arguments));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = workspace.test_text("library/InboxTest.java");
    for part in parts {
        assert!(text.contains(part), "no {part}:\n{text}");
    }
    check_format(&[workspace.path("out/library/InboxTest.java")]);
}

#[test]
fn options_select_the_framework_and_the_assertion_library() {
    check_text(&["--framework", "junit4"], &["import org.junit.Test;", "public void ", "assert"]);
    check_text(
        &["--framework", "testng", "--assertions", "assertj"],
        &["import org.testng.annotations.Test;", "assertThat"],
    );
    check_text(&["--assertions", "hamcrest"], &["import org.junit.jupiter.api.Test;", ", is("]);
}

#[test]
fn the_option_release_selects_the_language_level_of_the_tests() {
    check_text(&["--release", "8"], &["Inbox inbox = new Inbox("]);
    check_text(&["--release", "17"], &["var inbox = new Inbox("]);
}

#[test]
fn the_option_mocks_selects_mockito_for_interfaces() {
    let jars = ["mockito-core", "byte-buddy-1", "byte-buddy-agent", "objenesis"].map(test_library);
    let jars = std::env::join_paths(jars).unwrap();
    let workspace = Workspace::new();
    let mut command =
        workspace.generate_command(&["--class", "callbacks.Board", "--tests", "3000", "--json"]);
    let run = workspace.run(command.args(["--mocks", "mockito", "--test-classpath"]).arg(jars));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = workspace.test_text("callbacks/BoardTest.java");
    assert!(text.contains("Board.Guard guard = mock(Board.Guard.class, CALLS_REAL_METHODS);"), "{text}");
    let report = &run.reports()[0];
    assert_eq!(report["covered"], report["goals"], "{text}");
}
