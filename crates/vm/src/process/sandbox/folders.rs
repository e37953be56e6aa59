//! The folders of a JVM inside its scratch folder.
//!
//! A test that writes into the working folder or into the home would leave files in the project or in the
//! home of a developer. Therefore the sandbox denies changes there.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// Name of the folder for temporary files.
const TEMPORARY: &str = "temporary";
/// Name of the working folder, which is always empty.
const WORK: &str = "work";
/// Name of the home of the user, which is always empty.
const HOME: &str = "home";

/// The names of the folders of a JVM. They differ between the search and the verification, so that an
/// assertion on such a name fails when its test is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderNames {
    /// The names during the search, such as `work`.
    Search,
    /// The names during the verification, such as `work-of-verification`.
    Verification,
}

/// The paths of the folders of a JVM.
pub(super) struct Folders {
    pub temporary: PathBuf,
    pub work: PathBuf,
    pub home: PathBuf,
}

impl Folders {
    pub fn new(scratch: &Path, names: FolderNames) -> Folders {
        let end = match names {
            FolderNames::Search => "",
            FolderNames::Verification => "-of-verification",
        };
        let [temporary, work, home] = [TEMPORARY, WORK, HOME].map(|name| scratch.join(name.to_owned() + end));
        Folders { temporary, work, home }
    }

    /// Creates the folders, unless they exist. The JVM can create files only in the folder for temporary
    /// files.
    ///
    /// # Errors
    /// If a folder cannot be created.
    pub fn create(&self) -> io::Result<()> {
        let create = |path: &Path, mode| DirBuilder::new().recursive(true).mode(mode).create(path);
        create(&self.temporary, 0o700)?;
        create(&self.work, 0o500)?;
        create(&self.home, 0o500)
    }
}

/// Returns the folders of a JVM that runs in a scratch folder, with all names that they can have.
fn all(scratch: &Path) -> [Folders; 2] {
    [FolderNames::Search, FolderNames::Verification].map(|names| Folders::new(scratch, names))
}

/// Returns whether a file in a scratch folder is in a folder that a JVM must not change. `path` has no
/// symbolic links.
pub(super) fn is_fixed(path: &Path, scratch: &Path) -> bool {
    all(scratch).iter().any(|folders| path.starts_with(&folders.work) || path.starts_with(&folders.home))
}

/// Returns how a file is called in descriptions of denied actions: `x in the working folder`.
pub(super) fn description(path: &Path, scratch: &Path) -> String {
    for folders in all(scratch) {
        for (folder, text) in [(folders.work, "the working folder"), (folders.home, "the home of the user")] {
            if let Ok(inner) = path.strip_prefix(folder) {
                return match inner.as_os_str().is_empty() {
                    true => text.to_owned(),
                    false => format!("{} in {text}", inner.display()),
                };
            }
        }
    }
    path.display().to_string()
}
