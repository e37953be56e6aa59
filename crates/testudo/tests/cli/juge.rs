//! `testudo juge`: its answers, the tests that it writes, and the input that it refuses.

use std::fs::{self, File};

use crate::setup::{Run, Workspace, classes};

/// Runs `testudo juge` with the given lines on standard input.
fn run(workspace: &Workspace, lines: &[&str]) -> Run {
    let input = workspace.path("input");
    fs::write(&input, lines.join("\n")).unwrap();
    let mut command = workspace.testudo_command(&["juge", "-q"]);
    workspace.run(command.stdin(File::open(input).unwrap()))
}

/// Returns the lines that describe a benchmark with the fixtures and a number of classes.
fn benchmark(classes_under_test: &str) -> [&str; 6] {
    let classes = classes().to_str().unwrap();
    ["BENCHMARK", "src", classes, "1", classes, classes_under_test]
}

#[test]
fn tests_are_written_for_junit_4_12_and_the_generator_is_ready_again_after_a_class_that_fails() {
    let workspace = Workspace::new();
    let lines = [&benchmark("2")[..], &["10", "demo.Acount", "demo.Account"]].concat();
    let run = run(&workspace, &lines);
    assert_eq!(run.stdout, "READY\nREADY\nREADY\n");
    assert!(
        run.stderr.starts_with("error: demo.Acount: the class is not on the class path"),
        "{}",
        run.stderr
    );
    assert_eq!(run.code, 5, "the exit code is that of the class that failed");
    let test = fs::read_to_string(workspace.path("temp/testcases/demo/AccountTest.java")).unwrap();
    assert!(test.contains("import org.junit.Test;"), "{test}");
    assert!(!test.contains("org.junit.Assert.assertThrows"), "{test}");
}

#[test]
fn wrong_input_is_refused() {
    let check = |lines: &[&str], code, stdout, message: &str| {
        let run = run(&Workspace::new(), lines);
        assert_eq!((run.code, &*run.stdout), (code, stdout));
        assert!(run.stderr.starts_with("error: ") && run.stderr.contains(message), "{}", run.stderr);
    };
    check(&["HELLO"], 2, "", "line 1 of standard input must be BENCHMARK, but is \"HELLO\"");
    check(&["BENCHMARK", "src", "nowhere", "0", "1"], 4, "", "nowhere does not exist");
    check(&benchmark("1"), 2, "READY\n", "line 7 of standard input must be the time budget in seconds");
}
