//! What tests check, and what they tell of the class.

use serde_json::Value;

use crate::setup::{Place, Run};

fn generate(place: &Place, class: &str, more: &[&str]) -> (Run, Value) {
    let mut command = place.command(&["--class", class, "--tests", "2000", "--seed", "7", "--json"]);
    let run = place.run(command.args(more));
    assert_eq!(run.code, 0, "{}", run.err);
    let report = run.reports().remove(0);
    (run, report)
}

#[test]
fn a_contract_that_a_class_breaks_is_told_and_marked_in_the_file() {
    let place = Place::new();
    let (run, report) = generate(&place, "library.Price", &[]);
    let suspicions = report["suspicions"].as_array().unwrap();
    let of_null = "throws an exception for null instead of returning false";
    let found = suspicions.iter().find(|it| it["what"] == of_null).unwrap_or_else(|| panic!("{report}"));
    assert_eq!((&found["rank"], &found["method"]), (&1.into(), &"Price.equals".into()));
    let text = place.written("library/PriceTest.java");
    let test = found["test"].as_str().unwrap();
    let (before, _) = text.split_once(&format!(" {test}()")).unwrap_or_else(|| panic!("no {test}: {text}"));
    let (_, remark) = before.rsplit_once("// Suspicious: Price.equals").expect("a remark");
    assert!(remark.matches("@Test").count() == 1, "it is the test's own: {text}");
    assert!(run.err.contains(&format!("suspicious: library.Price: Price.equals {of_null} (test {test})")));
}

#[test]
fn of_a_class_that_keeps_its_contracts_nothing_is_suspicious() {
    let place = Place::new();
    let (run, report) = generate(&place, "kinds.Colour", &[]);
    assert!(report.get("suspicions").is_none(), "{report}");
    assert!(!run.err.contains("suspicious"), "{}", run.err);
}

#[test]
fn strengthened_tests_kill_more_mutants_and_cover_no_less() {
    let [without, with] = ["0", "40"].map(|strengthen| {
        let (_, report) = generate(&Place::new(), "demo.Roman", &["--strengthen", strengthen]);
        let number = |field: &str| report[field].as_u64().unwrap();
        assert_eq!(report.get("runs_on_mutants").is_some(), strengthen != "0", "{report}");
        (number("covered"), number("mutants_killed"))
    });
    assert!(with.0 >= without.0 && with.1 > without.1, "{without:?} {with:?}");
}

#[test]
fn strengthening_repeats_itself() {
    let [first, second] = [(); 2].map(|()| {
        let place = Place::new();
        generate(&place, "demo.Account", &[]);
        place.written("demo/AccountTest.java")
    });
    assert_eq!(first, second);
}

#[test]
fn tests_alike_are_one_unless_they_are_to_be_apart() {
    let text = |more: &[&str]| {
        let place = Place::new();
        generate(&place, "demo.Roman", more);
        place.written("demo/RomanTest.java")
    };
    let (together, apart) = (text(&[]), text(&["--style", "plain"]));
    assert!(together.contains("@ParameterizedTest"), "{together}");
    assert!(!apart.contains("@ParameterizedTest"), "{apart}");
    assert!(apart.matches("@Test").count() > together.matches("@Test").count());
}

/// The goals of `Only this test covers parse(String): line 3, true, format(int): line 9, and 2 more goals.`
fn goals_of(reason: &str) -> Vec<String> {
    let (covers, _) = reason.split_once(" It is kept").unwrap_or((reason, ""));
    let mut goals: Vec<String> = Vec::new();
    for part in covers.trim_end_matches('.').split(", ").filter(|part| !part.starts_with("and ")) {
        match goals.last_mut() {
            // What comes behind the line belongs to the goal before.
            Some(goal) if !part.contains('(') => *goal += &format!(", {part}"),
            _ => goals.push(part.to_owned()),
        }
    }
    goals
}

#[test]
fn a_reason_tells_what_no_other_test_covers() {
    let place = Place::new();
    generate(&place, "demo.Roman", &["--reasons"]);
    let text = place.written("demo/RomanTest.java");
    let said = text.replace("\n  // ", " ");
    let reasons = said.lines().filter_map(|line| line.split_once("Only this test covers "));
    let mut only: Vec<String> = reasons.flat_map(|(_, reason)| goals_of(reason)).collect();
    let count = only.len();
    assert!(count > 0, "{text}");
    only.sort();
    only.dedup();
    assert_eq!(only.len(), count, "two tests cannot both be the only one: {text}");
}
