//! Writes test files. Writes each file completely or not at all. Does not replace a file that a person
//! edited, unless the request allows it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::cancellation::Cancellation;

/// The reason why a test file cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder cannot be created or written to.
    #[error("cannot write to {}: {source}; choose another folder with --output", path.display())]
    Folder {
        /// The folder of the test file.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The file exists, and a person wrote or changed it.
    #[error(
        "{} was edited by hand and is not replaced; overwrite it with --force, or choose another folder with --output",
        .0.display()
    )]
    Edited(PathBuf),
}

/// The file for the tests of a class. [`prepare`] has checked that the file can be written.
#[derive(Debug)]
pub struct TestFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Folder of the file.
    folder: PathBuf,
    /// Whether to replace the file even if a person edited it.
    force: bool,
}

/// Checks that the file of a test class can be written. The check leaves no file or folder behind, because
/// the search can end without a test.
///
/// # Errors
/// Returns an error if the folder cannot be written to, or if a person edited the file and `force` is false.
pub fn prepare(
    output: &Path,
    package: &str,
    name: &str,
    force: bool,
    cancellation: &Cancellation,
) -> Result<TestFile, Error> {
    let parts = package.split('.').filter(|part| !part.is_empty());
    let folder = parts.fold(output.to_owned(), |path, part| path.join(part));
    let test_file = TestFile { path: folder.join(format!("{name}.java")), folder, force };
    cancellation
        .uninterrupted(|| temporary_file(nearest_existing(&test_file.folder)).map(drop))
        .map_err(|source| test_file.folder_error(source))?;
    test_file.has_replaceable_file()?;
    Ok(test_file)
}

impl TestFile {
    /// Returns `true` if the file exists and can be replaced, and `false` if there is no file. Returns an
    /// error if the file cannot be read, or if a person edited it and `force` is false.
    fn has_replaceable_file(&self) -> Result<bool, Error> {
        match fs::read(&self.path) {
            Ok(text) if !self.force && !is_unedited(&text) => Err(Error::Edited(self.path.clone())),
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(self.folder_error(error)),
        }
    }

    fn folder_error(&self, source: io::Error) -> Error {
        Error::Folder { path: self.folder.clone(), source }
    }
}

fn is_unedited(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(emit::is_unedited)
}

/// Returns the folder if it exists, otherwise the nearest folder above it that exists.
fn nearest_existing(folder: &Path) -> &Path {
    let parents = folder.ancestors().filter(|path| !path.as_os_str().is_empty());
    parents.into_iter().find(|path| path.exists()).unwrap_or(Path::new("."))
}

fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    use_umask(builder.prefix(".testudo"));
    // The error message must not contain the name of the temporary file. Therefore this function returns only
    // the kind of the error.
    builder.tempfile_in(folder).map_err(|error| error.kind().into())
}

/// Makes the umask determine the permissions of the file, as for an ordinary new file. Without this setting,
/// only the owner could read the file.
#[cfg(unix)]
fn use_umask(builder: &mut tempfile::Builder) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn use_umask(_: &mut tempfile::Builder) {}

/// Writes the file under a temporary name, and then renames it. Does not replace a file that a person wrote
/// after the call of [`prepare`], unless `force` was set.
///
/// # Errors
/// Returns an error if the file cannot be written, or if a person edited it and `force` was not set.
pub fn write(test_file: &TestFile, text: &str, cancellation: &Cancellation) -> Result<(), Error> {
    cancellation.uninterrupted(|| write_and_rename(test_file, text))
}

fn write_and_rename(test_file: &TestFile, text: &str) -> Result<(), Error> {
    let file = filled_file(test_file, text).map_err(|source| test_file.folder_error(source))?;
    let persisted = match test_file.has_replaceable_file()? || test_file.force {
        true => file.persist(&test_file.path),
        false => file.persist_noclobber(&test_file.path),
    };
    match persisted {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
            Err(Error::Edited(test_file.path.clone()))
        }
        Err(error) => Err(test_file.folder_error(error.error)),
    }
}

