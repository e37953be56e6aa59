//! Random strings and characters, and small changes to strings.

use std::sync::Arc;

use rand::Rng;
use rand::seq::IndexedRandom;

use super::{pooled, small_int};
use crate::pools::Pools;

/// Longest random string, in UTF-16 units.
const LONGEST: usize = 20;
/// Longest string whose parts are moved.
const LONGEST_REARRANGED: usize = 1000;
/// Probability that a string is made to fit what the code asked for, where it asked for something.
const SPECIAL: f64 = 0.1;
/// Probability that a mutation of a string moves whole parts of it.
const REARRANGE: f64 = 0.25;
/// What people write between words, and machines between fields.
const SEPARATORS: [&str; 8] = [" ", ",", ";", ":", "/", ".", "=", "\n"];

/// Half of the time a character that the code knows, if it knows any.
pub(super) fn character(pools: &Pools, rng: &mut impl Rng) -> u16 {
    let known = match rng.random_range(0..8) {
        0 => Some(small_int(pools, rng) as u16),
        1 => pools.draw(|values| &values.strings, rng).and_then(|string| string.choose(rng).copied()),
        2..=4 => pools.draw(|values| &values.chars, rng),
        _ => None,
    };
    known.unwrap_or_else(|| printable(rng))
}

fn printable(rng: &mut impl Rng) -> u16 {
    rng.random_range(0x20..0x7f)
}

/// A random string.
pub fn string(pools: &Pools, rng: &mut impl Rng) -> Arc<[u16]> {
    if rng.random_bool(SPECIAL)
        && let Some(special) = pools.special(rng)
    {
        return special;
    }
    if let Some(constant) = pooled(pools, |values| &values.strings, rng) {
        return if rng.random_bool(0.2) { joined(&constant, pools, rng) } else { constant };
    }
    let length = rng.random_range(0..=LONGEST);
    (0..length).map(|_| textual(pools, rng)).collect()
}

/// A character for a random string: printable, or one that the code compares characters with.
fn textual(pools: &Pools, rng: &mut impl Rng) -> u16 {
    let known = if rng.random_bool(0.3) { pools.draw(|values| &values.chars, rng) } else { None };
    known.unwrap_or_else(|| printable(rng))
}

/// A string and a constant, with something between them: parsers and matchers want sequences of what they know.
fn joined(first: &[u16], pools: &Pools, rng: &mut impl Rng) -> Arc<[u16]> {
    let second = pools.draw(|values| &values.strings, rng).unwrap_or_default();
    let between = if rng.random() { separator(rng) } else { Vec::new() };
    [first, &between, &second].concat().into()
}

fn separator(rng: &mut impl Rng) -> Vec<u16> {
    SEPARATORS.choose(rng).copied().unwrap_or_default().encode_utf16().collect()
}

/// Moves a part of the string, or changes single characters of it.
pub(super) fn mutated(value: &[u16], pools: &Pools, rng: &mut impl Rng) -> Arc<[u16]> {
    if rng.random_bool(REARRANGE) && value.len() <= LONGEST_REARRANGED {
        let rearranged = rearranged(value, pools, rng);
        if *rearranged != *value {
            return rearranged;
        }
    }
    with_other_characters(value, pools, rng)
}

/// A part of the string goes, comes twice, changes its case or becomes a constant, or a constant joins the string.
fn rearranged(value: &[u16], pools: &Pools, rng: &mut impl Rng) -> Arc<[u16]> {
    let (a, b) = (rng.random_range(0..=value.len()), rng.random_range(0..=value.len()));
    let (before, part, behind) = (&value[..a.min(b)], &value[a.min(b)..a.max(b)], &value[a.max(b)..]);
    match rng.random_range(0..6) {
        0 => [before, behind].concat().into(),
        1 => if rng.random() { before } else { behind }.into(),
        2 => [before, part, part, behind].concat().into(),
        3 => {
            let swapped: Vec<u16> = part.iter().copied().map(swapped).collect();
            [before, &swapped, behind].concat().into()
        }
        4 => {
            let constant = pools.draw(|values| &values.strings, rng).unwrap_or_default();
            [before, &constant, behind].concat().into()
        }
        _ => joined(value, pools, rng),
    }
}

/// Deletes, changes and inserts characters, each tried with probability 1/3 and, per character, 1/length.
fn with_other_characters(value: &[u16], pools: &Pools, rng: &mut impl Rng) -> Arc<[u16]> {
    let mut units = value.to_vec();
    if rng.random_bool(1.0 / 3.0) && !units.is_empty() {
        let rate = 1.0 / units.len() as f64;
        units.retain(|_| !rng.random_bool(rate));
    }
    if rng.random_bool(1.0 / 3.0) && !units.is_empty() {
        let rate = 1.0 / units.len() as f64;
        for unit in &mut units {
            if rng.random_bool(rate) {
                *unit = changed_unit(*unit, pools, rng);
            }
        }
    }
    if rng.random_bool(1.0 / 3.0) || units == value {
        insert_units(&mut units, pools, rng);
    }
    units.into()
}

fn changed_unit(unit: u16, pools: &Pools, rng: &mut impl Rng) -> u16 {
    if rng.random_bool(0.3) {
        unit.wrapping_add_signed(if rng.random() { 1 } else { -1 })
    } else {
        character(pools, rng)
    }
}

/// One or more characters, sometimes a whole constant, at random positions.
fn insert_units(units: &mut Vec<u16>, pools: &Pools, rng: &mut impl Rng) {
    let mut chance = 1.0;
    while rng.random_bool(chance) && units.len() < 10_000 {
        let at = rng.random_range(0..=units.len());
        let constant = if rng.random_bool(0.2) { pools.draw(|values| &values.strings, rng) } else { None };
        match constant {
            Some(constant) => drop(units.splice(at..at, constant.iter().copied())),
            None => units.insert(at, character(pools, rng)),
        }
        chance /= 2.0;
    }
}

/// The same for characters that differ in case only, as far as that takes one unit.
pub(crate) fn fold(unit: u16) -> u16 {
    case(unit, |it| it.to_lowercase().next())
}

/// The character in the other case.
pub(crate) fn swapped(unit: u16) -> u16 {
    let lower = fold(unit);
    if lower == unit { case(unit, |it| it.to_uppercase().next()) } else { lower }
}

fn case(unit: u16, change: impl Fn(char) -> Option<char>) -> u16 {
    let changed = char::from_u32(unit.into()).and_then(change);
    changed.and_then(|it| u16::try_from(it as u32).ok()).unwrap_or(unit)
}
