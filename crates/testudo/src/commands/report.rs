//! `testudo report`: merges reports of `testudo generate --report`.

use std::path::{Path, PathBuf};

use crate::arguments::ReportCommand;
use crate::console::print_error;
use crate::exit::Exit;

/// Runs a command about reports.
pub fn run(command: &ReportCommand) -> Exit {
    let ReportCommand::Merge { folders, output } = command;
    match merge(folders, output) {
        Ok(()) => {
            print_error(&format!("wrote the report {}", output.join("index.html").display()));
            Exit::Success
        }
        Err(error) => {
            print_error(&format!("error: {error}"));
            Exit::of_report_error(&error)
        }
    }
}

fn merge(folders: &[PathBuf], output: &Path) -> Result<(), report::Error> {
    let reports = folders.iter().map(|folder| report::read(folder)).collect::<Result<Vec<_>, _>>()?;
    report::write(&report::merge(reports)?, output)
}
