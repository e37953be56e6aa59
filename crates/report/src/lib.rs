//! Writes the results of a run as a folder with HTML pages and files for other programs.
//!
//! [`write()`] writes a [`Report`], which is plain data. [`read`] reads it again, and [`merge`] combines the
//! reports of several machines. The crate depends on no other crate of the workspace: it knows neither the
//! search nor builds.

mod error;
mod files;
mod folder;
mod html;
mod json;
mod lcov;
mod merge;
mod model;
mod mutation;
mod sarif;
mod totals;

use std::path::Path;

pub use error::Error;
pub use folder::{check, relative_path};
pub use json::read;
pub use merge::merge;
pub use model::{
    Branch, Change, ChangeAction, Class, Line, Module, Mutant, MutantState, OpenGoal, RefusedTest, Report,
    Suspicion, Test,
};

/// Writes a report into a folder. Replaces an earlier report in this folder.
///
/// Other processes see the whole old report or the whole new report, as far as the file system can exchange
/// two folders.
///
/// # Errors
/// Returns an error if the folder contains something else than a report, or if it cannot be written.
pub fn write(report: &Report, folder: &Path) -> Result<(), Error> {
    let mut files = html::pages(report);
    let formats = [
        (json::FILE, json::write(report)),
        ("mutation.json", mutation::write(report)),
        ("lcov.info", lcov::write(report)),
        ("testudo.sarif", sarif::write(report)),
    ];
    files.extend(formats.map(|(name, text)| (name.to_owned(), text)));
    folder::write(folder, &files)
}
