//! Finds out which tests of earlier runs no longer pass, because the behaviour of the code has changed.

use std::collections::BTreeMap;
use std::path::PathBuf;

use project::{CompileError, Module, Outcome, Project, TestResult};
use testsource::File;

use crate::files::{is_same_file, read, update, without_tests};
use crate::{Error, WrittenFile};

/// Maximum number of builds. Each build can reveal the next failing assertion of a test.
const MAX_BUILDS: usize = 8;

/// A test that no longer passes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BehaviourChange {
    /// Fully qualified name of the test class.
    pub test_class: String,
    /// Name of the test method.
    pub test: String,
    /// The test file.
    pub path: PathBuf,
    /// The line of the failure, from 1. `None` if it is unknown.
    pub line: Option<u32>,
    /// What changed: the expected and the actual value, or another failure.
    pub what: String,
    /// What was done about it.
    pub action: Action,
}

/// What was done about a test that no longer passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// The test stays as it is.
    Reported,
    /// The test now expects the new value.
    Updated,
    /// The test was removed. New tests can cover its goals.
    Removed,
}

/// How the tests of earlier runs ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EarlierTests {
    /// The tests that do not pass, sorted.
    pub changes: Vec<BehaviourChange>,
    /// The files of which a test ran and no test failed.
    pub passed: Vec<PathBuf>,
}

/// A file whose tests were changed, so that they expect the new values.
struct Edited {
    path: PathBuf,
    /// The text before the change.
    before: String,
    /// The names of the changed tests.
    tests: Vec<String>,
}

