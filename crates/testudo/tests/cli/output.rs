//! What is said, and where: reports, progress, help, and the page that describes them.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::setup::Place;

/// Numbers of a report.
const NUMBERS: [&str; 9] = [
    "goals",
    "covered",
    "tests_executed",
    "statements_executed",
    "generations",
    "search_seconds",
    "total_seconds",
    "first_test_seconds",
    "tests_written",
];

fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md")).unwrap()
}

#[test]
fn a_report_has_all_its_fields_whether_tests_were_written_or_not() {
    let place = Place::new();
    let run = place.run(&mut place.command(&[
        "--class",
        "demo.Account",
        "--class",
        "demo.Nothing",
        "--tests",
        "500",
        "--json",
    ]));
    let reports = run.reports();
    assert_eq!(reports.len(), 2, "one object a class");
    for report in &reports {
        assert!(NUMBERS.iter().all(|&field| report[field].is_number()), "{report}");
        assert!(report["class"].is_string() && report["status"].is_string() && report["warnings"].is_array());
    }
    assert_eq!(reports[0]["files"][0], "out/demo/AccountTest.java");
    assert!(reports[0]["tests_executed"].as_u64() <= Some(500));
    assert!(reports[0]["tests_written"].as_u64() > Some(0));
    assert!(reports[0].get("message").is_none() && reports[1]["message"].is_string());
}

#[test]
fn the_page_describes_every_field_and_status() {
    let page = page();
    let place = Place::new();
    let run = place.run(&mut place.command(&["--class", "demo.Nothing", "--json"]));
    let Value::Object(fields) = &run.reports()[0] else { panic!("{}", run.out) };
    let statuses = [
        "written",
        "not-found",
        "nothing-to-test",
        "does-not-load",
        "no-test-kept",
        "nothing-to-add",
        "not-written",
        "no-worker",
    ];
    let words = fields.keys().map(String::as_str).chain(statuses).chain(["skipped"]);
    let missing: Vec<&str> = words.filter(|word| !page.contains(&format!("`{word}`"))).collect();
    assert!(missing.is_empty(), "docs/cli.md lacks {missing:?}");
}

#[test]
fn the_page_shows_the_help_as_it_is() {
    let place = Place::new();
    for command in [&[][..], &["generate"], &["correlation"], &["explain"], &["presets"]] {
        let arguments = &[command, &["--help"]].concat();
        let help = place.run(&mut place.bare(arguments)).out;
        let help: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
        assert!(page().contains(&help.join("\n")), "docs/cli.md lacks this:\n{}", help.join("\n"));
    }
}

#[test]
fn without_a_terminal_progress_is_lines_without_colours() {
    let place = Place::new();
    let run = place.run(&mut place.command(&["--class", "demo.Account", "--tests", "100"]));
    assert!(run.out.is_empty(), "standard output is for --json: {}", run.out);
    assert!(run.err.starts_with("demo.Account: "), "{}", run.err);
    assert!(run.err.contains("wrote out/demo/AccountTest.java"), "{}", run.err);
    assert!(!run.err.contains(['\u{1b}', '\r']), "{:?}", run.err);
}

#[test]
fn quiet_is_silent_unless_something_fails() {
    let place = Place::new();
    let quiet = |class| place.run(&mut place.command(&["--class", class, "--tests", "100", "-q"]));
    assert_eq!(quiet("bad.TakesGone").err, "");
    assert!(quiet("kinds.Mark").err.starts_with("error: kinds.Mark: "));
}

#[test]
fn verbose_logs_what_happens() {
    let place = Place::new();
    let log = |more: &[&str]| {
        let run = place.run(place.command(&["--class", "kinds.Colour", "--tests", "100"]).args(more));
        (run.err.contains("INFO"), run.err.contains("DEBUG"))
    };
    assert_eq!(log(&[]), (false, false));
    assert_eq!(log(&["-v"]), (true, false));
    assert_eq!(log(&["-vv"]), (true, true));
}

#[test]
fn two_budgets_are_too_many() {
    let place = Place::new();
    let run = place.run(&mut place.command(&["--class", "demo.Account", "--tests", "100", "--time", "1s"]));
    assert_eq!(run.code, 2);
}
