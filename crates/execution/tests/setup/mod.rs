//! Provides compiled Java classes, their goals, and a worker. The tests of `execution` and `suite` share this
//! module.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use analysis::{MethodIndex, Program, TiVec};
use classfile::ClassFile;
use execution::run::{Executor, Tracer};
use fixtures::JavaSources;
use goals::{Criterion, GoalOptions, Goals, Selection, Subject};
use mutation::{MutantId, Mutants};
use testcase::{CheckedTest, Literal, Statement, StatementKind, TestCase, Var};
use types::{MethodId, World};
use vm::{Config, Request, WorkerPool};

use crate::FIXTURES;
use crate::build::{self, TestBuilder};

/// Name of the class under test without mutants.
pub const GAUGE: &str = "lib.Gauge";
/// Name of the class under test with mutants.
pub const METER: &str = "lib.Meter";

static CLASSES: LazyLock<PathBuf> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = JavaSources::new().options(&["-nowarn", "-parameters", "-g"]);
    FIXTURES.iter().fold(sources, |sources, folder| sources.folder(&root.join(folder))).compile()
});

/// Returns the types of the compiled fixtures and of the JDK.
pub fn world() -> World {
    build::world(&CLASSES)
}

/// A worker for a class under test, and the goals of the class.
pub struct Setup<'a> {
    pub world: &'a World,
    pub goals: Goals,
    /// Indices of the methods in the program under test.
    pub methods: BTreeMap<MethodId, MethodIndex>,
    tracer: Tracer,
    mutants: BTreeSet<MutantId>,
    vm: WorkerPool,
}

