//! Finds out which tests of earlier runs no longer pass, because the behaviour of the code has changed.

use std::collections::BTreeMap;
use std::path::PathBuf;

use project::{CompileError, Failure, Module, Outcome, Project, TestResult};
use testsource::File;

use crate::files::{is_same_file, read, update, without_rows, without_tests};
use crate::mismatch::Values;
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
    /// What changed: the expected and the actual value, or another failure. For a parameterized test, also
    /// the number of the row, from 1.
    pub what: String,
    /// What was done about it.
    pub action: Action,
}

/// What was done about a test that no longer passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// The test stays as it is.
    Reported,
    /// The test, or the row of the test, now expects the new value.
    Updated,
    /// The test, or the row of the test, was removed. New tests can cover its goals.
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
/// that cannot be changed in this way is removed, unless a person edited the file.
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
            broken.iter().try_for_each(|edit| earlier.undo(edit))?;
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
    // Each build reports the tests that stay as they are.
    earlier.changes.sort();
    earlier.changes.dedup();
    Ok(earlier)
}

impl EarlierTests {
    /// Removes the changed tests of a file instead. If a person edited the file, it gets its old text.
    fn undo(&mut self, edit: &Edited) -> Result<(), Error> {
        let (new, action) = match emit::is_unedited(&edit.before) {
            true => (without_tests(&edit.before, &edit.tests), Action::Removed),
            false => (Some(edit.before.clone()), Action::Reported),
        };
        update(&edit.path, &edit.before, new.as_deref())?;
        let is_concerned =
            |change: &&mut BehaviourChange| change.path == edit.path && edit.tests.contains(&change.test);
        self.changes.iter_mut().filter(is_concerned).for_each(|change| change.action = action);
        Ok(())
    }
}

/// Returns the files of which a test ran and no test failed.
fn passed(files: &[&WrittenFile], results: &[TestResult]) -> Vec<PathBuf> {
    let has_passed = |file: &&&WrittenFile| {
        let mut own = results.iter().filter(|result| result.is_in(&file.test_class)).peekable();
        own.peek().is_some() && !own.any(|result| matches!(result.outcome, Outcome::Failed(_)))
    };
    files.iter().filter(has_passed).map(|file| file.path.clone()).collect()
}

/// Returns the edits whose files do not compile, and drops the other edits. For example, the test cannot
/// access the class of the new exception.
fn take_broken(edited: &mut Vec<Edited>, errors: &[CompileError]) -> Vec<Edited> {
    let is_broken = |edit: &Edited| errors.iter().any(|error| is_same_file(&error.file, &edit.path));
    std::mem::take(edited).into_iter().filter(is_broken).collect()
}

/// Returns the failed tests of a file with the text `original`. If `accept` is true, changes these tests, or
/// removes them from a file that nobody edited.
fn changes_in(
    file: &WrittenFile,
    original: &str,
    results: &[TestResult],
    accept: bool,
    is_last: bool,
) -> Result<Vec<BehaviourChange>, Error> {
    let mut changes = Vec::new();
    let is_unedited = emit::is_unedited(original);
    let mut new = NewText { text: original.to_owned(), ..NewText::default() };
    'tests: for result in results.iter().filter(|result| result.is_in(&file.test_class)) {
        let Outcome::Failed(failures) = &result.outcome else { continue };
        let is_changed = accept && !is_last;
        let for_all_rows = new.with_code_for_all_rows(&result.method, failures).filter(|_| is_changed);
        for failure in failures {
            let row = failure.invocation.filter(|_| for_all_rows.is_none());
            let updated = match &for_all_rows {
                Some(changed) => Some(changed.clone()),
                None => new.with_actual(failure, row).filter(|_| is_changed),
            };
            // A new import moves the lines of the failures. The other failures wait for the next build.
            let moves_lines =
                updated.as_ref().is_some_and(|it| it.lines().count() != new.text.lines().count());
            if moves_lines && new.text != original {
                continue 'tests;
            }
            let action = match updated {
                _ if !accept => Action::Reported,
                Some(changed) => {
                    new.text = changed;
                    Action::Updated
                }
                // The test can be one that a person wrote.
                None if !is_unedited => Action::Reported,
                None => {
                    new.remove(&result.method, row);
                    Action::Removed
                }
            };
            changes.push(BehaviourChange {
                test_class: file.test_class.clone(),
                test: result.method.clone(),
                path: file.path.clone(),
                line: failure.line,
                what: what(failure, row),
                action,
            });
            if moves_lines {
                break 'tests;
            }
        }
    }
    let new = new.without_removed();
    if new.as_deref() != Some(original) {
        update(&file.path, original, new.as_deref())?;
    }
    Ok(changes)
}

