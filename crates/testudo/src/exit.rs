//! Exit codes.

use std::process::ExitCode;

use engine::{Cause, Error, Status};

/// Exit code of a run. A run of several classes ends with the highest exit code of its classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Tests were written for every class, except classes for which no new test covers more than the existing
    /// tests.
    Success = 0,
    /// The command line, the configuration file or the input of `testudo juge` is wrong.
    CommandLine = 2,
    /// There is no usable JDK, no worker JVM starts, the sandbox is not available, temporary files
    /// cannot be written, or an internal error occurred.
    Environment = 3,
    /// An entry of a class path is missing or cannot be read.
    Classpath = 4,
    /// A class is not on the class path.
    ClassNotFound = 5,
    /// No test could be generated for a class.
    NothingGenerated = 6,
    /// A test file, the configuration file, the report, the timeline or standard output could not be
    /// written. Or a test file was edited by hand, or is not committed. Or another run of Testudo works in
    /// the project.
    Output = 7,
    /// The project's own build failed or refused to run the new tests, or a module has no test framework.
    Build = 8,
    /// The behaviour of the code has changed: tests of an earlier run no longer pass.
    Changed = 9,
    /// The run was interrupted twice, or it was interrupted before the last class began. In a project, also
    /// if it was interrupted once, because the build possibly did not check all tests.
    Interrupted = 130,
}

/// The exit codes, as `--help` prints them. clap itself exits with code 2. A panic ends the process with code
/// 101.
pub const HELP: &str = "\
Exit codes:
    0  each class has a new test file, or no new test adds coverage to the existing tests
    2  the command line, the file testudo.toml or the input of `testudo juge` is wrong
    3  no JDK can be used, the system does not offer the whole sandbox (see --sandbox), or
       temporary files cannot be written
    4  an entry of a class path is missing or cannot be read
    5  a class is not on the class path
    6  a class does not load or has nothing to call, or each test fails, or asserts nothing
       and covers no goal
    7  a test file, testudo.toml, the folder of --report, the file of --timeline or standard
       output cannot be written; a test file was edited by hand (see --force) or is not
       committed (see --accept); or another run of Testudo works in the project
    8  the project's own build failed, it cannot run the new tests, or a module has no test
       framework
    9  earlier tests no longer pass, because the code behaves differently (see --accept)
  130  the run was interrupted twice, or before the last class began; in a project, also if it
       was interrupted once
With several classes, the exit code is the highest code of any class. In a project, 6 is not
an exit code: the output lists the classes without tests.";

impl Exit {
    /// Returns the exit code of a class with a status.
    pub fn of_status(status: Status) -> Exit {
        match status {
            Status::Written | Status::Searched | Status::NothingToAdd | Status::Skipped => Exit::Success,
            Status::NotFound => Exit::ClassNotFound,
            Status::NothingToTest | Status::DoesNotLoad | Status::NoTestKept => Exit::NothingGenerated,
            Status::NotWritten => Exit::Output,
            Status::NoWorker => Exit::Environment,
        }
    }

    /// Returns the exit code of an error.
    pub fn of_error(error: &Error) -> Exit {
        match error.cause() {
            Some(Cause::ClassPath) => Exit::Classpath,
            Some(Cause::ClassNotFound) => Exit::ClassNotFound,
            Some(Cause::NothingToTest | Cause::DoesNotLoad) => Exit::NothingGenerated,
            Some(Cause::Output) => Exit::Output,
            Some(Cause::Options) => Exit::CommandLine,
            Some(Cause::Environment) | None => Exit::Environment,
        }
    }

    /// Returns the exit code of an error of a report.
    pub fn of_report_error(error: &report::Error) -> Exit {
        match error {
            report::Error::Occupied(_) | report::Error::Write { .. } => Exit::Output,
            report::Error::NotAReport { .. }
            | report::Error::Version { .. }
            | report::Error::OtherProject { .. }
            | report::Error::SameClass { .. } => Exit::CommandLine,
        }
    }
}

/// The reason why a run did not begin, or why it ended early.
#[derive(Debug)]
pub struct Failure {
    /// The exit code of the run.
    pub exit: Exit,
    /// What failed, why, and what to do.
    pub message: String,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure { exit: Exit::of_error(&error), message: error.to_string() }
    }
}

impl From<report::Error> for Failure {
    fn from(error: report::Error) -> Failure {
        Failure { exit: Exit::of_report_error(&error), message: error.to_string() }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
