//! `readability`: prints how many tests of Java files have properties that make them hard to read.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use comfy_table::{Cell, CellAlignment, Table, presets};
use readability::{Counts, PROPERTIES, count};

/// Counts properties of Java test files that make tests hard to read
#[derive(Parser)]
struct Arguments {
    /// Java files, and folders that are searched for Java files
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Fail if more than this percentage of the tests have the property; repeat the option for more
    /// properties
    #[arg(long, value_name = "PROPERTY=PERCENT", value_parser = limit)]
    limit: Vec<(usize, f64)>,
}

fn main() -> ExitCode {
    let Arguments { paths, limit } = Arguments::parse();
    let mut rows = Vec::new();
    let mut all = Counts::default();
    for path in paths.into_iter().flat_map(java_files) {
        match fs::read_to_string(&path).map(|source| count(&source)) {
            Ok(Some(counts)) => {
                all += &counts;
                rows.push((path.display().to_string(), counts));
            }
            Ok(None) => eprintln!("readability: skipping {}: it is not valid Java", path.display()),
            Err(error) => {
                eprintln!("readability: cannot read {}: {error}", path.display());
                return ExitCode::FAILURE;
            }
        }
    }
    rows.push(("all files".to_owned(), all.clone()));
    println!("{}", table(&rows));
    let mut is_within_limits = true;
    for (property, percent) in limit {
        let found = percentage(all.found[property], all.tests);
        if found > percent {
            let name = PROPERTIES[property].name;
            eprintln!(
                "readability: too many tests have the property \"{name}\": {found:.1} %; the limit is {percent} %"
            );
            is_within_limits = false;
        }
    }
    if is_within_limits { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the Java files of a folder and of its subfolders in the order of their names, or the file itself.
fn java_files(path: PathBuf) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(&path) else { return vec![path] };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let is_relevant = |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|it| it == "java");
    entries.into_iter().filter(is_relevant).flat_map(java_files).collect()
}

/// Parses a limit such as `noise text=5`. Returns the index of the property and the percentage.
fn limit(text: &str) -> Result<(usize, f64), String> {
    let (name, percent) = text.split_once('=').ok_or("write PROPERTY=PERCENT, such as \"noise text=5\"")?;
    let property = PROPERTIES.iter().position(|property| property.name == name);
    let names = PROPERTIES.map(|property| property.name).join(", ");
    let property = property.ok_or(format!("no property has the name \"{name}\"; use one of: {names}"))?;
    let percent = percent.parse().map_err(|_| format!("\"{percent}\" is not a number"))?;
    Ok((property, percent))
}

fn percentage(found: usize, tests: usize) -> f64 {
    100.0 * found as f64 / tests.max(1) as f64
}

/// Returns a value of a sorted list that is at least as large as the given percentage of the values. Returns
/// 0 for an empty list.
fn percentile(values: &[usize], percent: usize) -> usize {
    let rank = (values.len() * percent).div_ceil(100);
    values.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

/// Returns a table with a row for each file. The columns are numbers, then the percentage of methods without
/// a test that succeeds, and the percentage of tests with each property.
fn table(rows: &[(String, Counts)]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::ASCII_MARKDOWN);
    let numbers = [
        "lines",
        "tests",
        "statements per test",
        "tested calls per test: median",
        "95th percentile",
        "methods without success",
    ];
    let names = numbers.into_iter().chain(PROPERTIES.map(|property| property.name));
    table.set_header(std::iter::once("file").chain(names));
    for (name, counts) in rows {
        let per_test = counts.statements as f64 / counts.tests.max(1) as f64;
        let mut calls = counts.tested_calls.clone();
        calls.sort_unstable();
        let without_success = percentage(counts.methods_without_success, counts.tested_methods);
        let mut cells = vec![
            counts.lines.to_string(),
            counts.tests.to_string(),
            format!("{per_test:.1}"),
            percentile(&calls, 50).to_string(),
            percentile(&calls, 95).to_string(),
            format!("{without_success:.1} %"),
        ];
        cells.extend(counts.found.map(|found| format!("{:.1} %", percentage(found, counts.tests))));
        let cells = cells.into_iter().map(|text| Cell::new(text).set_alignment(CellAlignment::Right));
        table.add_row(std::iter::once(Cell::new(name)).chain(cells));
    }
    table
}
