//! Runs test classes in the project's own build.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use crate::formatter::Formatter;
use crate::{Build, BuildFailure, Error, Module, Project, gradle, maven, reports};

/// The time until the first test starts, in addition to twice the duration of the compilation. After that
/// time, the run is stuck.
const FIRST_TEST: Duration = Duration::from_secs(5 * 60);
/// Number by which the idle limit is multiplied for Gradle.
const GRADLE_FACTOR: u32 = 10;
/// Time between two checks whether a run is stuck.
const CHECK: Duration = Duration::from_millis(500);
/// Parts of the outputs of Maven and Gradle if the JVM of the tests ends early.
const JVM_ENDED: [&str; 3] = [
    "The forked VM terminated without properly saying goodbye",
    "The forked VM terminated without saying properly goodbye",
    "Process 'Gradle Test Executor",
];

/// The results of test classes that the project's own build ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestRun {
    /// The results, sorted by class and method. Empty if the code did not compile.
    pub tests: Vec<TestResult>,
    /// The compile errors in the order of the output, in any source of the project.
    pub compile_errors: Vec<CompileError>,
    /// The requested classes of which no test ran: they do not exist, contain no test, did not compile, or
    /// the build's configuration excludes them.
    pub not_run: Vec<String>,
    /// How the run ended, if it ended before all tests.
    pub early_end: Option<EarlyEnd>,
}

/// How a run ended before all tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlyEnd {
    /// Whether a test did not end. Otherwise, the JVM of the tests ended, or could not start.
    pub is_stuck: bool,
    /// The output of the build.
    pub failure: BuildFailure,
}

/// The result of one test method. The invocations of a parameterized test have one common result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestResult {
    /// The binary name of the test class.
    pub class: String,
    /// The name of the method. It is empty or the name of the class if the failure concerns the whole class.
    /// It is also empty for the invocations of parameterized tests that passed, if the report of the build
    /// does not name their method.
    pub method: String,
    /// How the test ended.
    pub outcome: Outcome,
    /// Duration, as the build reports it.
    pub duration: Duration,
}

/// How a test ended. Of two outcomes, the greater one is more serious.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The test passed.
    Passed,
    /// The test did not run, because it is disabled or an assumption did not hold.
    Skipped,
    /// The test failed. There is one failure, or one for each invocation of a parameterized test that failed.
    Failed(Vec<Failure>),
}

/// The failure of a test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Failure {
    /// The type and the message of the exception.
    pub message: String,
    /// The line of the test's source file in which the test failed, from 1. `None` if it is unknown.
    pub line: Option<u32>,
    /// The number of the invocation, from 1, if the test is parameterized.
    pub invocation: Option<usize>,
}

/// An error of the Java compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// The source file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: u32,
    /// The first line of the message.
    pub message: String,
}

impl TestResult {
    /// Returns whether the test belongs to a test class or to a class nested in it. `test_class` is a binary
    /// name.
    pub fn is_in(&self, test_class: &str) -> bool {
        self.class.strip_prefix(test_class).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
    }
}

