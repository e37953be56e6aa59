//! Every test is valid by construction, whatever is done to it.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use testcase::{Cluster, Pools, TestCase, crossover, mutate, random, valid};
use types::{ClassPath, Jdk, World};

/// The fixture, compiled, and the world it makes.
fn with_cluster(run: impl FnOnce(&Cluster)) {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture/shop/Shop.java");
    let jdk = Jdk::find(None).unwrap();
    let javac =
        Command::new(jdk.javac()).arg("-nowarn").arg("-d").arg(folder.path()).arg(source).output().unwrap();
    assert!(javac.status.success(), "{}", String::from_utf8_lossy(&javac.stderr));
    let path = ClassPath::open(&[folder.path().to_owned()]).unwrap();
    let world = World::new(Arc::new(path), Arc::new(jdk));
    let subject = world.class_named("shop.Shop").unwrap();
    let nested: Vec<_> = ["Box", "Shelf", "Size", "Till"]
        .iter()
        .map(|n| world.class_named(&format!("shop.Shop${n}")).unwrap())
        .collect();
    run(&Cluster::new(&world, subject, &nested, Pools::default()));
}

fn assert_valid(cluster: &Cluster, test: &TestCase, what: &str) {
    if let Err(error) = valid::check(cluster, test) {
        let listing: Vec<String> =
            test.statements.iter().enumerate().map(|(i, s)| format!("{i}: {s:?}")).collect();
        panic!("after {what}: {error}\nin\n{}", listing.join("\n"));
    }
}

#[test]
fn random_tests_are_valid_and_call_everything_there_is() {
    with_cluster(|cluster| {
        let mut called = std::collections::BTreeSet::new();
        for seed in 0..2000 {
            let test = random::random_test(cluster, &mut ChaCha8Rng::seed_from_u64(seed));
            assert!(!test.is_empty());
            assert_valid(cluster, &test, "generation");
            called.extend(test.statements.iter().filter_map(|statement| match statement.kind {
                testcase::StatementKind::Call { method, .. } => Some(method),
                testcase::StatementKind::Construct { constructor, .. } => Some(constructor),
                _ => None,
            }));
        }
        let missed: Vec<_> = cluster
            .calls
            .iter()
            .filter_map(|call| match *call {
                testcase::Call::Method(id) if !called.contains(&id) => {
                    Some(cluster.world.method(id).name.to_string())
                }
                _ => None,
            })
            .collect();
        assert_eq!(missed, Vec::<String>::new());
    });
}

#[test]
fn mutation_and_crossover_keep_tests_valid() {
    with_cluster(|cluster| {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut population: Vec<TestCase> = (0..20).map(|_| random::random_test(cluster, &mut rng)).collect();
        for round in 0..400 {
            let (first, rest) = population.split_at_mut(1);
            let partner = &mut rest[round % 19];
            crossover::single_point(&mut first[0], partner, cluster, &mut rng);
            assert_valid(cluster, &first[0], "crossover");
            assert_valid(cluster, partner, "crossover");
            let live = first[0].len();
            mutate::mutate(&mut first[0], live, cluster, &mut rng);
            assert_valid(cluster, &first[0], "mutation");
            population.rotate_left(1);
        }
    });
}

#[test]
fn the_same_seed_makes_the_same_test() {
    with_cluster(|cluster| {
        let made = |seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut test = random::random_test(cluster, &mut rng);
            mutate::mutate(&mut test, 3, cluster, &mut rng);
            test
        };
        assert_eq!(made(3), made(3));
    });
}
