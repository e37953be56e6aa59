//! Compiles the Java fixtures, and helps to write tests that call them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use fixtures::JavaSources;
use testcase::{Literal, Statement, StatementKind, TestCase, Var};
use types::{ClassPath, FieldId, Jdk, MethodId, Primitive, Type, World};
use vm::{BatchSettings, Classes, Config, Execution, Mode, Outcome, Request, WorkerPool};

/// Environment variable with the folder of the compiled fixtures. A test that starts itself in another
/// process sets this variable for the process.
pub const COMPILED: &str = "TESTUDO_TEST_FIXTURES";

/// Returns the folder of the compiled fixtures.
pub fn fixtures() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| std::env::var_os(COMPILED).map_or_else(compile, PathBuf::from))
}

fn compile() -> PathBuf {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixtures");
    let _ = std::fs::remove_dir_all(&folder);
    JavaSources::new()
        .options(&["--release", "8", "-nowarn", "-Xlint:-options"])
        .class_path(Path::new(env!("OUT_DIR")).join("classes"))
        .folder(&sources.join("demo"))
        .compile_into(&folder);
    std::fs::create_dir_all(folder.join("data")).unwrap();
    std::fs::copy(sources.join("data/greeting.txt"), folder.join("data/greeting.txt")).unwrap();
    std::fs::remove_file(folder.join("demo/Missing.class")).unwrap();
    folder
}

/// Returns the JDK that the tests use by default.
pub fn jdk() -> Jdk {
    Jdk::find(None).unwrap()
}

/// Returns the JDKs that `TESTUDO_TEST_JDKS` names, at least one.
pub fn other_jdks() -> Vec<Jdk> {
    fixtures::other_jdks().iter().map(|home| Jdk::find(Some(home)).unwrap()).collect()
}

/// Defines two tests for each function: one that passes the default JDK, and one that passes the other JDKs.
macro_rules! on_each_jdk {
    ($($name:ident,)*) => {
        mod default_jdk {
            $(#[test] fn $name() { super::$name(&[crate::setup::jdk()]); })*
        }

        mod other_jdks {
            $(#[test] fn $name() { super::$name(&crate::setup::other_jdks()); })*
        }
    };
}
pub(crate) use on_each_jdk;

/// Returns the types of the fixtures and of the JDK.
pub fn world() -> World {
    let class_path = ClassPath::open(&[fixtures().to_owned()]).unwrap();
    World::new(class_path, Jdk::find(None).unwrap())
}

/// Returns a function that answers requests with the class files and resources of the fixtures. It does not
/// instrument classes.
pub fn classes() -> Classes {
    let class_path = ClassPath::open(&[fixtures().to_owned()]).unwrap();
    Arc::new(move |request| match request {
        Request::Class(name) => class_path.bytes(&name),
        Request::Resource(path) => class_path.resource(&path),
    })
}

pub fn config() -> Config {
    Config { methods: 100, branches: 100, statements: 100, ..Config::new(Jdk::find(None).unwrap().java()) }
}

pub fn start(config: Config) -> WorkerPool {
    WorkerPool::start(config, classes()).unwrap()
}

/// Runs tests as one batch on a new worker, in the mode [`Mode::Run`].
pub fn run(world: &World, tests: &[TestCase]) -> Vec<Execution> {
    run_on(&mut start(config()), world, tests, Mode::Run)
}

/// Runs tests as one batch in the given mode.
pub fn run_on(pool: &mut WorkerPool, world: &World, tests: &[TestCase], mode: Mode) -> Vec<Execution> {
    run_with(pool, world, tests, BatchSettings::new(mode))
}

/// Runs tests as one batch with the given settings.
pub fn run_with(
    pool: &mut WorkerPool,
    world: &World,
    tests: &[TestCase],
    settings: BatchSettings,
) -> Vec<Execution> {
    pool.submit(world, &tests.iter().collect::<Vec<_>>(), settings);
    pool.next_results().unwrap()
}

/// Returns the outcomes of tests as texts: for an exception its class, otherwise the name of the outcome.
pub fn outcomes(executions: &[Execution]) -> Vec<String> {
    executions.iter().map(|it| outcome(&it.outcome)).collect()
}

pub fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Threw { thrown, .. } => thrown.class().to_string(),
        other => format!("{other:?}"),
    }
}

