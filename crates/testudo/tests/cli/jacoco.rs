//! Lines and branches agree with those that JaCoCo counts when the written tests run with JUnit, on real classes. What
//! differs by a rule, and why, is in `docs/methods.md`.

mod claim;
mod comparison;
mod execution;

use claim::Claim;
use comparison::Comparison;
use execution::Tools;

use fixtures::subject_jar;

use crate::setup::Place;

/// JaCoCo leaves out the copy of a `finally` block, or the end of a `synchronized` one, that exceptions go through.
const WAY_OUT: &str = "way out of an exception";
/// JaCoCo leaves out what closes the resources of a `try`.
const CLOSING: &str = "closing of resources";
/// JaCoCo has a branch for each case, and Testudo those of the search for the hash code and of the comparisons.
const TEXTS: &str = "switch on texts";
/// Loading the class runs the code: Testudo counts what tests run themselves.
const LOADING: &str = "run by a static initialiser";

/// Which way is taken depends on the order of a map whose keys have identity hashes.
const ORDER: &str = "order of identity hashes";

/// JaCoCo adds a field to the class, and the code goes through the fields of its own objects by reflection.
const FIELD: &str = "a field of JaCoCo's";

/// Tests of a class of a library are written, run and compared. They may differ at the places listed, each for its reason.
fn check(library: &str, class: &str, explained: &[(&str, &str)]) {
    let (tools, library) = (Tools::find(), subject_jar(library));
    let place = Place::new();
    let claim = Claim::generate(&place, &library, class);
    let execution = tools.execute(&place, &library, &claim.subject.names);
    let mut comparison = Comparison::new(&claim, &execution);
    eprintln!("{class}: lines: {}; branches: {}", comparison.lines, comparison.branches);
    comparison.differences.retain(|(place, _)| explained.iter().all(|(known, _)| known != place));
    assert_eq!(comparison.differences, []);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn a_parser_with_switches_and_loops_agrees() {
    check("gson-2", "com.google.gson.stream.JsonReader", &[("JsonReader$1:1994", LOADING)]);
}

#[test]
fn a_class_with_lambdas_agrees() {
    let explained = [("ObjectUtils:1132", ORDER), ("ObjectUtils:1134", ORDER)];
    check("commons-lang3", "org.apache.commons.lang3.ObjectUtils", &explained);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn a_class_with_a_monitor_agrees() {
    check("commons-lang3", "org.apache.commons.lang3.CharSet", &[("CharSet:267", WAY_OUT)]);
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn a_class_with_finally_agrees() {
    check(
        "commons-lang3",
        "org.apache.commons.lang3.builder.CompareToBuilder",
        &[("CompareToBuilder:205", FIELD), ("CompareToBuilder:850", WAY_OUT)],
    );
}

#[test]
#[ignore = "takes minutes: ./x test --all"]
fn an_enum_with_a_switch_on_texts_agrees() {
    check(
        "commons-lang3",
        "org.apache.commons.lang3.JavaVersion",
        &[("JavaVersion:237", TEXTS), ("JavaVersion:339", LOADING), ("JavaVersion:340", LOADING)],
    );
}

#[test]
fn a_class_with_resources_agrees() {
    check(
        "commons-lang3",
        "org.apache.commons.lang3.SerializationUtils",
        &[("SerializationUtils:136", CLOSING)],
    );
}
