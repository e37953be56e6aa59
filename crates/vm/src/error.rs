//! The errors that prevent the pool from running tests.

use std::io;
use std::path::PathBuf;

/// An error that prevents the pool from running tests: no worker can be started, or the pool cannot wait for
/// messages of the workers.
///
/// The loss of a worker is not an error, because the pool replaces the worker.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The temporary folder of the workers, or a file in it, cannot be written.
    #[error(
        "cannot prepare a temporary folder for the worker JVMs below {folder}: {source}; \
         set TMPDIR to a writable folder with free space"
    )]
    Scratch {
        /// Folder below which the temporary folder is created.
        folder: PathBuf,
        /// Error that the operating system reported.
        source: io::Error,
    },
    /// The program `java` cannot be started.
    #[error("cannot start {java}: {source}; use a JDK of version 8 or later (option `--jdk` or JAVA_HOME)")]
    Launch {
        /// Path of the `java` program.
        java: PathBuf,
        /// Error that the operating system reported.
        source: io::Error,
    },
    /// The system supports a part of the sandbox, but refuses to apply it.
    #[error(
        "cannot run {java} in the sandbox: {source}; if you trust the code under test, run it without a sandbox \
         (option `--sandbox off`)"
    )]
    Confine {
        /// Path of the `java` program.
        java: PathBuf,
        /// Error that the operating system reported.
        source: io::Error,
    },
    /// Several workers in a row ended before they could run a test.
    #[error("the worker JVM ({java}) ended {attempts} times before it could run a test{}", end_of(output))]
    Start {
        /// Path of the `java` program.
        java: PathBuf,
        /// Number of workers that were started in a row.
        attempts: u32,
        /// Last part of the error output of the last worker.
        output: String,
    },
    /// The operating system cannot wait for messages of the workers.
    #[error("cannot wait for messages of the worker JVMs: {0}; run the program again")]
    Poll(io::Error),
}

impl Error {
    /// Returns the error for a program that could not be started. `is_confined` is whether the program would
    /// run in the sandbox.
    pub(crate) fn of_start(java: PathBuf, source: io::Error, is_confined: bool) -> Error {
        // The system reports EPERM for the sandbox. For a file that is no executable program, it reports
        // other errors, such as EACCES.
        match source.raw_os_error() == Some(rustix::io::Errno::PERM.raw_os_error()) && is_confined {
            true => Error::Confine { java, source },
            false => Error::Launch { java, source },
        }
    }
}

/// Returns the part of the message that shows the end of the output of a worker.
fn end_of(output: &str) -> String {
    match output.trim_end() {
        "" => ", without any output".to_owned(),
        output => format!("; the end of its output:\n{output}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_that_is_not_permitted_in_the_sandbox_is_an_error_of_the_sandbox() {
        let not_permitted = || io::Error::from_raw_os_error(rustix::io::Errno::PERM.raw_os_error());
        let error = Error::of_start("java".into(), not_permitted(), true);
        assert!(error.to_string().contains("in the sandbox"), "{error}");
        let error = Error::of_start("java".into(), not_permitted(), false);
        assert!(matches!(error, Error::Launch { .. }), "{error}");
        let missing = io::Error::from(io::ErrorKind::NotFound);
        assert!(matches!(Error::of_start("java".into(), missing, true), Error::Launch { .. }));
    }
}
