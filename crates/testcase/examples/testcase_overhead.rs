//! What making tests costs: `cargo run --release -p testcase --example testcase_overhead -- CLASSPATH CLASS`.

use std::hint::black_box;
use std::time::Instant;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use testcase::{Cluster, Pools, TestCase, crossover, mutate, random};
use types::{ClassPath, Jdk, World};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let path = ClassPath::open(&[arguments[1].clone().into()]).expect("a class path");
    let world = World::new(path, Jdk::find(None).expect("a JDK"));
    let subject = world.class_named(&arguments[2]).expect("a class");
    let started = Instant::now();
    let cluster = Cluster::new(&world, subject, &[], Pools::default());
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut tests: Vec<TestCase> = (0..1000).map(|_| random::random_test(&cluster, &mut rng)).collect();
    println!("first 1000 random tests: {:?}", started.elapsed());
    let average = tests.iter().map(TestCase::len).sum::<usize>() as f64 / 1000.0;
    println!("{average:.1} statements each");
    time("random", || drop(black_box(random::random_test(&cluster, &mut rng))));
    let mut next = 0;
    let mut other = || {
        next = (next + 1) % 1000;
        next
    };
    time("clone", || drop(black_box(tests[other()].clone())));
    time("clone and mutate", || {
        let mut test = tests[other()].clone();
        let live = test.len();
        mutate::mutate(&mut test, live, &cluster, &mut rng);
        black_box(test);
    });
    time("cross over", || {
        black_box(crossover::single_point(&tests[other()], &tests[other()], &cluster, &mut rng));
    });
    tests.clear();
}

fn time(what: &str, mut run: impl FnMut()) {
    let rounds = 20_000;
    let started = Instant::now();
    (0..rounds).for_each(|_| run());
    println!("{what}: {:.2} us", started.elapsed().as_secs_f64() * 1e6 / f64::from(rounds));
}
