//! One class of the collection, as a person would have it tested.

use std::fmt;
use std::process::Output;

use serde_json::Value;

use crate::place::{Place, TIMES};

/// The seconds of a time like those of [`TIMES`].
fn seconds(time: &str) -> f64 {
    time.strip_suffix('s').and_then(|number| number.parse().ok()).expect("seconds")
}

/// What came of a class.
pub struct Trial {
    name: String,
    /// Seconds that it was given.
    budget: f64,
    report: Value,
    /// What should hold and does not.
    pub failures: Vec<String>,
}

impl Trial {
    /// A class whose ordinary code is to be tested in some time.
    pub fn of(name: &str, time: &str) -> Trial {
        let place = Place::new();
        let mut trial = Trial::run(name, time, &place, 0);
        if trial.report["status"] == "written" {
            trial.check_ordinary(&place.written(name));
        }
        trial.failures.extend(place.damage());
        trial
    }

    /// A class that cannot be tested, with the reason.
    pub fn refused(name: &str, reason: &str) -> Trial {
        let place = Place::new();
        let mut trial = Trial::run(name, TIMES[0], &place, 6);
        if !trial.report["message"].as_str().is_some_and(|message| message.contains(reason)) {
            trial.failures.push(format!("it is refused for another reason: {}", trial.report["message"]));
        }
        trial.failures.extend(place.damage());
        trial
    }

    fn run(name: &str, time: &str, place: &Place, code: i32) -> Trial {
        let mut trial =
            Trial { name: name.to_owned(), budget: seconds(time), report: Value::Null, failures: Vec::new() };
        match place.generate(&format!("hostile.{name}"), time) {
            Some(output) => trial.read(&output, code),
            None => trial.failures.push("it does not end".to_owned()),
        }
        trial
    }

    fn read(&mut self, output: &Output, code: i32) {
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.code() != Some(code) {
            self.failures.push(format!("it ends with {}: {said}", output.status));
        }
        match serde_json::from_slice(&output.stdout) {
            Ok(report) => self.report = report,
            Err(error) => self.failures.push(format!("no report: {error}: {said}")),
        }
    }

    /// All branches of the methods that are called `ordinary` are covered, and one of their tests checks something.
    fn check_ordinary(&mut self, text: &str) {
        let missed: Vec<String> = self.missed().map(|goal| format!("{goal} is missed")).collect();
        self.failures.extend(missed);
        if !text.split("Test\n").any(|test| test.contains("ordinary") && test.contains("assert")) {
            self.failures.push("no test of the ordinary checks something".to_owned());
        }
        let warnings = self.report["warnings"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let uncounted = warnings.filter(|warning| warning.contains("count what they cover"));
        self.failures.extend(uncounted.map(str::to_owned).collect::<Vec<_>>());
    }

    fn missed(&self) -> impl Iterator<Item = &str> {
        let missed = self.report["missed"].as_array().into_iter().flatten();
        missed.filter_map(|missed| missed["goal"].as_str()).filter(|goal| goal.contains("ordinary"))
    }
}

/// A row of the table: class, seconds that the search took more than it was given, seconds of all, tests, whether what is ordinary
/// is covered.
impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |field: &str| self.report[field].as_f64().unwrap_or(f64::NAN);
        let covered = if self.failures.is_empty() { "yes" } else { "NO" };
        write!(
            f,
            "| {:<20} | {:>6.1} | {:>6.1} | {:>5} | {covered:<3} |",
            self.name,
            number("search_seconds") - self.budget,
            number("total_seconds"),
            number("tests_written"),
        )
    }
}
