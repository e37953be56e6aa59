//! Tests per second of workers against the runner's interpreter alone, and the time to the first result.
//!
//! `cargo run --release -p vm --example throughput [seconds]`

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use testcase::{Literal, Statement, StatementKind, TestCase, Var};
use types::{ClassPath, Jdk, Primitive, Type, World};
use vm::{Config, Mode, Request, Vm};

const BATCH: usize = 50;
const IN_FLIGHT: usize = 2;

fn main() {
    let seconds: f64 = std::env::args().nth(1).map_or(2.0, |it| it.parse().expect("seconds"));
    let jdk = Jdk::find(None).expect("a JDK");
    let folder = tempfile::tempdir().expect("a folder");
    let classes = compile(&jdk, folder.path());
    let world = World::new(ClassPath::open(std::slice::from_ref(&classes)).expect("classes"), jdk);
    println!("start to first result: {:.0} ms", first_result(&world, &classes).as_secs_f64() * 1e3);
    let (hang, crash) = losses(&world, &classes);
    println!("lost to a hang beyond its deadline: {hang:.0} ms, to a crash: {crash:.0} ms");
    for (name, make) in [
        ("arithmetic", arithmetic as fn(&World, i32) -> TestCase),
        ("parsing", parsing),
        ("collection", collection),
    ] {
        let tests: Vec<TestCase> = (0..1000).map(|seed| make(&world, seed)).collect();
        let alone = in_process(&world, &tests, &classes, folder.path(), seconds);
        let one = throughput(&world, &tests, &classes, 1, seconds);
        let two = throughput(&world, &tests, &classes, 2, seconds);
        println!(
            "{name:12} in process {alone:>9.0}/s   1 worker {one:>9.0}/s ({:.0} %)   2 workers {two:>9.0}/s",
            100.0 * one / alone
        );
    }
}

fn compile(jdk: &Jdk, folder: &Path) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let classes = folder.join("classes");
    let sources =
        ["Arithmetic", "Parser", "Bag"].map(|name| here.join(format!("examples/java/bench/{name}.java")));
    let bench = here.join("../../runner/bench/testudo/runner/Bench.java");
    for (target, files) in [(&classes, &sources[..]), (&folder.join("bench"), &[bench])] {
        let mut javac = Command::new(jdk.javac());
        javac
            .args(["--release", "8", "-Xlint:-options", "-cp"])
            .arg(Path::new(env!("OUT_DIR")).join("classes"));
        assert!(javac.arg("-d").arg(target).args(files).status().expect("javac").success());
    }
    classes
}

fn start(world: &World, classes: &Path, workers: usize) -> Vm {
    let class_path = ClassPath::open(&[classes.to_owned()]).expect("classes");
    let config =
        Config { workers, methods: 100, branches: 100, lines: 100, ..Config::new(world.jdk().java()) };
    let serve = move |request| match request {
        Request::Class(name) => class_path.bytes(&name),
        Request::Resource(path) => class_path.resource(&path),
    };
    Vm::start(config, Arc::new(serve)).expect("a worker")
}

