//! Random literals and mutations of literals.

use std::sync::Arc;

use generation::experience::ConstantLists;
use generation::{ConstantPools, literals};
use specialise::{Format, Specialisation};
use testcase::{Hint, Literal, Operand, Requirement, Statement, StatementKind, TestCase};
use types::Primitive;

use crate::setup::seeded;

const SAMPLES: usize = 4000;

fn utf16(text: &str) -> Arc<[u16]> {
    text.encode_utf16().collect()
}

fn pools() -> ConstantPools {
    let own = ConstantLists {
        ints: vec![77_777],
        longs: vec![1 << 40],
        floats: vec![1.25e10],
        doubles: vec![1.5e100],
        strings: vec![utf16("constant")],
        chars: Vec::new(),
    };
    ConstantPools { own, ..ConstantPools::default() }
}

fn pools_of_strings(strings: &[&str]) -> ConstantPools {
    let strings = strings.iter().map(|text| utf16(text)).collect();
    ConstantPools { own: ConstantLists { strings, ..ConstantLists::default() }, ..ConstantPools::default() }
}

fn lists_of_ints(ints: &[i32]) -> ConstantLists {
    ConstantLists { ints: ints.to_vec(), ..ConstantLists::default() }
}

/// Returns [`SAMPLES`] random values of a type.
fn values(primitive: Primitive, pools: &ConstantPools) -> Vec<Literal> {
    let mut rng = seeded(1);
    (0..SAMPLES).map(|_| literals::random(primitive, pools, &mut rng)).collect()
}

fn strings(pools: &ConstantPools) -> Vec<Arc<[u16]>> {
    let mut rng = seeded(1);
    (0..SAMPLES).map(|_| literals::string(pools, &mut rng)).collect()
}

fn share<T>(values: &[T], condition: impl Fn(&T) -> bool) -> f64 {
    values.iter().filter(|value| condition(value)).count() as f64 / values.len() as f64
}

#[test]
fn half_of_the_values_are_constants_of_the_pools() {
    let constants = [
        (Primitive::Int, Literal::Int(77_777)),
        (Primitive::Long, Literal::Long(1 << 40)),
        (Primitive::Float, Literal::Float(1.25e10)),
        (Primitive::Double, Literal::Double(1.5e100)),
        (Primitive::Short, Literal::Short(77_777_i32 as i16)),
        (Primitive::Byte, Literal::Byte(77_777_i32 as i8)),
    ];
    for (primitive, constant) in constants {
        let actual = share(&values(primitive, &pools()), |value| *value == constant);
        assert!((0.45..0.55).contains(&actual), "{constant:?}: {actual}");
    }
    let actual = share(&strings(&pools()), |string| string.starts_with(&utf16("constant")));
    assert!((0.45..0.55).contains(&actual), "{actual}");
    let actual = share(&values(Primitive::Long, &pools()), |value| *value == Literal::Long(77_777));
    assert!((0.2..0.3).contains(&actual), "an int constant as a long value: {actual}");
}

#[test]
fn values_without_constants_are_often_small_numbers_of_both_signs() {
    let ints = values(Primitive::Int, &ConstantPools::default());
    for expected in -2..=10 {
        assert!(ints.contains(&Literal::Int(expected)), "{expected}");
    }
    for negative in [false, true] {
        let actual = share(&ints, |value| matches!(value, Literal::Int(it) if (*it < 0) == negative));
        assert!(actual > 0.3, "{actual}");
        let is_large =
            |value: &Literal| matches!(value, Literal::Int(it) if it.abs() > 500 && (*it < 0) == negative);
        assert!(share(&ints, is_large) > 0.1);
    }
    let is_whole = |value: &Literal| matches!(value, Literal::Double(it) if *it == it.trunc());
    let actual = share(&values(Primitive::Double, &ConstantPools::default()), is_whole);
    assert!((0.45..0.75).contains(&actual), "{actual}");
    let actual =
        share(&values(Primitive::Boolean, &ConstantPools::default()), |it| *it == Literal::Boolean(true));
    assert!((0.45..0.55).contains(&actual), "{actual}");
}

#[test]
fn some_values_are_extremes_of_narrow_types() {
    let check = |primitive, extremes: [Literal; 2]| {
        let actual = share(&values(primitive, &ConstantPools::default()), |value| extremes.contains(value));
        assert!((0.03..0.07).contains(&actual), "{extremes:?}: {actual}");
    };
    check(Primitive::Byte, [i8::MIN, i8::MAX].map(Literal::Byte));
    check(Primitive::Short, [i16::MIN, i16::MAX].map(Literal::Short));
    check(Primitive::Char, [u16::MIN, u16::MAX].map(Literal::Char));
}

