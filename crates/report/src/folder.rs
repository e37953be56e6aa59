//! Writes the folder of a report completely or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::{Error, json};

/// A file of a report: its path in the folder, with `/`, and its text.
pub(crate) type ReportFile = (String, String);

/// Checks that a folder can receive a report: it does not exist, is empty, or contains an earlier report.
///
/// # Errors
/// Returns an error if the folder contains something else.
pub fn check(folder: &Path) -> Result<(), Error> {
    let is_free = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none() || json::is_report(folder),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    if is_free { Ok(()) } else { Err(Error::Occupied(folder.to_owned())) }
}

/// Writes files into a folder. Replaces an earlier report in this folder as a whole.
pub(crate) fn write(folder: &Path, files: &[ReportFile]) -> Result<(), Error> {
    check(folder)?;
    write_and_replace(folder, files).map_err(|source| Error::Write { folder: folder.to_owned(), source })
}

fn write_and_replace(folder: &Path, files: &[ReportFile]) -> io::Result<()> {
    // The name of the folder can be `.` or end with `..`, so that it has no name in its parent.
    let folder = std::path::absolute(folder)?;
    let parent = folder.parent().unwrap_or(&folder);
    fs::create_dir_all(parent)?;
    // The temporary folder is beside the report, because a folder can be renamed only within a file system.
    let temporary = TempDir::with_prefix_in(".testudo-report-", parent)?;
    let new = temporary.path().join("new");
    for (path, text) in files {
        let file = new.join(path);
        fs::create_dir_all(file.parent().expect("the file is below the folder"))?;
        fs::write(file, text)?;
    }
    replace(&folder, &new, &temporary.path().join("old"))
}

/// Renames `new` to `folder`. If `folder` exists, it becomes a part of the temporary folder.
fn replace(folder: &Path, new: &Path, old: &Path) -> io::Result<()> {
    if !folder.exists() {
        return fs::rename(new, folder);
    }
    if exchange(folder, new) {
        return Ok(());
    }
    fs::rename(folder, old)?;
    fs::rename(new, folder).inspect_err(|_| {
        let _ = fs::rename(old, folder);
    })
}

/// Exchanges two folders in one step. Returns whether the system and the file system support this.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn exchange(left: &Path, right: &Path) -> bool {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, left, CWD, right, RenameFlags::EXCHANGE).is_ok()
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn exchange(_: &Path, _: &Path) -> bool {
    false
}

/// Returns the parts of a path relative to a folder, joined by `/`. A path outside the folder stays absolute.
pub fn relative_path(path: &Path, folder: &Path) -> String {
    let relative: PathBuf = path.strip_prefix(folder).unwrap_or(path).to_owned();
    let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/").replacen("//", "/", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_replaces_an_earlier_report_but_no_other_folder() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("a/report");
        let files = |text: &str| {
            let report = json::write(&crate::Report::default());
            vec![(json::FILE.to_owned(), report), ("index.html".to_owned(), text.to_owned())]
        };
        write(&folder, &files("1")).unwrap();
        fs::write(folder.join("old.html"), "").unwrap();
        write(&folder, &files("2")).unwrap();
        assert_eq!(fs::read_to_string(folder.join("index.html")).unwrap(), "2");
        assert!(!folder.join("old.html").exists(), "no page of the earlier report stays");
        assert_eq!(fs::read_dir(root.path().join("a")).unwrap().count(), 1, "no temporary folder stays");

        let other = root.path().join("other");
        fs::create_dir(&other).unwrap();
        check(&other).unwrap();
        fs::write(other.join("notes"), "").unwrap();
        assert!(matches!(check(&other), Err(Error::Occupied(_))));
        assert!(matches!(check(&other.join("notes")), Err(Error::Occupied(_))));
    }
}