fn first_result(world: &World, classes: &Path) -> Duration {
    let test = arithmetic(world, 1);
    let mut times: Vec<Duration> = (0..9)
        .map(|_| {
            let begin = Instant::now();
            let mut vm = start(world, classes, 1);
            vm.submit(world, &[&test], Mode::Run);
            vm.next().expect("a result");
            begin.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

/// Milliseconds until the next test's result after one that hangs, less the deadline, and after one that crashes.
fn losses(world: &World, classes: &Path) -> (f64, f64) {
    let mut vm = start(world, classes, 1);
    let mut sleep = Script(world, TestCase::default());
    let long = sleep.push(StatementKind::Literal(Literal::Long(1 << 40)), Type::Primitive(Primitive::Long));
    sleep.call("java.lang.Thread", "sleep", None, &[long]);
    let mut halt = Script(world, TestCase::default());
    let status = halt.int(1);
    let runtime = halt.call("java.lang.Runtime", "getRuntime", None, &[]);
    halt.call("java.lang.Runtime", "halt", Some(runtime), &[status]);
    let fine = arithmetic(world, 1);
    let mut median = |test: &TestCase| {
        let mut times: Vec<f64> = (0..5)
            .map(|_| {
                vm.submit(world, &[&fine], Mode::Run);
                vm.next().expect("a result");
                // The spare worker gets ready.
                std::thread::sleep(Duration::from_millis(300));
                let begin = Instant::now();
                vm.submit(world, &[test, &fine], Mode::Run);
                vm.next().expect("results");
                begin.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    (median(&sleep.1) - 1000.0, median(&halt.1))
}

/// Tests per second in the second half of the time.
fn throughput(world: &World, tests: &[TestCase], classes: &Path, workers: usize, seconds: f64) -> f64 {
    let mut vm = start(world, classes, workers);
    let batches: Vec<Vec<&TestCase>> = tests.chunks(BATCH).map(|it| it.iter().collect()).collect();
    let mut batches = batches.iter().cycle();
    for batch in batches.by_ref().take(IN_FLIGHT * workers) {
        vm.submit(world, batch, Mode::Run);
    }
    let begin = Instant::now();
    let mut half = None;
    let mut done = 0;
    for batch in batches {
        done += vm.next().expect("results").len();
        vm.submit(world, batch, Mode::Run);
        let now = begin.elapsed().as_secs_f64();
        if half.is_none() && now > seconds / 2.0 {
            half = Some((now, done));
        }
        if now > seconds {
            let (then, before) = half.unwrap_or_default();
            return (done - before) as f64 / (now - then);
        }
    }
    0.0
}

fn in_process(world: &World, tests: &[TestCase], classes: &Path, folder: &Path, seconds: f64) -> f64 {
    let tests: Vec<&TestCase> = tests.iter().take(BATCH).collect();
    let [first, again] = vm::messages(world, &tests);
    std::fs::write(folder.join("first"), first).expect("a file");
    std::fs::write(folder.join("again"), again).expect("a file");
    let class_path = [folder.join("bench"), Path::new(env!("OUT_DIR")).join("classes")];
    let output = Command::new(world.jdk().java())
        .args(["-XX:+UseSerialGC", "-Xms64m", "-Xmx256m", "-XX:-OmitStackTraceInFastThrow", "-cp"])
        .arg(std::env::join_paths(class_path).expect("a class path"))
        .arg("testudo.runner.Bench")
        .args([classes, &folder.join("first"), &folder.join("again")])
        .args([BATCH.to_string(), seconds.to_string()])
        .output()
        .expect("java");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().parse().expect("a number")
}

struct Script<'a>(&'a World, TestCase);

impl Script<'_> {
    fn push(&mut self, kind: StatementKind, ty: Type) -> Var {
        self.1.statements.push(Statement { kind, ty });
        Var(self.1.statements.len() as u32 - 1)
    }

    fn class(&self, name: &str) -> Type {
        Type::Class(self.0.class_named(name).expect("it was compiled"), Arc::new([]))
    }

    fn int(&mut self, value: i32) -> Var {
        self.push(StatementKind::Literal(Literal::Int(value)), Type::Primitive(Primitive::Int))
    }

    fn string(&mut self, text: &str) -> Var {
        let ty = self.class("java.lang.String");
        self.push(StatementKind::Literal(Literal::String(text.encode_utf16().collect())), ty)
    }

    fn construct(&mut self, class: &str, args: &[Var]) -> Var {
        let ty = self.class(class);
        let constructor = self.0.class(self.0.class_named(class).expect("it was compiled")).constructors[0];
        self.push(StatementKind::Construct { constructor, receiver: None, args: args.into() }, ty)
    }

    fn call(&mut self, class: &str, name: &str, receiver: Option<Var>, args: &[Var]) -> Var {
        let methods = &self.0.class(self.0.class_named(class).expect("it was compiled")).methods;
        let method =
            *methods.iter().find(|id| &*self.0.method(**id).name == name).expect("it has the method");
        let ty = self.0.erase(&self.0.method(method).result);
        self.push(StatementKind::Call { method, receiver, args: args.into() }, ty)
    }
}

fn arithmetic(world: &World, seed: i32) -> TestCase {
    let mut test = Script(world, TestCase::default());
    let a = test.int(seed * 7919);
    let b = test.int(seed % 13);
    let object = test.construct("bench.Arithmetic", &[a]);
    let sum = test.call("bench.Arithmetic", "add", Some(object), &[b]);
    test.call("bench.Arithmetic", "power", Some(object), &[b]);
    let gcd = test.call("bench.Arithmetic", "gcd", None, &[sum, a]);
    test.call("bench.Arithmetic", "add", Some(object), &[gcd]);
    test.call("bench.Arithmetic", "power", Some(object), &[gcd]);
    test.1
}

fn parsing(world: &World, seed: i32) -> TestCase {
    let mut test = Script(world, TestCase::default());
    let text = test.string(&format!("{},{}{}", seed, seed % 100, if seed % 3 == 0 { "" } else { ",1" }));
    let comma = test.push(StatementKind::Literal(Literal::Char(44)), Type::Primitive(Primitive::Char));
    let parser = test.construct("bench.Parser", &[text]);
    for step in ["number", "skip", "number", "skip", "number"] {
        let args = if step == "skip" { vec![comma] } else { vec![] };
        test.call("bench.Parser", step, Some(parser), &args);
    }
    test.1
}

fn collection(world: &World, seed: i32) -> TestCase {
    let mut test = Script(world, TestCase::default());
    let index = test.int(seed % 5);
    let word = test.string("word");
    let bag = test.construct("bench.Bag", &[]);
    test.call("bench.Bag", "put", Some(bag), &[word]);
    let same = test.call("bench.Bag", "put", Some(bag), &[bag]);
    test.call("bench.Bag", "take", Some(same), &[index]);
    test.call("bench.Bag", "size", Some(bag), &[]);
    test.call("bench.Bag", "take", Some(bag), &[index]);
    test.1
}