/// Runs the tests of earlier runs in the project's own build.
///
/// If `accept` is true, the tests that fail are changed in place, so that they expect the new values. A test
/// that cannot be changed in this way is removed.
///
/// # Errors
/// Returns an error if a file cannot be changed, if a test never ends, or if a test ends the JVM. Also
/// returns an error if the build fails for another reason than failing tests.
pub fn run_earlier_tests(
    project: &Project,
    module: &Module,
    files: &[WrittenFile],
    accept: bool,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<EarlierTests, Error> {
    let mut earlier = EarlierTests::default();
    let mut edited: Vec<Edited> = Vec::new();
    for build in 1..=MAX_BUILDS {
        // The build before can have removed all tests of a file, and so the file.
        let files: Vec<&WrittenFile> = files.iter().filter(|file| file.path.exists()).collect();
        if files.is_empty() {
            break;
        }
        let classes: Vec<String> = files.iter().map(|file| file.test_class.clone()).collect();
        let run = project.run_tests(module, &classes, is_cancelled)?;
        if let Some(end) = run.early_end {
            return Err(project::Error::EndedEarly(end.failure).into());
        }
        if build == 1 {
            earlier.passed = passed(&files, &run.tests);
        }
        let broken = take_broken(&mut edited, &run.compile_errors);
        if !broken.is_empty() {
            broken.iter().try_for_each(|edit| earlier.remove(edit))?;
            continue;
        }
        let is_last = build == MAX_BUILDS;
        let mut is_changed = false;
        for file in files {
            let before = read(&file.path)?;
            let found = changes_in(file, &before, &run.tests, accept, is_last)?;
            is_changed |= found.iter().any(|change| change.action != Action::Reported);
            if found.iter().any(|change| change.action == Action::Updated) {
                let tests = found.iter().map(|change| change.test.clone()).collect();
                edited.push(Edited { path: file.path.clone(), before, tests });
            }
            earlier.changes.extend(found);
        }
        if !is_changed {
            break;
        }
    }
    earlier.changes.sort();
    Ok(earlier)
}

impl EarlierTests {
    /// Removes the changed tests of a file instead.
    fn remove(&mut self, edit: &Edited) -> Result<(), Error> {
        update(&edit.path, &edit.before, without_tests(&edit.before, &edit.tests).as_deref())?;
        let is_concerned =
            |change: &&mut BehaviourChange| change.path == edit.path && edit.tests.contains(&change.test);
        self.changes.iter_mut().filter(is_concerned).for_each(|change| change.action = Action::Removed);
        Ok(())
    }
}

/// Returns the files of which a test ran and no test failed.
fn passed(files: &[&WrittenFile], results: &[TestResult]) -> Vec<PathBuf> {
    let has_passed = |file: &&&WrittenFile| {
        let mut own = results.iter().filter(|result| result.is_in(&file.test_class)).peekable();
        own.peek().is_some() && !own.any(|result| matches!(result.outcome, Outcome::Failed { .. }))
    };
    files.iter().filter(has_passed).map(|file| file.path.clone()).collect()
}

/// Returns the edits whose files do not compile, and drops the other edits. For example, the test cannot
/// access the class of the new exception.
fn take_broken(edited: &mut Vec<Edited>, errors: &[CompileError]) -> Vec<Edited> {
    let is_broken = |edit: &Edited| errors.iter().any(|error| is_same_file(&error.file, &edit.path));
    std::mem::take(edited).into_iter().filter(is_broken).collect()
}

/// Returns the failed tests of a file with the text `original`. If `accept` is true, changes or removes these
/// tests.
fn changes_in(
    file: &WrittenFile,
    original: &str,
    results: &[TestResult],
    accept: bool,
    is_last: bool,
) -> Result<Vec<BehaviourChange>, Error> {
    let (mut changes, mut removed) = (Vec::new(), Vec::new());
    let mut text = original.to_owned();
    for result in results.iter().filter(|result| result.is_in(&file.test_class)) {
        let Outcome::Failed { message } = &result.outcome else { continue };
        let values = Values::in_message(message);
        let updated = values
            .as_ref()
            .filter(|_| accept && !is_last)
            .and_then(|values| values.update(&File::parse(&text)?, result.line? as usize));
        // A new import moves the lines of the failures. The other failures wait for the next build.
        let moves_lines =
            updated.as_ref().is_some_and(|changed| changed.lines().count() != text.lines().count());
        if moves_lines && text != original {
            continue;
        }
        let action = match updated {
            _ if !accept => Action::Reported,
            Some(changed) => {
                text = changed;
                Action::Updated
            }
            None => {
                removed.push(result.method.clone());
                Action::Removed
            }
        };
        changes.push(BehaviourChange {
            test_class: file.test_class.clone(),
            test: result.method.clone(),
            path: file.path.clone(),
            line: result.line,
            what: values.map_or_else(|| message.clone(), |values| values.describe()),
            action,
        });
        if moves_lines {
            break;
        }
    }
    let new = match &removed[..] {
        [] => Some(text),
        removed => without_tests(&text, removed),
    };
    if new.as_deref() != Some(original) {
        update(&file.path, original, new.as_deref())?;
    }
    Ok(changes)
}

/// The expected and the actual value in the message of a failed assertion.
struct Values {
    expected: String,
    actual: String,
}

impl Values {
    /// Reads the messages of JUnit 5, JUnit 4 and TestNG.
    fn in_message(message: &str) -> Option<Values> {
        let forms = [
            ("expected: <", "> but was: <", ">"),
            ("expected:<", "> but was:<", ">"),
            ("expected [", "] but found [", "]"),
        ];
        forms.into_iter().find_map(|(start, middle, end)| {
            let rest = &message[message.find(start)? + start.len()..];
            let (expected, actual) = rest.split_once(middle)?;
            let actual = actual.trim_end().strip_suffix(end)?;
            Some(Values { expected: expected.to_owned(), actual: actual.to_owned() })
        })
    }

    /// Returns the source of a test file in which the assertion in a line expects the actual value.
    fn update(&self, file: &File, line: usize) -> Option<String> {
        // JUnit 4 marks the difference of two strings with brackets.
        let without_marks = |text: &str| text.replacen('[', "", 1).replacen(']', "", 1);
        file.with_expected_value(line, &self.expected, &self.actual).or_else(|| {
            file.with_expected_value(line, &without_marks(&self.expected), &without_marks(&self.actual))
        })
    }

    fn describe(&self) -> String {
        format!("expected {}, but now {}", self.expected, self.actual)
    }
}

/// Returns the tests of generated files that no longer compile. Returns an empty list if an error is in
/// another file, because then the project itself does not compile.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub fn tests_that_do_not_compile(errors: &[CompileError]) -> Result<Vec<BehaviourChange>, Error> {
    let mut changes = Vec::new();
    for error in errors {
        let text = read(&error.file)?;
        let file = File::parse(&text).filter(|_| emit::is_generated(&text));
        let Some(file) = file else { return Ok(Vec::new()) };
        let name = error.file.file_stem().unwrap_or_default().to_string_lossy();
        let test_class =
            file.package().map_or_else(|| name.to_string(), |package| format!("{package}.{name}"));
        changes.push(BehaviourChange {
            test_class,
            // An error outside a test concerns all tests of the file.
            test: file.test_at(error.line as usize).unwrap_or_default().to_owned(),
            path: error.file.clone(),
            line: Some(error.line),
            what: format!("it does not compile: {}", error.message),
            action: Action::Reported,
        });
    }
    Ok(changes)
}

