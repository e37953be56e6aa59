//! Exit codes.

use std::process::ExitCode;

/// How a run ended. With several classes the gravest, which is the one with the highest number, counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Every class has its tests.
    Success = 0,
    /// No JDK, too old a one, or one without javac; or the worker JVM does not start.
    Environment = 3,
    /// A class path entry is missing or cannot be read.
    Classpath = 4,
    /// A class is not on the class path.
    ClassNotFound = 5,
    /// A class was found but no test could be generated for it.
    NothingGenerated = 6,
    /// A test file could not be written, or was edited by hand and `--force` was not given.
    Output = 7,
    /// Interrupted twice.
    Interrupted = 130,
}

/// The exit codes as `--help` shows them. 1 and 2 are not ours: a panic gives 101, clap's usage errors 2.
pub const HELP: &str = "\
Exit codes:
    0  every class has its tests
    2  the command line is wrong
    3  no usable JDK, or its JVM does not start
    4  a class path entry is missing or cannot be read
    5  a class is not on the class path
    6  a class has nothing that can be called, or no test could be generated for it
    7  a test file could not be written, or was edited by hand (see --force)
  130  interrupted twice (once: the search ends and what it has is written)";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
