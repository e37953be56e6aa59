//! The tests that come out: they compile and pass with JUnit itself, and the same seed gives the same.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use fixtures::{subject_jar, test_library};

use crate::setup::{Place, classes, java_files, javac, jdk};

const CLASSES: [&str; 11] = [
    "demo.Account",
    "demo.Roman",
    "kinds.Outer",
    "kinds.Colour",
    "kinds.Shape",
    "kinds.Defaults",
    "bad.NestedThrowing",
    "callbacks.Board",
    "callbacks.Rounder",
    "library.Inbox",
    "library.Generic",
];

fn generate(place: &Place, arguments: &[&str]) {
    let named = CLASSES.iter().flat_map(|class| ["--class", class]);
    let run = place.run(place.command(arguments).args(named));
    assert_eq!(run.code, 0, "{}", run.err);
}

/// google-java-format changes none of the files.
fn check_layout(sources: &[PathBuf]) {
    let formatter = test_library("google-java-format");
    let mut command = Command::new(jdk().java());
    let output = command.arg("-jar").arg(&formatter).arg("--dry-run").args(sources).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}

fn check_passes_with_junit(arguments: &[&str]) {
    let junit = subject_jar("junit-platform-console");
    let place = Place::new();
    generate(&place, arguments);
    let (mut sources, compiled) = (Vec::new(), place.path("compiled"));
    java_files(&place.path("out"), &mut sources);
    assert_eq!(sources.len(), CLASSES.len());
    check_layout(&sources);
    javac(&sources, &[classes(), &junit], &compiled);
    let output = Command::new(jdk().java())
        .arg("-jar")
        .arg(&junit)
        .args(["execute", "--disable-banner", "--details=summary", "--fail-if-no-tests", "--scan-class-path"])
        .arg(&compiled)
        .arg("--class-path")
        .arg(std::env::join_paths([&compiled, classes()]).unwrap())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
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

/// The same seed and budget write the same files, byte for byte.
fn check_repeats(arguments: &[&str]) {
    let places = [Place::new(), Place::new()];
    let written = places.each_ref().map(|place| {
        generate(place, arguments);
        let (root, mut files) = (place.path("out"), Vec::new());
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
fn dynamosa_repeats_itself() {
    check_repeats(&["--generations", "10", "--seed", "7"]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn random_search_repeats_itself() {
    check_repeats(&["--tests", "600", "--seed", "7", "--algorithm", "random"]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn suites_as_individuals_repeat_themselves() {
    check_repeats(&["--tests", "600", "--seed", "7", "--algorithm", "wsa"]);
}

#[test]
fn another_seed_gives_other_tests() {
    let roman = |seed: &str| {
        let place = Place::new();
        let run = place.run(&mut place.command(&["--class", "demo.Roman", "--tests", "300", "--seed", seed]));
        assert_eq!(run.code, 0, "{}", run.err);
        place.written("demo/RomanTest.java")
    };
    assert_ne!(roman("1"), roman("2"));
}

/// The test class of a class has all these parts and covers everything.
fn check_covers(class: &str, parts: &[&str]) {
    let place = Place::new();
    let run = place.run(&mut place.command(&["--class", class, "--tests", "3000", "--json"]));
    assert_eq!(run.code, 0, "{}", run.err);
    let text = place.written(&format!("{}Test.java", class.replace('.', "/")));
    assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    assert!(!text.contains("$$"), "{text}");
    let report = &run.reports()[0];
    assert_eq!(report["covered"], report["goals"], "{text}");
}

#[test]
fn what_a_class_asks_for_is_implemented() {
    check_covers(
        "callbacks.Board",
        &["new Board.Guard() {", "public boolean mayEnter(String ", "Comparator<String> comparator = ("],
    );
}

#[test]
fn an_abstract_class_is_tested_through_an_anonymous_one() {
    check_covers(
        "callbacks.Rounder",
        &["new Rounder<Integer>(", "protected int sign(Integer ", "IllegalArgumentException.class"],
    );
}

#[test]
fn library_types_have_content_and_what_the_code_casts_them_to() {
    check_covers("library.Inbox", &["@TempDir Path tempDir;", "Files.write(", "new StringBuilder("]);
}

fn check_says(arguments: &[&str], expect: &[&str]) {
    let place = Place::new();
    let arguments = [&["--class", "library.Inbox", "--tests", "500"], arguments].concat();
    let run = place.run(&mut place.command(&arguments));
    assert_eq!(run.code, 0, "{}", run.err);
    let text = place.written("library/InboxTest.java");
    for part in expect {
        assert!(text.contains(part), "no {part}:\n{text}");
    }
    check_layout(&[place.path("out/library/InboxTest.java")]);
}

#[test]
fn tests_are_for_the_framework_and_say_what_they_expect_as_asked() {
    check_says(&["--framework", "junit4"], &["import org.junit.Test;", "public void ", "assert"]);
    check_says(
        &["--framework", "testng", "--assertions", "assertj"],
        &["import org.testng.annotations.Test;", "assertThat"],
    );
    check_says(&["--assertions", "hamcrest"], &["import org.junit.jupiter.api.Test;", ", is("]);
}

#[test]
fn tests_are_in_the_language_of_the_release_asked_for() {
    check_says(&["--release", "8"], &["Inbox inbox = new Inbox("]);
    check_says(&["--release", "17"], &["var inbox = new Inbox("]);
}

#[test]
fn interfaces_are_mocked_by_mockito_if_asked() {
    let jars = ["mockito-core", "byte-buddy-1", "objenesis"].map(test_library);
    let jars = std::env::join_paths(jars).unwrap();
    let place = Place::new();
    let mut command = place.command(&["--class", "callbacks.Board", "--tests", "3000", "--json"]);
    let run = place.run(command.args(["--mocks", "mockito", "--test-classpath"]).arg(jars));
    assert_eq!(run.code, 0, "{}", run.err);
    let text = place.written("callbacks/BoardTest.java");
    assert!(text.contains("Board.Guard guard = mock(Board.Guard.class, CALLS_REAL_METHODS);"), "{text}");
    let report = &run.reports()[0];
    assert_eq!(report["covered"], report["goals"], "{text}");
}
