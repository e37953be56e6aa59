//! Compares the coverage that Testudo reports for library classes with the coverage that JaCoCo measures when
//! JUnit runs the generated tests. `docs/methods.md` describes the expected differences and their reasons.

mod claim;
mod comparison;
mod execution;

use claim::Claim;
use comparison::Comparison;
use execution::Tools;

use fixtures::subject_jar;

use crate::setup::Workspace;

/// JaCoCo ignores code that `javac` generates for the path of an exception: copies of `finally` blocks, and
/// the exit of a `synchronized` block.
const EXCEPTION_PATH: &str = "generated code on the path of an exception";
/// JaCoCo ignores code that `javac` generates to close the resources of a `try` statement.
const CLOSED_RESOURCES: &str = "closing of resources";
/// For a `switch` on strings, JaCoCo counts one branch for each case. Testudo counts the branches of the
/// bytecode: the selection by hash code and the comparisons.
const STRING_SWITCH: &str = "switch on strings";
/// The static initialiser executes the line. Testudo counts only code that a test executes after class
/// initialisation.
const INITIALISER: &str = "executed by a static initialiser";

/// The taken branch depends on the order of a map whose keys have identity hash codes.
const HASH_ORDER: &str = "order of identity hashes";

/// The taken branch depends on an identity hash code, which differs between JVMs.
const IDENTITY_HASH: &str = "identity hash";

/// JaCoCo adds a field to the class, and the class reads its own fields by reflection.
const ADDED_FIELD: &str = "a field that JaCoCo adds";

/// Generates tests for a library class, runs them with JaCoCo, and compares the coverage. Differences are
/// allowed only on the lines in `explained`, which lists each line with the reason for the difference.
fn check_agreement(library: &str, class: &str, explained: &[(&str, &str)]) {
    let (tools, library) = (Tools::find(), subject_jar(library));
    let workspace = Workspace::new();
    let claim = Claim::generate(&workspace, &library, class);
    let execution = tools.execute(&workspace, &library, &claim.subject.names);
    let mut comparison = Comparison::new(&claim, &execution);
    eprintln!("{class}: lines: {}; branches: {}", comparison.lines, comparison.branches);
    comparison.differences.retain(|(line, _)| explained.iter().all(|(known, _)| known != line));
    assert_eq!(comparison.differences, []);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn coverage_of_a_parser_with_switches_and_loops_agrees_with_jacoco() {
    check_agreement("gson-2", "com.google.gson.stream.JsonReader", &[("JsonReader$1:1994", INITIALISER)]);
}

#[test]
fn coverage_of_a_class_with_lambdas_agrees_with_jacoco() {
    let explained = [
        ("ObjectUtils:514", IDENTITY_HASH),
        ("ObjectUtils:1132", HASH_ORDER),
        ("ObjectUtils:1134", HASH_ORDER),
    ];
    check_agreement("commons-lang3", "org.apache.commons.lang3.ObjectUtils", &explained);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn coverage_of_a_class_with_a_monitor_agrees_with_jacoco() {
    check_agreement("commons-lang3", "org.apache.commons.lang3.CharSet", &[("CharSet:267", EXCEPTION_PATH)]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn coverage_of_a_class_with_finally_agrees_with_jacoco() {
    check_agreement(
        "commons-lang3",
        "org.apache.commons.lang3.builder.CompareToBuilder",
        &[("CompareToBuilder:205", ADDED_FIELD), ("CompareToBuilder:850", EXCEPTION_PATH)],
    );
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn coverage_of_an_enum_with_a_switch_on_strings_agrees_with_jacoco() {
    check_agreement(
        "commons-lang3",
        "org.apache.commons.lang3.JavaVersion",
        &[
            ("JavaVersion:237", STRING_SWITCH),
            ("JavaVersion:339", INITIALISER),
            ("JavaVersion:340", INITIALISER),
        ],
    );
}

#[test]
fn coverage_of_a_class_with_resources_agrees_with_jacoco() {
    check_agreement(
        "commons-lang3",
        "org.apache.commons.lang3.SerializationUtils",
        &[("SerializationUtils:136", CLOSED_RESOURCES), ("SerializationUtils:281", CLOSED_RESOURCES)],
    );
}
