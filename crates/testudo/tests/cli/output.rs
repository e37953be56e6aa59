//! Reports, progress and help: their contents, their output streams, and their description in `docs/cli.md`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::setup::{Workspace, sources};

/// Fields of every report that are numbers.
const NUMBER_FIELDS: [&str; 9] = [
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

/// Returns the text of `docs/cli.md`.
fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md")).unwrap()
}

#[test]
fn a_report_has_all_fields_even_if_no_tests_were_written() {
    let workspace = Workspace::new();
    let run = workspace.generate("--class demo.Account --class demo.Nothing --tests 500 --json");
    let reports = run.reports();
    assert_eq!(reports.len(), 2, "the output must have one JSON object for each class");
    for report in &reports {
        assert!(NUMBER_FIELDS.iter().all(|&field| report[field].is_number()), "{report}");
        assert!(report["class"].is_string() && report["status"].is_string() && report["warnings"].is_array());
    }
    assert_eq!(reports[0]["files"][0], "out/demo/AccountTest.java");
    assert!(reports[0]["tests_executed"].as_u64() <= Some(500));
    assert!(reports[0]["tests_written"].as_u64() > Some(0));
    assert!(reports[0].get("message").is_none() && reports[1]["message"].is_string());
}

#[test]
fn without_names_all_classes_of_the_first_entry_get_tests() {
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for (folder, class) in [(&first, "A"), (&first, "B"), (&second, "C")] {
        let text = format!("public class {class} {{ public static int twice(int x) {{ return 2 * x; }} }}");
        sources().text(&format!("{class}.java"), &text).compile_into(folder.path());
    }
    let workspace = Workspace::new();
    let class_path = format!("{}:{}", first.path().display(), second.path().display());
    let arguments = ["generate", "--output", "out", "--json", "--tests", "100", "--classpath", &class_path];
    let run = workspace.run(&mut workspace.testudo_command(&arguments));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let classes: Vec<String> = run.reports().iter().map(|report| report["class"].to_string()).collect();
    assert_eq!(classes, ["\"A\"", "\"B\""]);
}

#[test]
fn the_page_cli_md_describes_every_field_and_status() {
    let page = page();
    let workspace = Workspace::new();
    let run = workspace.generate("--class demo.Nothing --json");
    let Value::Object(fields) = &run.reports()[0] else { panic!("{}", run.stdout) };
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
    let names = fields.keys().map(String::as_str).chain(statuses).chain(["skipped"]);
    let missing: Vec<&str> = names.filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/cli.md lacks {missing:?}");
}

#[test]
fn the_page_cli_md_contains_the_help_texts_of_the_program_and_of_generate() {
    let workspace = Workspace::new();
    for command in [&[][..], &["generate"]] {
        let arguments = &[command, &["--help"]].concat();
        let help = workspace.run(&mut workspace.testudo_command(arguments)).stdout;
        let help: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
        assert!(page().contains(&help.join("\n")), "docs/cli.md lacks this help text:\n{}", help.join("\n"));
    }
}

#[test]
fn progress_without_a_terminal_is_printed_as_lines_without_colours() {
    let workspace = Workspace::new();
    let run = workspace.generate("--class demo.Account --tests 100");
    assert!(run.stdout.is_empty(), "without --json, standard output must be empty: {}", run.stdout);
    assert!(run.stderr.starts_with("demo.Account: "), "{}", run.stderr);
    assert!(run.stderr.contains("wrote out/demo/AccountTest.java"), "{}", run.stderr);
    assert!(!run.stderr.contains(['\u{1b}', '\r']), "{:?}", run.stderr);
}

#[test]
fn the_option_q_prints_only_errors() {
    let workspace = Workspace::new();
    let run_quietly =
        |class| workspace.run(&mut workspace.generate_command(&["--class", class, "--tests", "100", "-q"]));
    assert_eq!(run_quietly("bad.TakesGone").stderr, "");
    assert!(run_quietly("kinds.Mark").stderr.starts_with("error: kinds.Mark: "));
}

#[test]
fn one_option_v_logs_steps_and_two_also_log_details() {
    let workspace = Workspace::new();
    let log = |options: &[&str]| {
        let run = workspace
            .run(workspace.generate_command(&["--class", "kinds.Colour", "--tests", "100"]).args(options));
        (run.stderr.contains("INFO"), run.stderr.contains("DEBUG"))
    };
    assert_eq!(log(&[]), (false, false));
    assert_eq!(log(&["-v"]), (true, false));
    assert_eq!(log(&["-vv"]), (true, true));
}

#[test]
fn two_budgets_are_refused() {
    let workspace = Workspace::new();
    let run = workspace.generate("--class demo.Account --tests 100 --time 1s");
    assert_eq!(run.code, 2);
}