#[test]
fn random_strings_are_short_and_printable_and_sometimes_empty() {
    let strings = strings(&ConstantPools::default());
    assert!(strings.iter().all(|string| string.len() <= 20));
    assert!(strings.iter().flat_map(|string| string.iter()).all(|unit| (0x20..0x7f).contains(unit)));
    assert!(share(&strings, |string| string.is_empty()) > 0.02);
}

#[test]
fn repeated_mutation_does_not_exceed_the_maximum_string_length() {
    let long = utf16(&"x".repeat(9_990));
    let pools = pools_of_strings(&[&"y".repeat(30)]);
    let mut rng = seeded(1);
    let mut literal = Literal::String(long);
    for _ in 0..300 {
        literal = literals::mutated(&literal, &pools, &mut rng);
        let Literal::String(string) = &literal else { panic!("a mutated string is a string") };
        assert!(string.len() < 10_100);
    }
}

/// Returns the share of the values that a mutation does not change.
fn unchanged_share(values: &[Literal], pools: &ConstantPools) -> f64 {
    let mut rng = seeded(2);
    let same = values.iter().filter(|value| literals::mutated(value, pools, &mut rng) == **value).count();
    same as f64 / values.len() as f64
}

#[test]
fn a_mutated_value_differs_and_keeps_its_type() {
    for primitive in Primitive::ALL {
        let values = values(primitive, &ConstantPools::default());
        assert!(unchanged_share(&values, &ConstantPools::default()) < 0.01, "{primitive:?}");
        let mut rng = seeded(3);
        for value in &values {
            let mutated = literals::mutated(value, &pools(), &mut rng);
            assert_eq!(std::mem::discriminant(&mutated), std::mem::discriminant(value));
        }
    }
    let strings: Vec<Literal> = strings(&ConstantPools::default()).into_iter().map(Literal::String).collect();
    assert!(unchanged_share(&strings, &ConstantPools::default()) < 0.01);
}

#[test]
fn a_mutation_seldom_replaces_a_constant_by_the_same_constant() {
    for primitive in [Primitive::Int, Primitive::Long, Primitive::Float, Primitive::Double] {
        assert!(unchanged_share(&values(primitive, &pools()), &pools()) < 0.12, "{primitive:?}");
    }
}

fn share_of_ints(pools: &ConstantPools, condition: impl Fn(i32) -> bool) -> f64 {
    share(&values(Primitive::Int, pools), |value| matches!(value, Literal::Int(it) if condition(*it)))
}

#[test]
fn constants_of_other_classes_are_less_frequent_than_constants_of_the_class_under_test() {
    let mut pools = pools();
    pools.others = lists_of_ints(&[88_888]);
    let own = share_of_ints(&pools, |value| value == 77_777);
    let others = share_of_ints(&pools, |value| value == 88_888);
    assert!((0.29..0.37).contains(&own) && (0.13..0.21).contains(&others), "{own} {others}");
}

#[test]
fn constants_of_preferred_methods_are_more_frequent_than_other_constants() {
    let constant_of = |method| 100_000 + method;
    let mut pools = ConstantPools {
        of_methods: (0..20).map(|it| lists_of_ints(&[constant_of(it)])).collect(),
        ..pools()
    };
    pools.own = lists_of_ints(&(0..20).map(constant_of).collect::<Vec<_>>());
    let before = share_of_ints(&pools, |value| value == constant_of(7));
    pools.prefer([7]);
    let preferred = share_of_ints(&pools, |value| value == constant_of(7));
    assert!(before < 0.05 && preferred > 0.2, "{before} {preferred}");
    pools.prefer([]);
    assert!(
        share_of_ints(&pools, |value| value == constant_of(7)) < 0.05,
        "the constants of the method are no longer preferred"
    );
}

#[test]
fn characters_of_the_pools_are_frequent_in_values_and_strings() {
    let own = ConstantLists { chars: vec![u16::from(b'{'), 0x2603], ..ConstantLists::default() };
    let pools = ConstantPools { own, ..ConstantPools::default() };
    let is_constant = |unit: u16| unit == u16::from(b'{') || unit == 0x2603;
    let actual =
        share(&values(Primitive::Char, &pools), |it| matches!(it, Literal::Char(unit) if is_constant(*unit)));
    assert!((0.3..0.5).contains(&actual), "{actual}");
    let actual = share(&strings(&pools), |string| string.iter().any(|&unit| is_constant(unit)));
    assert!(actual > 0.7, "{actual}");
}

