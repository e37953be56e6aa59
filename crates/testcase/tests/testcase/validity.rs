//! Every test is valid by construction, whatever is done to it.

use testcase::{Cluster, TestCase, crossover, mutate, random, valid};

use crate::setup::{cluster, random_tests, seeded, world};

fn assert_valid(cluster: &Cluster, test: &TestCase, what: &str) {
    if let Err(error) = valid::check(cluster, test) {
        let listing: Vec<String> =
            test.statements.iter().enumerate().map(|(i, s)| format!("{i}: {s:?}")).collect();
        panic!("after {what}: {error}\nin\n{}", listing.join("\n"));
    }
}

#[test]
fn random_tests_are_valid_and_call_everything_there_is() {
    let world = world();
    let cluster = &cluster(&world);
    let mut called = std::collections::BTreeSet::new();
    for seed in 0..2000 {
        let test = random::random_test(cluster, &mut seeded(seed));
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
}

#[test]
fn mutation_and_crossover_keep_tests_valid() {
    let world = world();
    let cluster = &cluster(&world);
    let mut rng = seeded(7);
    let mut population = random_tests(cluster, 20);
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
}

#[test]
fn the_same_seed_makes_the_same_test() {
    let world = world();
    let cluster = &cluster(&world);
    let made = |seed| {
        let mut rng = seeded(seed);
        let mut test = random::random_test(cluster, &mut rng);
        mutate::mutate(&mut test, 3, cluster, &mut rng);
        test
    };
    assert_eq!(made(3), made(3));
}
