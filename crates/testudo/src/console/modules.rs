//! The table of the modules of a project.

use comfy_table::{CellAlignment, Table, presets};
use engine::report::{Report, Status};

use super::table::format_share;
use super::visible;

/// A row of the table: the sums of a module.
pub struct ModuleRow {
    name: String,
    /// Number of selected classes.
    classes: usize,
    /// Number of classes whose tests belong to the current version of the class.
    up_to_date: usize,
    /// Number of classes that have new tests.
    written: usize,
    goals: usize,
    covered: usize,
    lines: usize,
    lines_covered: usize,
    mutants: usize,
    mutants_killed: usize,
    tests: usize,
}

impl ModuleRow {
    /// Returns the row of a module without reports.
    pub fn new(name: &str, classes: usize, up_to_date: usize) -> ModuleRow {
        ModuleRow {
            name: visible(name).into_owned(),
            classes,
            up_to_date,
            written: 0,
            goals: 0,
            covered: 0,
            lines: 0,
            lines_covered: 0,
            mutants: 0,
            mutants_killed: 0,
            tests: 0,
        }
    }

    /// Adds the report of a class.
    pub fn add(&mut self, report: &Report) {
        self.written += usize::from(report.status == Status::Written);
        self.goals += report.goals;
        self.covered += report.covered;
        self.lines += report.lines;
        self.lines_covered += report.lines_covered;
        self.mutants += report.mutants;
        self.mutants_killed += report.mutants_killed;
        self.tests += report.tests_written;
    }

    fn cells(&self) -> [String; 8] {
        [
            self.name.clone(),
            self.classes.to_string(),
            self.up_to_date.to_string(),
            self.written.to_string(),
            format_share(self.covered, self.goals),
            format_share(self.lines_covered, self.lines),
            format_share(self.mutants_killed, self.mutants),
            self.tests.to_string(),
        ]
    }
}

/// Returns a table with a row for each module.
pub fn table(rows: &[ModuleRow]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header([
        "module",
        "classes",
        "up to date",
        "with new tests",
        "goals covered",
        "lines",
        "mutants killed",
        "new tests",
    ]);
    for column in 1..8 {
        table.column_mut(column).expect("eight columns").set_cell_alignment(CellAlignment::Right);
    }
    rows.iter().for_each(|row| {
        table.add_row(row.cells());
    });
    table
}
