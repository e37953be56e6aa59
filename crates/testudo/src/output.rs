//! Test files on disk: never half written, never over a person's work.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Why a test file cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder cannot be made or written to.
    #[error("cannot write to {}: {source}; choose another folder with --output", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file of that name was not written by Testudo, or was changed since.
    #[error("{} was edited by hand and is left as it is; overwrite it with --force, or write elsewhere with --output", .0.display())]
    Edited(PathBuf),
}

/// Where the tests of a class go, checked to be writable.
#[derive(Debug)]
pub struct Target {
    /// The file.
    pub path: PathBuf,
    folder: PathBuf,
}

/// Prepares the file for a test class: makes its folder and refuses what must not be overwritten.
pub fn prepare(output: &Path, package: &str, name: &str, force: bool) -> Result<Target, Error> {
    let folder = package.split('.').filter(|part| !part.is_empty()).fold(output.to_owned(), |path, part| path.join(part));
    let failed = |source| Error::Folder { path: folder.clone(), source };
    fs::create_dir_all(&folder).map_err(failed)?;
    tempfile::NamedTempFile::new_in(&folder).map_err(failed)?;
    let path = folder.join(format!("{name}.java"));
    match fs::read_to_string(&path) {
        Ok(text) if !force && !emit::is_unedited(&text) => Err(Error::Edited(path)),
        Err(error) if path.exists() && !force => Err(Error::Folder { path, source: error }),
        _ => Ok(Target { path, folder }),
    }
}

/// Writes the file whole, under a temporary name first.
pub fn write(target: &Target, text: &str) -> Result<(), Error> {
    let failed = |source| Error::Folder { path: target.folder.clone(), source };
    let mut file = tempfile::Builder::new().prefix(".testudo").tempfile_in(&target.folder).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    make_readable(file.as_file()).map_err(failed)?;
    file.persist(&target.path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// Temporary files are for the owner alone; sources are for everyone, as far as the folder allows.
#[cfg(unix)]
fn make_readable(file: &fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &fs::File) -> std::io::Result<()> {
    Ok(())
}
