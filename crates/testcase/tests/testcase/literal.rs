//! Which values are tried, and how they move.

use std::sync::Arc;

use testcase::{Literal, Pools, literals};
use types::Primitive;

use crate::setup::seeded;

const ROUNDS: usize = 4000;

fn utf16(text: &str) -> Arc<[u16]> {
    text.encode_utf16().collect()
}

fn pools() -> Pools {
    Pools {
        ints: vec![77_777],
        longs: vec![1 << 40],
        floats: vec![1.25e10],
        doubles: vec![1.5e100],
        strings: vec![utf16("constant")],
        classes: Vec::new(),
    }
}

/// Many random values of a type.
fn values(primitive: Primitive, pools: &Pools) -> Vec<Literal> {
    let mut rng = seeded(1);
    (0..ROUNDS).map(|_| literals::random(primitive, pools, &mut rng)).collect()
}

fn strings(pools: &Pools) -> Vec<Arc<[u16]>> {
    let mut rng = seeded(1);
    (0..ROUNDS).map(|_| literals::string(pools, &mut rng)).collect()
}

fn share<T>(values: &[T], wanted: impl Fn(&T) -> bool) -> f64 {
    values.iter().filter(|value| wanted(value)).count() as f64 / values.len() as f64
}

#[test]
fn constants_of_the_pools_come_up_half_of_the_time() {
    let constants = [
        (Primitive::Int, Literal::Int(77_777)),
        (Primitive::Long, Literal::Long(1 << 40)),
        (Primitive::Float, Literal::Float(1.25e10)),
        (Primitive::Double, Literal::Double(1.5e100)),
        (Primitive::Short, Literal::Short(77_777_i32 as i16)),
        (Primitive::Byte, Literal::Byte(77_777_i32 as i8)),
    ];
    for (primitive, constant) in constants {
        let found = share(&values(primitive, &pools()), |value| *value == constant);
        assert!((0.45..0.55).contains(&found), "{constant:?}: {found}");
    }
    let found = share(&strings(&pools()), |string| string.starts_with(&utf16("constant")));
    assert!((0.45..0.55).contains(&found), "{found}");
    let found = share(&values(Primitive::Long, &pools()), |value| *value == Literal::Long(77_777));
    assert!((0.2..0.3).contains(&found), "an int where a long is wanted: {found}");
}

#[test]
fn without_pools_small_numbers_and_both_signs_come_up() {
    let ints = values(Primitive::Int, &Pools::default());
    for wanted in -2..=10 {
        assert!(ints.contains(&Literal::Int(wanted)), "{wanted}");
    }
    for negative in [false, true] {
        let found = share(&ints, |value| matches!(value, Literal::Int(it) if (*it < 0) == negative));
        assert!(found > 0.3, "{found}");
        let large =
            |value: &Literal| matches!(value, Literal::Int(it) if it.abs() > 500 && (*it < 0) == negative);
        assert!(share(&ints, large) > 0.1);
    }
    let whole = |value: &Literal| matches!(value, Literal::Double(it) if *it == it.trunc());
    let found = share(&values(Primitive::Double, &Pools::default()), whole);
    assert!((0.45..0.75).contains(&found), "{found}");
    let found = share(&values(Primitive::Boolean, &Pools::default()), |it| *it == Literal::Boolean(true));
    assert!((0.45..0.55).contains(&found), "{found}");
}

#[test]
fn random_strings_are_short_and_printable_and_sometimes_empty() {
    let strings = strings(&Pools::default());
    assert!(strings.iter().all(|string| string.len() <= 20));
    assert!(strings.iter().flat_map(|string| string.iter()).all(|unit| (0x20..0x7f).contains(unit)));
    assert!(share(&strings, |string| string.is_empty()) > 0.02);
}

#[test]
fn strings_stay_within_bounds_however_often_they_are_mutated() {
    let long = utf16(&"x".repeat(9_990));
    let pools = Pools { strings: vec![utf16(&"y".repeat(30))], ..Pools::default() };
    let mut rng = seeded(1);
    let mut literal = Literal::String(long);
    for _ in 0..300 {
        literal = literals::mutated(&literal, &pools, &mut rng);
        let Literal::String(string) = &literal else { panic!("a string stays one") };
        assert!(string.len() < 10_100);
    }
}

/// How often a mutation leaves the value as it is.
fn unchanged(values: &[Literal], pools: &Pools) -> f64 {
    let mut rng = seeded(2);
    let same = values.iter().filter(|value| literals::mutated(value, pools, &mut rng) == **value).count();
    same as f64 / values.len() as f64
}

#[test]
fn a_mutated_value_is_another_one_of_its_type() {
    for primitive in Primitive::ALL {
        let values = values(primitive, &Pools::default());
        assert!(unchanged(&values, &Pools::default()) < 0.01, "{primitive:?}");
        let mut rng = seeded(3);
        for value in &values {
            let mutated = literals::mutated(value, &pools(), &mut rng);
            assert_eq!(std::mem::discriminant(&mutated), std::mem::discriminant(value));
        }
    }
    let strings: Vec<Literal> = strings(&Pools::default()).into_iter().map(Literal::String).collect();
    assert!(unchanged(&strings, &Pools::default()) < 0.01);
}

#[test]
fn a_constant_seldom_gives_way_to_itself() {
    for primitive in [Primitive::Int, Primitive::Long, Primitive::Float, Primitive::Double] {
        assert!(unchanged(&values(primitive, &pools()), &pools()) < 0.12, "{primitive:?}");
    }
}
