//! Test files on disk: never half written, never over a person's work.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::cancellation::Cancellation;

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
    force: bool,
}

/// Prepares the file for a test class: refuses what cannot or must not be written. Leaves nothing behind, as there may
/// never be a test to write.
pub fn prepare(
    output: &Path,
    package: &str,
    name: &str,
    force: bool,
    cancellation: &Cancellation,
) -> Result<Target, Error> {
    let parts = package.split('.').filter(|part| !part.is_empty());
    let folder = parts.fold(output.to_owned(), |path, part| path.join(part));
    let target = Target { path: folder.join(format!("{name}.java")), folder, force };
    cancellation
        .uninterrupted(|| temporary(nearest(&target.folder)).map(drop))
        .map_err(|source| target.failed(source))?;
    target.may_replace()?;
    Ok(target)
}

impl Target {
    /// Whether there is a file that may be replaced: `false` if there is none, an error if it is a person's.
    fn may_replace(&self) -> Result<bool, Error> {
        match fs::read(&self.path) {
            Ok(text) if !self.force && !is_unedited(&text) => Err(Error::Edited(self.path.clone())),
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(self.failed(error)),
        }
    }

    fn failed(&self, source: io::Error) -> Error {
        Error::Folder { path: self.folder.clone(), source }
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
    let mut builder = tempfile::Builder::new();
    readable(builder.prefix(".testudo"));
    // What the system says, without the temporary name.
    builder.tempfile_in(folder).map_err(|error| error.kind().into())
}

/// Temporary files are for the owner alone; sources are for whom the umask lets in.
#[cfg(unix)]
fn readable(builder: &mut tempfile::Builder) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn readable(_: &mut tempfile::Builder) {}

/// Writes the file whole, under a temporary name first. What a person wrote there since [`prepare`] stays.
pub fn write(target: &Target, text: &str, cancellation: &Cancellation) -> Result<(), Error> {
    cancellation.uninterrupted(|| write_whole(target, text))
}

fn write_whole(target: &Target, text: &str) -> Result<(), Error> {
    let file = complete(target, text).map_err(|source| target.failed(source))?;
    let persisted = match target.may_replace()? || target.force {
        true => file.persist(&target.path),
        false => file.persist_noclobber(&target.path),
    };
    match persisted {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
            Err(Error::Edited(target.path.clone()))
        }
        Err(error) => Err(target.failed(error.error)),
    }
}

/// The temporary file with its text, and with the permissions of the file that it replaces.
fn complete(target: &Target, text: &str) -> io::Result<NamedTempFile> {
    fs::create_dir_all(&target.folder)?;
    let mut file = temporary(&target.folder)?;
    // Without the temporary name in what is said. Some disks tell only then that they are full.
    file.as_file_mut().write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    if let Ok(old) = fs::metadata(&target.path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prepare(folder: &Path, package: &str, name: &str, force: bool) -> Result<Target, Error> {
        super::prepare(folder, package, name, force, &Cancellation::default())
    }

    fn write(target: &Target, text: &str) -> Result<(), Error> {
        super::write(target, text, &Cancellation::default())
    }

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

    #[test]
    fn what_a_person_writes_during_the_run_stays_unless_forced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ATest.java");
        for force in [false, true] {
            let _ = fs::remove_file(&path);
            let target = prepare(folder.path(), "", "ATest", force).unwrap();
            fs::write(&path, "class ATest {}\n").unwrap();
            assert_eq!(matches!(write(&target, "text\n"), Err(Error::Edited(_))), !force);
            let expect = if force { "text\n" } else { "class ATest {}\n" };
            assert_eq!(fs::read_to_string(&path).unwrap(), expect);
            assert_eq!(names(folder.path()), ["ATest.java"]);
        }
    }

    #[cfg(unix)]
    fn mode(path: &Path) -> u32 {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_may_be_read_by_whom_the_umask_lets_in() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), "", "text\n");
        let other = folder.path().join("other");
        fs::write(&other, "").unwrap();
        assert_eq!(mode(&path), mode(&other));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_replaced_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ATest.java");
        fs::write(&path, "old\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write(&prepare(folder.path(), "", "ATest", true).unwrap(), "text\n").unwrap();
        assert_eq!(mode(&path), 0o640);
    }
}