#[test]
fn mutated_strings_contain_constants_and_rearranged_parts() {
    let pools = pools_of_strings(&["<end>"]);
    let mut rng = seeded(1);
    let before = Literal::String(utf16("some text"));
    let mutated: Vec<String> = (0..SAMPLES)
        .map(|_| match literals::mutated(&before, &pools, &mut rng) {
            Literal::String(string) => String::from_utf16_lossy(&string),
            other => panic!("{other:?}"),
        })
        .collect();
    let share = |condition: &dyn Fn(&String) -> bool| share(&mutated, condition);
    assert!(share(&|it| it.contains("<end>")) > 0.1);
    let ranges = (0..9).flat_map(|from| (from + 2..=9).map(move |to| (from, to)));
    let with_repeated_part: Vec<String> =
        ranges.map(|(from, to)| "some text"[..to].to_owned() + &"some text"[from..]).collect();
    assert!(share(&|it| with_repeated_part.contains(it)) > 0.01);
    assert!(share(&|it| it.contains('T') || it.contains('O')) > 0.02);
    assert!(share(&|it| it.starts_with("some text") && it.ends_with("<end>") && it.len() == 15) > 0.005);
    let small_changes = share(&|it| it.len().abs_diff(9) <= 2 && !it.contains("<end>"));
    assert!(small_changes > 0.5, "{small_changes}");
}

fn hint(required: Requirement) -> Hint {
    Hint { actual: Operand::Text(utf16("seen")), required, branch: None }
}

#[test]
fn values_in_hints_become_constants() {
    let mut pools = pools();
    let empty_test = TestCase::default();
    pools.learn(&hint(Requirement::Equal(Operand::Int(99_999))), &empty_test);
    pools.learn(&hint(Requirement::Equal(Operand::Float(0.375))), &empty_test);
    pools.learn(&hint(Requirement::Prefix(utf16("pre"))), &empty_test);
    let actual = share_of_ints(&pools, |value| value == 99_999);
    assert!((0.1..0.3).contains(&actual), "{actual}");
    assert!(values(Primitive::Long, &pools).contains(&Literal::Long(99_999)));
    assert!(values(Primitive::Double, &pools).contains(&Literal::Double(0.375)));
    assert!(values(Primitive::Float, &pools).contains(&Literal::Float(0.375)));
    assert!(strings(&pools).contains(&utf16("pre")) && strings(&pools).contains(&utf16("preseen")));
}

#[test]
fn some_strings_have_a_format_that_the_code_under_test_parses() {
    let mut pools = ConstantPools::default();
    pools.learn(&hint(Requirement::Format(Specialisation::Parse(Format::Uuid))), &TestCase::default());
    let actual = share(&strings(&pools), |string| string.len() == 36);
    assert!((0.05..0.15).contains(&actual), "{actual}");
}

#[test]
fn formatted_strings_longer_than_the_maximum_are_not_used() {
    let mut pools = ConstantPools::default();
    let long = Specialisation::OneOf(["x".repeat(1001).into()].into());
    pools.learn(&hint(Requirement::Format(long)), &TestCase::default());
    assert!(strings(&pools).iter().all(|string| string.len() <= 20));
}

#[test]
fn literals_of_the_test_itself_are_not_learned() {
    let literal = |literal| Statement {
        kind: StatementKind::Literal(literal),
        ty: types::Type::Primitive(Primitive::Int),
    };
    let test =
        TestCase { statements: vec![literal(Literal::Int(99_999)), literal(Literal::String(utf16("x")))] };
    let mut pools = ConstantPools::default();
    pools.learn(&hint(Requirement::Equal(Operand::Int(99_999))), &test);
    pools.learn(&hint(Requirement::Equal(Operand::Text(utf16("x")))), &test);
    assert_eq!(share_of_ints(&pools, |value| value == 99_999), 0.0);
    assert!(!strings(&pools).contains(&utf16("x")));
}

#[test]
fn old_learned_values_are_dropped() {
    let mut pools = ConstantPools::default();
    for value in 0..1000 {
        pools.learn(&hint(Requirement::Equal(Operand::Int(1_000_000 + value))), &TestCase::default());
    }
    assert_eq!(share_of_ints(&pools, |value| (1_000_000..1_000_900).contains(&value)), 0.0);
    assert!(share_of_ints(&pools, |value| value >= 1_000_950) > 0.3);
}
