//! Inputs of the benchmarks `parts` and `instructions`: classes, and a hundred tests for each class. The
//! tests are the same in every run.

use std::fs;
use std::path::{Path, PathBuf};

use generation::{GenerationContext, random};
use goals::Trace;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use testcase::TestCase;
use types::{ClassPath, Jdk, World};
use vm::Wire;

use crate::batch::Batch;
use crate::java::{jar, javac};
use crate::source;
use crate::subject::{self, Target};

/// Number of tests for each class.
const TESTS: usize = 100;

/// Names of the inputs: a small class, a large class, and generated classes, each named after its number of
/// branches.
const NAMES: [&str; 6] = ["small", "large", "10", "100", "1000", "10000"];

/// A class under test with tests.
pub struct Input {
    /// The class under test.
    pub target: Target<'static>,
    /// The test cluster and the constants of the class.
    pub context: GenerationContext<'static>,
    /// The tests.
    pub tests: Vec<TestCase>,
    /// Folder for the messages to the runner and its responses.
    folder: PathBuf,
}

/// Compiles the classes, runs the tests, and stores the responses of the runner. [`Input::read`] requires
/// that the same process or an earlier process has called this function.
pub fn write() {
    let _ = fs::remove_dir_all(folder());
    let jdk = Jdk::find(None).expect("a JDK");
    let workspace = subject::compile(&jdk, &folder());
    let sources = workspace.scratch.join("sources");
    for branches in NAMES.iter().filter_map(|name| name.parse().ok()) {
        source::write(&sources, &format!("Branches{branches}"), branches);
    }
    javac(&jdk, &workspace.classes, &[sources]);
    for name in NAMES {
        let Input { target, tests, folder, .. } = Input::read(name);
        let probed = folder.join("probed");
        target.write_probed(&probed);
        Batch::new(&target, &tests, &folder).repeat(&workspace.runner, &probed, 0.0);
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("parts")
}

/// Returns the class path entry and the binary name of the class of an input.
fn locate(name: &str) -> (PathBuf, String) {
    let compiled = folder().join("classes");
    match name {
        "small" => (compiled, "bench.Parser".to_owned()),
        "large" => {
            let jar = jar("commons-lang3-").expect("TESTUDO_SUBJECTS must name a folder with commons-lang3");
            (jar, "org.apache.commons.lang3.StringUtils".to_owned())
        }
        branches => (compiled, format!("grown.Branches{branches}")),
    }
}

impl Input {
    /// Returns the input whose name is `name`. The input borrows types whose memory is never freed.
    pub fn read(name: &str) -> Input {
        let (path, class) = locate(name);
        let path = ClassPath::open(&[path]).expect("classes");
        let world: &'static World = Box::leak(Box::new(World::new(path, Jdk::find(None).expect("a JDK"))));
        let target = Target::new(world, &class);
        let context = target.context();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let tests = (0..TESTS).map(|_| random::random_test(&context, &mut rng)).collect();
        let folder = folder().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        Input { target, context, tests, folder }
    }

    /// Returns references to the tests, as a batch.
    pub fn batch(&self) -> Vec<&TestCase> {
        self.tests.iter().collect()
    }

    /// Returns the responses of the runner to the first and the second run of the tests. Only the first
    /// response describes the exceptions.
    pub fn responses(&self) -> [Vec<u8>; 2] {
        ["first.answer", "again.answer"].map(|name| fs::read(self.folder.join(name)).expect("a response"))
    }

    /// Returns the traces of the tests, from the first response.
    pub fn traces(&self) -> Vec<Trace> {
        let [first, _] = self.responses();
        let executions = Wire::default().executions(&first).expect("a response");
        let trace = |(test, mut execution): (&TestCase, vm::Execution)| {
            let recorded = std::mem::take(&mut execution.trace);
            self.target.tracer.trace(test, &execution, recorded)
        };
        self.tests.iter().zip(executions).map(trace).collect()
    }
}
