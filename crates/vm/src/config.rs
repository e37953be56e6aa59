//! The configuration of the workers.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use types::MethodId;

use crate::process::sandbox::Sandbox;

/// A request of a worker for a class file or a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Requests a class file. Contains the internal name of the class, with slashes.
    Class(String),
    /// Requests the content of a resource. Contains the path of the resource on the class path.
    Resource(String),
}

/// A function that answers requests of workers. It returns `None` if the class or resource does not exist.
/// Several threads call this function at the same time.
pub type Classes = Arc<dyn Fn(Request) -> Option<Vec<u8>> + Send + Sync>;

/// Configuration of the workers, and limits of tests.
#[derive(Clone, Debug)]
pub struct Config {
    /// Path of the `java` program.
    pub java: PathBuf,
    /// Further arguments of the JVMs. If an argument contradicts an argument of Testudo, Testudo's argument
    /// counts, except for the size of the stack.
    pub arguments: Vec<String>,
    /// Folder in which the temporary folder of the workers is created.
    pub temporary: PathBuf,
    /// Whether the workers use the sandbox.
    pub sandbox: Sandbox,
    /// Files and folders that code under test may read in the sandbox, in addition to the JDK, the scratch
    /// folder, and the files of the system that JVMs need.
    pub readable: Vec<PathBuf>,
    /// Working folder of the workers; `None`: an empty folder, in which nothing can be created.
    pub working_folder: Option<PathBuf>,
    /// Maximum heap size of each worker in MiB.
    pub heap_mb: u32,
    /// Time limit of one run of a test, with or without a mutant. If a run takes longer, the pool kills the
    /// worker. The limit is elapsed time, or processor time if [`Config::reproducible`] is set.
    pub test_timeout: Duration,
    /// Maximum total size of the arrays that one test allocates, in bytes.
    pub bytes: u64,
    /// Maximum number of workers that run tests, at least 1.
    pub workers: usize,
    /// Whether the results depend as little as possible on the speed of the machine.
    ///
    /// If true, tests are assigned to workers round-robin. Each test then runs after the same tests on its
    /// worker in every run of the program. If these tests change state that is not restored, the state has
    /// the same effect in every run. A test that needs much processor time does not exceed its time limit
    /// only because other programs use the processor.
    ///
    /// If false, the next free worker runs the next test, which is faster.
    pub reproducible: bool,
    /// Whether the pool runs for less than half a minute. The JVMs of the workers then do not use their
    /// optimising compiler (C2), because C2 saves no time in such a short run.
    pub short_lived: bool,
    /// Classes that each worker initialises before the first test: binary names with dots.
    pub initialise: Vec<String>,
    /// Number of methods. Probes report method ids below this number.
    pub methods: u32,
    /// Number of ids of branches and mutants. Probes report the distances for ids below this number.
    pub branches: u32,
    /// Number of statements. Probes report statement ids below this number.
    pub statements: u32,
    /// Branches with ids below this number count in the impact of mutants: see [`crate::Effect::Survived`].
    pub impact_branches: u32,
    /// The *watched* methods and constructors, each with its settings. When a test calls a watched method,
    /// the worker marks the call (see [`Watch::family`]) and can record values.
    pub watches: BTreeMap<MethodId, Watch>,
}

/// Settings of a watched method or constructor: see [`Config::watches`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// Number of the family of the method: the methods with the same name and number of parameters. The
    /// runner's class `Probe` stores this number from the start of a call by a test until the method is
    /// entered. Instrumented code thus distinguishes direct calls by tests from other calls.
    pub family: u32,
    /// Whether the worker records the arguments and the result of each call in [`crate::Execution::calls`].
    pub records_values: bool,
    /// Fields of the result. The worker also records a property ([`crate::RecordedValue`]) of the value of
    /// each field. Each entry contains the binary name of the declaring class with dots, and the name of the
    /// field.
    pub result_fields: Vec<(String, String)>,
}

impl Config {
    /// Returns a configuration with one worker, the default limits, no classes to initialise and no probes.
    pub fn new(java: PathBuf) -> Config {
        Config {
            java,
            arguments: Vec::new(),
            temporary: std::env::temp_dir(),
            sandbox: Sandbox::On,
            readable: Vec::new(),
            working_folder: None,
            heap_mb: 256,
            test_timeout: Duration::from_secs(1),
            bytes: 16 << 20,
            workers: 1,
            reproducible: true,
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
