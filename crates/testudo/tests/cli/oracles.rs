//! Assertions, suspicious behaviour and comments in the generated tests.

use serde_json::Value;

use crate::setup::{Run, Workspace};

/// Generates tests for a class, with additional options. Returns the run and the report of the class.
fn generate(workspace: &Workspace, class: &str, options: &[&str]) -> (Run, Value) {
    let mut command =
        workspace.generate_command(&["--class", class, "--tests", "2000", "--seed", "7", "--json"]);
    let run = workspace.run(command.args(options));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report = run.reports().remove(0);
    (run, report)
}

#[test]
fn tests_of_code_that_inspects_classes_declare_a_class_to_inspect() {
    let workspace = Workspace::new();
    generate(&workspace, "kinds.Inspector", &[]);
    let text = workspace.test_text("kinds/InspectorTest.java");
    assert!(text.contains("Inspector.describe(Person.class)"), "{text}");
    assert!(text.contains("new Person(\"Anna\", "), "{text}");
    assert_eq!(text.matches("public static class Person {").count(), 1, "{text}");
    generate(&workspace, "kinds.Colour", &[]);
    assert!(!workspace.test_text("kinds/ColourTest.java").contains("Person"));
}

#[test]
fn suspicious_behaviour_is_reported_with_its_code_and_is_not_in_the_test_file() {
    let workspace = Workspace::new();
    let (run, report) = generate(&workspace, "library.Price", &[]);
    let suspicion = &report["suspicions"][0];
    let code = suspicion["code"].as_str().unwrap_or_else(|| panic!("{report}"));
    assert!(code.lines().count() > 0 && !code.starts_with(' ') && !code.contains("@Test"), "{code}");
    assert!(suspicion.get("test").is_none(), "{report}");
    let first_line = code.lines().next().unwrap();
    assert!(run.stderr.contains(&format!("\n    {first_line}\n")), "{}", run.stderr);
    assert!(!workspace.test_text("library/PriceTest.java").contains("Suspicious"));
}

#[test]
fn the_option_suspicious_keep_marks_suspicious_tests_in_the_test_file() {
    let workspace = Workspace::new();
    let (run, report) = generate(&workspace, "library.Price", &["--suspicious", "keep"]);
    let suspicions = report["suspicions"].as_array().unwrap();
    let violation = "throws an exception for null instead of returning false";
    let found = suspicions.iter().find(|it| it["what"] == violation).unwrap_or_else(|| panic!("{report}"));
    assert_eq!((&found["rank"], &found["method"]), (&1.into(), &"Price.equals".into()));
    let text = workspace.test_text("library/PriceTest.java");
    let test = found["test"].as_str().unwrap();
    let (before, _) = text.split_once(&format!(" {test}()")).unwrap_or_else(|| panic!("no {test}: {text}"));
    let (_, after_comment) =
        before.rsplit_once("// Suspicious: Price.equals").expect("a comment that marks the test");
    assert!(
        after_comment.matches("@Test").count() == 1,
        "the comment must belong to the reported test: {text}"
    );
    assert!(
        run.stderr.contains(&format!("suspicious: library.Price: Price.equals {violation} (test {test})"))
    );
}

#[test]
fn a_class_without_contract_violations_is_not_suspicious() {
    let workspace = Workspace::new();
    let (run, report) = generate(&workspace, "kinds.Colour", &[]);
    assert!(report.get("suspicions").is_none(), "{report}");
    assert!(!run.stderr.contains("suspicious"), "{}", run.stderr);
}

#[test]
fn strengthened_tests_kill_more_mutants_without_loss_of_coverage() {
    let [unstrengthened, strengthened] = ["0", "40"].map(|strengthen| {
        let (_, report) = generate(&Workspace::new(), "demo.Roman", &["--strengthen", strengthen]);
        let number = |field: &str| report[field].as_u64().unwrap();
        assert_eq!(report.get("runs_on_mutants").is_some(), strengthen != "0", "{report}");
        (number("covered"), number("mutants_killed"))
    });
    assert!(
        strengthened.0 >= unstrengthened.0 && strengthened.1 > unstrengthened.1,
        "{unstrengthened:?} {strengthened:?}"
    );
}

#[test]
fn runs_with_strengthening_write_the_same_tests() {
    let [first, second] = [(); 2].map(|()| {
        let workspace = Workspace::new();
        generate(&workspace, "demo.Account", &[]);
        workspace.test_text("demo/AccountTest.java")
    });
    assert_eq!(first, second);
}

#[test]
fn similar_tests_are_one_parameterized_test_unless_the_style_is_plain() {
    let text = |options: &[&str]| {
        let workspace = Workspace::new();
        generate(&workspace, "demo.Roman", options);
        workspace.test_text("demo/RomanTest.java")
    };
    let (default_style, plain_style) = (text(&[]), text(&["--style", "plain"]));
    assert!(default_style.contains("@ParameterizedTest"), "{default_style}");
    assert!(!plain_style.contains("@ParameterizedTest"), "{plain_style}");
    assert!(plain_style.matches("@Test").count() > default_style.matches("@Test").count());
}