/// Returns a temporary file that contains the text. If the test file exists, the temporary file has the
/// permissions of the test file.
fn filled_file(test_file: &TestFile, text: &str) -> io::Result<NamedTempFile> {
    fs::create_dir_all(&test_file.folder)?;
    let mut file = temporary_file(&test_file.folder)?;
    // Unlike the errors of `NamedTempFile`, the errors of its inner file do not contain the temporary name.
    file.as_file_mut().write_all(text.as_bytes())?;
    // Some file systems report a full disk only when the file is synchronised.
    file.as_file().sync_all()?;
    if let Ok(old) = fs::metadata(&test_file.path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prepare(folder: &Path, package: &str, name: &str, force: bool) -> Result<TestFile, Error> {
        super::prepare(folder, package, name, force, &Cancellation::default())
    }

    fn write(test_file: &TestFile, text: &str) -> Result<(), Error> {
        super::write(test_file, text, &Cancellation::default())
    }

    fn file_names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn write_new_file(folder: &Path, package: &str, text: &str) -> PathBuf {
        let test_file = prepare(folder, package, "ATest", false).unwrap();
        write(&test_file, text).unwrap();
        test_file.path
    }

    #[test]
    fn a_file_is_written_to_the_folder_of_its_package_and_no_temporary_file_remains() {
        let folder = tempfile::tempdir().unwrap();
        let path = write_new_file(folder.path(), "a.b", "text\n");
        assert_eq!(path, folder.path().join("a/b/ATest.java"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "text\n");
        assert_eq!(file_names(&folder.path().join("a/b")), ["ATest.java"]);
    }

    #[test]
    fn a_test_of_the_unnamed_package_is_written_to_the_output_folder() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(write_new_file(folder.path(), "", "text\n"), folder.path().join("ATest.java"));
    }

    #[test]
    fn preparation_leaves_no_file_or_folder_behind() {
        let folder = tempfile::tempdir().unwrap();
        prepare(&folder.path().join("out"), "a.b", "ATest", false).unwrap();
        assert!(file_names(folder.path()).is_empty());
    }

    #[test]
    fn preparation_refuses_to_replace_a_file_that_a_person_wrote_unless_forced() {
        let folder = tempfile::tempdir().unwrap();
        for text in [&b"class ATest {}\n"[..], b"caf\xe9"] {
            fs::write(folder.path().join("ATest.java"), text).unwrap();
            assert!(matches!(prepare(folder.path(), "", "ATest", false), Err(Error::Edited(_))));
            prepare(folder.path(), "", "ATest", true).unwrap();
        }
    }

    #[test]
    fn the_error_names_the_path_if_the_output_folder_is_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let error = prepare(&file, "a", "ATest", false).unwrap_err().to_string();
        assert!(error.contains(file.to_str().unwrap()) && error.contains("--output"), "{error}");
    }

    #[test]
    fn a_file_that_a_person_writes_during_the_run_is_not_replaced_unless_forced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ATest.java");
        for force in [false, true] {
            let _ = fs::remove_file(&path);
            let test_file = prepare(folder.path(), "", "ATest", force).unwrap();
            fs::write(&path, "class ATest {}\n").unwrap();
            assert_eq!(matches!(write(&test_file, "text\n"), Err(Error::Edited(_))), !force);
            let expected = if force { "text\n" } else { "class ATest {}\n" };
            assert_eq!(fs::read_to_string(&path).unwrap(), expected);
            assert_eq!(file_names(folder.path()), ["ATest.java"]);
        }
    }

    #[cfg(unix)]
    fn mode(path: &Path) -> u32 {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_permissions_that_the_umask_allows() {
        let folder = tempfile::tempdir().unwrap();
        let path = write_new_file(folder.path(), "", "text\n");
        let other = folder.path().join("other");
        fs::write(&other, "").unwrap();
        assert_eq!(mode(&path), mode(&other));
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ATest.java");
        fs::write(&path, "old\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write(&prepare(folder.path(), "", "ATest", true).unwrap(), "text\n").unwrap();
        assert_eq!(mode(&path), 0o640);
    }
}
