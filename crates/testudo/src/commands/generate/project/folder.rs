//! The folder of the project: a lock against a second run, and the state of its version control.

use std::fs::File;
use std::path::Path;

use project::Project;
use rustix::fs::{FlockOperation, flock};

use crate::exit::{Exit, Failure};

/// Locks the folder of a project until the result is dropped, so that no second run changes the same files.
pub fn lock(folder: &Path) -> Result<File, Failure> {
    let failure = |message| Failure { exit: Exit::Output, message };
    let file = File::open(folder)
        .map_err(|error| failure(format!("cannot read the folder {}: {error}", folder.display())))?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Err(rustix::io::Errno::WOULDBLOCK) => {
            Err(failure("another run of Testudo works on this project; wait until it ends".to_owned()))
        }
        // Some file systems have no locks.
        Ok(()) | Err(_) => Ok(file),
    }
}

/// Locks the folders of the modules until the result is dropped, so that no run in one of them changes the
/// same files. The folder of the project is locked already.
pub fn lock_modules(project: &Project) -> Result<Vec<File>, Failure> {
    let is_root = |folder: &Path| folder.canonicalize().ok() == project.root.canonicalize().ok();
    let folders = project.modules.iter().map(|module| &*module.folder);
    folders.filter(|folder| !is_root(folder)).map(lock).collect()
}

/// Checks that the generated test files have no uncommitted changes: `--accept` changes these files. The
/// check passes if the project has no git repository.
pub fn check_committed(root: &Path) -> Result<(), Failure> {
    match maintain::uncommitted_test_file(root) {
        Some(file) => Err(Failure {
            exit: Exit::Output,
            message: format!(
                "--accept changes test files, but {} has changes that are not committed; commit or stash them, then run \
                 Testudo again",
                file.display()
            ),
        }),
        None => Ok(()),
    }
}
