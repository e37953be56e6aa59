//! How workers are started.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use types::MethodId;

use crate::process::sandbox::Sandbox;

/// A request of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The class file to define for a class: internal name with slashes.
    Class(String),
    /// The content of a resource: path in the class path.
    Resource(String),
}

/// Answers requests of workers. Returns `None` if the class or resource does not exist. Several threads call
/// it.
pub type Classes = Arc<dyn Fn(Request) -> Option<Vec<u8>> + Send + Sync>;

/// How workers are started, and the limits of tests.
#[derive(Clone, Debug)]
pub struct Config {
    /// Path of the `java` program.
    pub java: PathBuf,
    /// Folder in which the temporary folder of the workers is created.
    pub temporary: PathBuf,
    /// Whether the workers run in the sandbox.
    pub sandbox: Sandbox,
    /// Heap of each worker in MB.
    pub heap_mb: u32,
    /// Time limit of one test; also of each run of the test on a mutant. After this time the worker is
    /// killed.
    pub test_timeout: Duration,
    /// Limit of the bytes of arrays that one test allocates.
    pub bytes: u64,
    /// Number of workers, at least 1.
    pub workers: usize,
    /// Whether tests are assigned to workers round-robin, independent of how long they run. Each test then
    /// runs after the same tests in every run, so that state that tests leave behind has the same effect.
    /// Otherwise the next free worker takes the next test, which is faster.
    pub round_robin: bool,
    /// Whether the workers are needed for less than half a minute. Then optimised compilation is not
    /// worthwhile.
    pub short_lived: bool,
    /// Classes that each worker initialises before the first test: binary names with dots.
    pub initialise: Vec<String>,
    /// Number of method ids in probes.
    pub methods: u32,
    /// Number of branch ids in probes.
    pub branches: u32,
    /// Number of statement ids in probes.
    pub statements: u32,
    /// Branches with smaller ids count in the impact of mutants: see [`crate::Effect::Survived`].
    pub impact_branches: u32,
    /// Methods and constructors whose calls by tests are watched.
    pub watches: BTreeMap<MethodId, Watch>,
}

/// What is recorded of the calls of a method or constructor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// Value that the runner's `Probe` stores during a call by a test, at most until the method is entered.
    /// Instrumented code detects direct calls with it.
    pub family: u32,
    /// Whether each call is recorded in [`crate::Execution::calls`].
    pub records_values: bool,
    /// Fields of the result that a getter returns: binary name of the declaring class with dots, and name.
    pub result_fields: Vec<(String, String)>,
}

impl Config {
    /// Returns a configuration with one worker, the default limits, nothing to initialise and no probes.
    pub fn new(java: PathBuf) -> Config {
        Config {
            java,
            temporary: std::env::temp_dir(),
            sandbox: Sandbox::On,
            heap_mb: 256,
            test_timeout: Duration::from_secs(1),
            bytes: 16 << 20,
            workers: 1,
            round_robin: true,
            short_lived: false,
            initialise: Vec::new(),
            methods: 0,
            branches: 0,
            statements: 0,
            impact_branches: 0,
            watches: BTreeMap::new(),
        }
    }
}
