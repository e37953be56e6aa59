//! Why no tests can run.

use std::io;
use std::path::PathBuf;

/// Why no tests can run: no worker is left and none can be started, or the workers cannot be reached.
///
/// A lost worker alone is no error, since another one replaces it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The temporary folder of the workers, or the runner in it, cannot be written.
    #[error(
        "cannot prepare a scratch directory below {folder}: {source}; set TMPDIR to a folder with free space"
    )]
    Scratch {
        /// Folder for temporary files.
        folder: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The program `java` cannot be started.
    #[error("cannot run {java}: {source}; name a JDK of version 8 or later")]
    Launch {
        /// Path of the program.
        java: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// Several workers in a row ended before they could run a test.
    #[error(
        "the worker JVM ({java}) ended {attempts} times before it could run a test; \
         check that this JDK works and that memory is free; end of its output:\n{stderr}"
    )]
    Start {
        /// Path of the program.
        java: PathBuf,
        /// Number of workers that were started.
        attempts: u32,
        /// End of the output of the last worker.
        stderr: String,
    },
    /// The system cannot wait for messages of the workers.
    #[error("cannot wait for the worker JVMs: {0}; run the program again")]
    Poll(io::Error),
}
