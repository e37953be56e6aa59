//! Literals that match a compared number.

use std::sync::Arc;

use rand::Rng;
use rand::seq::IteratorRandom;

use super::strings::{occurrence, replace_range};
use super::{Candidates, MAX_LENGTH, Match};
use crate::literals::{fold_case, integer_value};
use testcase::Literal;

/// Maximum difference between a compared number and a literal from which the code possibly computed the
/// number.
const MAX_DIFFERENCE: u64 = 16;

/// Adds the candidates for the new value of a literal if the code under test compared the integer `actual`
/// and required the integer `required`.
pub(super) fn integer(
    literal: &Literal,
    actual: i64,
    required: i64,
    found: &mut Candidates,
    rng: &mut impl Rng,
) {
    let is_close = |value: i64| value.abs_diff(actual) <= MAX_DIFFERENCE;
    let mut add = |strength, new: Option<Literal>| found.extend(new.map(|new| (strength, new)));
    match literal {
        Literal::String(text) => return string(text, actual, required, found, rng),
        &Literal::Float(value) if f64::from(value) == actual as f64 => {
            add(Match::Derived, Some(Literal::Float(required as f32)));
        }
        &Literal::Double(value) if value == actual as f64 => {
            add(Match::Derived, Some(Literal::Double(required as f64)));
        }
        &Literal::Byte(value) if value < 0 && i64::from(value as u8) == actual => {
            add(Match::Derived, u8::try_from(required).ok().map(|required| Literal::Byte(required as i8)));
        }
        _ => {}
    }
    let Some(value) = integer_value(literal) else { return };
    if value == actual {
        add(Match::Equal, same_type(literal, required));
    } else if actual.checked_neg() == Some(value) {
        add(Match::Close, required.checked_neg().and_then(|required| same_type(literal, required)));
    } else if is_close(value) {
        let moved = required.checked_sub(actual).and_then(|step| value.checked_add(step));
        add(Match::Close, moved.and_then(|moved| same_type(literal, moved)));
    }
}

/// Adds the candidates for the new value of a literal if the code under test compared a floating point
/// number.
pub(super) fn floating(literal: &Literal, actual: f64, required: f64, found: &mut Candidates) {
    let is_seen = |value: f64| value == actual || value.is_nan() && actual.is_nan();
    let is_close = |value: f64| (value - actual).abs() <= MAX_DIFFERENCE as f64;
    let moved = |value: f64| value + (required - actual);
    match literal {
        &Literal::Float(value) if is_seen(value.into()) => {
            found.push((Match::Equal, Literal::Float(required as f32)));
        }
        &Literal::Float(value) if is_close(value.into()) => {
            found.push((Match::Close, Literal::Float(moved(value.into()) as f32)));
        }
        &Literal::Double(value) if is_seen(value) => found.push((Match::Equal, Literal::Double(required))),
        &Literal::Double(value) if is_close(value) => {
            found.push((Match::Close, Literal::Double(moved(value))));
        }
        Literal::String(text) => {
            let text = String::from_utf16_lossy(text);
            if text.trim().parse().is_ok_and(is_seen) {
                found.push((Match::Equal, Literal::String(decimal(required))));
            }
        }
        _ => {
            let integer = required as i64;
            if integer_value(literal).is_some_and(|value| is_seen(value as f64)) && integer as f64 == required
            {
                found.extend(same_type(literal, integer).map(|new| (Match::Derived, new)));
            }
        }
    }
}

/// Adds the candidates for a string literal if the code under test compared an integer. The string matches if
/// it is the integer in decimal digits, contains these digits, contains a character with this code, or has
/// this length. If the integer marks the end of the input, the required character is appended to the string.
fn string(text: &Arc<[u16]>, actual: i64, required: i64, found: &mut Candidates, rng: &mut impl Rng) {
    let mut add = |strength, new: Option<Vec<u16>>| {
        found.extend(new.map(|new| (strength, Literal::String(new.into()))));
    };
    if String::from_utf16_lossy(text).trim().parse() == Ok(actual) {
        add(Match::Equal, Some(decimal(required).to_vec()));
    } else if let Some(at) = occurrence(text, &decimal(actual), rng) {
        add(Match::Derived, Some(replace_range(text, at, &decimal(required))));
    }
    if let Ok(actual) = u16::try_from(actual) {
        add(Match::Equal, replace_character(text, |unit| unit == actual, required, rng));
        let other_case = |unit: u16| unit != actual && fold_case(unit) == fold_case(actual);
        add(Match::Derived, replace_character(text, other_case, required, rng));
    } else if actual == END_OF_INPUT {
        add(Match::Close, u16::try_from(required).ok().map(|required| [text, &[required][..]].concat()));
    }
    if text.len() as i64 == actual && (0..=MAX_LENGTH).contains(&required) {
        let mut new = text.to_vec();
        new.resize(required as usize, text.last().copied().unwrap_or(u16::from(b'a')));
        add(Match::Derived, Some(new));
    }
}

/// The value that `Reader.read` and `InputStream.read` return at the end of the input.
const END_OF_INPUT: i64 = -1;

/// Returns the string with one matching character replaced by the required character. If the required value
/// marks the end of the input, cuts the string before the matching character.
fn replace_character(
    text: &[u16],
    is_seen: impl Fn(u16) -> bool,
    required: i64,
    rng: &mut impl Rng,
) -> Option<Vec<u16>> {
    let at = (0..text.len()).filter(|&at| is_seen(text[at])).choose(rng)?;
    if required == END_OF_INPUT {
        return Some(text[..at].to_vec());
    }
    let mut new = text.to_vec();
    new[at] = u16::try_from(required).ok()?;
    Some(new)
}

fn decimal(value: impl std::fmt::Debug) -> Arc<[u16]> {
    format!("{value:?}").encode_utf16().collect()
}

/// Returns a literal of the same type as `literal`, if this type is integral or `boolean` and the value is in
/// its range.
pub(super) fn same_type(literal: &Literal, value: i64) -> Option<Literal> {
    Some(match literal {
        Literal::Boolean(_) if (0..=1).contains(&value) => Literal::Boolean(value == 1),
        Literal::Byte(_) => Literal::Byte(value.try_into().ok()?),
        Literal::Char(_) => Literal::Char(value.try_into().ok()?),
        Literal::Short(_) => Literal::Short(value.try_into().ok()?),
        Literal::Int(_) => Literal::Int(value.try_into().ok()?),
        Literal::Long(_) => Literal::Long(value),
        _ => return None,
    })
}
