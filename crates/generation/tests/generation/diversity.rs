//! Texts of statements and the diversity of suites.

use generation::diversity::{Diversity, texts};
use proptest::prelude::*;
use testcase::{Args, Literal, Statement, StatementKind, TestCase, Var};
use types::{Primitive, Type};

use crate::setup::{ints, world};

/// Parses a suite. Each string contains one test: the texts of its statements, separated by commas.
fn suite(tests: &[&str]) -> Vec<Vec<String>> {
    tests.iter().map(|test| test.split_terminator(", ").map(str::to_owned).collect()).collect()
}

fn diversity(suite: &[Vec<String>]) -> u64 {
    Diversity::default().of(suite.iter().map(Vec::as_slice))
}

/// Asserts the diversity of a suite.
fn check(tests: &[&str], expected: u64) {
    assert_eq!(diversity(&suite(tests)), expected, "{tests:?}");
}

#[test]
fn the_distance_between_two_statements_is_the_levenshtein_distance() {
    check(&["kitten", "sitting"], 3);
    check(&["kitten", "kitten"], 0);
    check(&["kitten", ""], 0);
}

#[test]
fn each_statement_of_a_test_is_compared_with_each_statement_of_another_test() {
    check(&["a, bb", "a, ccc"], 3 + 2 + 3);
}

#[test]
fn statements_of_the_same_test_are_not_compared() {
    check(&["one, two, three"], 0);
    check(&[], 0);
}

#[test]
fn all_pairs_of_tests_of_a_suite_are_compared() {
    check(&["a", "b", "ccc"], 1 + 3 + 3);
}

#[test]
fn the_fitness_is_1_without_diversity_and_smaller_with_diversity() {
    let fitness = |tests: &[&str]| Diversity::default().fitness(suite(tests).iter().map(Vec::as_slice));
    assert_eq!(fitness(&["alone"]), 1.0);
    assert_eq!(fitness(&["a", "bcd"]), 0.25);
}

/// Returns the texts of the statements of a test, separated by semicolons.
fn joined_texts(test: &TestCase) -> String {
    texts(&test.statements, &world()).join("; ")
}

fn integer(kind: StatementKind) -> Statement {
    Statement { kind, ty: Type::Primitive(Primitive::Int) }
}

#[test]
fn the_text_of_an_operand_is_the_text_of_the_value_last_assigned_to_it() {
    let mut test = ints([7, 8]);
    test.statements.push(integer(StatementKind::Assign { target: Var(0), value: Var(1) }));
    test.statements.push(integer(StatementKind::NewArray { length: 2 }));
    test.statements.push(integer(StatementKind::WriteElement { array: Var(3), index: 1, value: Var(0) }));
    assert_eq!(joined_texts(&test), "7; 8; new int 2; [1] =(new int 2, 8)");
}

#[test]
fn the_text_of_a_call_contains_its_receiver_and_its_arguments() {
    let world = world();
    let store = world.class(world.class_named("shop.Store").unwrap());
    let method = |name| store.methods.iter().copied().find(|&it| &*world.method(it).name == name).unwrap();
    let statement = |kind| Statement { kind, ty: store.own_type() };
    let constructor = store.constructors[0];
    let (receiver, args) = (Some(Var(0)), vec![Var(1)]);
    let test = TestCase {
        statements: vec![
            statement(StatementKind::Construct { constructor, receiver: None, args: Args::new() }),
            statement(StatementKind::Literal(Literal::Null)),
            statement(StatementKind::Call { method: method("number"), receiver, args: args.into() }),
        ],
    };
    assert_eq!(texts(&test.statements, &world).join("; "), "new Store; null; number(new Store, null)");
}

proptest! {
    #[test]
    fn the_diversity_is_the_sum_of_the_distances_of_all_pairs_even_if_distances_are_cached(
        suites in prop::collection::vec(prop::collection::vec(prop::collection::vec("[ab]{0,3}", 0..4), 0..5), 1..8),
    ) {
        let mut measure = Diversity::default();
        for suite in &suites {
            let mut expected = 0;
            for (position, first) in suite.iter().enumerate() {
                for second in &suite[..position] {
                    let distances = first.iter().flat_map(|a| second.iter().map(|b| strsim::levenshtein(a, b)));
                    expected += distances.sum::<usize>() as u64;
                }
            }
            prop_assert_eq!(measure.of(suite.iter().map(Vec::as_slice)), expected);
        }
    }
}
