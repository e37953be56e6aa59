//! Generated, mutated and recombined tests are valid.

use generation::crossover::Crossover;
use generation::crossover::RecombinedData;
use generation::{GenerationContext, mutate, random, validity};
use testcase::{Literal, Statement, StatementKind, TestCase};
use types::{ClassId, Type};

use crate::setup::{random_tests, seeded, shop, world};

fn assert_valid(context: &GenerationContext, test: &TestCase, step: &str) {
    if let Err(error) = validity::check(&context.cluster, test) {
        let listing: Vec<String> = test
            .statements
            .iter()
            .enumerate()
            .map(|(index, statement)| format!("{index}: {statement:?}"))
            .collect();
        panic!("after {step}: {error}\nin\n{}", listing.join("\n"));
    }
}

#[test]
fn random_tests_are_valid_and_contain_all_calls_of_the_cluster() {
    let world = world();
    let context = &shop(&world);
    let mut called = std::collections::BTreeSet::new();
    for seed in 0..2000 {
        let test = random::random_test(context, &mut seeded(seed));
        assert!(!test.is_empty());
        assert_valid(context, &test, "generation");
        called.extend(test.statements.iter().filter_map(|statement| match statement.kind {
            StatementKind::Call { method, .. } => Some(method),
            StatementKind::Construct { constructor, .. }
            | StatementKind::Implement { constructor: Some(constructor), .. } => Some(constructor),
            _ => None,
        }));
    }
    let missing_calls: Vec<_> = context
        .cluster
        .calls
        .iter()
        .filter_map(|call| match *call {
            generation::ClusterCall::Method(id) if !called.contains(&id) => {
                Some(context.cluster.world.method(id).name.to_string())
            }
            _ => None,
        })
        .collect();
    assert_eq!(missing_calls, Vec::<String>::new());
}

#[test]
fn mutated_and_recombined_tests_are_valid() {
    let world = world();
    let context = &shop(&world);
    let mut rng = seeded(7);
    let mut population = random_tests(context, 20);
    for round in 0..400 {
        let (first, rest) = population.split_at_mut(1);
        let partner = &mut rest[round % 19];
        let crossover = [
            Crossover::SinglePoint,
            Crossover::Hybrid(RecombinedData::Values),
            Crossover::Hybrid(RecombinedData::ValuesAndArrays),
        ][round % 3];
        (first[0], *partner) = crossover.cross(&first[0], partner, context, &mut rng);
        assert_valid(context, &first[0], "crossover");
        assert_valid(context, partner, "crossover");
        let completed = first[0].len();
        mutate(&mut first[0], completed, context, &mut rng);
        assert_valid(context, &first[0], "mutation");
        population.rotate_left(1);
    }
}

#[test]
fn the_same_seed_generates_the_same_test() {
    let world = world();
    let context = &shop(&world);
    let generated = |seed| {
        let mut rng = seeded(seed);
        let mut test = random::random_test(context, &mut rng);
        mutate(&mut test, 3, context, &mut rng);
        test
    };
    assert_eq!(generated(3), generated(3));
}

#[test]
fn literals_of_classes_that_the_test_cannot_name_are_not_valid() {
    let world = world();
    let context = &shop(&world);
    let class = |name: &str| world.class_named(&format!("shop.Shop${name}")).unwrap();
    let check = |literal: Literal, ty: ClassId, is_valid: bool| {
        let text = format!("{literal:?}");
        let statement = Statement { kind: StatementKind::Literal(literal), ty: Type::class(ty) };
        let test = TestCase { statements: vec![statement] };
        assert_eq!(validity::check(&context.cluster, &test).is_ok(), is_valid, "{text}");
    };
    let constant = |name: &str| {
        let fields = world.class(class(name)).fields.iter().copied();
        Literal::Enum(fields.into_iter().find(|&it| world.field(it).enum_constant).unwrap())
    };
    check(Literal::Class(Type::class(class("Size"))), world.class_class(), true);
    check(Literal::Class(Type::class(class("Ledger"))), world.class_class(), false);
    check(Literal::Class(Type::Array(Type::class(class("Mood")).into())), world.class_class(), false);
    check(constant("Size"), class("Size"), true);
    check(constant("Mood"), world.object(), false);
}
