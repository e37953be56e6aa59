//! Reads and replaces test files.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use testsource::File;

use crate::Error;
use crate::fingerprint::UNKNOWN;

pub(crate) fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(Error::io("read", path))
}

/// Replaces the content of a file, completely or not at all.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || {
        // The error messages must not contain the name of the temporary file. An error of the inner file does
        // not contain this name.
        let file = NamedTempFile::with_prefix_in(".testudo", folder);
        let mut file = file.map_err(|error| io::Error::from(error.kind()))?;
        file.as_file_mut().write_all(text.as_bytes())?;
        // Some file systems report a full disk only when the file is synchronised.
        file.as_file().sync_all()?;
        let permissions = match fs::metadata(path) {
            Ok(metadata) => metadata.permissions(),
            Err(_) => fs::Permissions::from_mode(0o644),
        };
        fs::set_permissions(file.path(), permissions)?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(Error::io("write", path))
}

/// Returns the text of a test file without some tests. Its class gets new tests, even if the run is
/// interrupted. Returns `None` if no test remains, or if the text contains a syntax error.
pub(crate) fn without_tests(text: &str, tests: &[String]) -> Option<String> {
    let shorter = File::parse(text)?.without_tests(tests)?;
    Some(emit::with_fingerprint(&shorter, UNKNOWN))
}

/// Returns the text of a test file without some rows of a parameterized test, as [`without_tests`] does.
/// Returns `None` if no row remains, or if the test does not list its rows.
pub(crate) fn without_rows(text: &str, test: &str, rows: &[usize]) -> Option<String> {
    let shorter = File::parse(text)?.without_rows(test, rows)?;
    Some(emit::with_fingerprint(&shorter, UNKNOWN))
}

/// Replaces the text `old` of a test file, or removes the file if there is no new text. Returns whether the
/// file still exists.
pub(crate) fn update(path: &Path, old: &str, new: Option<&str>) -> Result<bool, Error> {
    match new {
        Some(new) => replace(path, &signed_like(old, new))?,
        None => fs::remove_file(path).map_err(Error::io("remove", path))?,
    }
    Ok(new.is_some())
}

/// Returns all files below a folder that have an extension, sorted by path.
pub(crate) fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Error> {
    project::files(folder, extension).map_err(|(folder, error)| Error::io("read", &folder)(error))
}

/// Returns the new version of a text. It counts as unedited if nobody had edited the old version.
pub(crate) fn signed_like(old: &str, new: &str) -> String {
    if emit::is_unedited(old) { emit::sign(new) } else { new.to_owned() }
}

/// Returns whether two paths lead to the same file.
pub(crate) fn is_same_file(left: &Path, right: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    real(left) == real(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_lost_tests_belongs_to_no_version_of_its_class() {
        let line = emit::fingerprint_line("0123456789abcdef");
        let tests = "  @Test\n  void a() {}\n\n  @Test\n  void b() {}\n";
        let text = emit::sign(&format!("// {line}\n// Testudo: 0123456789abcdef\nclass T {{\n{tests}}}\n"));
        let shorter = without_tests(&text, &["a".to_owned()]).unwrap();
        assert_eq!(emit::fingerprint(&shorter), Some(UNKNOWN));
        assert!(shorter.contains("void b()") && !shorter.contains("void a()"), "{shorter}");
    }
}