/// Describes the failure of a test, or of a row of a parameterized test.
fn what(failure: &Failure, row: Option<usize>) -> String {
    let values = Values::in_message(&failure.message);
    let what = values.map_or_else(|| failure.message.clone(), |values| values.describe());
    row.map_or_else(|| what.clone(), |row| format!("row {row}: {what}"))
}

/// The new text of a test file, and what will be removed from it.
#[derive(Default)]
struct NewText {
    text: String,
    tests: Vec<String>,
    /// The numbers of the rows of each parameterized test, from 1.
    rows: BTreeMap<String, Vec<usize>>,
}

impl NewText {
    /// Changes the code of a parameterized test, and returns the new text. Returns `None` unless all rows of
    /// the test fail in the same way. Also returns `None` if the code does not contain the expected value.
    fn with_code_for_all_rows(&self, test: &str, failures: &[Failure]) -> Option<String> {
        let (first, others) = failures.split_first()?;
        let fail_equally = others.iter().all(|it| (&it.message, it.line) == (&first.message, first.line));
        let row_count = File::parse(&self.text)?.row_count(test)?;
        let code_fails = fail_equally && first.invocation.is_some() && row_count == failures.len();
        code_fails.then(|| self.with_actual(first, None))?
    }

    /// Returns the text in which the failed assertion expects the actual value. `row` is the number of the
    /// row that changes instead of the code of the test.
    fn with_actual(&self, failure: &Failure, row: Option<usize>) -> Option<String> {
        let values = Values::in_message(&failure.message)?;
        values.update(&File::parse(&self.text)?, failure.line? as usize, row)
    }

    fn remove(&mut self, test: &str, row: Option<usize>) {
        match row {
            Some(row) => self.rows.entry(test.to_owned()).or_default().push(row),
            None => self.tests.push(test.to_owned()),
        }
    }

    /// Returns the text without the removed tests and rows. Returns `None` if no test remains.
    fn without_removed(mut self) -> Option<String> {
        for (test, rows) in self.rows {
            match without_rows(&self.text, &test, &rows) {
                Some(shorter) => self.text = shorter,
                None => self.tests.push(test),
            }
        }
        if self.tests.is_empty() { Some(self.text) } else { without_tests(&self.text, &self.tests) }
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

/// Returns whether the test of a change can be removed without a loss of a person's work. This is so if the
/// error is in a test method, or if nobody edited the file.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn can_remove(change: &BehaviourChange) -> Result<bool, Error> {
    Ok(!change.test.is_empty() || emit::is_unedited(&read(&change.path)?))
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

    #[test]
    fn a_test_that_needs_a_new_import_is_changed_and_the_tests_below_wait_for_the_next_build() {
        let source = "import static x.A.assertFalse;\n\nclass T {\n  @Test\n  void a() {\n    assertFalse(f());\n  }\n\n  \
                      @Test\n  void b() {\n    assertFalse(g());\n  }\n}\n";
        let file = TestFile::new(source);
        let message = "expected: <false> but was: <true>";
        assert_eq!(
            file.accept(&[file.failed("a", &[(None, 7, message)]), file.failed("b", &[(None, 12, message)])]),
            ["a: expected false, but now true: Updated"]
        );
        assert_eq!(
            file.accept(&[file.failed("b", &[(None, 13, message)])]),
            ["b: expected false, but now true: Updated"]
        );
        let text = file.text();
        assert!(text.contains("assertTrue(f());") && text.contains("assertTrue(g());"), "{text}");
    }

    const HEADER: &str = "// Testudo: 0000000000000000\n";
    const TABLE: &str = "\
class T {
  @ParameterizedTest
  @CsvSource({
    \"a, 1\",
    \"b, 2\",
    \"c, 3\"
  })
  void f(String text, int expected) {
    assertEquals(expected, new A().f(text));
    assertEquals(5, new A().g());
  }
}
";

