//! The compiled fixture, its goals, and a worker.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use analysis::Program;
use classfile::ClassFile;
use goals::Goals;
use suite::executor::Executor;
use suite::trace::Tracer;
use tempfile::TempDir;
use testcase::{TestCase, Var};
use types::World;
use vm::{Config, Request, Vm};

use crate::build::{self, Maker};

/// The class under test.
pub const GAUGE: &str = "lib.Gauge";

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    drop(build::fixture(folder.path(), &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture")));
    folder
});

/// A world of the compiled fixture.
pub fn world() -> World {
    build::world(&FOLDER.path().join("classes"))
}

/// A worker for the class under test with what it can cover.
pub struct Stage<'a> {
    world: &'a World,
    goals: Goals,
    tracer: Tracer,
    mutants: BTreeSet<u32>,
    vm: Vm,
}

impl<'a> Stage<'a> {
    pub fn new(world: &'a World) -> Stage<'a> {
        let path = world.class_path().clone();
        let files = ["lib/Gauge", "lib/Gauge$Level", "lib/Gauge$Secret"]
            .map(|name| ClassFile::read(&path.bytes(name).expect("a fixture")).expect("a class"));
        let program = Arc::new(Program::new(&files.each_ref()).expect("a program"));
        let goals = Goals::branches(&program);
        let tracer = Tracer::new(program.distances());
        let config = Config {
            methods: program.methods.len() as u32,
            branches: program.distances(),
            statements: program.statements.len() as u32,
            ..Config::new(world.jdk().java())
        };
        let classes = move |request: Request| match request {
            Request::Class(name) => path
                .bytes(&name)
                .map(|bytes| instrument::instrument(&bytes, &program, &instrument::Options::default()).bytes),
            Request::Resource(name) => path.resource(&name),
        };
        let vm = Vm::start(config, Arc::new(classes)).expect("a worker");
        Stage { world, goals, tracer, mutants: BTreeSet::new(), vm }
    }

    pub fn executor(&mut self) -> Executor<'_> {
        Executor {
            vm: &mut self.vm,
            world: self.world,
            goals: &self.goals,
            tracer: &self.tracer,
            mutants: &self.mutants,
            interrupted: &|| false,
        }
    }

    /// What the tests cover together, in words.
    pub fn covered(&mut self, tests: &[TestCase]) -> BTreeSet<String> {
        let mut executor = self.executor();
        let none = vec![Vec::new(); tests.len()];
        let covered = executor.coverage(tests, &none, later()).goals;
        covered.into_iter().map(|goal| self.goals.describe(goal)).collect()
    }
}

/// A deadline that is not reached.
pub fn later() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

/// Writes a test that begins with a gauge.
pub fn test(world: &World, write: impl FnOnce(&mut Maker, Var)) -> TestCase {
    let mut m = Maker::new(world, "lib");
    let gauge = gauge(&mut m);
    write(&mut m, gauge);
    m.test("").case
}

pub fn gauge(m: &mut Maker) -> Var {
    m.construct(GAUGE, "()V", &[])
}

/// A test that calls a method of a gauge with `int` arguments.
pub fn call(world: &World, method: &str, args: &[i32]) -> TestCase {
    test(world, |m, gauge| {
        let args: Vec<Var> = args.iter().map(|&it| m.int(it)).collect();
        m.call_named(gauge, method, &args);
    })
}
