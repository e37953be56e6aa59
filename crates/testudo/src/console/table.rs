//! The table that is printed at the end of a run.

use comfy_table::{CellAlignment, Table, presets};
use engine::report::{Count, Report};

use super::visible;

/// Returns a table with one row for each report. The row of a report with several criteria has an additional
/// line for each criterion.
pub fn table(reports: &[&Report]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["class", "goals", "covered", "lines", "mutants killed", "tests", "seconds"]);
    for column in 1..7 {
        table.column_mut(column).expect("seven columns").set_cell_alignment(CellAlignment::Right);
    }
    for report in reports {
        let mut cells = [
            visible(&report.class).into_owned(),
            report.goals.to_string(),
            format_share(report.covered, report.goals),
            format_share(report.lines_covered, report.lines),
            format_share(report.mutants_killed, report.mutants),
            report.tests_written.to_string(),
            format!("{:.1}", report.total_seconds),
        ];
        if report.criteria.len() > 1 {
            for Count { criterion, goals, covered } in &report.criteria {
                let line =
                    [format!("  {}", criterion.name()), goals.to_string(), format_share(*covered, *goals)];
                cells.iter_mut().zip(line).for_each(|(cell, line)| *cell += &format!("\n{line}"));
            }
        }
        table.add_row(cells);
    }
    table
}

/// Formats a number and its percentage of a whole, such as `3 (50 %)`. Returns `-` if the whole is 0.
pub(super) fn format_share(part: usize, whole: usize) -> String {
    match whole {
        0 => "-".to_owned(),
        _ => format!("{part} ({:.0} %)", 100.0 * part as f64 / whole as f64),
    }
}
