//! How coverage by several criteria goes together: what is printed, and what is refused.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::setup::{Place, Run, classes};

/// `testudo correlation` on the fixtures with these arguments.
fn run(arguments: &[&str]) -> Run {
    let place = Place::new();
    let mut command = place.bare(&["correlation", "--classpath", classes().to_str().unwrap()]);
    place.run(command.args(arguments))
}

/// The same with few tests.
fn measure(arguments: &[&str]) -> Run {
    run(&[&["--tests", "200"], arguments].concat())
}

fn names(values: &Value) -> impl Iterator<Item = &str> {
    values.as_array().unwrap().iter().map(|name| name.as_str().unwrap())
}

#[test]
fn every_pair_has_its_correlation_and_every_criterion_its_group() {
    let run = measure(&["--class", "demo.Account", "--class", "demo.Roman", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let [listing] = &run.reports()[..] else { panic!("one object: {}", run.out) };
    assert_eq!(names(&listing["classes"]).collect::<Vec<_>>(), ["demo.Account", "demo.Roman"]);
    let pairs = listing["correlations"].as_array().unwrap();
    assert_eq!(pairs.len(), 28, "of eight criteria");
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
fn the_page_describes_every_field() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
    let page = fs::read_to_string(page).unwrap();
    let run = measure(&["--class", "demo.Account", "--json"]);
    let Value::Object(listing) = &run.reports()[0] else { panic!("{}", run.out) };
    let inner = |field: &str| listing[field][0].as_object().unwrap().keys();
    let fields = listing.keys().chain(inner("correlations")).chain(inner("groups"));
    let missing: Vec<_> = fields.filter(|field| !page.contains(&format!("`{field}`"))).collect();
    assert!(missing.is_empty(), "docs/cli.md lacks {missing:?}");
}

#[test]
fn branches_and_lines_go_together() {
    let run = measure(&["--class", "demo.Account", "--class", "demo.Roman", "-q"]);
    let line = run.out.lines().find(|line| line.contains(" branch ") && line.contains(" line "));
    let cells: Vec<&str> = line.unwrap_or_else(|| panic!("{}", run.out)).split_whitespace().collect();
    let [_, _, correlation, classes] = cells[..] else { panic!("{cells:?}") };
    assert!(correlation.parse::<f64>().unwrap() > 0.7, "{}", run.out);
    assert_eq!(classes, "2");
    assert!(run.out.contains("representative") && run.err.is_empty(), "{}\n{}", run.out, run.err);
}

#[test]
fn the_same_seed_gives_the_same_correlations() {
    let measured = |seed| measure(&["--class", "demo.Account", "--seed", seed]).out;
    assert_eq!(measured("1"), measured("1"));
    assert_ne!(measured("1"), measured("2"));
}

#[test]
fn a_class_that_cannot_be_measured_does_not_keep_the_others_from_being_measured() {
    let run = measure(&["--class", "demo.Acount", "--class", "demo.Account", "--json"]);
    assert_eq!(run.code, 5);
    assert!(
        run.err
            .starts_with("error: demo.Acount: the class is not on the class path; did you mean demo.Account")
    );
    assert_eq!(names(&run.reports()[0]["classes"]).collect::<Vec<_>>(), ["demo.Account"]);
}

/// Nothing is measured: the exit code tells it, and the message has this part.
#[track_caller]
fn check_refused(arguments: &[&str], code: i32, message: &str) {
    let run = run(arguments);
    assert_eq!(run.code, code, "{}", run.err);
    assert!(run.err.starts_with("error: ") && run.err.contains(message), "{}", run.err);
    assert_eq!(run.out, "");
}

#[test]
fn what_cannot_be_measured_is_refused() {
    check_refused(&["--class", "kinds.Mark"], 6, "an annotation has no code");
    check_refused(&["--class", "bad.Throwing", "--json"], 6, "does not load");
    check_refused(&["--class", "demo.Account", "--jdk", "nowhere"], 3, "nowhere");
    check_refused(&["--class", "demo.Account", "--tests", "1"], 2, "2..=100000");
    check_refused(&[], 2, "--class");
}
