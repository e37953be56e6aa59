//! The classes measured, compiled, with all that tests of them need.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use goals::Goals;
use instrument::{Options, instrument};
use mutation::Mutants;
use suite::trace::Tracer;
use testcase::Cluster;
use testudo::focus::Focus;
use testudo::problem::JavaProblem;
use testudo::subject::{self, Subject};
use types::{Jdk, World};
use vm::{Config, Request, Vm};

/// Where the compiled classes are.
pub struct Place {
    /// The classes under test.
    pub classes: PathBuf,
    /// The runner with its loop that sends nothing.
    pub runner: PathBuf,
    /// Where files may be written.
    pub scratch: PathBuf,
}

/// Compiles the classes under test and the runner.
pub fn compile(jdk: &Jdk, folder: &Path) -> Place {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place =
        Place { classes: folder.join("classes"), runner: folder.join("runner"), scratch: folder.to_owned() };
    javac(jdk, &place.classes, &[here.join("benches/java")]);
    javac(jdk, &place.runner, &[here.join("../../runner/src"), here.join("../../runner/bench")]);
    place
}

fn javac(jdk: &Jdk, target: &Path, folders: &[PathBuf]) {
    let mut command = Command::new(jdk.javac());
    command.args(["--release", "8", "-Xlint:-options", "-encoding", "UTF-8", "-g", "-d"]).arg(target);
    folders.iter().for_each(|folder| add_sources(folder, &mut command));
    assert!(command.status().expect("javac").success());
}

fn add_sources(folder: &Path, command: &mut Command) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        if entry.path().is_dir() {
            add_sources(&entry.path(), command);
        } else {
            command.arg(entry.path());
        }
    }
}

/// A class under test with its goals.
pub struct Target<'a> {
    /// The types it is among.
    pub world: &'a World,
    subject: Subject,
    goals: Goals,
    tracer: Tracer,
}

impl<'a> Target<'a> {
    /// The class of a name.
    pub fn new(world: &'a World, name: &str) -> Target<'a> {
        let subject = subject::read(world, name).expect("it was compiled");
        let goals = Goals::branches(&subject.program);
        let tracer = Tracer::new(subject.program.distances());
        Target { world, subject, goals, tracer }
    }

    /// A worker for tests of the class, with probes, that is ready to run them.
    pub fn worker(&self) -> Vm {
        let program = &self.subject.program;
        let config = Config {
            methods: program.methods.len() as u32,
            branches: program.distances(),
            statements: program.statements.len() as u32,
            ..Config::new(self.world.jdk().java())
        };
        let (path, program) = (self.world.class_path().clone(), program.clone());
        let classes = move |request: Request| match request {
            Request::Resource(name) => path.resource(&name),
            Request::Class(name) => {
                let instrument = |bytes: Vec<u8>| instrument(&bytes, &program, &Options::default()).bytes;
                path.bytes(&name).map(instrument)
            }
        };
        let mut vm = Vm::start(config, Arc::new(classes)).expect("a worker");
        vm.initialisation().expect("a worker");
        vm
    }

    /// The problem to search.
    pub fn problem(&'a self, stop: &'a dyn Fn() -> bool) -> JavaProblem<'a> {
        let Subject { class, nested, pools, program, uses, .. } = &self.subject;
        let cluster = Cluster::new(self.world, *class, nested, pools.clone());
        let focus = Focus::new(&cluster, program, uses, &self.goals);
        JavaProblem::new(
            cluster,
            focus,
            self.goals.clone(),
            &Mutants::default(),
            &self.tracer,
            self.worker(),
            stop,
        )
    }
}