impl Project {
    /// Runs test classes of a module in the project's own build, after the build has compiled the sources.
    ///
    /// `test_classes` are the fully qualified names of top-level classes. `is_cancelled` works as for
    /// [`load`](crate::load).
    ///
    /// # Errors
    /// Returns an error if the build was cancelled, or if it failed for another reason than its tests and
    /// compile errors. Such a reason is, for example, a check of the code style.
    pub fn run_tests(
        &self,
        module: &Module,
        test_classes: &[String],
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<TestRun, Error> {
        let (program, root, options) = (self.build.command(), &self.root, &self.options);
        let command = match &self.build {
            Build::Maven { .. } => maven::test_command(program, root, options, &module.name, test_classes),
            Build::Gradle { .. } => gradle::test_command(program, root, options, &module.name, test_classes)?,
        };
        let before = reports::snapshot(&module.reports);
        let run = || self.build.run(&command, is_cancelled, &self.is_stuck(module));
        let mut finished = run()?;
        let mut used = Vec::new();
        while let Some(formatter) = Formatter::demanded_by(&finished.output)
            && !used.contains(&formatter)
        {
            self.format(module, &formatter, is_cancelled)?;
            used.push(formatter);
            finished = run()?;
        }
        let tests = reports::read_new(&module.reports, &before, test_classes)?;
        let compile_errors = compile_errors(&finished.output);
        let ended_early = finished.was_stuck || JVM_ENDED.iter().any(|it| finished.output.contains(it));
        if !finished.is_success && tests.is_empty() && compile_errors.is_empty() && !ended_early {
            return Err(Error::BuildFailed(command.failure(&finished.output)));
        }
        let has_run = |class: &String| tests.iter().any(|test| test.is_in(class));
        let not_run = test_classes.iter().filter(|class| !has_run(class)).cloned().collect();
        let early_end = ended_early
            .then(|| EarlyEnd { is_stuck: finished.was_stuck, failure: command.failure(&finished.output) });
        Ok(TestRun { tests, compile_errors, not_run, early_end })
    }

    /// Formats the sources of a module. The build has checked their format before the new tests were written.
    /// Therefore this changes only new tests.
    fn format(
        &self,
        module: &Module,
        formatter: &Formatter,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        let (program, root) = (self.build.command(), &self.root);
        let command = maven::goal_command(program, root, &self.options, &module.name, &formatter.goal());
        self.build.run(&command, is_cancelled, &|| false)?;
        Ok(())
    }

    /// Returns a function that returns whether a test run of a module, which starts now, is stuck.
    fn is_stuck(&self, module: &Module) -> impl Fn() -> bool {
        let start = SystemTime::now();
        // The build first compiles what has changed, and can download libraries that run tests.
        let until_first_test = FIRST_TEST + 2 * self.compilation;
        let limit = match self.build {
            Build::Maven { .. } => self.idle_limit,
            // Gradle writes all reports at the end.
            Build::Gradle { .. } => GRADLE_FACTOR * self.idle_limit,
        };
        let mut folders = vec![module.reports.clone()];
        // Surefire writes files into this folder when it starts the JVM of the tests.
        folders.extend(module.reports.parent().map(|folder| folder.join("surefire")));
        let last_check = Cell::new(Instant::now());
        move || {
            if last_check.get().elapsed() < CHECK {
                return false;
            }
            last_check.set(Instant::now());
            let last_change = folders.iter().filter_map(|folder| reports::last_change(folder)).max();
            let (since, limit) = match last_change.filter(|change| *change > start) {
                Some(change) => (change, limit),
                None => (start, until_first_test.max(limit)),
            };
            SystemTime::now().duration_since(since).is_ok_and(|idle| idle > limit)
        }
    }
}

/// Finds the errors of the Java compiler in the output of a build. Maven repeats the errors; the result
/// contains each error once.
pub(crate) fn compile_errors(output: &str) -> Vec<CompileError> {
    let mut errors = Vec::new();
    for line in output.lines() {
        if let Some(error) = maven_error(line).or_else(|| javac_error(line))
            && !errors.contains(&error)
        {
            errors.push(error);
        }
    }
    errors
}

/// Reads a line of the form `[ERROR] /a/T.java:[12,34] message`.
fn maven_error(line: &str) -> Option<CompileError> {
    let (file, rest) = line.strip_prefix("[ERROR] ")?.split_once(":[")?;
    let (position, message) = rest.split_once(']')?;
    error(file, position.split(',').next()?, message)
}

/// Reads a line of the form `/a/T.java:12: error: message`.
fn javac_error(line: &str) -> Option<CompileError> {
    let (position, message) = line.split_once(": error: ")?;
    let (file, line) = position.rsplit_once(':')?;
    error(file, line, message)
}

fn error(file: &str, line: &str, message: &str) -> Option<CompileError> {
    let file = Path::new(file.trim());
    let is_source = file.extension().is_some_and(|it| it == "java");
    let error =
        CompileError { file: file.to_owned(), line: line.parse().ok()?, message: message.trim().to_owned() };
    is_source.then_some(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compile_errors_of_both_build_tools_are_found_once() {
        let output = "[ERROR] COMPILATION ERROR : \n\
                      [ERROR] /a b/T.java:[12,34] cannot find symbol\n  symbol:   class X\n\
                      [ERROR] Failed to execute goal [x] on project y: Compilation failure\n\
                      [ERROR] /a b/T.java:[12,34] cannot find symbol\n\
                      /c/U.java:7: error: ';' expected\n    int x\n\
                      /c/U.java:8: warning: [removal] m\n";
        let found: Vec<String> = compile_errors(output)
            .iter()
            .map(|it| format!("{}:{}: {}", it.file.display(), it.line, it.message))
            .collect();
        assert_eq!(found, ["/a b/T.java:12: cannot find symbol", "/c/U.java:7: ';' expected"]);
    }
}
