//! The files that have changed since a revision of git.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Error;

/// Returns the absolute paths of the files that differ from a revision: changed and new files, whether they
/// are committed or not.
///
/// # Errors
/// Returns an error if git is missing, or if the folder has no such revision.
pub fn changed_since(root: &Path, revision: &str) -> Result<Vec<PathBuf>, Error> {
    let top = git(root, revision, &["rev-parse", "--show-toplevel"])?;
    let top = Path::new(top.trim_end());
    // A revision that begins with a hyphen would be an option of git.
    let commit = git(
        root,
        revision,
        &["rev-parse", "--verify", "--end-of-options", &format!("{revision}^{{commit}}")],
    )?;
    let changed = git(root, revision, &["diff", "--name-only", "-z", commit.trim_end()])?;
    let new = git(top, revision, &["ls-files", "--others", "--exclude-standard", "-z"])?;
    let names = changed.split('\0').chain(new.split('\0')).filter(|name| !name.is_empty());
    Ok(names.map(|name| top.join(name)).collect())
}

/// Finds a generated test file that git cannot restore, and returns its path. It is a file with
/// uncommitted changes, or a new file that a person edited. Only files below `folder` count. Returns
/// `None` if there is no such file, or no repository.
pub fn uncommitted_test_file(folder: &Path) -> Option<PathBuf> {
    let list = |arguments: &[&str]| {
        let names = git(folder, "HEAD", arguments).unwrap_or_default();
        let paths = names.split('\0').filter(|name| name.ends_with(".java")).map(|name| folder.join(name));
        paths.collect::<Vec<PathBuf>>()
    };
    let changed = list(&["diff", "--name-only", "--relative", "-z", "HEAD"]);
    let new = list(&["ls-files", "--others", "--exclude-standard", "-z"]);
    let has_text = |path: &&PathBuf, is_wanted: fn(&str) -> bool| {
        std::fs::read_to_string(path).is_ok_and(|text| is_wanted(&text))
    };
    let is_edited = |text: &str| emit::is_generated(text) && !emit::is_unedited(text);
    let mut unsafe_files = changed
        .iter()
        .filter(|path| has_text(path, emit::is_generated))
        .chain(new.iter().filter(|path| has_text(path, is_edited)));
    unsafe_files.next().cloned()
}

fn git(folder: &Path, revision: &str, arguments: &[&str]) -> Result<String, Error> {
    let failure = |reason: String| Error::Revision { revision: revision.to_owned(), reason };
    let output = Command::new("git")
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|error| failure(format!("cannot run git: {error}")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let message = message.lines().next().unwrap_or("git failed").trim_start_matches("fatal: ").to_owned();
    Err(failure(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a repository with a committed, a changed and a new file.
    fn repository() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let run = |arguments: &[&str]| {
            let user = ["-c", "user.name=a", "-c", "user.email=a@b"];
            let status = Command::new("git").args(user).args(arguments).current_dir(folder.path()).status();
            assert!(status.unwrap().success());
        };
        run(&["init", "--quiet"]);
        for name in ["Same.java", "Changed.java"] {
            std::fs::write(folder.path().join(name), "old").unwrap();
        }
        run(&["add", "."]);
        run(&["commit", "--quiet", "--message", "first"]);
        std::fs::write(folder.path().join("Changed.java"), "new").unwrap();
        std::fs::write(folder.path().join("New.java"), "new").unwrap();
        folder
    }

    #[test]
    fn changed_and_new_files_differ_from_a_revision() {
        let folder = repository();
        let changed = changed_since(folder.path(), "HEAD").unwrap();
        let root = folder.path().canonicalize().unwrap();
        assert_eq!(changed, [root.join("Changed.java"), root.join("New.java")]);
    }

    #[test]
    fn an_unknown_revision_is_an_error_that_names_it() {
        let folder = repository();
        for revision in ["nowhere", "--output=x"] {
            let message = changed_since(folder.path(), revision).unwrap_err().to_string();
            assert!(message.contains(revision) && message.contains("--since"), "{message}");
        }
    }

    #[test]
    fn a_generated_file_with_changes_that_git_cannot_restore_is_found() {
        let folder = repository();
        let check = |name: &str, text: &str, is_found: bool| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            assert_eq!(uncommitted_test_file(folder.path()), is_found.then_some(path), "{text}");
        };
        let generated = emit::sign("// Testudo: 0\nclass T {}\n");
        check("Changed.java", "class Changed {}", false);
        check("NewTest.java", &generated, false);
        check("NewTest.java", &generated.replace("{}", "{ int edited; }"), true);
        check("NewTest.java", &generated, false);
        check("Same.java", &generated, true);
    }
}
