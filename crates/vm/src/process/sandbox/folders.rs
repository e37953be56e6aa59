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

/// The folder in the home in which the JDK looks for its own files, such as descriptions of fonts.
const HOME_OF_JDK: &str = ".java";

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

/// Returns whether a path is the working folder, the home, the folder for temporary files, or the scratch
/// folder. Without the sandbox, code finds other files there. `path` has no symbolic links.
pub(super) fn has_other_files(path: &Path, scratch: &Path) -> bool {
    let is_one = |it: &Folders| [&it.temporary, &it.work, &it.home].into_iter().any(|it| path == it);
    path == scratch || all(scratch).iter().any(is_one)
}

/// Returns whether a path is in the working folder, and one of `folders` has a file with the same relative
/// path. Without the sandbox, the tests probably run in one of these folders. `path` has no symbolic links.
pub(super) fn is_elsewhere(path: &Path, scratch: &Path, folders: &[PathBuf]) -> bool {
    inside(path, scratch, |it| &it.work)
        .is_some_and(|inner| folders.iter().any(|it| it.join(inner).symlink_metadata().is_ok()))
}

/// Returns whether a path is in the home. Ignores the files of the JDK there. `path` has no symbolic links.
pub(super) fn is_in_home(path: &Path, scratch: &Path) -> bool {
    inside(path, scratch, |it| &it.home).is_some_and(|inner| !inner.starts_with(HOME_OF_JDK))
}

/// Returns the path of a file inside one of the folders of a JVM, relative to this folder. Returns `None` for
/// the folder itself.
fn inside<'a>(path: &'a Path, scratch: &Path, folder: fn(&Folders) -> &PathBuf) -> Option<&'a Path> {
    let inner = all(scratch).iter().find_map(|it| path.strip_prefix(folder(it)).ok());
    inner.filter(|inner| !inner.as_os_str().is_empty())
}

/// Returns how a file is called in descriptions of denied actions: `x in the working folder`.
pub(super) fn description(path: &Path, scratch: &Path) -> String {
    for Folders { temporary, work, home } in all(scratch) {
        let names = [
            (work, "the working folder"),
            (home, "the home of the user"),
            (temporary, "the folder for temporary files"),
        ];
        for (folder, name) in names {
            if let Ok(inner) = path.strip_prefix(folder) {
                return match inner.as_os_str().is_empty() {
                    true => name.to_owned(),
                    false => format!("{} in {name}", inner.display()),
                };
            }
        }
    }
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_home_and_files_that_only_the_project_has_are_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("pom.xml"), "").unwrap();
        let (scratch, projects) = (Path::new("/scratch"), [folder.path().to_owned()]);
        for work in ["/scratch/work", "/scratch/work-of-verification"] {
            let check = |name: &str| is_elsewhere(&Path::new(work).join(name), scratch, &projects);
            assert!(check("pom.xml"));
            assert!(!check("apple") && !check(""));
        }
        assert!(is_in_home(Path::new("/scratch/home/.netrc"), scratch));
        for other in ["/scratch/home", "/scratch/home/.java/fonts", "/scratch/temporary/x", "/home/x"] {
            assert!(!is_in_home(Path::new(other), scratch), "{other}");
        }
    }
}
