//! Errors of reports.

use std::io;
use std::path::PathBuf;

/// The reason why a report cannot be written, read or merged.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder for the report contains something else.
    #[error(
        "{} exists and is not a report of Testudo, so it is not replaced; name a new folder, or remove this one",
        .0.display()
    )]
    Occupied(PathBuf),
    /// A file or folder of the report cannot be written.
    #[error("cannot write the report {}: {source}; choose another folder, or free space on the disk", folder.display())]
    Write {
        /// The folder of the report.
        folder: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// A file is missing, or it is not the file `report.json` of a report.
    #[error("{} is not a report: {reason}; name a folder that `testudo generate --report` wrote", path.display())]
    NotAReport {
        /// The file.
        path: PathBuf,
        /// Why it cannot be read.
        reason: String,
    },
    /// Another version of Testudo wrote the report.
    #[error(
        "{} has version {found} of the format, but this program reads version {known}; write and merge all reports with the same version of Testudo",
        path.display()
    )]
    Version {
        /// The file `report.json`.
        path: PathBuf,
        /// Version of the file.
        found: u32,
        /// Version that this program reads.
        known: u32,
    },
    /// Reports of different projects cannot be merged.
    #[error("the reports are of different projects, {first} and {second}; merge only reports of one project")]
    OtherProject {
        /// Project of the first report.
        first: String,
        /// Project of another report.
        second: String,
    },
    /// Two reports contain the same class.
    #[error(
        "the class {class} of the module {module} is in two reports; merge the reports of the shards of one run, each report once"
    )]
    SameClass {
        /// Name of the module.
        module: String,
        /// Name of the class.
        class: String,
    },
}
