//! Crossover of tests.

use generation::crossover::RecombinedData;
use generation::crossover::{Crossover, single_point};
use proptest::prelude::*;
use testcase::{Literal, Statement, StatementKind, TestCase};

use crate::setup::{ints, random_tests, seeded, shop, world};

/// Returns the lengths of the common prefix and of the common suffix of two lists of statements.
fn common_lengths(a: &[Statement], b: &[Statement]) -> (usize, usize) {
    let same = |(a, b): &(&Statement, &Statement)| a == b;
    let start = a.iter().zip(b).take_while(same).count();
    let end = a.iter().rev().zip(b.iter().rev()).take_while(same).count();
    (start, end)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn tails_are_swapped_at_the_same_relative_position(length_a in 1usize..20, factor in 1usize..3, seed: u64) {
        let world = world();
        let a = ints((0..length_a as i32).map(|it| 1000 + it));
        let b = ints((0..(factor * length_a) as i32).map(|it| 2000 + it));
        let (child_a, child_b) = single_point(&a, &b, &shop(&world), &mut seeded(seed));
        let (head_a, _) = common_lengths(&child_a.statements, &a.statements);
        let (head_b, tail_a) = (common_lengths(&child_b.statements, &b.statements).0, common_lengths(&child_b.statements, &a.statements).1);
        let tail_b = common_lengths(&child_a.statements, &b.statements).1;
        prop_assert_eq!((head_a + tail_b, head_b + tail_a), (child_a.len(), child_b.len()));
        prop_assert_eq!((head_a + tail_a, head_b + tail_b), (a.len(), b.len()), "no statement is lost");
        prop_assert_eq!(head_b / factor, head_a, "the relative positions are equal");
    }
}

#[test]
fn hybrid_crossover_recombines_the_arguments_of_calls_of_the_same_method() {
    let world = world();
    let context = shop(&world);
    let mut rng = seeded(3);
    let tests: Vec<TestCase> = random_tests(&context, 400);
    let literals = |test: &TestCase| -> Vec<Statement> {
        let is_literal = |it: &&Statement| matches!(it.kind, StatementKind::Literal(_));
        test.statements.iter().filter(is_literal).cloned().collect()
    };
    let pairs_with_new_strings = tests.chunks_exact(2).filter(|pair| {
        let (a, b) = Crossover::Hybrid(RecombinedData::Values).cross(&pair[0], &pair[1], &context, &mut rng);
        let parents = [literals(&pair[0]), literals(&pair[1])].concat();
        // Single-point crossover also creates strings for operands that are missing in a child. This test
        // counts these strings too if they are long.
        let is_long_string = |it: &&Statement| matches!(&it.kind, StatementKind::Literal(Literal::String(text)) if text.len() > 8);
        [literals(&a), literals(&b)].concat().iter().filter(is_long_string).any(|it| !parents.contains(it))
    });
    assert!(pairs_with_new_strings.count() > 5);
}

#[test]
fn children_are_not_longer_than_the_maximum_length() {
    let world = world();
    let context = shop(&world);
    let mut rng = seeded(2);
    let tests: Vec<TestCase> = random_tests(&context, 2000)
        .into_iter()
        .filter(|it| it.len() <= context.cluster.max_length)
        .collect();
    for pair in tests.chunks_exact(2) {
        let (a, b) = single_point(&pair[0], &pair[1], &context, &mut rng);
        assert!(a.len().max(b.len()) <= context.cluster.max_length);
    }
}
