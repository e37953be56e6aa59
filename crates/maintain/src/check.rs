//! Runs generated tests in the project's own build, and removes the tests that fail there.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use project::{Module, Outcome, Project, TestResult, TestRun};
use testsource::File;

use crate::Error;
use crate::files::{is_same_file, read, replace, update};
use crate::fingerprint::without_mark;
use crate::merge::test_names;

/// Maximum number of runs of all files. Each run can reveal errors that the errors of the run before hid.
const MAX_ROUNDS: usize = 6;

/// A generated test file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFile {
    /// Fully qualified name of the test class.
    pub test_class: String,
    /// The file.
    pub path: PathBuf,
    /// The tests of earlier runs and of people, which stay even if they fail.
    pub earlier: Vec<String>,
}

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The tests that the build refused. They are removed.
    pub refusals: Vec<Refusal>,
    /// The test classes that the build did not run, although they compile.
    pub not_run: Vec<String>,
    /// The durations of the tests in the last run of the build, by the fully qualified name of the test class
    /// and the name of the test method.
    pub durations: BTreeMap<(String, String), Duration>,
}

/// A test that the project's build refused.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Refusal {
    /// Fully qualified name of the test class.
    pub test_class: String,
    /// Name of the test method. `None` if the whole file is removed.
    pub test: Option<String>,
    /// Why the build refused the test.
    pub reason: String,
}

/// The tests of one file to remove. The key `None` stands for all tests of the file.
type Failures = BTreeMap<Option<String>, String>;

/// Why the new tests of a file are refused that end a run.
const ENDS_RUN: &str = "one of the new tests of the class does not end, or ends the JVM";

/// Runs generated test classes of a module in the project's own build, outside the sandbox. Removes the tests
/// that fail or do not compile. Removes all new tests of a file if one of them does not end, or ends the JVM.
/// Removes files without remaining tests. Repeats this until all tests pass. Then records in the files that
/// their tests have run.
///
/// # Errors
/// Returns an error if a file cannot be changed. Also returns an error if the build fails, unless the reason
/// is a compile error or a new test of these files.
pub fn check(
    project: &Project,
    module: &Module,
    files: &[WrittenFile],
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Checked, Error> {
    let mut checked = Checked::default();
    let mut files = files.to_vec();
    let mut runner = Runner { project, module, is_cancelled, has_run_tests: false };
    for _ in 0..MAX_ROUNDS {
        if files.is_empty() {
            break;
        }
        let run = runner.run(&files)?;
        let culprit = runner.culprit(&run, &files)?;
        checked.not_run.clone_from(&run.not_run);
        checked.durations = durations(&run);
        let before = checked.refusals.len();
        let mut kept = Vec::new();
        for file in files {
            let mut failures = failures(&run, &file)?;
            if culprit.as_ref() == Some(&file) {
                failures.extend(new_tests(&file)?.into_iter().map(|test| (test, ENDS_RUN.to_owned())));
            }
            if failures.is_empty() || remove(&file, &failures)? {
                kept.push(file.clone());
            }
            checked.refusals.extend(failures.into_iter().map(|(test, reason)| Refusal {
                test_class: file.test_class.clone(),
                test,
                reason,
            }));
        }
        files = kept;
        if checked.refusals.len() == before {
            break;
        }
    }
    files.iter().try_for_each(mark_as_checked)?;
    checked.not_run.retain(|class| files.iter().any(|file| file.test_class == *class));
    checked.refusals.sort();
    Ok(checked)
}

/// Records in a test file that its tests have run in the project's build.
fn mark_as_checked(file: &WrittenFile) -> Result<(), Error> {
    let text = read(&file.path)?;
    match emit::fingerprint(&text).and_then(without_mark) {
        Some(fingerprint) => replace(&file.path, &emit::with_fingerprint(&text, fingerprint)),
        None => Ok(()),
    }
}

/// Runs test files in the project's own build.
struct Runner<'a> {
    project: &'a Project,
    module: &'a Module,
    is_cancelled: &'a dyn Fn() -> bool,
    /// Whether any test has run so far.
    has_run_tests: bool,
}

