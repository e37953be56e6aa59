//! Tests that are there already: what they cover is not tested again.

use std::fs;
use std::path::{Path, PathBuf};

use fixtures::{subject_jar, test_library};
use serde_json::Value;

use crate::setup::{Place, Run, classes, javac};

const JUNIT5: &str = "
    import static org.junit.jupiter.api.Assertions.*;
    import org.junit.jupiter.api.*;
    class RomanTest {
        @Test void formats() { assertEquals(\"XLII\", Roman.format(42)); }
        @Nested class OutOfRange {
            @Test void tooLarge() { assertThrows(IllegalArgumentException.class, () -> Roman.format(4000)); }
            @RepeatedTest(2) void tooSmall() { assertThrows(IllegalArgumentException.class, () -> Roman.format(0)); }
        }
    }";
const PARSING: &str = "
    import org.junit.jupiter.api.*;
    class ParsingTest {
        @Test void parses() { Roman.parse(\"MDCLXVI\"); Roman.parse(\"IX\"); }
        @Test void refuses() { Assertions.assertThrows(NumberFormatException.class, () -> Roman.parse(\"?\")); }
    }";
const HANGING: &str = "
    import org.junit.jupiter.api.*;
    class RomanHangingTest { @Test void hangs() { Roman.format(1); while (true) { } } }";
const EXITING: &str = "
    import org.junit.jupiter.api.*;
    class RomanExitTest { @Test void exits() { Roman.format(1); System.exit(1); } }";
const FAILING: &str = "
    import org.junit.jupiter.api.*;
    class RomanTest {
        @Test void fails() { Assertions.assertEquals(\"I\", Roman.format(2)); }
        @Test void passes() { Assertions.assertEquals(\"II\", Roman.format(2)); }
    }";
const JUNIT4: &str = "
    import static org.junit.Assert.*;
    import org.junit.Test;
    public class RomanTest {
        @Test public void formats() { assertEquals(\"XLII\", Roman.format(42)); }
        @Test(expected = IllegalArgumentException.class) public void tooLarge() { Roman.format(4000); }
        public static abstract class Base { @Test public void inherited() { Roman.format(0); } }
        public static class Derived extends Base { }
    }";
const JUNIT3: &str = "
    public class RomanTest extends junit.framework.TestCase {
        public void testFormat() { assertEquals(\"XLII\", Roman.format(42)); }
    }";
const TESTNG: &str = "
    import org.testng.annotations.Test;
    public class RomanTest {
        @Test public void formats() { org.testng.Assert.assertEquals(Roman.format(42), \"XLII\"); }
        @Test public void tooLarge() { Roman.format(4000); }
    }";

/// Returns jars of test frameworks, by the beginnings of their file names.
fn libraries(names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(|name| test_library(name)).collect()
}

fn junit5() -> Vec<PathBuf> {
    vec![subject_jar("junit-platform-console-standalone")]
}

fn joined(paths: &[PathBuf]) -> String {
    std::env::join_paths(paths).unwrap().into_string().unwrap()
}

/// Compiles test classes of the package `demo` into the folder `tests`.
fn compile(place: &Place, sources: &[(&str, &str)], libraries: &[PathBuf]) {
    let write = |(name, text): &(&str, &str)| {
        let path = place.path(&format!("{name}.java"));
        fs::write(&path, format!("package demo;\n{text}")).unwrap();
        path
    };
    let files: Vec<PathBuf> = sources.iter().map(write).collect();
    let path: Vec<&Path> = libraries.iter().map(PathBuf::as_path).chain([classes()]).collect();
    javac(&files, &path, &place.path("tests"));
}

/// Generates tests of `demo.Roman` beside those in the folder `tests`.
fn generate(place: &Place, libraries: &[PathBuf], arguments: &[&str]) -> Run {
    let mut command = place.command(&["--class", "demo.Roman", "--existing-tests", "tests", "--json"]);
    command.args(["--test-classpath", &joined(libraries)]).args(arguments);
    place.run(&mut command)
}

const BUDGET: [&str; 4] = ["--tests", "1000", "--strengthen", "0"];

/// Runs these tests; what is reported.
fn report(place: &Place, sources: &[(&str, &str)], libraries: &[PathBuf], arguments: &[&str]) -> Value {
    compile(place, sources, libraries);
    let run = generate(place, libraries, arguments);
    assert_eq!(run.code, 0, "{}", run.err);
    run.reports().remove(0)
}

/// Test classes and tests that ran, and how many failed.
fn counts(report: &Value) -> [u64; 3] {
    ["classes", "tests", "failed"].map(|count| report["existing"][count].as_u64().unwrap())
}

#[track_caller]
fn check_runs(source: &str, names: &[&str], expect: [u64; 3]) {
    let libraries = libraries(names);
    let place = Place::new();
    let report = report(&place, &[("RomanTest", source)], &libraries, &BUDGET);
    assert_eq!(counts(&report), expect, "{report}");
    assert!(report["existing"]["covered"].as_u64().unwrap() > 0, "{report}");
}

#[test]
fn what_existing_tests_cover_is_not_tested_again() {
    let junit = junit5();
    let place = Place::new();
    let report = report(&place, &[("RomanTest", JUNIT5)], &junit, &BUDGET);
    assert_eq!(counts(&report), [1, 4, 0]);
    assert_eq!(report["covered"], report["goals"], "{report}");
    assert!(report["existing"]["covered"].as_u64() < report["covered"].as_u64());
    assert_eq!(report["lines"], report["lines_covered"], "{report}");
    // The project already has a class `RomanTest`, so the generated class has another name.
    let text = place.written("demo/RomanTestudoTest.java");
    assert!(text.contains("Roman.parse(") && !text.contains("Roman.format("), "{text}");
}

#[test]
fn tests_are_still_found_for_mutants_that_existing_tests_do_not_reach() {
    let junit = junit5();
    let place = Place::new();
    let small = "class RomanTest { @org.junit.jupiter.api.Test void parses() { Roman.parse(\"I\"); } }";
    let report = report(&place, &[("RomanTest", small)], &junit, &["--tests", "1000"]);
    assert!(report["mutants_killed"].as_u64().unwrap() > 0, "{report}");
    assert!(place.written("demo/RomanTestudoTest.java").contains("Roman.format("));
}

#[test]
fn where_existing_tests_cover_everything_nothing_is_written() {
    let junit = junit5();
    let place = Place::new();
    let sources = [("RomanTest", JUNIT5), ("ParsingTest", PARSING)];
    let report = report(&place, &sources, &junit, &BUDGET);
    assert_eq!(report["status"], "nothing-to-add", "{report}");
    assert_eq!(report["covered"], report["goals"]);
    assert_eq!(report["tests_executed"], 0);
    assert!(!place.path("out").exists());
}

#[test]
fn the_same_seed_writes_the_same_beside_existing_tests() {
    let junit = junit5();
    let written = [(); 2].map(|()| {
        let place = Place::new();
        report(&place, &[("ParsingTest", PARSING)], &junit, &["--tests", "1000", "--seed", "3"]);
        place.written("demo/RomanTest.java")
    });
    assert_eq!(written[0], written[1]);
}

#[test]
fn tests_of_older_and_other_frameworks_run() {
    check_runs(JUNIT4, &["junit-4", "hamcrest-3"], [2, 3, 1]);
    check_runs(JUNIT3, &["junit-4", "hamcrest-3"], [1, 1, 0]);
    check_runs(TESTNG, &["testng", "jcommander", "slf4j-api"], [1, 2, 1]);
}

#[test]
fn failing_tests_count_and_are_told() {
    let junit = junit5();
    let report = report(&Place::new(), &[("RomanTest", FAILING)], &junit, &BUDGET);
    assert_eq!(counts(&report), [1, 2, 1]);
    assert!(report["warnings"].to_string().contains("1 of 2 existing tests fail"), "{report}");
}

#[test]
fn test_classes_that_hang_or_end_the_jvm_are_told_and_the_others_count() {
    let junit = junit5();
    let place = Place::new();
    let sources = [("RomanHangingTest", HANGING), ("RomanExitTest", EXITING), ("ParsingTest", PARSING)];
    let report = report(&place, &sources, &junit, &["--time", "1m", "--strengthen", "0"]);
    let warnings = report["warnings"].to_string();
    for part in ["demo.RomanHangingTest were stopped", "demo.RomanExitTest end the JVM"] {
        assert!(warnings.contains(part), "no {part}: {warnings}");
    }
    let missed = report["missed"].to_string();
    assert!(!missed.contains("parse"), "{missed}");
    assert_eq!(counts(&report)[0], 3);
}

#[track_caller]
fn check_refused(sources: &[(&str, &str)], libraries: &[PathBuf], runs_with: &[PathBuf], message: &[&str]) {
    let place = Place::new();
    compile(&place, sources, libraries);
    let run = generate(&place, runs_with, &BUDGET);
    assert_eq!(run.code, 4, "{}", run.err);
    assert!(message.iter().all(|part| run.err.contains(part)), "{}", run.err);
    assert!(!place.path("out").exists());
}

#[test]
fn what_runs_the_tests_has_to_be_on_a_class_path() {
    let junit = junit5();
    let message =
        ["demo.RomanTest is a test class of JUnit 5", "junit-platform-launcher", "--test-classpath"];
    check_refused(&[("RomanTest", JUNIT5)], &junit, &[], &message);
    let junit = libraries(&["junit-4", "hamcrest-3"]);
    check_refused(&[("RomanTest", JUNIT4)], &junit, &junit[..1], &["JUnit 4", "hamcrest"]);
}

#[test]
fn a_path_without_tests_is_refused() {
    let message = ["--existing-tests: this class path contains no test class"];
    check_refused(&[("Helper", "abstract class Helper { }")], &[], &[], &message);
    let place = Place::new();
    let run = generate(&place, &[], &BUDGET);
    assert_eq!(run.code, 4);
    assert!(run.err.contains("--existing-tests: class path entry tests does not exist"), "{}", run.err);
}
