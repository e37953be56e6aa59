//! The files for other programs.

use report::{Class, MutantState, Report};
use serde_json::Value;

use crate::setup::{class, mutant, report, text, written};

/// Returns a report of two classes in one file, and of a class whose source is unknown.
fn mixed_report() -> Report {
    let mut report = report(&[("core", &["com.acme.List", "com.acme.Helper", "Main"])]);
    let classes = &mut report.modules[0].classes;
    classes[1] = Class { path: classes[0].path.clone(), suspicions: Vec::new(), ..class("com.acme.Helper") };
    classes[2] = Class { source: None, path: "Ma in.java".to_owned(), ..class("Main") };
    classes[2].mutants.push(mutant(9, "call removed", MutantState::Untested));
    report
}

fn json(report: &Report, file: &str) -> Value {
    serde_json::from_str(&text(&written(report), file)).unwrap()
}

#[test]
fn mutation_json_has_the_format_of_stryker() {
    let schema = include_str!("schemas/mutation-testing-report-schema.json");
    let schema = jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap();
    let found = json(&mixed_report(), "mutation.json");
    let errors: Vec<String> = schema.iter_errors(&found).map(|error| error.to_string()).collect();
    assert_eq!(errors, [""; 0], "{found}");

    let file = &found["files"]["src/main/java/com/acme/List.java"];
    let mutants = file["mutants"].as_array().unwrap();
    assert_eq!(mutants.len(), 6, "the file has two classes with three mutants: {file}");
    let first = &mutants[0];
    assert_eq!((&first["status"], &first["description"]), (&"Survived".into(), &"< replaced by <=".into()));
    let line = "        if (size < 3 && other != null) {";
    assert_eq!(first["location"]["start"], serde_json::json!({ "line": 5, "column": 9 }));
    assert_eq!(first["location"]["end"], serde_json::json!({ "line": 5, "column": line.len() + 1 }));
    let unknown = &found["files"]["Ma in.java"];
    assert_eq!(unknown["source"].as_str().unwrap().lines().count(), 9, "there is a line for each mutant");
    assert_eq!(unknown["mutants"][3]["status"], "Ignored");
}

#[test]
fn lcov_info_counts_each_line_and_branch_of_a_file_once() {
    let text = text(&written(&mixed_report()), "lcov.info");
    let records: Vec<&str> = text.split("end_of_record\n").collect();
    let expected = "TN:\nSF:src/main/java/com/acme/List.java\n\
                    BRDA:5,0,0,1\nBRDA:5,0,1,0\nBRDA:5,1,0,1\nBRDA:5,1,1,0\nBRF:4\nBRH:2\n\
                    DA:5,1\nDA:6,1\nDA:8,0\nLF:3\nLH:2\n";
    assert_eq!(records.len(), 3, "{text}");
    assert_eq!(records[1], expected, "{text}");
}

#[test]
fn a_branch_in_a_line_that_no_test_executes_was_not_evaluated() {
    let mut report = report(&[("core", &["Main"])]);
    let main = &mut report.modules[0].classes[0];
    main.lines.iter_mut().for_each(|line| line.covered = false);
    main.branches.iter_mut().for_each(|branch| branch.covered = false);
    let text = text(&written(&report), "lcov.info");
    assert!(text.contains("BRDA:5,0,0,-\nBRDA:5,0,1,-\nBRF:2\nBRH:0\n"), "{text}");
}

#[test]
fn testudo_sarif_locates_suspicious_and_changed_behaviour() {
    let found = json(&mixed_report(), "testudo.sarif");
    assert_eq!(found["version"], "2.1.0");
    let run = &found["runs"][0];
    let rules: Vec<&Value> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|it| &it["id"]).collect();
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 3, "two suspicious classes and one change: {run}");
    let place = |index: usize| &results[index]["locations"][0]["physicalLocation"];
    assert_eq!(place(0)["artifactLocation"]["uri"], "src/main/java/com/acme/List.java");
    assert_eq!(place(0)["region"]["startLine"], 5);
    assert_eq!(place(1)["artifactLocation"]["uri"], "Ma%20in.java");
    assert_eq!(results[2]["ruleId"], "changed-behaviour");
    assert_eq!(place(2)["region"]["startLine"], 12);
    for result in results {
        assert!(rules.contains(&&result["ruleId"]), "{result}");
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
    }
}
