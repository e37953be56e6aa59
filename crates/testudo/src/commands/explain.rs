//! `testudo explain`: prints the goals that the tests of a report do not cover, and why.

use std::collections::BTreeMap;
use std::fs;

use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};
use serde::Deserialize;

use crate::arguments::Explain;
use crate::console::{self, visible};
use crate::exit::Exit;

/// The fields of a report that this command reads.
#[derive(Deserialize)]
struct Report {
    class: String,
    status: String,
    message: Option<String>,
    goals: usize,
    covered: usize,
    existing: Option<Existing>,
    #[serde(default)]
    missed: Vec<Missed>,
}

#[derive(Deserialize)]
struct Existing {
    covered: usize,
}

#[derive(Deserialize)]
struct Missed {
    goal: String,
    distance: Option<f64>,
    reason: String,
}

/// Prints the uncovered goals of all reports in a file.
///
/// # Errors
/// Returns a message if the file cannot be read or does not contain reports.
pub fn run(options: &Explain) -> Result<Exit, String> {
    let file = options.file.display();
    let text = fs::read_to_string(&options.file).map_err(|error| {
        format!("cannot read {file}: {error}; name a file with the output of `testudo generate --json`")
    })?;
    let mut reports = Vec::new();
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let report: Report = serde_json::from_str(text).map_err(|error| {
            format!("line {line} of {file} is not a report: {error}; name a file with the output of `testudo generate --json`")
        })?;
        reports.push(report);
    }
    if reports.is_empty() {
        return Err(format!("{file} is empty; name a file with the output of `testudo generate --json`"));
    }
    let printed = reports.iter().map(|report| console::print(&describe(report)));
    Ok(printed.max().unwrap_or(Exit::Success))
}

fn describe(report: &Report) -> String {
    let Report { class, status, message, goals, covered, existing, missed } = report;
    let class = visible(class);
    let covered_by_existing = existing
        .as_ref()
        .map_or_else(String::new, |it| format!(", {} of them by existing tests", it.covered));
    let heading = match message {
        Some(message) => format!("{class}: {}: {}", visible(status), visible(message)),
        None => format!("{class}: {covered} of {goals} goals are covered{covered_by_existing}"),
    };
    let mut methods: BTreeMap<&str, Vec<&Missed>> = BTreeMap::new();
    for goal in missed {
        methods.entry(goal.goal.split_once(": ").map_or("", |(method, _)| method)).or_default().push(goal);
    }
    let methods: Vec<String> = methods
        .into_iter()
        .map(|(method, missed)| format!("\n{}\n{}\n", visible(method), table(&missed)))
        .collect();
    format!("{heading}\n{}", methods.join(""))
}

fn table(missed: &[&Missed]) -> String {
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header(["goal", "distance", "reason"]);
    for Missed { goal, distance, reason } in missed {
        let goal = goal.split_once(": ").map_or(&**goal, |(_, goal)| goal);
        let distance = distance.map_or_else(|| "-".to_owned(), |distance| format!("{distance:.4}"));
        table.add_row([&*visible(goal), &distance, &visible(reason)]);
    }
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(u16::MAX);
    table.trim_fmt()
}
