//! Runs generated tests in the project's own build, and removes the tests that fail there.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use project::{Module, Outcome, Project, TestResult, TestRun};
use testsource::File;

use crate::Error;
use crate::files::{is_same_file, read, update};

/// Maximum number of builds. Each build can reveal errors that the errors of the build before hid.
const MAX_BUILDS: usize = 6;

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

/// Why a file is refused whose tests end the run of the build.
const ENDS_RUN: &str = "one of its tests does not end, or ends the JVM";

/// Runs generated test classes of a module in the project's own build, outside the sandbox. Removes the tests
/// that fail or do not compile, the tests of a file of which one test ends the run, and files without remaining
/// tests. Repeats this until all tests pass.
///
/// # Errors
/// Returns an error if the build fails for another reason than failing tests and compile errors of these
/// files, or if a file cannot be changed.
pub fn check(
    project: &Project,
    module: &Module,
    files: &[WrittenFile],
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Checked, Error> {
    let mut checked = Checked::default();
    let mut files = files.to_vec();
    for _ in 0..MAX_BUILDS {
        if files.is_empty() {
            break;
        }
        let runner = Runner { project, module, is_cancelled };
        let run = runner.run(&files)?;
        let culprit = runner.culprit(&run, &files)?;
        checked.not_run.clone_from(&run.not_run);
        checked.durations = durations(&run);
        let before = checked.refusals.len();
        let mut kept = Vec::new();
        for file in files {
            let mut failures = failures(&run, &file)?;
            if culprit.as_ref() == Some(&file) {
                failures.insert(None, ENDS_RUN.to_owned());
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
    checked.refusals.sort();
    Ok(checked)
}

/// Runs test files in the project's own build.
struct Runner<'a> {
    project: &'a Project,
    module: &'a Module,
    is_cancelled: &'a dyn Fn() -> bool,
}

impl Runner<'_> {
    fn run(&self, files: &[WrittenFile]) -> Result<TestRun, Error> {
        let classes: Vec<String> = files.iter().map(|file| file.test_class.clone()).collect();
        Ok(self.project.run_tests(self.module, &classes, self.is_cancelled)?)
    }

    /// Finds the file whose tests ended a run early, by runs of half of the files that did not run. Returns
    /// `None` if the run did not end early.
    fn culprit(&self, run: &TestRun, files: &[WrittenFile]) -> Result<Option<WrittenFile>, Error> {
        let mut suspects = suspects(run, files);
        while suspects.len() > 1 {
            let others = suspects.split_off(suspects.len() / 2);
            let run = self.run(&suspects)?;
            suspects = if run.ended_early { self::suspects(&run, &suspects) } else { others };
        }
        Ok(suspects.pop())
    }
}

/// Returns the files that did not run if a run ended early.
fn suspects(run: &TestRun, files: &[WrittenFile]) -> Vec<WrittenFile> {
    let is_suspect = |file: &&WrittenFile| run.ended_early && run.not_run.contains(&file.test_class);
    files.iter().filter(is_suspect).cloned().collect()
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
        if let Outcome::Failed { message } = &test.outcome {
            let method = tests.contains(&test.method.as_str()).then(|| test.method.clone());
            failures.insert(method, format!("it fails: {message}"));
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
