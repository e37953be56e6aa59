//! What is written compiles with the libraries themselves and passes, where `TESTUDO_TEST_LIBRARIES` names a folder with
//! them.

#[allow(dead_code)]
mod build;
#[allow(dead_code)]
mod cases;
#[allow(dead_code)]
mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{binary_name, compile, fixture, joined, libraries, written};
use emit::{Assertions, Dialect, Framework, Mocks, Style};

const JUNIT5: Dialect = Dialect {
    framework: Framework::JUnit5,
    assertions: Assertions::Plain,
    mocks: Mocks::Plain,
    style: Style::Plain,
    release: None,
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

/// Compiles all cases in a dialect with the jars that start so, and runs them; `command` is given the folder of the
/// compiled tests, and the names of the classes.
fn check(dialect: Dialect, jars: &[&str], command: impl Fn(&Path, &[String]) -> Vec<String>) {
    check_in("TESTUDO_TEST_LIBRARIES", dialect, jars, command);
}

/// The same with jars in folders of the one that a variable names.
fn check_in(
    variable: &str,
    dialect: Dialect,
    jars: &[&str],
    command: impl Fn(&Path, &[String]) -> Vec<String>,
) {
    let Some(jars) = libraries(variable, jars) else {
        eprintln!("skipped: {variable} names no folder with {jars:?} in it; ./x test sees to that");
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let world = fixture(folder.path());
    let all = written(&world, dialect);
    let out = compile(folder.path(), &world, &all, &jars);
    let names: Vec<String> = all.iter().map(|(class, _)| binary_name(class)).collect();
    let class_path: Vec<PathBuf> = [&[out.clone(), folder.path().join("classes")], &jars[..]].concat();
    let ran = Command::new(world.jdk().java())
        .current_dir(folder.path())
        .arg("-cp")
        .arg(joined(&class_path))
        .args(command(&out, &names))
        .output()
        .expect("java starts");
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stderr));
    let tests: usize = all.iter().map(|(class, _)| class.tests.len()).sum();
    assert!(said.contains(&tests.to_string()), "not {tests} tests:\n{said}");
}

fn with_jupiter(out: &Path, _: &[String]) -> Vec<String> {
    let main = ["org.junit.platform.console.ConsoleLauncher", "execute", "--disable-banner"];
    let options = ["--details=summary", "--fail-if-no-tests", "--scan-class-path"];
    let out = out.to_string_lossy().into_owned();
    main.into_iter().chain(options).map(str::to_owned).chain([out]).collect()
}

fn with_vintage(_: &Path, names: &[String]) -> Vec<String> {
    [&["org.junit.runner.JUnitCore".to_owned()], names].concat()
}

fn with_testng(_: &Path, names: &[String]) -> Vec<String> {
    let options = ["org.testng.TestNG", "-usedefaultlisteners", "false", "-testclass"];
    options.into_iter().map(str::to_owned).chain([names.join(",")]).collect()
}

#[test]
fn what_is_written_for_junit_5_passes_with_junit_6() {
    check(JUNIT5, &JUNIT6_JARS, with_jupiter);
}

#[test]
fn a_test_runs_with_each_of_its_rows() {
    check(Dialect { style: Style::Parameterized, ..JUNIT5 }, &JUNIT6_JARS, with_jupiter);
}

#[test]
fn a_test_runs_with_each_of_its_rows_with_junit_5_too() {
    let dialect = Dialect { style: Style::Parameterized, ..JUNIT5 };
    check_in("TESTUDO_SUBJECTS", dialect, &["junit-platform-console-standalone-1"], with_jupiter);
}

#[test]
fn what_is_written_for_junit_4_passes_with_it() {
    let dialect = Dialect { framework: Framework::JUnit4, ..JUNIT5 };
    check(dialect, &["junit-4", "hamcrest-3"], with_vintage);
}

#[test]
fn what_is_written_for_testng_passes_with_it() {
    let dialect = Dialect { framework: Framework::TestNg, ..JUNIT5 };
    check(dialect, &["testng-7", "jcommander", "slf4j-api"], with_testng);
}

#[test]
fn what_is_written_with_assertj_passes_with_it() {
    let dialect = Dialect { assertions: Assertions::AssertJ, ..JUNIT5 };
    let jars = [&JUNIT6_JARS[..], &["assertj-core-3", "byte-buddy-1"]].concat();
    check(dialect, &jars, with_jupiter);
}

#[test]
fn what_is_written_with_hamcrest_passes_with_it() {
    let dialect = Dialect { assertions: Assertions::Hamcrest, ..JUNIT5 };
    check(dialect, &[&JUNIT6_JARS[..], &["hamcrest-3"]].concat(), with_jupiter);
}
