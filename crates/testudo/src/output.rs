//! Test files on disk: never half written, never over a person's work.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Why a test file cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder cannot be made or written to.
    #[error("cannot write to {}: {source}; choose another folder with --output", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file of that name was not written by Testudo, or was changed since.
    #[error(
        "{} was edited by hand and is left as it is; overwrite it with --force, or write elsewhere with --output",
        .0.display()
    )]
    Edited(PathBuf),
}

/// Where the tests of a class go, checked to be writable.
#[derive(Debug)]
pub struct Target {
    /// The file.
    pub path: PathBuf,
    folder: PathBuf,
}

/// Prepares the file for a test class: refuses what cannot or must not be written. Leaves nothing behind, as there may
/// never be a test to write.
pub fn prepare(output: &Path, package: &str, name: &str, force: bool) -> Result<Target, Error> {
    let parts = package.split('.').filter(|part| !part.is_empty());
    let folder = parts.fold(output.to_owned(), |path, part| path.join(part));
    let path = folder.join(format!("{name}.java"));
    let failed = |source| Error::Folder { path: folder.clone(), source };
    temporary(nearest(&folder)).map_err(failed)?;
    match fs::read(&path) {
        Ok(text) if !force && !is_unedited(&text) => Err(Error::Edited(path)),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(error)),
        _ => Ok(Target { path, folder }),
    }
}

fn is_unedited(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(emit::is_unedited)
}

/// The folder itself, or the innermost one around it that is there.
fn nearest(folder: &Path) -> &Path {
    let parents = folder.ancestors().filter(|path| !path.as_os_str().is_empty());
    parents.into_iter().find(|path| path.exists()).unwrap_or(Path::new("."))
}

fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    // What the system says, without the temporary name.
    tempfile::Builder::new().prefix(".testudo").tempfile_in(folder).map_err(|error| error.kind().into())
}

/// Writes the file whole, under a temporary name first.
pub fn write(target: &Target, text: &str) -> Result<(), Error> {
    let written = || -> io::Result<()> {
        fs::create_dir_all(&target.folder)?;
        let mut file = temporary(&target.folder)?;
        file.write_all(text.as_bytes())?;
        make_readable(file.as_file())?;
        file.persist(&target.path)?;
        Ok(())
    };
    written().map_err(|source| Error::Folder { path: target.folder.clone(), source })
}

/// Temporary files are for the owner alone; sources are for everyone, as far as the folder allows.
#[cfg(unix)]
fn make_readable(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &fs::File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn written(folder: &Path, package: &str, text: &str) -> PathBuf {
        let target = prepare(folder, package, "ATest", false).unwrap();
        write(&target, text).unwrap();
        target.path
    }

    #[test]
    fn a_file_goes_into_the_folder_of_its_package_and_nothing_else_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), "a.b", "text\n");
        assert_eq!(path, folder.path().join("a/b/ATest.java"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "text\n");
        assert_eq!(names(&folder.path().join("a/b")), ["ATest.java"]);
    }

    #[test]
    fn the_unnamed_package_has_no_folder() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(written(folder.path(), "", "text\n"), folder.path().join("ATest.java"));
    }

    #[test]
    fn preparing_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        prepare(&folder.path().join("out"), "a.b", "ATest", false).unwrap();
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn what_a_person_wrote_is_refused_unless_forced() {
        let folder = tempfile::tempdir().unwrap();
        for text in [&b"class ATest {}\n"[..], b"caf\xe9"] {
            fs::write(folder.path().join("ATest.java"), text).unwrap();
            assert!(matches!(prepare(folder.path(), "", "ATest", false), Err(Error::Edited(_))));
            prepare(folder.path(), "", "ATest", true).unwrap();
        }
    }

    #[test]
    fn a_file_where_a_folder_should_be_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let error = prepare(&file, "a", "ATest", false).unwrap_err().to_string();
        assert!(error.contains(file.to_str().unwrap()) && error.contains("--output"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn everyone_may_read_a_test_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), "", "text\n");
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o644);
    }
}
