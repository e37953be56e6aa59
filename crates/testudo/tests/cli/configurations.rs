//! Options of the search: presets, options that contradict each other, and reports of coverage by criterion
//! and over time.

use std::fs;

use serde_json::Value;

use crate::setup::{Workspace, classes};

/// Checks that Testudo refuses the command line, that the message contains a text, and that no search starts.
fn check_refused(arguments: &[&str], message: &str) {
    let workspace = Workspace::new();
    let run =
        workspace.run(workspace.generate_command(&["--class", "demo.Account", "--json"]).args(arguments));
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.starts_with("error: ") && run.stderr.contains(message), "{}", run.stderr);
    assert!(run.stdout.is_empty() && !workspace.path("out").exists(), "a search was started");
}

#[test]
fn the_error_for_contradictory_options_suggests_valid_options() {
    check_refused(&["--affs", "ucb", "--affs-aim", "exceptions", "--algorithm", "mosa"], "--algorithm wsa");
    check_refused(&["--selection", "smart"], "--criteria branch,direct-branch,line");
}

#[test]
fn invalid_values_of_options_are_refused() {
    check_refused(&["--criteria", "branches"], "'branch'");
    check_refused(&["--preset", "evosuite"], "smart-selection-2024");
    check_refused(&["--crossover-rate", "1.5"], "a number from 0 to 1");
    check_refused(&["--population", "1"], "2..=100000");
}

/// Names of all presets, in the order of their output.
const PRESETS: [&str; 6] =
    ["testudo", "dynamosa-2018", "whole-suite-2017", "smart-selection-2024", "hmx-2021", "affs-2022"];

#[test]
fn a_preset_is_printed_with_the_value_and_source_of_each_parameter() {
    let workspace = Workspace::new();
    let all_presets = workspace.run(&mut workspace.testudo_command(&["presets"])).stdout;
    assert!(PRESETS.iter().all(|preset| all_presets.contains(&format!("{preset}: "))), "{all_presets}");
    let one_preset = workspace.run(&mut workspace.testudo_command(&["presets", "dynamosa-2018"])).stdout;
    let population = one_preset.lines().find(|line| line.trim_start().starts_with("population")).unwrap();
    assert!(population.contains("50") && population.contains("Section 4.5"), "{population}");
    assert!(!one_preset.contains("hmx-2021: "), "{one_preset}");
}

#[test]
fn the_option_json_prints_each_preset_as_a_json_object() {
    let workspace = Workspace::new();
    let presets = workspace.run(&mut workspace.testudo_command(&["presets", "--json"])).reports();
    let names: Vec<&str> = presets.iter().map(|preset| preset["preset"].as_str().unwrap()).collect();
    assert_eq!(names, PRESETS);
    for parameter in presets.iter().flat_map(|preset| preset["parameters"].as_array().unwrap()) {
        assert!(["name", "value", "source"].iter().all(|&field| parameter[field].is_string()), "{parameter}");
    }
}

#[test]
fn a_report_contains_the_numbers_of_goals_of_each_criterion() {
    let workspace = Workspace::new();
    let run = workspace.generate("--class demo.Account --tests 500 --criteria top-method,branch,line --json");
    let report = &run.reports()[0];
    let criteria = report["criteria"].as_array().unwrap();
    let names: Vec<&str> = criteria.iter().map(|count| count["criterion"].as_str().unwrap()).collect();
    assert_eq!(names, ["branch", "line", "top-method"]);
    for number in ["goals", "covered"] {
        let sum: u64 = criteria.iter().map(|count| count[number].as_u64().unwrap()).sum();
        assert_eq!(report[number], sum, "{number}");
        assert!(sum > 0, "{number}");
    }
    assert!(run.stderr.lines().any(|line| line.trim_start().starts_with("top-method ")), "{}", run.stderr);
}

#[test]
fn a_criterion_without_goals_is_omitted_from_the_report_with_a_warning() {
    let workspace = Workspace::new();
    let run = workspace.generate("--class kinds.Colour --tests 100 --criteria branch,input --json");
    let report = &run.reports()[0];
    assert_eq!(report["criteria"].as_array().unwrap().len(), 1, "{report}");
    assert!(report["warnings"][0].as_str().unwrap().contains("no goals of the criterion input"), "{report}");
}