impl Runner<'_> {
    fn run(&mut self, files: &[WrittenFile]) -> Result<TestRun, Error> {
        let classes: Vec<String> = files.iter().map(|file| file.test_class.clone()).collect();
        let run = self.project.run_tests(self.module, &classes, self.is_cancelled)?;
        self.has_run_tests |= !run.tests.is_empty();
        Ok(run)
    }

    /// Finds the file with new tests of which one ended a run early, by runs of half of the files that did
    /// not run. Returns `None` if the run did not end early.
    ///
    /// # Errors
    /// Returns an error if no such file is found. Then the cause can be the configuration of the JVM, or an
    /// earlier test.
    fn culprit(&mut self, run: &TestRun, files: &[WrittenFile]) -> Result<Option<WrittenFile>, Error> {
        let Some(end) = &run.early_end else { return Ok(None) };
        let mut suspects = suspects(run, files);
        while suspects.len() > 1 {
            let others = suspects.split_off(suspects.len() / 2);
            let run = self.run(&suspects)?;
            suspects = if run.early_end.is_some() { self::suspects(&run, &suspects) } else { others };
        }
        let culprit = suspects.pop();
        let is_confirmed = match &culprit {
            Some(file) => {
                !new_tests(file)?.is_empty()
                    && self.run(std::slice::from_ref(file))?.early_end.is_some()
                    && (end.is_stuck || self.can_run_tests(files, file)?)
            }
            None => false,
        };
        if is_confirmed { Ok(culprit) } else { Err(project::Error::EndedEarly(end.failure.clone()).into()) }
    }

    /// Returns whether any file except `excluded` can run.
    fn can_run_tests(&mut self, files: &[WrittenFile], excluded: &WrittenFile) -> Result<bool, Error> {
        let other = files.iter().find(|file| *file != excluded).filter(|_| !self.has_run_tests);
        other.map_or(Ok(self.has_run_tests), |other| {
            Ok(self.run(std::slice::from_ref(other))?.early_end.is_none())
        })
    }
}

/// Returns the files that did not run if a run ended early.
fn suspects(run: &TestRun, files: &[WrittenFile]) -> Vec<WrittenFile> {
    files.iter().filter(|file| run.not_run.contains(&file.test_class)).cloned().collect()
}

/// Returns the new tests of a file, as keys of [`Failures`]: the whole file if it has no earlier tests.
fn new_tests(written: &WrittenFile) -> Result<Vec<Option<String>>, Error> {
    if written.earlier.is_empty() {
        return Ok(vec![None]);
    }
    let tests = test_names(&written.path)?.into_iter();
    Ok(tests.filter(|test| !written.earlier.contains(test)).map(Some).collect())
}

fn durations(run: &TestRun) -> BTreeMap<(String, String), Duration> {
    let duration = |test: &TestResult| {
        let class = test.class.split('$').next().unwrap_or_default().to_owned();
        ((class, test.method.clone()), test.duration)
    };
    run.tests.iter().map(duration).collect()
}

/// Returns the tests of a file that failed or did not compile, with the reasons.
fn failures(run: &TestRun, written: &WrittenFile) -> Result<Failures, Error> {
    let mut failures = Failures::new();
    let text = read(&written.path)?;
    let file = File::parse(&text);
    let tests: Vec<&str> = file.iter().flat_map(File::tests).map(|test| test.name).collect();
    for error in run.compile_errors.iter().filter(|error| is_same_file(&error.file, &written.path)) {
        let test = file.as_ref().and_then(|file| file.test_at(error.line as usize));
        failures.insert(test.map(str::to_owned), format!("it does not compile: {}", error.message));
    }
    for test in run.tests.iter().filter(|test| test.is_in(&written.test_class)) {
        if let Outcome::Failed(of_test) = &test.outcome {
            let method = tests.contains(&test.method.as_str()).then(|| test.method.clone());
            let reasons = of_test.first().map(|failure| (method, format!("it fails: {}", failure.message)));
            failures.extend(reasons);
        }
    }
    let is_earlier = |test: &Option<String>| test.as_ref().is_some_and(|test| written.earlier.contains(test));
    failures.retain(|test, _| !is_earlier(test));
    Ok(failures)
}

/// Removes tests from a file. Returns whether the file still exists.
fn remove(written: &WrittenFile, failures: &Failures) -> Result<bool, Error> {
    let names: Option<Vec<String>> = failures.keys().cloned().collect();
    let text = read(&written.path)?;
    let shorter = names.and_then(|names| File::parse(&text)?.without_tests(&names));
    // A file with tests of an earlier run keeps them.
    if shorter.is_none() && !written.earlier.is_empty() {
        return Ok(true);
    }
    update(&written.path, &text, shorter.as_deref())
}
