//! Exit codes.

use std::process::ExitCode;

use crate::events::Status;

/// How a run ended. With several classes the gravest, which is the one with the highest number, counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Every class has its tests, or needs none beside existing ones.
    Success = 0,
    /// No JDK, too old a one, or one without javac; or the worker JVM does not start; or no place for temporary files.
    Environment = 3,
    /// A class path entry is missing or cannot be read.
    Classpath = 4,
    /// A class is not on the class path.
    ClassNotFound = 5,
    /// A class was found but no test could be generated for it.
    NothingGenerated = 6,
    /// A test file, the timeline or standard output could not be written, or a test file was edited by hand and `--force` was
    /// not given.
    Output = 7,
    /// Interrupted twice, or before the last class was begun.
    Interrupted = 130,
}

/// The exit codes as `--help` shows them. 1 and 2 are not ours: a panic gives 101, clap's usage errors 2.
pub const HELP: &str = "\
Exit codes:
    0  every class has its tests
    2  the command line is wrong
    3  no usable JDK, its JVM does not start, or there is no place for temporary files
    4  a class path entry is missing or cannot be read
    5  a class is not on the class path
    6  a class does not load, has nothing that can be called, or no test of it could be kept
    7  a test file, the timeline or standard output cannot be written, or a test file was edited
       (see --force)
  130  interrupted twice, or before the last class was begun
With several classes the highest of their codes counts.";

impl Exit {
    /// What the status of a class comes to.
    pub fn of(status: Status) -> Exit {
        match status {
            Status::Written | Status::NothingToAdd | Status::Skipped => Exit::Success,
            Status::NotFound => Exit::ClassNotFound,
            Status::NothingToTest | Status::DoesNotLoad | Status::NoTestKept => Exit::NothingGenerated,
            Status::NotWritten => Exit::Output,
            Status::NoWorker => Exit::Environment,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
