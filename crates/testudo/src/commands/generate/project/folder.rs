//! The folder of the project: a lock against a second run, and the state of its version control.

use std::fs::File;
use std::path::Path;
use std::process::Command;

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

/// Checks that the folders with tests have no uncommitted changes: `--accept` changes files there. The check
/// passes if the project has no git repository.
pub fn check_committed(project: &Project) -> Result<(), Failure> {
    let mut command = Command::new("git");
    command.args(["status", "--porcelain", "--untracked-files=no", "--"]).current_dir(&project.root);
    command.args(project.modules.iter().flat_map(|module| &module.test_source_roots));
    let Ok(output) = command.output() else { return Ok(()) };
    let changed = String::from_utf8_lossy(&output.stdout);
    match changed.lines().next() {
        Some(file) if output.status.success() => Err(Failure {
            exit: Exit::Output,
            message: format!(
                "--accept changes test files, but the folders with tests have changes that are not committed, such as {}; \
                 commit or stash these changes, then run Testudo again",
                file.trim_start_matches(|c: char| !c.is_whitespace()).trim()
            ),
        }),
        _ => Ok(()),
    }
}
