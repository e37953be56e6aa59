//! What steers a search: named configurations, options that do not go together, coverage by criterion and over time.

use std::fs;

use serde_json::Value;

use crate::setup::{Place, classes};

/// The command line is refused with a message that has this part, before anything is done.
fn check_refused(arguments: &[&str], message: &str) {
    let place = Place::new();
    let run = place.run(place.command(&["--class", "demo.Account", "--json"]).args(arguments));
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.starts_with("error: ") && run.err.contains(message), "{}", run.err);
    assert!(run.out.is_empty() && !place.path("out").exists(), "nothing was begun");
}

#[test]
fn options_that_make_no_sense_together_are_refused_with_what_does() {
    check_refused(&["--affs", "ucb", "--affs-goal", "exceptions", "--algorithm", "mosa"], "--algorithm wsa");
    check_refused(&["--selection", "smart"], "--criteria branch,direct-branch,line");
}

#[test]
fn values_that_are_none_are_refused() {
    check_refused(&["--criteria", "branches"], "'branch'");
    check_refused(&["--preset", "evosuite"], "smart-selection-2024");
    check_refused(&["--crossover-rate", "1.5"], "a number from 0 to 1");
    check_refused(&["--population", "1"], "2..=100000");
}

const PRESETS: [&str; 6] =
    ["testudo", "dynamosa-2018", "whole-suite-2017", "smart-selection-2024", "hmx-2021", "affs-2022"];

#[test]
fn presets_are_printed_with_every_parameter_its_value_and_its_source() {
    let place = Place::new();
    let all = place.run(&mut place.bare(&["presets"])).out;
    assert!(PRESETS.iter().all(|preset| all.contains(&format!("{preset}: "))), "{all}");
    let one = place.run(&mut place.bare(&["presets", "dynamosa-2018"])).out;
    let population = one.lines().find(|line| line.trim_start().starts_with("population")).unwrap();
    assert!(population.contains("50") && population.contains("Section 4.5"), "{population}");
    assert!(!one.contains("hmx-2021: "), "{one}");
}

#[test]
fn presets_are_data_with_json() {
    let place = Place::new();
    let presets = place.run(&mut place.bare(&["presets", "--json"])).reports();
    let names: Vec<&str> = presets.iter().map(|preset| preset["preset"].as_str().unwrap()).collect();
    assert_eq!(names, PRESETS);
    for parameter in presets.iter().flat_map(|preset| preset["parameters"].as_array().unwrap()) {
        assert!(["name", "value", "source"].iter().all(|&field| parameter[field].is_string()), "{parameter}");
    }
}

#[test]
fn a_report_tells_the_goals_of_each_criterion() {
    let place = Place::new();
    let run = place.run(&mut place.command(&[
        "--class",
        "demo.Account",
        "--tests",
        "500",
        "--criteria",
        "top-method,branch,line",
        "--json",
    ]));
    let report = &run.reports()[0];
    let criteria = report["criteria"].as_array().unwrap();
    let names: Vec<&str> = criteria.iter().map(|count| count["criterion"].as_str().unwrap()).collect();
    assert_eq!(names, ["branch", "line", "top-method"]);
    for number in ["goals", "covered"] {
        let sum: u64 = criteria.iter().map(|count| count[number].as_u64().unwrap()).sum();
        assert_eq!(report[number], sum, "{number}");
        assert!(sum > 0, "{number}");
    }
    assert!(run.err.lines().any(|line| line.trim_start().starts_with("top-method ")), "{}", run.err);
}

#[test]
fn a_criterion_without_goals_is_said_and_left_out() {
    let place = Place::new();
    let run = place.run(&mut place.command(&[
        "--class",
        "kinds.Colour",
        "--tests",
        "100",
        "--criteria",
        "branch,input",
        "--json",
    ]));
    let report = &run.reports()[0];
    assert_eq!(report["criteria"].as_array().unwrap().len(), 1, "{report}");
    assert!(report["warnings"][0].as_str().unwrap().contains("no goals of the criterion input"), "{report}");
}

/// The lines of a timeline of two classes.
fn timeline(place: &Place, arguments: &[&str]) -> Vec<Value> {
    let classes = ["--class", "demo.Account", "--class", "demo.Roman", "--timeline", "timeline.jsonl"];
    let run = place.run(place.command(&classes).args(["--criteria", "branch,exception"]).args(arguments));
    assert_eq!(run.code, 0, "{}", run.err);
    let text = fs::read_to_string(place.path("timeline.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_timeline_begins_with_nothing_and_ends_with_what_the_search_reports() {
    let lines = timeline(&Place::new(), &["--tests", "300", "--seed", "3"]);
    let of = |class: &str| lines.iter().filter(|line| line["class"] == class).collect::<Vec<_>>();
    for class in ["demo.Account", "demo.Roman"] {
        let (first, last) = (of(class)[0], of(class)[of(class).len() - 1]);
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
    assert_eq!(lines.len(), of("demo.Account").len() + of("demo.Roman").len());
}

#[test]
fn only_the_seconds_of_a_timeline_differ_between_runs() {
    let [first, second] = [(); 2].map(|()| {
        let mut lines = timeline(&Place::new(), &["--tests", "600"]);
        lines.iter_mut().for_each(|line| line["seconds"] = Value::Null);
        lines
    });
    assert_eq!(first, second);
}

#[test]
fn a_timeline_that_cannot_be_written_ends_the_run_before_it_began() {
    let place = Place::new();
    let run = place.run(&mut place.command(&[
        "--class",
        "demo.Account",
        "--tests",
        "100",
        "--timeline",
        "nowhere/timeline.jsonl",
        "--json",
    ]));
    assert_eq!(run.code, 7, "{}", run.err);
    assert_eq!(run.reports()[0]["status"], "skipped");
    assert!(run.err.contains("cannot write nowhere/timeline.jsonl"), "{}", run.err);
    assert!(classes().exists() && !place.path("out").exists());
}

#[test]
fn a_budget_in_statements_ends_the_search() {
    let place = Place::new();
    let arguments = "--class library.Inbox --statements 2000 --population 10 --strengthen 0 --json";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let report = &place.run(&mut place.command(&arguments)).reports()[0];
    let statements = report["statements_executed"].as_u64().unwrap();
    assert!(statements < 4000, "a generation more at most: {report}");
}

#[test]
fn generated_tests_are_no_longer_than_is_said() {
    let place = Place::new();
    let lengths = |length: &str| {
        let arguments =
            ["--class", "demo.Account", "--tests", "200", "--population", "200", "--length", length];
        let run =
            place.run(place.command(&arguments).args(["--criteria", "input,output", "--force", "--json"]));
        let report = &run.reports()[0];
        report["statements_executed"].as_u64().unwrap()
    };
    assert!(lengths("5") < lengths("60"));
}
