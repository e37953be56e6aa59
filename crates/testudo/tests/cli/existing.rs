//! Existing tests: Testudo generates tests only for goals that existing tests do not cover.

use std::fs;
use std::path::{Path, PathBuf};

use fixtures::{subject_jar, test_library};
use serde_json::Value;

use crate::setup::{Run, Workspace, classes, javac, sources};

/// Three JUnit 5 tests of `Roman.format`. One test is repeated, so JUnit counts four tests. All tests pass.
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
/// Two JUnit 5 tests of `Roman.parse`.
const PARSING: &str = "
    import org.junit.jupiter.api.*;
    class ParsingTest {
        @Test void parses() { Roman.parse(\"MDCLXVI\"); Roman.parse(\"IX\"); }
        @Test void refuses() { Assertions.assertThrows(NumberFormatException.class, () -> Roman.parse(\"?\")); }
    }";
/// A test that never ends.
const HANGING: &str = "
    import org.junit.jupiter.api.*;
    class RomanHangingTest { @Test void hangs() { Roman.format(1); while (true) { } } }";
/// A test that ends the JVM.
const EXITING: &str = "
    import org.junit.jupiter.api.*;
    class RomanExitTest { @Test void exits() { Roman.format(1); System.exit(1); } }";
/// Two tests: the first fails, the second passes.
const FAILING: &str = "
    import org.junit.jupiter.api.*;
    class RomanTest {
        @Test void fails() { Assertions.assertEquals(\"I\", Roman.format(2)); }
        @Test void passes() { Assertions.assertEquals(\"II\", Roman.format(2)); }
    }";
/// Three JUnit 4 tests in two classes. The inherited test fails.
const JUNIT4: &str = "
    import static org.junit.Assert.*;
    import org.junit.Test;
    public class RomanTest {
        @Test public void formats() { assertEquals(\"XLII\", Roman.format(42)); }
        @Test(expected = IllegalArgumentException.class) public void tooLarge() { Roman.format(4000); }
        public static abstract class Base { @Test public void inherited() { Roman.format(0); } }
        public static class Derived extends Base { }
    }";
/// One JUnit 3 test, which passes.
const JUNIT3: &str = "
    public class RomanTest extends junit.framework.TestCase {
        public void testFormat() { assertEquals(\"XLII\", Roman.format(42)); }
    }";
/// Two TestNG tests. The second fails.
const TESTNG: &str = "
    import org.testng.annotations.Test;
    public class RomanTest {
        @Test public void formats() { org.testng.Assert.assertEquals(Roman.format(42), \"XLII\"); }
        @Test public void tooLarge() { Roman.format(4000); }
    }";

/// Returns the jars of test frameworks whose file names begin with these prefixes.
fn libraries(prefixes: &[&str]) -> Vec<PathBuf> {
    prefixes.iter().map(|prefix| test_library(prefix)).collect()
}

fn junit5() -> Vec<PathBuf> {
    vec![subject_jar("junit-platform-console-standalone")]
}

/// Joins paths to a class path.
fn class_path(paths: &[PathBuf]) -> String {
    std::env::join_paths(paths).unwrap().into_string().unwrap()
}

/// Compiles test classes of the package `demo` into the folder `tests`.
fn compile(workspace: &Workspace, sources: &[(&str, &str)], libraries: &[PathBuf]) {
    let write = |(name, text): &(&str, &str)| {
        let path = workspace.path(&format!("{name}.java"));
        fs::write(&path, format!("package demo;\n{text}")).unwrap();
        path
    };
    let files: Vec<PathBuf> = sources.iter().map(write).collect();
    let path: Vec<&Path> = libraries.iter().map(PathBuf::as_path).chain([classes()]).collect();
    javac(&files, &path, &workspace.path("tests"));
}

/// Generates tests of `demo.Roman`. The folder `tests` contains the existing tests.
fn generate(workspace: &Workspace, libraries: &[PathBuf], arguments: &[&str]) -> Run {
    let mut command =
        workspace.generate_command(&["--class", "demo.Roman", "--existing-tests", "tests", "--json"]);
    command.args(["--test-classpath", &class_path(libraries)]).args(arguments);
    workspace.run(&mut command)
}

/// Options for a small budget without strengthening.
const SMALL_BUDGET: [&str; 4] = ["--tests", "1000", "--strengthen", "0"];

/// Compiles existing tests and generates additional tests. Returns the report.
fn generate_report(
    workspace: &Workspace,
    sources: &[(&str, &str)],
    libraries: &[PathBuf],
    arguments: &[&str],
) -> Value {
    compile(workspace, sources, libraries);
    let run = generate(workspace, libraries, arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.reports().remove(0)
}

/// Returns the numbers of existing test classes that ran, of tests that ran, and of tests that failed.
fn counts(report: &Value) -> [u64; 3] {
    ["classes", "tests", "failed"].map(|count| report["existing"][count].as_u64().unwrap())
}

/// Runs a class of existing tests. Checks that [`counts`] returns the expected numbers, and that the existing
/// tests cover a goal.
#[track_caller]
fn check_runs(source: &str, prefixes: &[&str], expected: [u64; 3]) {
    let libraries = libraries(prefixes);
    let workspace = Workspace::new();
    let report = generate_report(&workspace, &[("RomanTest", source)], &libraries, &SMALL_BUDGET);
    assert_eq!(counts(&report), expected, "{report}");
    assert!(report["existing"]["covered"].as_u64().unwrap() > 0, "{report}");
}

#[test]
fn no_test_is_generated_for_goals_that_existing_tests_cover() {
    let junit = junit5();
    let workspace = Workspace::new();
    let report = generate_report(&workspace, &[("RomanTest", JUNIT5)], &junit, &SMALL_BUDGET);
    assert_eq!(counts(&report), [1, 4, 0]);
    assert_eq!(report["covered"], report["goals"], "{report}");
    assert!(report["existing"]["covered"].as_u64() < report["covered"].as_u64());
    assert_eq!(report["lines"], report["lines_covered"], "{report}");
    // The project already has a class `RomanTest`, so the generated class has another name.
    let text = workspace.test_text("demo/RomanTestudoTest.java");
    assert!(text.contains("Roman.parse(") && !text.contains("Roman.format("), "{text}");
}

#[test]
fn generated_tests_kill_mutants_in_code_that_existing_tests_do_not_execute() {
    let junit = junit5();
    let workspace = Workspace::new();
    let source = "class RomanTest { @org.junit.jupiter.api.Test void parses() { Roman.parse(\"I\"); } }";
    let report = generate_report(&workspace, &[("RomanTest", source)], &junit, &["--tests", "1000"]);
    assert!(report["mutants_killed"].as_u64().unwrap() > 0, "{report}");
    assert!(workspace.test_text("demo/RomanTestudoTest.java").contains("Roman.format("));
}

#[test]
fn no_test_is_written_if_existing_tests_cover_everything() {
    let junit = junit5();
    let workspace = Workspace::new();
    let sources = [("RomanTest", JUNIT5), ("ParsingTest", PARSING)];
    let report = generate_report(&workspace, &sources, &junit, &SMALL_BUDGET);
    assert_eq!(report["status"], "nothing-to-add", "{report}");
    assert_eq!(report["covered"], report["goals"]);
    assert_eq!(report["tests_executed"], 0);
    assert!(!workspace.path("out").exists());
}

#[test]
fn runs_with_the_same_seed_add_the_same_tests_to_existing_tests() {
    let junit = junit5();
    let written = [(); 2].map(|()| {
        let workspace = Workspace::new();
        generate_report(&workspace, &[("ParsingTest", PARSING)], &junit, &["--tests", "1000", "--seed", "3"]);
        workspace.test_text("demo/RomanTest.java")
    });
    assert_eq!(written[0], written[1]);
}

#[test]
fn existing_tests_of_junit_3_junit_4_and_testng_run() {
    check_runs(JUNIT4, &["junit-4", "hamcrest-3"], [2, 3, 1]);
    check_runs(JUNIT3, &["junit-4", "hamcrest-3"], [1, 1, 0]);
    check_runs(TESTNG, &["testng", "jcommander", "slf4j-api"], [1, 2, 1]);
}

#[test]
fn failing_existing_tests_are_counted_and_reported() {
    let junit = junit5();
    let report = generate_report(&Workspace::new(), &[("RomanTest", FAILING)], &junit, &SMALL_BUDGET);
    assert_eq!(counts(&report), [1, 2, 1]);
    assert!(
        report["warnings"].to_string().contains("existing tests that fail when Testudo runs them: 1 of 2"),
        "{report}"
    );
}

#[test]
fn existing_test_classes_that_hang_or_end_the_jvm_are_reported_and_the_other_classes_run() {
    let junit = junit5();
    let workspace = Workspace::new();
    let sources = [("RomanHangingTest", HANGING), ("RomanExitTest", EXITING), ("ParsingTest", PARSING)];
    let report = generate_report(&workspace, &sources, &junit, &["--time", "1m", "--strengthen", "0"]);
    let warnings = report["warnings"].to_string();
    for part in ["demo.RomanHangingTest were stopped", "demo.RomanExitTest end the JVM"] {
        assert!(warnings.contains(part), "no {part}: {warnings}");
    }
    let missed = report["missed"].to_string();
    assert!(!missed.contains("parse"), "{missed}");
    assert_eq!(counts(&report)[0], 3);
}

/// Tests of two classes under test.
const TWO_CLASSES: &str = "
    import org.junit.jupiter.api.*;
    class BothTest {
        @Test void formats() { Roman.format(42); }
        @Test void opens() { Assertions.assertEquals(0, new Account(\"Ada\").getBalance()); }
    }";

#[test]
fn existing_tests_run_once_for_all_classes_and_cover_the_same_goals_as_for_one_class() {
    let junit = junit5();
    let sources = [("RomanTest", JUNIT5), ("ParsingTest", PARSING), ("BothTest", TWO_CLASSES)];
    let covered = |classes: &[&str]| {
        let workspace = Workspace::new();
        compile(&workspace, &sources, &junit);
        let named = classes.iter().flat_map(|class| ["--class", class]);
        let options = ["--existing-tests", "tests", "--tests", "10", "--json", "-vv"];
        let mut command = workspace.generate_command(&named.chain(options).collect::<Vec<_>>());
        let run = workspace.run(command.args(["--test-classpath", &class_path(&junit)]));
        assert_eq!(run.stderr.matches("existing tests ran").count(), 1, "{}", run.stderr);
        let of_existing = |report: &Value| [report["existing"].clone(), report["mutants"].clone()];
        run.reports().iter().map(of_existing).collect::<Vec<_>>()
    };
    let together = covered(&["demo.Roman", "demo.Account"]);
    assert_eq!(together, [covered(&["demo.Roman"]), covered(&["demo.Account"])].concat());
    let counts = |count: &str| [0, 1].map(|class: usize| together[class][0][count].as_u64().unwrap());
    assert!(counts("covered").iter().all(|&covered| covered > 0), "{together:?}");
    assert_eq!(counts("classes"), [3, 1]);
}

/// Checks that Testudo refuses a run, and that the message contains all parts. `libraries` is the class path
/// for the compilation of the existing tests, and `test_class_path` is the value of `--test-classpath`.
#[track_caller]
fn check_refused(
    sources: &[(&str, &str)],
    libraries: &[PathBuf],
    test_class_path: &[PathBuf],
    message: &[&str],
) {
    let workspace = Workspace::new();
    compile(&workspace, sources, libraries);
    let run = generate(&workspace, test_class_path, &SMALL_BUDGET);
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert!(message.iter().all(|part| run.stderr.contains(part)), "{}", run.stderr);
    assert!(!workspace.path("out").exists());
}

#[test]
fn existing_tests_are_refused_if_their_framework_is_not_on_the_class_path() {
    let junit = junit5();
    let message =
        ["demo.RomanTest is a test class of JUnit 5", "junit-platform-launcher", "--test-classpath"];
    check_refused(&[("RomanTest", JUNIT5)], &junit, &[], &message);
    let junit4 = libraries(&["junit-4", "hamcrest-3"]);
    check_refused(&[("RomanTest", JUNIT4)], &junit4, &junit4[..1], &["JUnit 4", "hamcrest"]);
}

#[test]
fn a_class_path_without_existing_tests_is_refused() {
    let message = ["--existing-tests: this class path contains no test class"];
    check_refused(&[("Helper", "abstract class Helper { }")], &[], &[], &message);
    let workspace = Workspace::new();
    let run = generate(&workspace, &[], &SMALL_BUDGET);
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("--existing-tests: class path entry tests does not exist"), "{}", run.stderr);
}

/// A class with a branch that a test reaches only with a certain text. The class contains only its hash code,
/// in place of `HASH`.
const VAULT: &str = "
    package demo;
    public class Vault {
        private boolean open;
        public void unlock(String code) { open = code.hashCode() == HASH; }
        public int read(int shelf) { return !open ? -1 : shelf > 7 ? 1 : 0; }
    }";

#[test]
fn the_values_of_existing_tests_help_to_cover_further_goals() {
    let code = "correct horse";
    let folder = tempfile::tempdir().unwrap();
    let main = folder.path().join("main");
    let text = VAULT.replace("HASH", &java_hash(code).to_string());
    sources().text("demo/Vault.java", &text).compile_into(&main);
    let test = format!(
        "package demo;
        class VaultTest {{
            @org.junit.jupiter.api.Test
            void opens() {{ Vault vault = new Vault(); vault.unlock(\"{code}\"); vault.read(3); }}
        }}"
    );
    let tests = folder.path().join("tests");
    let junit = junit5();
    sources().class_path(&main).class_path(&junit[0]).text("demo/VaultTest.java", &test).compile_into(&tests);
    let covered = |option: &[&str]| {
        let workspace = Workspace::new();
        let mut command = workspace.testudo_command(&["generate", "--class", "demo.Vault", "--json"]);
        command.args(["--tests", "1000", "--strengthen", "0", "--output", "out"]).args(option);
        command.arg("--classpath").arg(&main).arg("--existing-tests").arg(&tests);
        let run = workspace.run(command.arg("--test-classpath").arg(class_path(&junit)));
        let report = run.reports().remove(0);
        report["covered"].as_u64().unwrap()
    };
    assert_eq!(covered(&[]), covered(&["--without", "carved-tests"]) + 1);
}

/// Returns the result of `String.hashCode` in Java.
fn java_hash(text: &str) -> i32 {
    text.encode_utf16().fold(0, |hash: i32, unit| hash.wrapping_mul(31).wrapping_add(unit.into()))
}
