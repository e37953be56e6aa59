//! Generates numbers that the parsers of the JDK accept.

use rand::Rng;

use crate::one_of;

/// Generates an integer from `min` to `max` that both `parseInt` and `decode` accept. The integer has no
/// leading zeros, because `decode` parses a number with leading zeros as an octal number.
pub(crate) fn integer(min: i64, max: i64, rng: &mut impl Rng) -> String {
    let value = match rng.random_range(0..8) {
        0 => min,
        1 => max,
        2 => rng.random_range(-1..=1),
        3..=5 => rng.random_range(0..=100),
        6 => rng.random_range(-100..0),
        _ => rng.random_range(min..=max),
    };
    let sign = if value >= 0 && rng.random_bool(0.1) { "+" } else { "" };
    format!("{sign}{value}")
}

/// Generates a floating-point number. `largest` and `smallest` are the largest and the smallest positive
/// value of its type.
pub(crate) fn floating(largest: &str, smallest: &str, rng: &mut impl Rng) -> String {
    const EDGES: [&str; 10] =
        ["NaN", "Infinity", "-Infinity", "0.0", "-0.0", "1", "1e10", "0x1.8p1", " 2.5 ", "1.5f"];
    match rng.random_range(0..8) {
        0..=1 => one_of(&EDGES, rng),
        2 => one_of(&[largest, smallest], rng),
        3 => format!("{}E{}", fraction(rng), rng.random_range(-30..=30)),
        _ => fraction(rng),
    }
}

/// Generates an integer of any size.
pub(crate) fn big_integer(rng: &mut impl Rng) -> String {
    // The numbers are `Long.MAX_VALUE` + 1, `Long.MIN_VALUE` - 1, and the square of 2^64.
    const EDGES: [&str; 3] =
        ["9223372036854775808", "-9223372036854775809", "340282366920938463463374607431768211456"];
    match rng.random_range(0..8) {
        0 => one_of(&EDGES, rng),
        1 => format!("-{}", digits(rng.random_range(20..40), rng)),
        2 => digits(rng.random_range(20..40), rng),
        _ => integer(i64::MIN, i64::MAX, rng),
    }
}

/// Generates a decimal number of any size. The exponent is small, so that the number remains short if it is
/// written without an exponent.
pub(crate) fn big_decimal(rng: &mut impl Rng) -> String {
    match rng.random_range(0..8) {
        0 => one_of(&["0", "0.000", "1E+3", "-1E-10", "0E+5", ".5", "1."], rng),
        1 => format!("{}E{}", fraction(rng), rng.random_range(-30..=30)),
        2 => format!("{}.{}", digits(20, rng), digits(20, rng)),
        3 => big_integer(rng),
        _ => fraction(rng),
    }
}

/// Generates a decimal number with 1 to 4 digits after the point.
fn fraction(rng: &mut impl Rng) -> String {
    let sign = if rng.random_bool(0.3) { "-" } else { "" };
    let places = rng.random_range(1..=4);
    format!("{sign}{}.{}", rng.random_range(0..=200), digits(places, rng))
}

/// Generates `count` digits. The first digit is not zero.
fn digits(count: usize, rng: &mut impl Rng) -> String {
    let mut digit = |at: usize| char::from(rng.random_range(if at == 0 { b'1' } else { b'0' }..=b'9'));
    (0..count).map(&mut digit).collect()
}
