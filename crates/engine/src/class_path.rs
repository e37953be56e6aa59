//! Class paths that a request names.

use std::path::PathBuf;

use types::ClassPath;

use crate::error::{Cause, Error};

/// Opens the jars and folders of a class path.
///
/// # Errors
/// Returns an error if an entry is missing or cannot be read.
pub fn open_class_path(entries: &[PathBuf]) -> Result<ClassPath, Error> {
    ClassPath::open(entries).map_err(|error| Error::user(Cause::ClassPath, &error))
}
