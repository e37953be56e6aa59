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

/// Returns the binary names of the top-level classes on a class path, sorted. A class whose name contains `$`
/// counts as a nested class. The result omits `module-info` and `package-info`.
///
/// # Errors
/// Returns an error if an entry is missing or cannot be read.
pub fn class_names(entries: &[PathBuf]) -> Result<Vec<String>, Error> {
    let path = open_class_path(entries)?;
    let is_top_level = |name: &&str| !name.contains('$') && !name.ends_with("-info");
    let mut names: Vec<String> =
        path.names().filter(is_top_level).map(|name| name.replace('/', ".")).collect();
    names.sort();
    names.dedup();
    Ok(names)
}
