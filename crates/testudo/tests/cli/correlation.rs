//! `testudo correlation`: its output, and the input that it refuses.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::setup::{Run, Workspace, classes};

/// Runs `testudo correlation` on the fixtures, with additional arguments.
fn run(arguments: &[&str]) -> Run {
    let workspace = Workspace::new();
    let mut command = workspace.testudo_command(&["correlation", "--classpath", classes().to_str().unwrap()]);
    workspace.run(command.args(arguments))
}

/// Runs `testudo correlation` on the fixtures with a small number of tests.
fn measure(arguments: &[&str]) -> Run {
    run(&[&["--tests", "200"], arguments].concat())
}

fn names(values: &Value) -> impl Iterator<Item = &str> {
    values.as_array().unwrap().iter().map(|name| name.as_str().unwrap())
}

#[test]
fn every_pair_of_criteria_has_a_correlation_and_every_criterion_is_in_one_group() {
    let run = measure(&["--class", "demo.Account", "--class", "demo.Roman", "--json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let [listing] = &run.reports()[..] else { panic!("not exactly one JSON object: {}", run.stdout) };
    assert_eq!(names(&listing["classes"]).collect::<Vec<_>>(), ["demo.Account", "demo.Roman"]);
    let pairs = listing["correlations"].as_array().unwrap();
    assert_eq!(pairs.len(), 28, "eight criteria have 28 pairs");
    for pair in pairs {
        let value = pair["correlation"].as_f64();
        assert_eq!(value.is_some(), pair["classes"].as_u64() > Some(0), "{pair}");
        assert!(value.is_none_or(|value| (-1.0..=1.0).contains(&value)), "{pair}");
    }
    let groups = listing["groups"].as_array().unwrap();
    let grouped: Vec<&str> = groups.iter().flat_map(|group| names(&group["criteria"])).collect();
    assert_eq!((grouped.len(), grouped.iter().collect::<BTreeSet<_>>().len()), (8, 8), "{groups:?}");
    for group in groups {
        assert!(names(&group["criteria"]).any(|name| group["representative"] == name), "{group}");
    }
}

#[test]
fn the_page_cli_md_describes_every_field() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
    let page = fs::read_to_string(page).unwrap();
    let run = measure(&["--class", "demo.Account", "--json"]);
    let Value::Object(listing) = &run.reports()[0] else { panic!("{}", run.stdout) };
    let inner = |field: &str| listing[field][0].as_object().unwrap().keys();
    let fields = listing.keys().chain(inner("correlations")).chain(inner("groups"));
    let missing: Vec<_> = fields.filter(|field| !page.contains(&format!("`{field}`"))).collect();
    assert!(missing.is_empty(), "docs/cli.md lacks {missing:?}");
}

#[test]
fn coverage_of_branches_and_of_lines_correlates() {
    let run = measure(&["--class", "demo.Account", "--class", "demo.Roman", "-q"]);
    let line = run.stdout.lines().find(|line| line.contains(" branch ") && line.contains(" line "));
    let cells: Vec<&str> = line.unwrap_or_else(|| panic!("{}", run.stdout)).split_whitespace().collect();
    let [_, _, correlation, classes] = cells[..] else { panic!("{cells:?}") };
    assert!(correlation.parse::<f64>().unwrap() > 0.7, "{}", run.stdout);
    assert_eq!(classes, "2");
    assert!(run.stdout.contains("representative") && run.stderr.is_empty(), "{}\n{}", run.stdout, run.stderr);
}

#[test]
fn the_same_seed_produces_the_same_correlations() {
    let output = |seed| measure(&["--class", "demo.Account", "--seed", seed]).stdout;
    assert_eq!(output("1"), output("1"));
    assert_ne!(output("1"), output("2"));
}

#[test]
fn the_other_classes_are_measured_if_a_class_is_refused() {
    let run = measure(&["--class", "demo.Acount", "--class", "demo.Account", "--json"]);
    assert_eq!(run.code, 5);
    assert!(
        run.stderr
            .starts_with("error: demo.Acount: the class is not on the class path; did you mean demo.Account")
    );
    assert_eq!(names(&run.reports()[0]["classes"]).collect::<Vec<_>>(), ["demo.Account"]);
}

/// Checks that no class is measured: the exit code, a part of the message, and the empty standard output.
#[track_caller]
fn check_refused(arguments: &[&str], code: i32, message: &str) {
    let run = run(arguments);
    assert_eq!(run.code, code, "{}", run.stderr);
    assert!(run.stderr.starts_with("error: ") && run.stderr.contains(message), "{}", run.stderr);
    assert_eq!(run.stdout, "");
}

#[test]
fn unusable_classes_and_options_are_refused() {
    check_refused(&["--class", "kinds.Mark"], 6, "an annotation has no code");
    check_refused(&["--class", "bad.Throwing", "--json"], 6, "does not load");
    check_refused(&["--class", "demo.Account", "--jdk", "nowhere"], 3, "nowhere");
    check_refused(&["--class", "demo.Account", "--tests", "1"], 2, "2..=100000");
    check_refused(&[], 2, "--class");
}
