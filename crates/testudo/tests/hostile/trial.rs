//! One run of Testudo on a hostile class, with checks of the result.

use std::fmt;
use std::process::Output;

use serde_json::Value;

use crate::workspace::{TIMES, Workspace};

/// Returns the number of seconds of a budget in [`TIMES`], such as 3 for `3s`.
fn seconds(time: &str) -> f64 {
    time.strip_suffix('s').and_then(|number| number.parse().ok()).expect("seconds")
}

/// The result of a run of Testudo on a hostile class.
pub struct Trial {
    name: String,
    /// Time budget of the search in seconds.
    budget: f64,
    report: Value,
    /// Descriptions of failed checks.
    pub failures: Vec<String>,
}

impl Trial {
    /// Generates tests for a class with a time budget. Checks that the tests cover the methods whose names
    /// begin with `ordinary`, and that the run changed no file outside the output folder and left no process.
    pub fn of_generation(name: &str, time: &str) -> Trial {
        let workspace = Workspace::new();
        let mut trial = Trial::run(name, time, &workspace, 0);
        if trial.report["status"] == "written" {
            trial.check_ordinary(&workspace.test_text(name));
        }
        trial.failures.extend(workspace.damage());
        trial
    }

    /// Runs Testudo on a class. Checks that Testudo refuses the class with a message that contains `reason`,
    /// and that the run changed no file outside the output folder and left no process.
    pub fn of_refusal(name: &str, reason: &str) -> Trial {
        let workspace = Workspace::new();
        let mut trial = Trial::run(name, TIMES[0], &workspace, 6);
        if !trial.report["message"].as_str().is_some_and(|message| message.contains(reason)) {
            trial
                .failures
                .push(format!("the class is refused for another reason: {}", trial.report["message"]));
        }
        trial.failures.extend(workspace.damage());
        trial
    }

    /// Runs Testudo on a class. Checks that the run ends with the exit code `code`.
    fn run(name: &str, time: &str, workspace: &Workspace, code: i32) -> Trial {
        let mut trial =
            Trial { name: name.to_owned(), budget: seconds(time), report: Value::Null, failures: Vec::new() };
        match workspace.generate(&format!("hostile.{name}"), time) {
            Some(output) => trial.read_report(&output, code),
            None => trial.failures.push("the run does not end".to_owned()),
        }
        trial
    }

    /// Reads the report and checks the exit code.
    fn read_report(&mut self, output: &Output, code: i32) {
        let stderr = String::from_utf8_lossy(&output.stderr);
        if output.status.code() != Some(code) {
            self.failures.push(format!("the run ends with {}: {stderr}", output.status));
        }
        match serde_json::from_slice(&output.stdout) {
            Ok(report) => self.report = report,
            Err(error) => self.failures.push(format!("no report: {error}: {stderr}")),
        }
    }

    /// Checks that all goals of the methods whose names begin with `ordinary` are covered, and that a test of
    /// these methods has an assertion. Also checks that Testudo had time to measure what the written tests
    /// cover.
    fn check_ordinary(&mut self, text: &str) {
        let missed: Vec<String> = self.missed().map(|goal| format!("{goal} is not covered")).collect();
        self.failures.extend(missed);
        if !text.split("Test\n").any(|test| test.contains("ordinary") && test.contains("assert")) {
            self.failures.push("no test of the ordinary method has an assertion".to_owned());
        }
        let warnings = self.report["warnings"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let unmeasured =
            warnings.filter(|warning| warning.contains("no time to measure what the written tests cover"));
        self.failures.extend(unmeasured.map(str::to_owned).collect::<Vec<_>>());
    }

    /// Returns the goals of ordinary methods that are not covered.
    fn missed(&self) -> impl Iterator<Item = &str> {
        let missed = self.report["missed"].as_array().into_iter().flatten();
        missed.filter_map(|missed| missed["goal"].as_str()).filter(|goal| goal.contains("ordinary"))
    }
}

/// A row of the table of `./x hostile`. Its columns are:
///
/// - the class
/// - the seconds by which the search exceeded its budget
/// - the seconds of the whole run
/// - the number of tests
/// - whether all checks passed
impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |field: &str| self.report[field].as_f64().unwrap_or(f64::NAN);
        let passed = if self.failures.is_empty() { "yes" } else { "NO" };
        write!(
            f,
            "| {:<20} | {:>6.1} | {:>6.1} | {:>5} | {passed:<6} |",
            self.name,
            number("search_seconds") - self.budget,
            number("total_seconds"),
            number("tests_written"),
        )
    }
}
