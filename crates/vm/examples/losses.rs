//! Measures the time from the start of a worker to its first result, and the time that the loss of a worker
//! costs.
//!
//! `cargo run --release -p vm --example losses`

use std::sync::Arc;
use std::time::{Duration, Instant};

use testcase::{Literal, Statement, StatementKind, TestCase, Var};
use types::{ClassPath, Jdk, Primitive, Type, World};
use vm::{BatchSettings, Config, Mode, WorkerPool};

fn main() {
    let jdk = Jdk::find(None).expect("a JDK");
    let world = World::new(ClassPath::open(&[]).expect("nothing to open"), jdk);
    println!("start to first result: {:.0} ms", median(9, || first_result(&world)));
    let mut pool = start(&world);
    let deadline = Config::new(world.jdk().java()).test_timeout.as_secs_f64() * 1e3;
    let hang = median(5, || loss(&mut pool, &world, &sleeping(&world)));
    println!("lost to a hang beyond its deadline: {:.0} ms", hang - deadline);
    println!("lost to a crash: {:.0} ms", median(5, || loss(&mut pool, &world, &halting(&world))));
}

fn start(world: &World) -> WorkerPool {
    WorkerPool::start(Config::new(world.jdk().java()), Arc::new(|_| None)).expect("a worker")
}

fn median(rounds: usize, mut milliseconds: impl FnMut() -> f64) -> f64 {
    let mut times: Vec<f64> = (0..rounds).map(|_| milliseconds()).collect();
    times.sort_by(f64::total_cmp);
    times[rounds / 2]
}

fn first_result(world: &World) -> f64 {
    let begin = Instant::now();
    let mut pool = start(world);
    pool.submit(world, &[&TestCase::default()], BatchSettings::new(Mode::Run));
    pool.next_results().expect("a result");
    begin.elapsed().as_secs_f64() * 1e3
}

/// Returns the time from the start of a test to the result of the next test, in milliseconds.
fn loss(pool: &mut WorkerPool, world: &World, test: &TestCase) -> f64 {
    let fine = TestCase::default();
    pool.submit(world, &[&fine], BatchSettings::new(Mode::Run));
    pool.next_results().expect("a result");
    // Waits until the spare worker is ready.
    std::thread::sleep(Duration::from_millis(300));
    let begin = Instant::now();
    pool.submit(world, &[test, &fine], BatchSettings::new(Mode::Run));
    pool.next_results().expect("results");
    begin.elapsed().as_secs_f64() * 1e3
}

fn sleeping(world: &World) -> TestCase {
    let long = literal(Literal::Long(1 << 40), Primitive::Long);
    let sleep = call(world, "java.lang.Thread", "sleep", None, &[Var(0)]);
    TestCase { statements: vec![long, sleep] }
}

fn halting(world: &World) -> TestCase {
    let status = literal(Literal::Int(1), Primitive::Int);
    let runtime = call(world, "java.lang.Runtime", "getRuntime", None, &[]);
    let halt = call(world, "java.lang.Runtime", "halt", Some(Var(1)), &[Var(0)]);
    TestCase { statements: vec![status, runtime, halt] }
}

fn literal(value: Literal, ty: Primitive) -> Statement {
    Statement { kind: StatementKind::Literal(value), ty: Type::Primitive(ty) }
}

fn call(world: &World, class: &str, name: &str, receiver: Option<Var>, args: &[Var]) -> Statement {
    let methods = &world.class(world.class_named(class).expect("a class of the JDK")).methods;
    let method = *methods.iter().find(|id| &*world.method(**id).name == name).expect("it has the method");
    let kind = StatementKind::Call { method, receiver, args: args.into() };
    Statement { kind, ty: world.erase(&world.method(method).result) }
}