    #[test]
    fn the_failed_rows_of_a_parameterized_test_are_changed_or_removed() {
        let file = TestFile::new(TABLE);
        let failures =
            [(Some(2), 10, "expected: <2> but was: <20>"), (Some(3), 10, "java.lang.NullPointerException")];
        assert_eq!(
            file.accept(&[file.failed("f", &failures)]),
            [
                "f: row 2: expected 2, but now 20: Updated",
                "f: row 3: java.lang.NullPointerException: Removed"
            ]
        );
        assert_eq!(file.text(), TABLE.replace("\"b, 2\",\n    \"c, 3\"", "\"b, 20\""));
    }

    #[test]
    fn the_code_of_a_parameterized_test_is_changed_if_all_rows_fail_in_the_same_way() {
        let file = TestFile::new(TABLE);
        let failures = [1, 2, 3].map(|row| (Some(row), 11, "expected: <5> but was: <6>"));
        let changed = "f: expected 5, but now 6: Updated";
        assert_eq!(file.accept(&[file.failed("f", &failures)]), [changed; 3]);
        assert_eq!(file.text(), TABLE.replace("5", "6"));
    }

    #[test]
    fn rows_with_the_same_expected_value_are_changed_together() {
        let table = TABLE.replace("2\"", "1\"").replace("3\"", "1\"");
        let file = TestFile::new(&table);
        let failures = [1, 2, 3].map(|row| (Some(row), 10, "expected: <1> but was: <2>"));
        file.accept(&[file.failed("f", &failures)]);
        assert_eq!(file.text(), table.replace("1\"", "2\""));
    }

    #[test]
    fn a_test_that_cannot_be_changed_stays_in_a_file_that_a_person_edited() {
        let file = TestFile::edited(TABLE);
        let failures = [(Some(2), 10, "java.lang.NullPointerException")];
        let reported = ["f: row 2: java.lang.NullPointerException: Reported"];
        assert_eq!(file.accept(&[file.failed("f", &failures)]), reported);
        assert_eq!(file.text(), TABLE);
    }

    #[test]
    fn a_parameterized_test_is_removed_with_its_last_row() {
        let file = TestFile::new(TABLE);
        let failures = [1, 2, 3].map(|row| (Some(row), 10, "java.lang.NullPointerException"));
        file.accept(&[file.failed("f", &failures[..2])]);
        assert_eq!(file.text(), TABLE.replace("\"a, 1\",\n    \"b, 2\",\n    ", ""));
        file.accept(&[file.failed("f", &[(Some(1), 8, "java.lang.NullPointerException")])]);
        assert!(!file.path.exists());
    }

    /// A test file of the class `T`.
    struct TestFile {
        _folder: tempfile::TempDir,
        path: PathBuf,
    }

    impl TestFile {
        /// Creates a file that nobody edited.
        fn new(text: &str) -> TestFile {
            let file = TestFile::edited(text);
            std::fs::write(&file.path, emit::sign(&format!("{HEADER}{text}"))).unwrap();
            file
        }

        /// Creates a file that a person edited.
        fn edited(text: &str) -> TestFile {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("T.java");
            std::fs::write(&path, format!("{HEADER}{text}")).unwrap();
            TestFile { _folder: folder, path }
        }

        /// Returns the text without the header.
        fn text(&self) -> String {
            let text = std::fs::read_to_string(&self.path).unwrap();
            text.lines().filter(|line| !line.starts_with("// ")).map(|line| format!("{line}\n")).collect()
        }

        /// Returns the result of a test. Each failure has the number of the invocation, the line and the
        /// message.
        fn failed(&self, method: &str, failures: &[(Option<usize>, u32, &str)]) -> TestResult {
            let failure = |&(invocation, line, message): &(Option<usize>, u32, &str)| Failure {
                message: message.to_owned(),
                line: Some(line),
                invocation,
            };
            TestResult {
                class: "T".to_owned(),
                method: method.to_owned(),
                outcome: Outcome::Failed(failures.iter().map(failure).collect()),
                duration: std::time::Duration::ZERO,
            }
        }

        /// Accepts the new behaviour. Returns the test, the change and the action of each change.
        fn accept(&self, results: &[TestResult]) -> Vec<String> {
            let (test_class, path) = ("T".to_owned(), self.path.clone());
            let file = WrittenFile { test_class, path, earlier: Vec::new() };
            let text = std::fs::read_to_string(&self.path).unwrap();
            let changes = changes_in(&file, &text, results, true, false).unwrap();
            changes.iter().map(|it| format!("{}: {}: {:?}", it.test, it.what, it.action)).collect()
        }
    }
}
