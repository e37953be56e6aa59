//! Defects that users met once.

use std::fs;

use crate::setup::{Place, classes};

#[test]
fn two_classes_that_want_the_same_test_file_get_different_files() {
    let place = Place::new();
    let mut command = place.command(&["--class", "kinds.Outer$Inner", "--class", "kinds.OuterInner"]);
    let run = place.run(command.args(["--tests", "100", "--json"]));
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(place.written("kinds/OuterInnerTest.java").contains("Outer.Inner"));
    assert!(place.written("kinds/OuterInner2Test.java").contains("class OuterInner2Test"));
    let files: Vec<String> = run.reports().iter().map(|report| report["files"][0].to_string()).collect();
    assert_ne!(files[0], files[1]);
}

#[test]
fn the_smallest_budget_runs_a_test() {
    let place = Place::new();
    let run = place.run(&mut place.command(&[
        "--class",
        "kinds.OuterInner",
        "--algorithm",
        "random",
        "--tests",
        "1",
        "--json",
    ]));
    assert_eq!(run.reports()[0]["tests_executed"], 1, "{}", run.err);
}

#[test]
fn a_class_path_in_a_file_may_be_longer_than_an_argument() {
    let place = Place::new();
    let entry = classes().to_str().unwrap();
    let lines = 200_000 / entry.len();
    fs::write(place.path("class-path"), format!("{entry}\n").repeat(lines)).unwrap();
    let mut command = place.bare(&["generate", "--classpath", "@class-path", "--class", "kinds.OuterInner"]);
    let run = place.run(command.args(["--output", "out", "--tests", "100"]));
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(place.written("kinds/OuterInnerTest.java").contains("@Test"));
}

#[test]
fn arguments_can_come_from_a_file() {
    let place = Place::new();
    let entry = classes().to_str().unwrap();
    let arguments = format!("--classpath\n{entry}\n--class\nkinds.OuterInner\n--tests\n100\n");
    fs::write(place.path("arguments"), arguments).unwrap();
    let run = place.run(&mut place.bare(&["generate", "@arguments", "--output", "out"]));
    assert_eq!(run.code, 0, "{}", run.err);
}
