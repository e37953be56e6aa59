//! Random literals and small changes to them (after Fraser, Arcuri: "Whole Test Suite Generation", IEEE TSE 2013).

mod strings;

use std::ops::Div;

use rand::Rng;
use rand_distr::{Distribution, StandardNormal};
use types::Primitive;

use crate::pools::{Pools, Values};
use testcase::Literal;

pub use strings::string;
pub(crate) use strings::{fold, swapped};

/// Random ints are drawn up to here, and Gaussian with this deviation.
const RANGE: f64 = 2048.0;
/// Deviation of the change that a mutation makes to a number.
const DELTA: f64 = 20.0;
/// Probability of a value from the pools, where they have one.
const POOL: f64 = 0.5;
/// Probability of the least or the greatest value of a type that is narrower than the numbers of the pools: cut to size,
/// they seldom are these.
const EXTREME: f64 = POOL / 10.0;

/// A random value of a primitive type.
pub fn random(primitive: Primitive, pools: &Pools, rng: &mut impl Rng) -> Literal {
    match primitive {
        Primitive::Boolean => Literal::Boolean(rng.random()),
        Primitive::Byte => Literal::Byte(narrow([i8::MIN, i8::MAX], |rng| small_int(pools, rng) as i8, rng)),
        Primitive::Short => {
            Literal::Short(narrow([i16::MIN, i16::MAX], |rng| small_int(pools, rng) as i16, rng))
        }
        Primitive::Char => {
            Literal::Char(narrow([u16::MIN, u16::MAX], |rng| strings::character(pools, rng), rng))
        }
        Primitive::Int => Literal::Int(small_int(pools, rng)),
        Primitive::Long => Literal::Long(long(pools, rng)),
        Primitive::Float => Literal::Float(float(pools, rng)),
        Primitive::Double => Literal::Double(double(pools, rng)),
    }
}

/// Another value as a rule, else one of the extremes.
fn narrow<T, R: Rng>(extremes: [T; 2], other: impl FnOnce(&mut R) -> T, rng: &mut R) -> T {
    if !rng.random_bool(EXTREME) {
        return other(rng);
    }
    let [least, greatest] = extremes;
    if rng.random() { least } else { greatest }
}

fn pooled<T: Clone>(pools: &Pools, kind: impl Fn(&Values) -> &[T], rng: &mut impl Rng) -> Option<T> {
    if rng.random_bool(POOL) { pools.draw(kind, rng) } else { None }
}

fn around_zero(rng: &mut impl Rng) -> f64 {
    match rng.random_range(0..4) {
        0 => f64::from(rng.random_range(-2..=10)),
        1 => rng.random_range(-RANGE..=RANGE),
        2 => gaussian(rng) * DELTA,
        _ => gaussian(rng) * RANGE,
    }
}

fn gaussian(rng: &mut impl Rng) -> f64 {
    StandardNormal.sample(rng)
}

fn small_int(pools: &Pools, rng: &mut impl Rng) -> i32 {
    pooled(pools, |values| &values.ints, rng).unwrap_or_else(|| around_zero(rng) as i32)
}

fn long(pools: &Pools, rng: &mut impl Rng) -> i64 {
    match pooled(pools, |values| &values.longs, rng) {
        Some(value) => value,
        None => i64::from(small_int(pools, rng)),
    }
}

fn float(pools: &Pools, rng: &mut impl Rng) -> f32 {
    pooled(pools, |values| &values.floats, rng).unwrap_or_else(|| fraction(rng) as f32)
}

fn double(pools: &Pools, rng: &mut impl Rng) -> f64 {
    pooled(pools, |values| &values.doubles, rng).unwrap_or_else(|| fraction(rng))
}

/// As often a whole number as not: what people write.
fn fraction(rng: &mut impl Rng) -> f64 {
    let value = around_zero(rng);
    if rng.random() { value.trunc() } else { value }
}

/// The value of a literal of an integral type.
pub(crate) fn number(literal: &Literal) -> Option<i64> {
    Some(match *literal {
        Literal::Boolean(value) => value.into(),
        Literal::Byte(value) => value.into(),
        Literal::Char(value) => value.into(),
        Literal::Short(value) => value.into(),
        Literal::Int(value) => value.into(),
        Literal::Long(value) => value,
        _ => return None,
    })
}

/// Another value of the same type: near the old one, or a new one.
pub fn mutated(literal: &Literal, pools: &Pools, rng: &mut impl Rng) -> Literal {
    if rng.random_bool(0.2) {
        return renewed(literal, pools, rng);
    }
    let delta = gaussian(rng) * DELTA;
    let step = if delta.abs() < 1.0 { 1f64.copysign(delta) } else { delta.trunc() };
    match *literal {
        Literal::Boolean(value) => Literal::Boolean(!value),
        Literal::Byte(value) => Literal::Byte(value.wrapping_add(step as i8)),
        Literal::Short(value) => Literal::Short(value.wrapping_add(step as i16)),
        Literal::Char(value) => Literal::Char(value.wrapping_add_signed(step as i16)),
        Literal::Int(value) => Literal::Int(value.wrapping_add(step as i32)),
        Literal::Long(value) => Literal::Long(value.wrapping_add(step as i64)),
        Literal::Float(value) => {
            Literal::Float(apart(moved(f64::from(value), delta, step, rng) as f32, value))
        }
        Literal::Double(value) => Literal::Double(apart(moved(value, delta, step, rng), value)),
        Literal::String(ref value) => Literal::String(strings::mutated(value, pools, rng)),
        ref other => other.clone(),
    }
}

fn renewed(literal: &Literal, pools: &Pools, rng: &mut impl Rng) -> Literal {
    match literal {
        Literal::Boolean(value) => Literal::Boolean(!value),
        Literal::Byte(_) => random(Primitive::Byte, pools, rng),
        Literal::Char(_) => random(Primitive::Char, pools, rng),
        Literal::Short(_) => random(Primitive::Short, pools, rng),
        Literal::Int(_) => random(Primitive::Int, pools, rng),
        Literal::Long(_) => random(Primitive::Long, pools, rng),
        Literal::Float(_) => random(Primitive::Float, pools, rng),
        Literal::Double(_) => random(Primitive::Double, pools, rng),
        Literal::String(_) => Literal::String(string(pools, rng)),
        other => other.clone(),
    }
}

/// Floating point values move by a step, by a fraction of a step, or to the nearest whole number.
fn moved(value: f64, delta: f64, step: f64, rng: &mut impl Rng) -> f64 {
    match rng.random_range(0..4) {
        0 => value + delta / DELTA,
        1 if value != value.trunc() => value.trunc(),
        _ => value + step,
    }
}

/// The value that was moved to, or half the old one where that is too large for steps to tell.
fn apart<T: Copy + PartialEq + Div<Output = T> + From<u8>>(moved: T, old: T) -> T {
    if moved == old { old / T::from(2) } else { moved }
}
