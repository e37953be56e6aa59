//! What the parts of Testudo are measured with: classes, and the same hundred tests of each in every run.

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

/// Tests of each class.
const TESTS: usize = 100;

/// A small class and a large one, and classes by the number of their branches.
const NAMES: [&str; 6] = ["small", "large", "10", "100", "1000", "10000"];

/// A class with tests of it.
pub struct Input {
    /// The class.
    pub target: Target<'static>,
    /// What the tests are made of.
    pub context: GenerationContext<'static>,
    /// Its tests.
    pub tests: Vec<TestCase>,
    folder: PathBuf,
}

/// Compiles the classes and has a runner run the tests, whose answers it keeps. To be done before [`Input::read`], in whatever process.
pub fn write() {
    let _ = fs::remove_dir_all(folder());
    let jdk = Jdk::find(None).expect("a JDK");
    let place = subject::compile(&jdk, &folder());
    let sources = place.scratch.join("sources");
    for branches in NAMES.iter().filter_map(|name| name.parse().ok()) {
        source::write(&sources, &format!("Branches{branches}"), branches);
    }
    javac(&jdk, &place.classes, &[sources]);
    for name in NAMES {
        let Input { target, tests, folder, .. } = Input::read(name);
        let probed = folder.join("probed");
        target.write_probed(&probed);
        Batch::new(&target, &tests, &folder).repeat(&place.runner, &probed, 0.0);
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("parts")
}

/// Where a class is, and its name.
fn locate(name: &str) -> (PathBuf, String) {
    let compiled = folder().join("classes");
    match name {
        "small" => (compiled, "bench.Parser".to_owned()),
        "large" => {
            let jar = jar("commons-lang3-").expect("commons-lang3 in a folder of TESTUDO_SUBJECTS");
            (jar, "org.apache.commons.lang3.StringUtils".to_owned())
        }
        branches => (compiled, format!("grown.Branches{branches}")),
    }
}

impl Input {
    /// A class by one of the names, with its tests. It lives as long as the process.
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

    /// The tests as batches are made of them.
    pub fn batch(&self) -> Vec<&TestCase> {
        self.tests.iter().collect()
    }

    /// What the runner told of the tests at first, and when it had described all exceptions.
    pub fn answers(&self) -> [Vec<u8>; 2] {
        ["first.answer", "again.answer"].map(|name| fs::read(self.folder.join(name)).expect("an answer"))
    }

    /// The same as goals see it.
    pub fn traces(&self) -> Vec<Trace> {
        let [first, _] = self.answers();
        let executions = Wire::default().executions(&first).expect("an answer");
        let trace = |(test, mut execution): (&TestCase, vm::Execution)| {
            let reached = std::mem::take(&mut execution.trace);
            self.target.tracer.trace(test, &execution, reached)
        };
        self.tests.iter().zip(executions).map(trace).collect()
    }
}
