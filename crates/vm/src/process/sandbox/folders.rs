//! The folders of a JVM inside its scratch folder.
//!
//! A test that writes into the working folder or into the home would leave files in the project or in the
//! home of a developer. Therefore the sandbox denies changes there.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

/// Name of the folder for temporary files.
pub(super) const TEMPORARY: &str = "temporary";
/// Name of the working folder, which is always empty.
pub(super) const WORK: &str = "work";
/// Name of the home of the user, which is always empty.
pub(super) const HOME: &str = "home";

/// Creates the folders of a JVM, unless they exist. The JVM can create files only in the folder for temporary
/// files.
///
/// # Errors
/// If a folder cannot be created.
pub(super) fn create(scratch: &Path) -> io::Result<()> {
    let create = |name, mode| DirBuilder::new().recursive(true).mode(mode).create(scratch.join(name));
    create(TEMPORARY, 0o700)?;
    create(WORK, 0o500)?;
    create(HOME, 0o500)
}

/// Returns whether a file in a scratch folder is in a folder that a JVM must not change. `path` has no
/// symbolic links.
pub(super) fn is_fixed(path: &Path, scratch: &Path) -> bool {
    [WORK, HOME].iter().any(|name| path.starts_with(scratch.join(name)))
}

/// Returns how a file is called in descriptions of denied actions: `x in the working folder`.
pub(super) fn description(path: &Path, scratch: &Path) -> String {
    for (name, text) in [(WORK, "the working folder"), (HOME, "the home of the user")] {
        if let Ok(inner) = path.strip_prefix(scratch.join(name)) {
            return match inner.as_os_str().is_empty() {
                true => text.to_owned(),
                false => format!("{} in {text}", inner.display()),
            };
        }
    }
    path.display().to_string()
}