impl<'a> Setup<'a> {
    /// Starts a worker for the class `Gauge`. The goals are the branches of this class.
    pub fn gauge(world: &'a World) -> Setup<'a> {
        Setup::start(world, &["lib/Gauge", "lib/Gauge$Level", "lib/Gauge$Secret"], &[Criterion::Branch])
    }

    /// Starts a worker for the class `Gauge`. The goals are the branches of this class, and ordinary calls of
    /// its methods.
    pub fn called_gauge(world: &'a World) -> Setup<'a> {
        let classes = ["lib/Gauge", "lib/Gauge$Level", "lib/Gauge$Secret"];
        Setup::start(world, &classes, &[Criterion::Branch, Criterion::OrdinaryCall])
    }

    /// Starts a worker for the class `Meter`. The goals are the branches and mutants of this class.
    pub fn meter(world: &'a World) -> Setup<'a> {
        let classes = [
            "lib/Meter",
            "lib/Meter$Case",
            "lib/Meter$Label",
            "lib/Meter$Part",
            "lib/Meter$Queue",
            "lib/Meter$Box",
            "lib/Meter$Address",
        ];
        Setup::start(world, &classes, &[Criterion::Branch, Criterion::StrongMutation])
    }

    /// Starts a worker for the class `Shared`. The goals are the branches of this class.
    pub fn shared(world: &'a World) -> Setup<'a> {
        Setup::start(world, &["lib/Shared"], &[Criterion::Branch])
    }

    /// Starts a worker for the class `Sundial` without its factory. The goals are the branches of this class.
    pub fn sundial(world: &'a World) -> Setup<'a> {
        Setup::start(world, &["lib/Sundial"], &[Criterion::Branch])
    }

    fn start(world: &'a World, classes: &[&str], criteria: &[Criterion]) -> Setup<'a> {
        let path = world.class_path().clone();
        let read = |name: &&str| {
            ClassFile::read(&path.bytes(name).expect("the fixture has the class"))
                .expect("javac writes valid class files")
        };
        let files: Vec<ClassFile> = classes.iter().map(read).collect();
        let files: Vec<&ClassFile> = files.iter().collect();
        let program = Arc::new(Program::new(&files).expect("javac writes valid class files"));
        let has_mutants = criteria.contains(&Criterion::StrongMutation);
        let mutants =
            has_mutants.then(|| mutation::mutants(&program, &files).expect("javac writes valid class files"));
        let mutants = Arc::new(mutants.unwrap_or_default());
        let goals = goals(&program, &mutants, criteria);
        let methods = indices_of_methods(world, &program);
        let traced =
            if criteria.contains(&Criterion::OrdinaryCall) { methods.clone() } else { BTreeMap::new() };
        let tracer = Tracer { methods: traced, ..Tracer::new(program.distance_count()) };
        let config = Config {
            initialise: classes.iter().map(|name| name.replace('/', ".")).collect(),
            methods: program.methods.len() as u32,
            branches: program.distance_count() + mutants.mutants.len() as u32,
            statements: program.statements.len() as u32,
            ..Config::new(world.jdk().java())
        };
        let probes = instrument::Options {
            exceptions: has_mutants,
            mutants: has_mutants.then_some(mutants),
            schemata: has_mutants,
            ..instrument::Options::default()
        };
        let classes = move |request: Request| match request {
            Request::Class(name) => {
                path.bytes(&name).map(|bytes| instrument::instrument(&bytes, &program, &probes).bytes)
            }
            Request::Resource(name) => path.resource(&name),
        };
        let vm = WorkerPool::start(config, Arc::new(classes)).expect("a worker starts");
        Setup { world, goals, methods, tracer, mutants: BTreeSet::new(), vm }
    }

    /// Returns an executor that is never interrupted.
    pub fn executor(&mut self) -> Executor<'_> {
        Executor {
            vm: &mut self.vm,
            tick_limit: vm::DEFAULT_TICK_LIMIT,
            world: self.world,
            goals: &self.goals,
            tracer: &self.tracer,
            mutants: &self.mutants,
            interrupted: &|| false,
            failure: None,
        }
    }

    /// Returns the descriptions of the goals that the tests cover together.
    pub fn covered(&mut self, tests: &[TestCase]) -> BTreeSet<String> {
        let mut executor = self.executor();
        let no_mutants = vec![Vec::new(); tests.len()];
        let tests: Vec<_> = tests.iter().cloned().map(CheckedTest::new).collect();
        let covered = executor.coverage(&tests, &no_mutants, no_deadline()).goals;
        covered.into_iter().map(|goal| self.goals.describe(goal)).collect()
    }
}

fn goals(program: &Program, mutants: &Mutants, criteria: &[Criterion]) -> Goals {
    let subject = Subject {
        program,
        mutants,
        callable: &TiVec::from(vec![criteria.contains(&Criterion::OrdinaryCall); program.methods.len()]),
        observers: &TiVec::from(vec![Vec::new(); program.methods.len()]),
        is_container: &|_| false,
    };
    let options = GoalOptions {
        criteria: criteria.to_vec(),
        selection: Selection::All,
        objectives: vec![Criterion::Branch],
    };
    Goals::new(&subject, &options)
}

/// Returns a deadline that no test reaches: one minute from now.
pub fn no_deadline() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

/// Builds a test whose first statement creates an object of `Gauge`.
pub fn gauge_test(world: &World, build: impl FnOnce(&mut TestBuilder, Var)) -> TestCase {
    let mut builder = TestBuilder::new(world, "lib");
    let gauge = gauge(&mut builder);
    build(&mut builder, gauge);
    builder.test("").case
}

pub fn gauge(builder: &mut TestBuilder) -> Var {
    builder.construct(GAUGE, "()V", &[])
}

/// Builds a test that calls a method of `Gauge` with `int` arguments.
pub fn gauge_call(world: &World, method: &str, args: &[i32]) -> TestCase {
    gauge_test(world, |builder, gauge| {
        let args: Vec<Var> = args.iter().map(|&it| builder.int(it)).collect();
        builder.call_named(gauge, method, &args);
    })
}

/// Builds a test that starts with two statements: the `int` literal `level`, and the creation of a `Meter`
/// with this level.
pub fn meter_test(world: &World, level: i32, build: impl FnOnce(&mut TestBuilder, Var)) -> TestCase {
    let mut builder = TestBuilder::new(world, "lib");
    let level = builder.int(level);
    let meter = builder.construct(METER, "(I)V", &[level]);
    build(&mut builder, meter);
    builder.test("").case
}

/// Returns a label for a statement: the value of a literal, or the name of a class, method or field.
pub fn label(world: &World, statement: &Statement) -> String {
    match &statement.kind {
        StatementKind::Literal(Literal::Int(value)) => value.to_string(),
        StatementKind::Literal(Literal::String(text)) => format!("{:?}", String::from_utf16_lossy(text)),
        StatementKind::Construct { constructor: method, .. } => {
            world.class(world.method(*method).class).simple_name.to_string()
        }
        StatementKind::Call { method, .. } => world.method(*method).name.to_string(),
        StatementKind::ReadField { field, .. } => world.field(*field).name.to_string(),
        StatementKind::ReadElement { index, .. } => format!("[{index}]"),
        other => panic!("no label for {other:?}"),
    }
}

pub fn labels(world: &World, statements: &[Statement]) -> Vec<String> {
    statements.iter().map(|statement| label(world, statement)).collect()
}

fn indices_of_methods(world: &World, program: &Program) -> BTreeMap<MethodId, MethodIndex> {
    let indices = program.methods.iter_enumerated().flat_map(|(index, method)| {
        let class = world.class_named(&method.class.replace('/', ".")).expect("the fixture has the class");
        let ids = world.class(class).methods.iter();
        let is_same = |id: &&MethodId| {
            let candidate = world.method(**id);
            *candidate.name == *method.name && *candidate.descriptor == *method.descriptor
        };
        ids.filter(is_same).map(|id| (*id, index)).collect::<Vec<_>>()
    });
    indices.collect()
}
