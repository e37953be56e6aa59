//! Simplified tests are valid, and simplification terminates.

use generation::{GenerationContext, random, validity};
use proptest::prelude::*;
use rand::seq::IndexedRandom;
use suite::minimise::plain::{self, PlainValue};
use testcase::{Literal, StatementKind, TestCase, Var};
use types::{Primitive, Type, World};

use crate::setup::{random_tests, seeded, shop, world};

const TESTS: usize = 600;

#[track_caller]
fn assert_valid(context: &GenerationContext, test: &TestCase, before: &TestCase) {
    if let Err(error) = validity::check(&context.cluster, test) {
        let listing = |test: &TestCase| -> String {
            test.statements.iter().enumerate().map(|(at, it)| format!("{at}: {it:?}\n")).collect()
        };
        panic!("{error}\nin\n{}which is a simplification of\n{}", listing(test), listing(before));
    }
}

/// Returns a literal of a type. Returns `None` if the type has no literals.
fn literal(world: &World, ty: &Type) -> Option<Literal> {
    let primitive = match ty {
        Type::Primitive(primitive) => *primitive,
        Type::Class(class, _) if *class == world.string() => return Some(Literal::String([0x61][..].into())),
        Type::Class(class, _) => world.unboxed(*class)?,
        _ => return None,
    };
    Some(match primitive {
        Primitive::Boolean => Literal::Boolean(true),
        Primitive::Byte => Literal::Byte(1),
        Primitive::Char => Literal::Char(0x61),
        Primitive::Short => Literal::Short(1),
        Primitive::Int => Literal::Int(1),
        Primitive::Long => Literal::Long(1),
        Primitive::Float => Literal::Float(1.0),
        Primitive::Double => Literal::Double(1.0),
    })
}

/// Applies a change to each statement of random tests, and returns the changed tests. Asserts that there is
/// a changed test, and that all changed tests are valid.
fn check(change: impl Fn(&GenerationContext, &TestCase, usize) -> Vec<TestCase>) -> Vec<TestCase> {
    let world = world();
    let context = shop(&world);
    let mut all = Vec::new();
    for test in random_tests(&context, TESTS) {
        for changed in (0..test.len()).flat_map(|at| change(&context, &test, at)) {
            assert_valid(&context, &changed, &test);
            assert_ne!(changed, test);
            all.push(changed);
        }
    }
    assert!(!all.is_empty());
    all
}

#[test]
fn a_test_with_a_simpler_value_is_valid() {
    check(|context, test, at| plain::plainer(context.cluster.world, test, at));
}

#[test]
fn a_test_with_a_value_instead_of_a_call_is_valid() {
    check(|context, test, at| {
        let value = literal(context.cluster.world, &test.statements[at].ty);
        value.and_then(|value| plain::with_value(test, at, &PlainValue::Literal(value))).into_iter().collect()
    });
}

#[test]
fn a_test_with_an_earlier_variable_instead_of_an_object_is_valid_and_shorter() {
    check(|_, test, at| {
        // For some parameters, `null` is the only argument that fits. Therefore this test does not replace
        // literals.
        let is_object = !matches!(test.statements[at].kind, StatementKind::Literal(_))
            && !matches!(test.statements[at].ty, Type::Primitive(_));
        let changed: Vec<TestCase> = (0..at as u32)
            .filter(|_| is_object)
            .filter_map(|earlier| plain::with_variable(test, at, Var(earlier)))
            .collect();
        assert!(changed.iter().all(|it| it.len() < test.len()));
        changed
    });
}

#[test]
fn a_test_with_a_simply_constructed_object_is_valid_and_smaller() {
    check(|context, test, at| {
        let changed = plain::with_constructor(context.cluster.world, &context.cluster.package, test, at);
        assert!(changed.iter().all(|it| it.size() < test.size()));
        changed
    });
}

#[test]
fn a_test_with_null_instead_of_an_object_is_valid_and_smaller() {
    let changed = |_: &GenerationContext, test: &TestCase, at| {
        let changed = plain::with_null(test, at);
        assert!(changed.iter().all(|it| it.size() < test.size()));
        changed.into_iter().collect()
    };
    check(changed);
}

#[test]
fn the_concatenation_of_two_tests_is_valid() {
    let world = world();
    let context = shop(&world);
    for pair in random_tests(&context, TESTS).chunks_exact(2) {
        let mut both = pair[0].clone();
        both.append(&pair[1]);
        assert_valid(&context, &both, &pair[1]);
        assert_eq!(both.len(), pair[0].len() + pair[1].len());
        assert_eq!(both.statements[..pair[0].len()], pair[0].statements);
    }
}

#[test]
fn a_value_replaces_only_calls_and_reads_whose_result_is_used() {
    let world = world();
    let context = shop(&world);
    for test in random_tests(&context, TESTS) {
        for at in 0..test.len() {
            let is_used = test.statements.iter().any(|it| it.mentions(Var(at as u32)));
            let is_call = matches!(
                test.statements[at].kind,
                StatementKind::Call { .. }
                    | StatementKind::Construct { .. }
                    | StatementKind::ReadField { .. }
            );
            let is_replaced = plain::with_value(&test, at, &PlainValue::Literal(Literal::Int(0))).is_some();
            assert!(!is_replaced || is_used && is_call, "{:?}", test.statements[at]);
        }
    }
}

#[test]
fn a_long_string_does_not_replace_a_call() {
    let long = PlainValue::Literal(Literal::String(vec![0x61; 61].into()));
    let world = world();
    let tests = random_tests(&shop(&world), TESTS);
    let changed = |test: &TestCase| (0..test.len()).any(|at| plain::with_value(test, at, &long).is_some());
    assert!(!tests.iter().any(changed));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn repeated_simplification_terminates(seed in any::<u64>()) {
        let world = world();
        let context = shop(&world);
        let mut rng = seeded(seed);
        let mut test = random::random_test(&context, &mut rng);
        for at in (0..test.len()).rev() {
            let mut steps = 0;
            while at < test.len() && let Some(plainer) = plain::plainer(&world, &test, at).choose(&mut rng) {
                test = plainer.clone();
                steps += 1;
                prop_assert!(steps < 1000, "{:?}", test.statements[at]);
            }
        }
        let remaining_steps = (0..test.len()).map(|at| plain::plainer(&world, &test, at).len()).sum::<usize>();
        prop_assert_eq!(remaining_steps, 0);
    }
}
