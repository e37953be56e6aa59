//! Random literals and mutations of literals (based on Fraser, Arcuri: "Whole Test Suite Generation", IEEE
//! TSE 2013).

mod strings;

use std::ops::Div;

use rand::Rng;
use rand_distr::{Distribution, StandardNormal};
use types::Primitive;

use crate::experience::{ConstantLists, ConstantPools};
use testcase::Literal;

pub use strings::string;
pub(crate) use strings::{fold_case, separator, swap_case};

/// Largest absolute value of uniform random numbers. Also the larger of the two standard deviations of
/// Gaussian random numbers.
const RANGE: f64 = 2048.0;
/// Standard deviation of the change in a mutation of a number. Also the smaller of the two standard
/// deviations of Gaussian random numbers.
const DELTA: f64 = 20.0;
/// Probability that a literal is a value from the constant pools, if the pools contain a value of the type.
const POOL_PROBABILITY: f64 = 0.5;
/// Probability that a literal of type `byte`, `short` or `char` is the minimum or maximum of its type. The
/// pools contain wider numbers, which rarely become the minimum or maximum when they are narrowed.
const EXTREME_PROBABILITY: f64 = POOL_PROBABILITY / 10.0;
/// Probability that a mutation replaces a literal by a new random value.
const RESAMPLE_PROBABILITY: f64 = 0.2;

/// Returns a random literal of a primitive type.
pub fn random(primitive: Primitive, pools: &ConstantPools, rng: &mut impl Rng) -> Literal {
    match primitive {
        Primitive::Boolean => Literal::Boolean(rng.random()),
        Primitive::Byte => Literal::Byte(or_extreme([i8::MIN, i8::MAX], |rng| int(pools, rng) as i8, rng)),
        Primitive::Short => {
            Literal::Short(or_extreme([i16::MIN, i16::MAX], |rng| int(pools, rng) as i16, rng))
        }
        Primitive::Char => {
            Literal::Char(or_extreme([u16::MIN, u16::MAX], |rng| strings::character(pools, rng), rng))
        }
        Primitive::Int => Literal::Int(int(pools, rng)),
        Primitive::Long => Literal::Long(long(pools, rng)),
        Primitive::Float => Literal::Float(float(pools, rng)),
        Primitive::Double => Literal::Double(double(pools, rng)),
    }
}

/// Returns the result of `other`, or with probability [`EXTREME_PROBABILITY`] one of the two extreme values
/// of a narrow type.
fn or_extreme<T, R: Rng>(extremes: [T; 2], other: impl FnOnce(&mut R) -> T, rng: &mut R) -> T {
    if !rng.random_bool(EXTREME_PROBABILITY) {
        return other(rng);
    }
    let [min, max] = extremes;
    if rng.random() { min } else { max }
}

/// Returns a random constant from the pools with probability [`POOL_PROBABILITY`], otherwise `None`. `list`
/// selects the constants of one type.
fn pooled<T: Clone>(
    pools: &ConstantPools,
    list: impl Fn(&ConstantLists) -> &[T],
    rng: &mut impl Rng,
) -> Option<T> {
    if rng.random_bool(POOL_PROBABILITY) { pools.draw(list, rng) } else { None }
}

/// Returns a random number. Small absolute values are more likely.
fn number_near_zero(rng: &mut impl Rng) -> f64 {
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

fn int(pools: &ConstantPools, rng: &mut impl Rng) -> i32 {
    pooled(pools, |values| &values.ints, rng).unwrap_or_else(|| number_near_zero(rng) as i32)
}

fn long(pools: &ConstantPools, rng: &mut impl Rng) -> i64 {
    match pooled(pools, |values| &values.longs, rng) {
        Some(value) => value,
        None => i64::from(int(pools, rng)),
    }
}

fn float(pools: &ConstantPools, rng: &mut impl Rng) -> f32 {
    pooled(pools, |values| &values.floats, rng).unwrap_or_else(|| fraction(rng) as f32)
}

fn double(pools: &ConstantPools, rng: &mut impl Rng) -> f64 {
    pooled(pools, |values| &values.doubles, rng).unwrap_or_else(|| fraction(rng))
}

/// Returns a random floating point number, often an integer, because programmers often use integers.
fn fraction(rng: &mut impl Rng) -> f64 {
    let value = number_near_zero(rng);
    if rng.random() { value.trunc() } else { value }
}

/// Returns the value of a literal of an integral type, or 0 or 1 for a `boolean`. Returns `None` for other
/// types.
pub(crate) fn integer_value(literal: &Literal) -> Option<i64> {
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

/// Returns a mutated literal of the same type: close to the old value, or a new random value.
pub fn mutated(literal: &Literal, pools: &ConstantPools, rng: &mut impl Rng) -> Literal {
    if rng.random_bool(RESAMPLE_PROBABILITY) {
        return resampled(literal, pools, rng);
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
            Literal::Float(moved_or_halved(moved(f64::from(value), delta, step, rng) as f32, value))
        }
        Literal::Double(value) => Literal::Double(moved_or_halved(moved(value, delta, step, rng), value)),
        Literal::String(ref value) => Literal::String(strings::mutated(value, pools, rng)),
        ref other => other.clone(),
    }
}

/// Returns a new random literal of the same type.
fn resampled(literal: &Literal, pools: &ConstantPools, rng: &mut impl Rng) -> Literal {
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

/// Moves a floating point number by a step or by a fraction of a step, or truncates it to an integer.
fn moved(value: f64, delta: f64, step: f64, rng: &mut impl Rng) -> f64 {
    match rng.random_range(0..4) {
        0 => value + delta / DELTA,
        1 if value != value.trunc() => value.trunc(),
        _ => value + step,
    }
}

/// Returns the moved value, or half of the old value if the moved value equals the old value. The values are
/// equal if a step is too small to change a very large value.
fn moved_or_halved<T: Copy + PartialEq + Div<Output = T> + From<u8>>(moved: T, old: T) -> T {
    if moved == old { old / T::from(2) } else { moved }
}
