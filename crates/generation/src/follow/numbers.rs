//! Literals that a number may come from.

use std::sync::Arc;

use rand::Rng;
use rand::seq::IteratorRandom;

use super::texts::{occurrence, replaced};
use super::{Found, LONGEST, Likeness};
use crate::literals::{fold, number};
use testcase::Literal;

/// How far a number may be from the literal that it was computed from.
const NEAR: u64 = 16;

/// For a whole number.
pub(super) fn whole(literal: &Literal, seen: i64, wanted: i64, found: &mut Found, rng: &mut impl Rng) {
    let is_near = |value: i64| value.abs_diff(seen) <= NEAR;
    let mut add = |likeness, new: Option<Literal>| found.extend(new.map(|new| (likeness, new)));
    match literal {
        Literal::String(text) => return string(text, seen, wanted, found, rng),
        &Literal::Float(value) if f64::from(value) == seen as f64 => {
            add(Likeness::Form, Some(Literal::Float(wanted as f32)));
        }
        &Literal::Double(value) if value == seen as f64 => {
            add(Likeness::Form, Some(Literal::Double(wanted as f64)));
        }
        &Literal::Byte(value) if value < 0 && i64::from(value as u8) == seen => {
            add(Likeness::Form, u8::try_from(wanted).ok().map(|wanted| Literal::Byte(wanted as i8)));
        }
        _ => {}
    }
    let Some(value) = number(literal) else { return };
    if value == seen {
        add(Likeness::Same, like(literal, wanted));
    } else if seen.checked_neg() == Some(value) {
        add(Likeness::Near, wanted.checked_neg().and_then(|wanted| like(literal, wanted)));
    } else if is_near(value) {
        let moved = wanted.checked_sub(seen).and_then(|by| value.checked_add(by));
        add(Likeness::Near, moved.and_then(|moved| like(literal, moved)));
    }
}

/// For a floating point number.
pub(super) fn floating(literal: &Literal, seen: f64, wanted: f64, found: &mut Found) {
    let is_seen = |value: f64| value == seen || value.is_nan() && seen.is_nan();
    let is_near = |value: f64| (value - seen).abs() <= NEAR as f64;
    let moved = |value: f64| value + (wanted - seen);
    match literal {
        &Literal::Float(value) if is_seen(value.into()) => {
            found.push((Likeness::Same, Literal::Float(wanted as f32)));
        }
        &Literal::Float(value) if is_near(value.into()) => {
            found.push((Likeness::Near, Literal::Float(moved(value.into()) as f32)));
        }
        &Literal::Double(value) if is_seen(value) => found.push((Likeness::Same, Literal::Double(wanted))),
        &Literal::Double(value) if is_near(value) => {
            found.push((Likeness::Near, Literal::Double(moved(value))));
        }
        Literal::String(text) => {
            let text = String::from_utf16_lossy(text);
            if text.trim().parse().is_ok_and(is_seen) {
                found.push((Likeness::Same, Literal::String(decimal(wanted))));
            }
        }
        _ => {
            let whole = wanted as i64;
            if number(literal).is_some_and(|value| is_seen(value as f64)) && whole as f64 == wanted {
                found.extend(like(literal, whole).map(|new| (Likeness::Form, new)));
            }
        }
    }
}

/// A string that is the number in decimal, holds it, has a character of that number, or has that length.
fn string(text: &Arc<[u16]>, seen: i64, wanted: i64, found: &mut Found, rng: &mut impl Rng) {
    let mut add = |likeness, new: Option<Vec<u16>>| {
        found.extend(new.map(|new| (likeness, Literal::String(new.into()))));
    };
    if String::from_utf16_lossy(text).trim().parse() == Ok(seen) {
        add(Likeness::Same, Some(decimal(wanted).to_vec()));
    } else if let Some(at) = occurrence(text, &decimal(seen), rng) {
        add(Likeness::Form, Some(replaced(text, at, &decimal(wanted))));
    }
    if let Ok(seen) = u16::try_from(seen) {
        add(Likeness::Same, with_character(text, |unit| unit == seen, wanted, rng));
        let other_case = |unit: u16| unit != seen && fold(unit) == fold(seen);
        add(Likeness::Form, with_character(text, other_case, wanted, rng));
    } else if seen == END {
        add(Likeness::Near, u16::try_from(wanted).ok().map(|wanted| [text, &[wanted][..]].concat()));
    }
    if text.len() as i64 == seen && (0..=LONGEST).contains(&wanted) {
        let mut new = text.to_vec();
        new.resize(wanted as usize, text.last().copied().unwrap_or(u16::from(b'a')));
        add(Likeness::Form, Some(new));
    }
}

/// What readers give at the end of a text.
const END: i64 = -1;

/// The text with one of its characters replaced by the wanted one; where its end is wanted, cut there.
fn with_character(
    text: &[u16],
    is_seen: impl Fn(u16) -> bool,
    wanted: i64,
    rng: &mut impl Rng,
) -> Option<Vec<u16>> {
    let at = (0..text.len()).filter(|&at| is_seen(text[at])).choose(rng)?;
    if wanted == END {
        return Some(text[..at].to_vec());
    }
    let mut new = text.to_vec();
    new[at] = u16::try_from(wanted).ok()?;
    Some(new)
}

fn decimal(number: impl std::fmt::Debug) -> Arc<[u16]> {
    format!("{number:?}").encode_utf16().collect()
}

/// A literal of the same integral type, where it has such a value.
pub(super) fn like(literal: &Literal, value: i64) -> Option<Literal> {
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