/// Returns the goals that a reason lists. A reason is the text after `Only this test covers` in a comment of
/// a generated test, such as `parse(String): line 3: text == null, format(int): line 9, and 2 more goals.`
fn goals_of(reason: &str) -> Vec<String> {
    let (goal_list, _) = reason.split_once(" This test is kept").unwrap_or((reason, ""));
    let mut goals: Vec<String> = Vec::new();
    for part in goal_list.trim_end_matches('.').split(", ").filter(|part| !part.starts_with("and ")) {
        match goals.last_mut() {
            // A part without a method continues the description of the previous goal.
            Some(goal) if !part.contains("): ") => *goal += &format!(", {part}"),
            _ => goals.push(part.to_owned()),
        }
    }
    goals
}

#[test]
fn a_reason_lists_goals_that_no_other_test_covers() {
    let workspace = Workspace::new();
    generate(&workspace, "demo.Roman", &["--reasons"]);
    let text = workspace.test_text("demo/RomanTest.java");
    let unwrapped_text = text.replace("\n  // ", " ");
    let reasons = unwrapped_text.lines().filter_map(|line| line.split_once("Only this test covers "));
    let mut goals: Vec<String> = reasons.flat_map(|(_, reason)| goals_of(reason)).collect();
    let listed_count = goals.len();
    assert!(listed_count > 0, "{text}");
    goals.sort();
    goals.dedup();
    assert_eq!(goals.len(), listed_count, "several tests claim to be the only test of a goal: {text}");
}

#[test]
fn no_file_is_written_for_a_class_whose_only_method_never_returns() {
    let workspace = Workspace::new();
    let run = workspace.run(
        workspace
            .generate_command(&["--class", "kinds.Spinner", "--tests", "200", "--json"])
            .args(["--seed", "7"]),
    );
    assert_eq!(run.code, 6, "{}", run.stdout);
    let report = run.reports().remove(0);
    assert_eq!(report["status"], "no-test-kept", "{report}");
    assert_eq!(report["covered"], 0, "{report}");
    let message = report["message"].as_str().unwrap();
    assert!(message.contains("tests exceeded a limit of time or memory"), "{message}");
    assert!(!workspace.path("out/kinds/SpinnerTest.java").exists());
}

#[test]
fn a_test_without_assertion_is_kept_only_if_it_alone_covers_a_goal() {
    let workspace = Workspace::new();
    let (_, report) = generate(&workspace, "kinds.Silent", &[]);
    assert_eq!(report["covered"], report["goals"], "{report}");
    assert_eq!(report["tests_written"], 3, "each of the three branches must have one test: {report}");
    assert_eq!(report["tests_without_assertions"], 3, "{report}");
    let (_, report) = generate(&workspace, "library.Price", &["--force"]);
    assert_eq!(report["tests_without_assertions"], 0, "{report}");
}

#[test]
fn a_crash_that_only_kills_a_mutant_is_expected_only_if_mutants_are_goals() {
    let expects_crash = |options: &[&str]| {
        let workspace = Workspace::new();
        generate(&workspace, "kinds.Lines", options);
        workspace.test_text("kinds/LinesTest.java").contains("NullPointerException")
    };
    assert!(!expects_crash(&[]));
    assert!(expects_crash(&["--criteria", "branch,strong-mutation"]));
}

#[test]
fn tests_that_fail_in_one_locale_are_kept_and_reported() {
    let workspace = Workspace::new();
    let (_, report) = generate(&workspace, "kinds.Titles", &[]);
    assert!(report.get("lost_goals").is_none(), "{report}");
    let warning = report["warnings"][0].as_str().unwrap_or_else(|| panic!("{report}"));
    assert!(warning.contains("tests that pass only because the test class sets the locale or time zone: 2 (they fail with: locale tr-TR"), "{warning}");
    assert!(workspace.test_text("kinds/TitlesTest.java").contains("Locale.setDefault(Locale.US);"));
}

#[test]
fn kills_of_tests_that_verification_changed_are_reported() {
    let workspace = Workspace::new();
    let (_, report) = generate(&workspace, "kinds.Banner", &[]);
    assert!(workspace.test_text("kinds/BannerTest.java").contains("System.lineSeparator()"));
    let number = |field: &str| report[field].as_u64().unwrap();
    assert!(2 * number("mutants_killed") > number("mutants"), "{report}");
}

#[test]
fn a_test_shows_a_call_that_does_its_job_also_if_a_simpler_call_covers_the_same_code() {
    let workspace = Workspace::new();
    let (_, report) = generate(&workspace, "library.Telephones", &[]);
    assert_eq!(report["ordinary_calls"], report["callable_methods"], "{report}");
    let text = workspace.test_text("library/TelephonesTest.java");
    let shows_number = |line: &str| line.contains("assertEquals(\"") && line.contains(".numberOf(\"");
    assert!(text.lines().any(shows_number), "{text}");
}

#[test]
fn a_test_shows_several_elements_of_a_collection_also_if_one_element_covers_the_same_code() {
    let workspace = Workspace::new();
    generate(&workspace, "library.Telephones", &[]);
    let text = workspace.test_text("library/TelephonesTest.java");
    let shows_names = |line: &str| line.contains("Set.of(\"") && line.contains("\", \"");
    assert!(text.lines().any(shows_names), "{text}");
}
