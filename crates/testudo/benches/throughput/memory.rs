//! Measures the peak memory of the command and of its largest worker, on library classes.

use std::path::Path;
use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};

use crate::command;
use crate::java::jar;
use crate::processes::{peak_memory, workers};
use crate::subject::Workspace;

/// The library classes: the prefix of the name of the jar, and the binary name of the class.
const CLASSES: [(&str, &str); 2] =
    [("la4j-", "org.la4j.Matrix"), ("commons-lang3-", "org.apache.commons.lang3.StringUtils")];

/// Runs the command on the classes and prints a table.
pub fn report(workspace: &Workspace) {
    let mut table = Table::new();
    table.load_preset(presets::ASCII_MARKDOWN);
    table.set_header(["class", "covered", "tests/s", "statements/s", "first test", "command", "worker"]);
    for (prefix, class) in CLASSES {
        match jar(prefix) {
            Some(jar) => drop(table.add_row(measure(workspace, &jar, class))),
            None => println!(
                "memory of {class}: not measured, because the folder in TESTUDO_SUBJECTS has no jar {prefix}*; run ./x bench, which sets the variable"
            ),
        }
    }
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    println!("{table}");
}

/// Measures a class. Returns a row of the table.
fn measure(workspace: &Workspace, jar: &Path, class: &str) -> [String; 7] {
    let mut command = command::testudo(jar, class, workspace, ["--time", "5s"]);
    let mut child = command.spawn().expect("the command");
    let (mut peak_of_command, mut peak_of_worker) = (0, 0);
    while child.try_wait().expect("a child").is_none() {
        peak_of_command = peak_of_command.max(peak_memory(child.id()));
        peak_of_worker = workers(child.id()).map(peak_memory).fold(peak_of_worker, u64::max);
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().expect("its output");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    let number = |field: &str| report[field].as_f64().expect("a number");
    [
        class.to_owned(),
        format!("{} of {}", number("covered"), number("goals")),
        format!("{:.0}", number("tests_executed") / number("search_seconds")),
        format!("{:.0}", number("statements_executed") / number("search_seconds")),
        format!("{:.0} ms", number("first_test_seconds") * 1e3),
        format!("{} MB", peak_of_command >> 10),
        format!("{} MB", peak_of_worker >> 10),
    ]
}
