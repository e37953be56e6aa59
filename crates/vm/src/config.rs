//! What a [`crate::Vm`] is started with, and how that can fail.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use types::MethodId;

use crate::sandbox::Sandbox;

/// What a worker asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The bytes of a class, to be defined as they are; internal name with slashes.
    Class(String),
    /// The bytes of a resource, by its path in the class path.
    Resource(String),
}

/// Answers workers: `None` where there is no such class or resource. Called from several threads.
pub type Classes = Arc<dyn Fn(Request) -> Option<Vec<u8>> + Send + Sync>;

/// How workers are started and how long tests may run.
#[derive(Clone, Debug)]
pub struct Config {
    /// The `java` to run.
    pub java: PathBuf,
    /// Folder in which the temporary folder of the workers is created.
    pub temporary: PathBuf,
    /// Whether it runs in the sandbox.
    pub sandbox: Sandbox,
    /// Heap of each worker in MB.
    pub heap_mb: u32,
    /// How long one test may run before its worker is killed; on each mutant anew.
    pub test_timeout: Duration,
    /// Bytes of arrays that one test may allocate.
    pub bytes: u64,
    /// Number of workers, at least 1.
    pub workers: usize,
    /// Whether they take tests in turn, however long these run: each test then runs behind the same ones in every run, whatever these
    /// leave behind. Else whoever is free takes the next, and is done sooner.
    pub in_turn: bool,
    /// Whether they are needed for less than half a minute: it is not worth it then to compile code well.
    pub brief: bool,
    /// Classes that are initialised before the first test, binary names with dots.
    pub initialise: Vec<String>,
    /// Number of method ids that probes name.
    pub methods: u32,
    /// Number of branch ids that probes name.
    pub branches: u32,
    /// Number of statement ids that probes name.
    pub statements: u32,
    /// Branches with ids below this one count in what mutants do: see [`crate::Effect::Survived`].
    pub covered_below: u32,
    /// The methods and constructors whose calls by tests are watched.
    pub watched: BTreeMap<MethodId, Watched>,
}

/// What of the calls of a method or constructor is watched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// What the runner's `Probe.called` is while a test's call of it lasts, at most until its entry: instrumented code tells direct
    /// calls by it.
    pub family: u32,
    /// Whether each call is told of in [`crate::Execution::calls`].
    pub values: bool,
    /// Fields that a method of the result does nothing but return: the binary name of its class with dots, and its name.
    pub observers: Vec<(String, String)>,
}

impl Config {
    /// One worker with the default limits; nothing to initialise, no probes.
    pub fn new(java: PathBuf) -> Config {
        Config {
            java,
            temporary: std::env::temp_dir(),
            sandbox: Sandbox::On,
            heap_mb: 256,
            test_timeout: Duration::from_secs(1),
            bytes: 16 << 20,
            workers: 1,
            in_turn: true,
            brief: false,
            initialise: Vec::new(),
            methods: 0,
            branches: 0,
            statements: 0,
            covered_below: 0,
            watched: BTreeMap::new(),
        }
    }
}

/// Why no tests can be run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The scratch directory or the runner in it cannot be written.
    #[error(
        "cannot prepare a scratch directory below {folder}: {source}; set TMPDIR to a folder with free space"
    )]
    Scratch {
        /// The folder for temporary files.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// `java` cannot be run at all.
    #[error("cannot run {java}: {source}; name a JDK of version 8 or later")]
    Launch {
        /// The program.
        java: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// JVMs start but end before they can run a test.
    #[error(
        "the worker JVM ({java}) ended {attempts} times before it could run a test; its last words:\n{stderr}"
    )]
    Start {
        /// The program.
        java: PathBuf,
        /// How often it was tried.
        attempts: u32,
        /// The end of what it printed.
        stderr: String,
    },
    /// The system refuses to wait for the workers.
    #[error("cannot wait for the worker JVMs: {0}")]
    Poll(io::Error),
}