/// Removes tests from their files. Removes a file without remaining tests.
///
/// # Errors
/// Returns an error if a file cannot be changed.
pub fn remove_tests(changes: &[BehaviourChange]) -> Result<(), Error> {
    let mut by_file: BTreeMap<&PathBuf, Vec<String>> = BTreeMap::new();
    for change in changes {
        by_file.entry(&change.path).or_default().push(change.test.clone());
    }
    for (path, tests) in by_file {
        let text = read(path)?;
        let all = tests.iter().any(String::is_empty);
        let shorter = if all { None } else { without_tests(&text, &tests) };
        update(path, &text, shorter.as_deref())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(message: &str, expected: Option<(&str, &str)>) {
        let values = Values::in_message(message);
        assert_eq!(values.as_ref().map(|it| (&*it.expected, &*it.actual)), expected);
    }

    #[test]
    fn the_values_of_a_failed_assertion_are_read_from_the_messages_of_all_frameworks() {
        check("org.opentest4j.AssertionFailedError: expected: <1> but was: <2>", Some(("1", "2")));
        check("java.lang.AssertionError: expected:<a> but was:<b>", Some(("a", "b")));
        check("java.lang.AssertionError: expected [1] but found [-1]", Some(("1", "-1")));
        check("java.lang.NullPointerException", None);
    }

    #[test]
    fn a_test_that_needs_a_new_import_is_changed_and_the_tests_below_wait_for_the_next_build() {
        let source = "import static x.A.assertFalse;\n\nclass T {\n  @Test\n  void a() {\n    assertFalse(f());\n  }\n\n  \
                      @Test\n  void b() {\n    assertFalse(g());\n  }\n}\n";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("T.java");
        std::fs::write(&path, source).unwrap();
        let file = WrittenFile { test_class: "T".to_owned(), path: path.clone(), earlier: Vec::new() };
        let failed = |method: &str, line| TestResult {
            class: "T".to_owned(),
            method: method.to_owned(),
            outcome: Outcome::Failed { message: "expected: <false> but was: <true>".to_owned() },
            line: Some(line),
            duration: std::time::Duration::ZERO,
        };
        let change = |results: &[TestResult]| {
            let changes = changes_in(&file, &read(&path).unwrap(), results, true, false).unwrap();
            changes.into_iter().map(|change| (change.test, change.action)).collect::<Vec<_>>()
        };
        assert_eq!(change(&[failed("a", 6), failed("b", 11)]), [("a".to_owned(), Action::Updated)]);
        assert_eq!(change(&[failed("b", 12)]), [("b".to_owned(), Action::Updated)]);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains("assertTrue(f());") && text.contains("assertTrue(g());"), "{text}");
    }

    #[test]
    fn a_string_with_marks_of_the_difference_is_updated() {
        let text = "class T {\n  void m() {\n    assertEquals(\"abc\", a.get());\n  }\n}\n";
        let values = Values::in_message("expected:<a[b]c> but was:<a[]c>").unwrap();
        let changed = values.update(&File::parse(text).unwrap(), 3).unwrap();
        assert_eq!(changed, text.replace("abc", "ac"));
    }
}
