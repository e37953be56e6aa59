//! How many random tests of a class compile, and how long verifying takes:
//! `random_sources CLASSPATH CLASS [TESTS] [--show] [--verify]`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use emit::TestClass;
use rand::SeedableRng;
use suite::verify::{CompileFailure, Effort, Verifier};
use testcase::{CheckedTest, Cluster, Pools, TestCase};
use types::{ClassPath, Jdk, World};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let entries: Vec<PathBuf> = arguments[0].split(':').map(PathBuf::from).collect();
    let count = arguments.get(2).and_then(|n| n.parse().ok()).unwrap_or(100);
    let show = arguments.iter().any(|argument| argument == "--show");
    let jdk = Jdk::find(None).expect("a JDK");
    let world = World::new(ClassPath::open(&entries).expect("a class path"), jdk);
    let subject = world.class_named(&arguments[1]).expect("a class on the class path");
    let cluster = Cluster::new(&world, subject, &[], Pools::default());
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let tests = (0..count).map(|i| checked(i, testcase::random::random_test(&cluster, &mut rng))).collect();
    let class = TestClass { tests, ..TestClass::named(&world, subject) };

    let begun = Instant::now();
    let source = emit::source(&world, &class);
    let emitting = begun.elapsed();
    if show {
        println!("{}", source.text);
    }
    let verifier =
        Verifier::new(world.jdk().java(), entries, class.dialect, vm::Sandbox::On).expect("scratch");
    let begun = Instant::now();
    let result = verifier.compile(&class, &source, Instant::now());
    println!("{}: {emitting:?} to write, {:?} to compile", arguments[1], begun.elapsed());
    if let Err(CompileFailure::Errors(errors)) = &result {
        let lines: Vec<&str> = source.text.lines().collect();
        let mut bad: Vec<Option<usize>> =
            errors.iter().map(|(line, _)| source.tests.iter().position(|test| test.contains(line))).collect();
        bad.dedup();
        println!("{} of {count} tests do not compile", bad.len());
        for (line, message) in errors {
            println!("    {}\n        {message}", lines[line - 1].trim());
        }
    } else if let Err(failure) = result {
        println!("{failure}");
    }
    if !arguments.iter().any(|argument| argument == "--verify") {
        return;
    }
    let begun = Instant::now();
    let verified = suite::verify::verify(
        &world,
        &verifier,
        class,
        &|_| {},
        Effort::Standard,
        Instant::now() + Duration::from_secs(20),
    );
    println!("{} of {count} tests left after {:?}", verified.class.tests.len(), begun.elapsed());
}

fn checked(index: usize, case: TestCase) -> CheckedTest {
    CheckedTest { name: format!("test{index}"), ..CheckedTest::new(case) }
}
