//! `testudo explain`: what the tests of a report do not cover, and why.

use std::collections::BTreeMap;
use std::fs;

use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};
use serde::Deserialize;

use crate::arguments::Explain;
use crate::console;
use crate::exit::Exit;

/// What is read of a report.
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

/// Prints what the reports of a file do not cover.
///
/// # Errors
/// If the file cannot be read or is no report.
pub fn run(options: &Explain) -> Result<Exit, String> {
    let file = options.file.display();
    let text = fs::read_to_string(&options.file).map_err(|error| format!("cannot read {file}: {error}"))?;
    let mut reports = Vec::new();
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let report: Report = serde_json::from_str(text).map_err(|error| {
            format!("{file}, line {line} is not a report: {error}; name a file with the output of `testudo generate --json`")
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
    let before = existing
        .as_ref()
        .map_or_else(String::new, |it| format!(", {} of them by existing tests", it.covered));
    let head = match message {
        Some(message) => format!("{class}: {status}: {message}"),
        None => format!("{class}: {covered} of {goals} goals are covered{before}"),
    };
    let mut methods: BTreeMap<&str, Vec<&Missed>> = BTreeMap::new();
    for it in missed {
        methods.entry(it.goal.split_once(": ").map_or("", |(method, _)| method)).or_default().push(it);
    }
    let methods: Vec<String> =
        methods.into_iter().map(|(method, missed)| format!("\n{method}\n{}\n", table(&missed))).collect();
    format!("{head}\n{}", methods.join(""))
}

fn table(missed: &[&Missed]) -> String {
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header(["goal", "nearest", "why"]);
    for Missed { goal, distance, reason } in missed {
        let goal = goal.split_once(": ").map_or(&**goal, |(_, goal)| goal);
        let nearest = distance.map_or_else(|| "-".to_owned(), |it| format!("{it:.4}"));
        table.add_row([goal, &nearest, reason]);
    }
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(u16::MAX);
    table.trim_fmt()
}
