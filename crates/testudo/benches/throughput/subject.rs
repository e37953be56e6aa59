//! The measured classes, and the inputs that are necessary to generate and run their tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::Program;
use engine::subject::{self, Subject};
use execution::run::Tracer;
use generation::{Cluster, Experience, GenerationContext};
use goals::Goals;
use instrument::{Options, instrument};
use types::{Jdk, World};
use vm::{Config, Request, WorkerPool};

use crate::java::javac;

/// The folders of a benchmark.
pub struct Workspace {
    /// The compiled classes under test.
    pub classes: PathBuf,
    /// The compiled runner, with the main class for benchmarks. This class runs tests in a loop and sends no
    /// results.
    pub runner: PathBuf,
    /// The parent folder of `classes` and `runner`. The benchmark also writes its output, cache and batches
    /// there.
    pub scratch: PathBuf,
}

/// Compiles the classes under test and the runner.
pub fn compile(jdk: &Jdk, folder: &Path) -> Workspace {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (classes, runner) = (folder.join("classes"), folder.join("runner"));
    javac(jdk, &classes, &[here.join("benches/java")]);
    javac(jdk, &runner, &[here.join("../../runner/src"), here.join("../../runner/bench")]);
    Workspace { classes, runner, scratch: folder.to_owned() }
}

/// A class under test with its goals.
pub struct Target<'a> {
    /// Types of the class path and the JDK.
    pub world: &'a World,
    /// The class under test.
    pub subject: Subject,
    /// The branches of the class.
    pub goals: Goals,
    /// Converts executions into traces.
    pub tracer: Tracer,
}

impl<'a> Target<'a> {
    /// Reads the class with a binary name.
    pub fn new(world: &'a World, name: &str) -> Target<'a> {
        let subject = subject::read(world, name).expect("the class was compiled");
        let goals = Goals::branches(&subject.program);
        let tracer = Tracer::new(subject.program.distance_count());
        Target { world, subject, goals, tracer }
    }

    /// Returns the test cluster and the constants of the class.
    pub fn context(&self) -> GenerationContext<'a> {
        let Subject { class, nested, pools, .. } = &self.subject;
        let cluster = Cluster::new(self.world, *class, nested);
        GenerationContext { cluster, experience: Experience::new(pools.clone()) }
    }

    /// Returns how many methods, branch distances and statements have probes.
    pub fn probe_counts(&self) -> [u32; 3] {
        let program = &self.subject.program;
        [program.methods.len() as u32, program.distance_count(), program.statements.len() as u32]
    }

    /// Starts a worker that has loaded the class with probes. The JVM options are the options for a search of
    /// less than half a minute.
    pub fn worker(&self) -> WorkerPool {
        let [methods, branches, statements] = self.probe_counts();
        let java = self.world.jdk().java();
        let config = Config { methods, branches, statements, short_lived: true, ..Config::new(java) };
        let (path, program) = (self.world.class_path().clone(), self.subject.program.clone());
        let classes = move |request: Request| match request {
            Request::Resource(name) => path.resource(&name),
            Request::Class(name) => path.bytes(&name).map(|bytes| add_probes(&bytes, &program)),
        };
        let mut vm = WorkerPool::start(config, Arc::new(classes)).expect("a worker");
        vm.initialisation_failures().expect("a worker");
        vm
    }

    /// Writes all classes of the class path into a folder. The class under test has the same probes as in a
    /// worker.
    pub fn write_probed(&self, folder: &Path) {
        let path = self.world.class_path();
        for name in path.names() {
            let Some(bytes) = path.bytes(name) else { continue };
            let file = folder.join(name).with_extension("class");
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, add_probes(&bytes, &self.subject.program)).expect("a file");
        }
    }
}

fn add_probes(bytes: &[u8], program: &Program) -> Vec<u8> {
    instrument(bytes, program, &Options::default()).bytes
}
