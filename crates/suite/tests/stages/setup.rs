//! The compiled fixture, its goals, and a worker.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use analysis::{Program, TiVec};
use classfile::ClassFile;
use emit::TestClass;
use execution::executor::Executor;
use execution::trace::Tracer;
use goals::{Criterion, GoalOptions, Goals, Selection, Subject};
use mutation::{MutantId, Mutants};
use tempfile::TempDir;
use testcase::{CheckedTest, Literal, Statement, StatementKind, TestCase, Var};
use types::World;
use vm::{Config, Request, WorkerPool};

use crate::build::{self, Maker};

/// The class under test.
pub const GAUGE: &str = "lib.Gauge";
/// The one that has mutants.
pub const METER: &str = "lib.Meter";

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    drop(build::fixture(folder.path(), &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture")));
    folder
});

/// A world of the compiled fixture.
pub fn world() -> World {
    build::world(&FOLDER.path().join("classes"))
}

/// A worker for a class under test with what it can cover.
pub struct Stage<'a> {
    pub world: &'a World,
    pub goals: Goals,
    tracer: Tracer,
    mutants: BTreeSet<MutantId>,
    vm: WorkerPool,
}

impl<'a> Stage<'a> {
    /// The gauge, by branches.
    pub fn new(world: &'a World) -> Stage<'a> {
        Stage::of(world, &["lib/Gauge", "lib/Gauge$Level", "lib/Gauge$Secret"], &[Criterion::Branch])
    }

    /// The meter, by branches and mutants.
    pub fn with_mutants(world: &'a World) -> Stage<'a> {
        let classes = ["lib/Meter", "lib/Meter$Label", "lib/Meter$Part", "lib/Meter$Queue"];
        Stage::of(world, &classes, &[Criterion::Branch, Criterion::StrongMutation])
    }

    fn of(world: &'a World, classes: &[&str], criteria: &[Criterion]) -> Stage<'a> {
        let path = world.class_path().clone();
        let read = |name: &&str| ClassFile::read(&path.bytes(name).expect("a fixture")).expect("a class");
        let files: Vec<ClassFile> = classes.iter().map(read).collect();
        let files: Vec<&ClassFile> = files.iter().collect();
        let program = Arc::new(Program::new(&files).expect("a program"));
        let strong = criteria.contains(&Criterion::StrongMutation);
        let mutants = strong.then(|| mutation::mutants(&program, &files).expect("mutants"));
        let mutants = Arc::new(mutants.unwrap_or_default());
        let goals = goals(&program, &mutants, criteria);
        let tracer = Tracer::new(program.distance_count());
        let config = Config {
            initialise: classes.iter().map(|name| name.replace('/', ".")).collect(),
            methods: program.methods.len() as u32,
            branches: program.distance_count() + mutants.mutants.len() as u32,
            statements: program.statements.len() as u32,
            ..Config::new(world.jdk().java())
        };
        let probes = instrument::Options {
            exceptions: strong,
            mutants: strong.then_some(mutants),
            schemata: strong,
            ..instrument::Options::default()
        };
        let classes = move |request: Request| match request {
            Request::Class(name) => {
                path.bytes(&name).map(|bytes| instrument::instrument(&bytes, &program, &probes).bytes)
            }
            Request::Resource(name) => path.resource(&name),
        };
        let vm = WorkerPool::start(config, Arc::new(classes)).expect("a worker");
        Stage { world, goals, tracer, mutants: BTreeSet::new(), vm }
    }

    pub fn executor(&mut self) -> Executor<'_> {
        Executor {
            vm: &mut self.vm,
            tick_limit: vm::DEFAULT_TICK_LIMIT,
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
        let tests: Vec<_> = tests.iter().cloned().map(CheckedTest::new).collect();
        let covered = executor.coverage(&tests, &none, later()).goals;
        covered.into_iter().map(|goal| self.goals.describe(goal)).collect()
    }
}

fn goals(program: &Program, mutants: &Mutants, criteria: &[Criterion]) -> Goals {
    let subject = Subject {
        program,
        mutants,
        callable: &TiVec::from(vec![false; program.methods.len()]),
        observers: &TiVec::from(vec![Vec::new(); program.methods.len()]),
        is_container: &|_| false,
    };
    let aims = GoalOptions {
        criteria: criteria.to_vec(),
        selection: Selection::All,
        objectives: vec![Criterion::Branch],
    };
    Goals::new(&subject, &aims)
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

/// Writes a test that begins with a meter, the level of which is its first statement.
pub fn metering(world: &World, level: i32, write: impl FnOnce(&mut Maker, Var)) -> TestCase {
    let mut m = Maker::new(world, "lib");
    let level = m.int(level);
    let meter = m.construct(METER, "(I)V", &[level]);
    write(&mut m, meter);
    m.test("").case
}

/// What a statement does, in a few words: a value, the name of a method or field.
pub fn word(world: &World, statement: &Statement) -> String {
    match &statement.kind {
        StatementKind::Literal(Literal::Int(value)) => value.to_string(),
        StatementKind::Literal(Literal::String(text)) => format!("{:?}", String::from_utf16_lossy(text)),
        StatementKind::Construct { constructor: method, .. } => {
            world.class(world.method(*method).class).simple_name.to_string()
        }
        StatementKind::Call { method, .. } => world.method(*method).name.to_string(),
        StatementKind::ReadField { field, .. } => world.field(*field).name.to_string(),
        other => panic!("no word for {other:?}"),
    }
}

pub fn words(world: &World, statements: &[Statement]) -> Vec<String> {
    statements.iter().map(|statement| word(world, statement)).collect()
}

/// A test class for what tests may be written in.
pub fn test_class(world: &World) -> TestClass {
    let mut class = TestClass::named(world, world.class_named(GAUGE).expect("a fixture"));
    class.dialect.release = Some(9);
    class
}
