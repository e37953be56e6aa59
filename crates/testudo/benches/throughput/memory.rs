//! The most memory that the command and its worker take on real classes.

use std::path::Path;
use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};

use crate::command;
use crate::java::jar;
use crate::processes::{peak, workers};
use crate::subject::Place;

/// How the name of the jar begins, and class.
const CLASSES: [(&str, &str); 2] =
    [("la4j-", "org.la4j.Matrix"), ("commons-lang3-", "org.apache.commons.lang3.StringUtils")];

/// Runs the command on the classes and prints a table.
pub fn report(place: &Place) {
    let mut table = Table::new();
    table.load_preset(presets::ASCII_MARKDOWN);
    table.set_header(["class", "covered", "tests/s", "statements/s", "first test", "command", "worker"]);
    for (name, class) in CLASSES {
        match jar(name) {
            Some(jar) => drop(table.add_row(measure(place, &jar, class))),
            None => println!("memory: no jar of {name} in the folders of TESTUDO_SUBJECTS"),
        }
    }
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    println!("{table}");
}

fn measure(place: &Place, jar: &Path, class: &str) -> [String; 7] {
    let mut command = command::testudo(jar, class, place, ["--time", "5s"]);
    let mut child = command.spawn().expect("the command");
    let (mut own, mut worker) = (0, 0);
    while child.try_wait().expect("a child").is_none() {
        own = own.max(peak(child.id()));
        worker = workers(child.id()).map(peak).fold(worker, u64::max);
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
        format!("{} MB", own >> 10),
        format!("{} MB", worker >> 10),
    ]
}
