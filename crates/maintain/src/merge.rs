//! Adds new tests to the tests of an earlier run.

use std::path::Path;

use testsource::File;

use crate::files::{read, replace, signed_like};
use crate::fingerprint::unchecked;
use crate::{Error, PlannedClass};

/// A test in a test file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExistingTest {
    /// Name of the test method.
    pub name: String,
    /// The comment before the test in one line, or an empty text. With `--reasons`, the comment says why the
    /// test is in the file.
    pub comment: String,
}

/// Returns the tests in a test file.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn tests(path: &Path) -> Result<Vec<ExistingTest>, Error> {
    Ok(tests_in(&read(path)?))
}

/// Returns the names of the tests in a test file.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn test_names(path: &Path) -> Result<Vec<String>, Error> {
    Ok(names_of_tests(&read(path)?))
}

/// Returns the names of the tests in the source of a test file.
pub(crate) fn names_of_tests(text: &str) -> Vec<String> {
    tests_in(text).into_iter().map(|test| test.name).collect()
}

/// Returns the tests in the source of a test file.
fn tests_in(text: &str) -> Vec<ExistingTest> {
    let file = File::parse(text);
    let tests = file.iter().flat_map(File::tests);
    tests.map(|test| ExistingTest { name: test.name.to_owned(), comment: test.comment }).collect()
}

/// Adds new tests to the test file of a class, and records that its tests belong to the current version of
/// the class. All other text of the file stays as it is. `new` is the source of the new test class, if there
/// are new tests.
///
/// # Errors
/// Returns an error if the file cannot be read or written, or if it contains a syntax error.
pub fn merge(class: &PlannedClass, new: Option<&str>) -> Result<(), Error> {
    let old = match (class.path.exists(), new) {
        (true, _) => read(&class.path)?,
        // The accepted changes of behaviour have left no earlier test.
        (false, Some(new)) => return replace(&class.path, new),
        (false, None) => return Ok(()),
    };
    let (merged, fingerprint) = match new {
        Some(new) => {
            let merged = merged(&old, new).ok_or_else(|| Error::Syntax { path: class.path.clone() })?;
            (merged, unchecked(&class.fingerprint))
        }
        // The earlier tests have run before the search.
        None => (old.clone(), class.fingerprint.clone()),
    };
    replace(&class.path, &emit::with_fingerprint(&signed_like(&old, &merged), &fingerprint))
}

/// Adds the members of a new file to an old one. The lines of the new file end with `\n`. If all lines of the
/// old file end with `\r\n`, the new lines do, too.
fn merged(old: &str, new: &str) -> Option<String> {
    let has_long_line_ends = old.contains('\n') && old.matches('\n').count() == old.matches("\r\n").count();
    if has_long_line_ends {
        return Some(merged(&old.replace("\r\n", "\n"), new)?.replace('\n', "\r\n"));
    }
    File::parse(old)?.with_members_of(&File::parse(new)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_tests_have_the_line_ends_of_the_file() {
        let class = |name: &str| format!("class T {{\n  @Test\n  void {name}() {{}}\n}}\n");
        let old = class("a").replace('\n', "\r\n");
        let merged = merged(&old, &class("b")).unwrap();
        assert_eq!(names_of_tests(&merged), ["a", "b"]);
        assert_eq!(merged.matches('\n').count(), merged.matches("\r\n").count(), "{merged:?}");
    }
}
