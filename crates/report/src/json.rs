//! The file `report.json`, which contains the whole report.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::model::Report;

/// Name of the file.
pub(crate) const FILE: &str = "report.json";

/// Identifies the file.
const FORMAT: &str = "testudo-report";

/// The version of the format that this program writes and reads.
const VERSION: u32 = 1;

/// How the file begins.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
}

#[derive(Serialize)]
struct Content<'r> {
    #[serde(flatten)]
    header: Header,
    #[serde(flatten)]
    report: &'r Report,
}

/// Returns the content of the file.
pub(crate) fn write(report: &Report) -> String {
    let header = Header { format: FORMAT.to_owned(), version: VERSION };
    serde_json::to_string_pretty(&Content { header, report }).expect("a report is plain data") + "\n"
}

/// Returns whether a folder contains a report.
pub(crate) fn is_report(folder: &Path) -> bool {
    let text = fs::read_to_string(folder.join(FILE)).unwrap_or_default();
    serde_json::from_str::<Header>(&text).is_ok_and(|header| header.format == FORMAT)
}

/// Reads the report in a folder.
///
/// # Errors
/// Returns an error if the folder contains no report, or a report of another version of the format.
pub fn read(folder: &Path) -> Result<Report, Error> {
    let path = folder.join(FILE);
    let not_a_report = |reason: String| Error::NotAReport { path: path.clone(), reason };
    let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => not_a_report("the file does not exist".to_owned()),
        _ => not_a_report(error.to_string()),
    })?;
    let header: Header = serde_json::from_str(&text).map_err(|error| not_a_report(error.to_string()))?;
    if header.format != FORMAT {
        return Err(not_a_report(format!("its format is {}", header.format)));
    }
    if header.version != VERSION {
        return Err(Error::Version { path, found: header.version, known: VERSION });
    }
    serde_json::from_str(&text).map_err(|error| Error::NotAReport { path, reason: error.to_string() })
}
