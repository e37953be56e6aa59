//! The generated tests compile and pass with the released versions of the test libraries.

#[allow(dead_code)]
mod build;
#[allow(dead_code)]
mod cases;
#[allow(dead_code)]
mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{binary_name, compile, fixture, join_class_path, sources};
use emit::{Assertions, Dialect, Framework, Mocks, Style};

const JUNIT5: Dialect = Dialect {
    framework: Framework::JUnit5,
    assertions: Assertions::Plain,
    mocks: Mocks::Plain,
    style: Style::Plain,
    nested: false,
    release: None,
    declares_assert_throws: false,
};
const JUNIT6_JARS: [&str; 11] = [
    "junit-jupiter-api-6",
    "junit-jupiter-params-6",
    "junit-jupiter-engine-6",
    "junit-platform-commons-6",
    "junit-platform-engine-6",
    "junit-platform-launcher-6",
    "junit-platform-reporting-6",
    "junit-platform-console-6",
    "open-test-reporting",
    "opentest4j-1",
    "apiguardian-api",
];

/// Compiles all test classes in a dialect and runs them.
///
/// `jars` are prefixes of the file names of the required test libraries. `command` returns the arguments of
/// the JVM. Its parameters are the folder of the compiled tests and the names of the test classes.
fn check(dialect: Dialect, jars: &[&str], command: impl Fn(&Path, &[String]) -> Vec<String>) {
    let jars: Vec<PathBuf> = jars.iter().map(|prefix| fixtures::test_library(prefix)).collect();
    check_with_jars(dialect, &jars, command);
}

/// Compiles all test classes in a dialect and runs them. `jars` are the paths of the required test libraries.
/// `command` is the same as in [`check`].
fn check_with_jars(dialect: Dialect, jars: &[PathBuf], command: impl Fn(&Path, &[String]) -> Vec<String>) {
    let folder = tempfile::tempdir().expect("a temporary folder is available");
    let world = fixture(folder.path());
    let test_classes = sources(&world, dialect);
    let out = compile(folder.path(), &test_classes, jars);
    let names: Vec<String> = test_classes.iter().map(|(class, _)| binary_name(class)).collect();
    let class_path: Vec<PathBuf> = [&[out.clone(), folder.path().join("classes")], jars].concat();
    let output = Command::new(world.jdk().java())
        .current_dir(folder.path())
        // For a short run, these options of the JVM save most of the processor time.
        .args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"])
        .arg(join_class_path(&class_path))
        .args(command(&out, &names))
        .output()
        .expect("java starts");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{stdout}{}", String::from_utf8_lossy(&output.stderr));
    let tests: usize = test_classes.iter().map(|(class, _)| class.tests.len()).sum();
    assert!(stdout.contains(&tests.to_string()), "the output does not mention {tests} tests:\n{stdout}");
}

/// Returns the arguments to run JUnit 5 tests.
fn jupiter_arguments(out: &Path, _: &[String]) -> Vec<String> {
    let main = ["org.junit.platform.console.ConsoleLauncher", "execute", "--disable-banner"];
    let options = ["--details=summary", "--fail-if-no-tests", "--scan-class-path"];
    let out = out.to_string_lossy().into_owned();
    main.into_iter().chain(options).map(str::to_owned).chain([out]).collect()
}

/// Returns the arguments to run JUnit 4 tests.
fn junit4_arguments(_: &Path, names: &[String]) -> Vec<String> {
    [&["org.junit.runner.JUnitCore".to_owned()], names].concat()
}

/// Returns the arguments to run TestNG tests.
fn testng_arguments(_: &Path, names: &[String]) -> Vec<String> {
    let options = ["org.testng.TestNG", "-usedefaultlisteners", "false", "-testclass"];
    options.into_iter().map(str::to_owned).chain([names.join(",")]).collect()
}

#[test]
fn tests_for_junit_5_pass_with_junit_6() {
    check(JUNIT5, &JUNIT6_JARS, jupiter_arguments);
}

#[test]
fn junit_6_runs_a_parameterized_test_with_each_row() {
    check(Dialect { style: Style::Parameterized, ..JUNIT5 }, &JUNIT6_JARS, jupiter_arguments);
}

#[test]
fn junit_6_runs_the_tests_of_nested_classes() {
    check(Dialect { nested: true, ..JUNIT5 }, &JUNIT6_JARS, jupiter_arguments);
}

#[test]
fn junit_5_runs_a_parameterized_test_with_each_row() {
    let dialect = Dialect { style: Style::Parameterized, ..JUNIT5 };
    check_with_jars(
        dialect,
        &[fixtures::subject_jar("junit-platform-console-standalone-1")],
        jupiter_arguments,
    );
}

#[test]
fn tests_for_junit_4_pass_with_junit_4() {
    let dialect = Dialect { framework: Framework::JUnit4, ..JUNIT5 };
    check(dialect, &["junit-4", "hamcrest-3"], junit4_arguments);
}

#[test]
fn tests_for_junit_4_12_pass_with_junit_4() {
    let dialect = Dialect { framework: Framework::JUnit4, declares_assert_throws: true, ..JUNIT5 };
    check(dialect, &["junit-4", "hamcrest-3"], junit4_arguments);
}

#[test]
fn tests_for_testng_pass_with_testng() {
    let dialect = Dialect { framework: Framework::TestNg, ..JUNIT5 };
    check(dialect, &["testng-7", "jcommander", "slf4j-api"], testng_arguments);
}

#[test]
fn tests_with_assertj_pass() {
    let dialect = Dialect { assertions: Assertions::AssertJ, ..JUNIT5 };
    let jars = [&JUNIT6_JARS[..], &["assertj-core-3", "byte-buddy-1"]].concat();
    check(dialect, &jars, jupiter_arguments);
}

#[test]
fn tests_with_hamcrest_pass() {
    let dialect = Dialect { assertions: Assertions::Hamcrest, ..JUNIT5 };
    check(dialect, &[&JUNIT6_JARS[..], &["hamcrest-3"]].concat(), jupiter_arguments);
}
