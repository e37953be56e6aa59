//! The compiled Java fixture, and generation contexts for its classes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use generation::{Cluster, ClusterCall, Experience, GenerationContext, random, validity};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;
use testcase::{Literal, Statement, StatementKind, TestCase};
use types::{ClassId, ClassPath, Jdk, MethodId, Primitive, Type, World};

/// The folder with the class files of the fixture.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture");
    let sources =
        ["shop/Shop", "shop/Store", "shop/Picker", "outlet/Till", "outlet/Invoice", "outlet/Receipt"];
    let sources = sources.map(|name| fixture.join(format!("{name}.java")));
    let jdk = Jdk::find(None).unwrap();
    let javac =
        Command::new(jdk.javac()).arg("-nowarn").arg("-d").arg(folder.path()).args(sources).output().unwrap();
    assert!(javac.status.success(), "{}", String::from_utf8_lossy(&javac.stderr));
    // Some tests need a class that is not on the class path.
    fs::remove_file(folder.path().join("outlet/Customer.class")).unwrap();
    folder
});

/// Returns the folder with the classes of the fixture.
pub fn classes() -> PathBuf {
    FOLDER.path().to_owned()
}

/// Returns the types of the fixture and of the JDK.
pub fn world() -> World {
    World::new(ClassPath::open(&[classes()]).unwrap(), Jdk::find(None).unwrap())
}

/// Returns a context for a class and its nested classes. The constant pools of the context are empty.
pub fn context_for<'w>(world: &'w World, class: ClassId, nested: &[ClassId]) -> GenerationContext<'w> {
    GenerationContext { cluster: Cluster::new(world, class, nested), experience: Experience::default() }
}

/// Returns a context for the class `Shop` and its nested classes.
pub fn shop(world: &World) -> GenerationContext<'_> {
    let nested = ["Box", "Scale", "Shelf", "Size", "Till"];
    let nested = nested.map(|name| world.class_named(&format!("shop.Shop${name}")).unwrap());
    context_for(world, world.class_named("shop.Shop").unwrap(), &nested)
}

/// Returns a context for the class `Store`.
pub fn store(world: &World) -> GenerationContext<'_> {
    context_for(world, world.class_named("shop.Store").unwrap(), &[])
}

pub fn seeded(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Returns valid tests with a single call, from the seeds below `count`.
pub fn tests_of_call(context: &GenerationContext, call: ClusterCall, count: u64) -> Vec<TestCase> {
    let tests = (0..count).filter_map(|seed| random::single_call(context, call, &mut seeded(seed)));
    tests.inspect(|test| validity::check(&context.cluster, test).unwrap()).collect()
}

/// Returns valid tests with a single call of a method of the class under test; see [`tests_of_call`].
pub fn tests_of(context: &GenerationContext, method: &str, count: u64) -> Vec<TestCase> {
    let has_name = |call: &&ClusterCall| matches!(call, ClusterCall::Method(id) if &*context.cluster.world.method(*id).name == method);
    let call = *context.cluster.calls.iter().find(has_name).expect("the fixture has the method");
    tests_of_call(context, call, count)
}

pub fn random_tests(context: &GenerationContext, count: usize) -> Vec<TestCase> {
    let mut rng = seeded(1);
    (0..count).map(|_| random::random_test(context, &mut rng)).collect()
}

/// Returns a test that consists of independent `int` literals.
pub fn ints(values: impl IntoIterator<Item = i32>) -> TestCase {
    let ty = Type::Primitive(Primitive::Int);
    let statement = |value| Statement { kind: StatementKind::Literal(Literal::Int(value)), ty: ty.clone() };
    TestCase { statements: values.into_iter().map(statement).collect() }
}

/// Returns the methods and constructors that a test calls.
pub fn called_methods(test: &TestCase) -> impl Iterator<Item = MethodId> {
    test.statements.iter().filter_map(|statement| match statement.kind {
        StatementKind::Call { method, .. } => Some(method),
        StatementKind::Construct { constructor, .. }
        | StatementKind::Implement { constructor: Some(constructor), .. } => Some(constructor),
        _ => None,
    })
}