/// Generates tests for two classes. Returns the lines of the timeline.
fn generate_timeline(workspace: &Workspace, arguments: &[&str]) -> Vec<Value> {
    let classes = ["--class", "demo.Account", "--class", "demo.Roman", "--timeline", "timeline.jsonl"];
    let run = workspace
        .run(workspace.generate_command(&classes).args(["--criteria", "branch,exception"]).args(arguments));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = fs::read_to_string(workspace.path("timeline.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_timeline_begins_at_zero_coverage_and_ends_with_the_result_of_the_search() {
    let lines = generate_timeline(&Workspace::new(), &["--tests", "300", "--seed", "3"]);
    let lines_of = |class: &str| lines.iter().filter(|line| line["class"] == class).collect::<Vec<_>>();
    for class in ["demo.Account", "demo.Roman"] {
        let (first, last) = (lines_of(class)[0], lines_of(class)[lines_of(class).len() - 1]);
        assert_eq!(
            (&first["tests"], &first["covered"]["branch"], &first["seed"]),
            (&0.into(), &0.into(), &3.into())
        );
        assert!(first["goals"]["branch"].as_u64() > Some(0), "{first}");
        assert!(last["covered"]["branch"].as_u64() > Some(0), "{last}");
        assert!(last["tests"].as_u64() <= Some(300), "{last}");
        for field in ["seconds", "generations", "statements", "archived"] {
            assert!(last[field].as_f64() > Some(0.0), "{field}: {last}");
        }
    }
    assert_eq!(lines.len(), lines_of("demo.Account").len() + lines_of("demo.Roman").len());
}

#[test]
fn only_the_seconds_of_a_timeline_differ_between_runs() {
    let [first, second] = [(); 2].map(|()| {
        let mut lines = generate_timeline(&Workspace::new(), &["--tests", "600"]);
        lines.iter_mut().for_each(|line| line["seconds"] = Value::Null);
        lines
    });
    assert_eq!(first, second);
}

#[test]
fn a_run_with_search_only_reports_the_coverage_of_the_search_and_writes_no_file() {
    let workspace = Workspace::new();
    let run = workspace.generate("--class demo.Roman --tests 300 --search-only --json");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report = &run.reports()[0];
    assert_eq!((&report["status"], &report["tests_written"]), (&"searched".into(), &0.into()));
    assert!(report["covered"].as_u64() > Some(0), "{report}");
    assert!(!workspace.path("out").exists());
}

#[test]
fn no_search_starts_if_the_timeline_cannot_be_created() {
    let workspace = Workspace::new();
    let run = workspace.generate("--class demo.Account --tests 100 --timeline nowhere/timeline.jsonl --json");
    assert_eq!(run.code, 7, "{}", run.stderr);
    assert_eq!(run.reports()[0]["status"], "skipped");
    assert!(run.stderr.contains("cannot write nowhere/timeline.jsonl"), "{}", run.stderr);
    assert!(classes().exists() && !workspace.path("out").exists());
}

#[test]
fn a_budget_in_statements_ends_the_search() {
    let workspace = Workspace::new();
    let arguments = "--class library.Inbox --statements 2000 --population 10 --strengthen 0 --json";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let report = &workspace.run(&mut workspace.generate_command(&arguments)).reports()[0];
    let statements = report["statements_executed"].as_u64().unwrap();
    assert!(statements < 4000, "the search must exceed the budget by at most one generation: {report}");
}

#[test]
fn the_option_length_limits_the_number_of_statements_of_a_test() {
    let workspace = Workspace::new();
    let statements = |length: &str| {
        let arguments =
            ["--class", "demo.Account", "--tests", "200", "--population", "200", "--length", length];
        let run = workspace.run(workspace.generate_command(&arguments).args([
            "--criteria",
            "input,output",
            "--force",
            "--json",
        ]));
        let report = &run.reports()[0];
        report["statements_executed"].as_u64().unwrap()
    };
    assert!(statements("5") < statements("60"));
}
