//! Regression tests of defects of the command line.

use std::fs;

use crate::setup::{Workspace, classes};

#[test]
fn classes_whose_test_files_would_have_the_same_name_have_different_test_files() {
    let workspace = Workspace::new();
    let mut command =
        workspace.generate_command(&["--class", "kinds.Outer$Inner", "--class", "kinds.OuterInner"]);
    let run = workspace.run(command.args(["--tests", "100", "--json"]));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(workspace.test_text("kinds/OuterInnerTest.java").contains("Outer.Inner"));
    assert!(workspace.test_text("kinds/OuterInner2Test.java").contains("class OuterInner2Test"));
    let files: Vec<String> = run.reports().iter().map(|report| report["files"][0].to_string()).collect();
    assert_ne!(files[0], files[1]);
}

#[test]
fn a_search_with_a_budget_of_one_test_runs_one_test() {
    let workspace = Workspace::new();
    let run = workspace.generate("--class kinds.OuterInner --algorithm random --tests 1 --json");
    assert_eq!(run.reports()[0]["tests_executed"], 1, "{}", run.stderr);
}

#[test]
fn a_class_path_in_a_file_can_exceed_the_length_limit_of_an_argument() {
    let workspace = Workspace::new();
    let entry = classes().to_str().unwrap();
    let lines = 200_000 / entry.len();
    fs::write(workspace.path("class-path"), format!("{entry}\n").repeat(lines)).unwrap();
    let mut command =
        workspace.testudo_command(&["generate", "--classpath", "@class-path", "--class", "kinds.OuterInner"]);
    let run = workspace.run(command.args(["--output", "out", "--tests", "100"]));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(workspace.test_text("kinds/OuterInnerTest.java").contains("class OuterInnerTest {"));
}

#[test]
fn arguments_can_be_read_from_a_file() {
    let workspace = Workspace::new();
    let entry = classes().to_str().unwrap();
    let arguments = format!("--classpath\n{entry}\n--class\nkinds.OuterInner\n--tests\n100\n");
    fs::write(workspace.path("arguments"), arguments).unwrap();
    let run = workspace.run(&mut workspace.testudo_command(&["generate", "@arguments", "--output", "out"]));
    assert_eq!(run.code, 0, "{}", run.stderr);
}