/// A test to which statements are added.
pub struct Script<'a> {
    pub world: &'a World,
    pub test: TestCase,
}

pub fn script(world: &World) -> Script<'_> {
    Script { world, test: TestCase::default() }
}

/// Returns a test that calls a static method with `int` arguments.
pub fn call(world: &World, class: &str, method: &str, args: &[i32]) -> TestCase {
    let mut script = script(world);
    let args: Vec<Var> = args.iter().map(|it| script.int(*it)).collect();
    script.call(class, method, None, &args);
    script.test
}

impl Script<'_> {
    pub fn push(&mut self, kind: StatementKind, ty: Type) -> Var {
        self.test.statements.push(Statement { kind, ty });
        Var(self.test.statements.len() as u32 - 1)
    }

    pub fn class(&self, name: &str) -> Type {
        Type::Class(self.world.class_named(name).unwrap(), Arc::new([]))
    }

    pub fn literal(&mut self, literal: Literal) -> Var {
        use Literal::*;
        let ty = match &literal {
            Boolean(_) => Type::Primitive(Primitive::Boolean),
            Byte(_) => Type::Primitive(Primitive::Byte),
            Char(_) => Type::Primitive(Primitive::Char),
            Short(_) => Type::Primitive(Primitive::Short),
            Int(_) => Type::Primitive(Primitive::Int),
            Long(_) => Type::Primitive(Primitive::Long),
            Float(_) => Type::Primitive(Primitive::Float),
            Double(_) => Type::Primitive(Primitive::Double),
            String(_) => self.class("java.lang.String"),
            _ => self.class("java.lang.Object"),
        };
        self.push(StatementKind::Literal(literal), ty)
    }

    pub fn int(&mut self, value: i32) -> Var {
        self.literal(Literal::Int(value))
    }

    pub fn string(&mut self, text: &str) -> Var {
        self.literal(Literal::String(text.encode_utf16().collect()))
    }

    /// Returns the first method or constructor with the given name in a class.
    pub fn method(&self, class: &str, name: &str) -> MethodId {
        self.methods(class, name).next().unwrap()
    }

    fn methods<'n>(&self, class: &str, name: &'n str) -> impl Iterator<Item = MethodId> + use<'_, 'n> {
        let class = self.world.class(self.world.class_named(class).unwrap());
        let all = if name == "<init>" { &class.constructors } else { &class.methods };
        all.iter().copied().filter(move |id| &*self.world.method(*id).name == name)
    }

    /// Returns the first method or constructor with the given name and number of parameters in a class.
    fn overload(&self, class: &str, name: &str, arguments: usize) -> MethodId {
        self.methods(class, name).find(|id| self.world.method(*id).arguments.len() == arguments).unwrap()
    }

    pub fn field(&self, class: &str, name: &str) -> FieldId {
        let class = self.world.class(self.world.class_named(class).unwrap());
        *class.fields.iter().find(|id| &*self.world.field(**id).name == name).unwrap()
    }

    pub fn call(&mut self, class: &str, name: &str, receiver: Option<Var>, args: &[Var]) -> Var {
        let method = self.overload(class, name, args.len());
        let ty = self.world.erase(&self.world.method(method).result);
        self.push(StatementKind::Call { method, receiver, args: args.into() }, ty)
    }

    pub fn construct(&mut self, class: &str, receiver: Option<Var>, args: &[Var]) -> Var {
        let constructor = self.overload(class, "<init>", args.len());
        let ty = self.class(class);
        self.push(StatementKind::Construct { constructor, receiver, args: args.into() }, ty)
    }
}
