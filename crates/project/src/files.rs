//! Finds files below a folder.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Returns all files below a folder that have an extension, sorted by path. Does not follow links to folders:
/// such a link could lead back to a folder above.
///
/// # Errors
/// Returns the folder that cannot be read, and the reason.
pub fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let failure = |error| (folder.clone(), error);
        for entry in fs::read_dir(&folder).map_err(failure)? {
            let entry = entry.map_err(failure)?;
            if entry.file_type().map_err(failure)?.is_dir() {
                folders.push(entry.path());
            } else if entry.path().extension().is_some_and(|it| it == extension) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}
