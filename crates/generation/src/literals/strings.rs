//! Random strings and characters, and mutations of strings.

use std::sync::Arc;

use rand::Rng;
use rand::seq::IndexedRandom;

use super::{int, pooled};
use crate::experience::ConstantPools;

/// Maximum length of a random string, in UTF-16 code units.
const MAX_LENGTH: usize = 20;
/// Maximum length of a string whose parts a mutation rearranges, in UTF-16 code units.
const MAX_REARRANGED_LENGTH: usize = 1000;
/// Maximum length of a string to which a mutation inserts characters, in UTF-16 code units.
const MAX_MUTATED_LENGTH: usize = 10_000;
/// Probability that a random string has a format that the code under test required in an earlier run, if the
/// constant pools contain such a format.
const FORMAT_PROBABILITY: f64 = 0.1;
/// Probability that a random string is a sample document, if the constant pools contain one.
const DOCUMENT_PROBABILITY: f64 = 0.1;
/// Probability that a mutation rearranges parts of a string.
const REARRANGE_PROBABILITY: f64 = 0.25;
/// Common separators of words in texts and of fields in data formats.
const SEPARATORS: [&str; 8] = [" ", ",", ";", ":", "/", ".", "=", "\n"];

/// Returns a random character. If the constant pools contain characters and strings, the character is from
/// the pools with probability 1/2 or more.
pub(super) fn character(pools: &ConstantPools, rng: &mut impl Rng) -> u16 {
    let constant = match rng.random_range(0..8) {
        0 => Some(int(pools, rng) as u16),
        1 => pools.draw(|values| &values.strings, rng).and_then(|string| string.choose(rng).copied()),
        2..=4 => pools.draw(|values| &values.chars, rng),
        _ => None,
    };
    constant.unwrap_or_else(|| printable(rng))
}

fn printable(rng: &mut impl Rng) -> u16 {
    rng.random_range(0x20..0x7f)
}

/// Returns a random string.
pub fn string(pools: &ConstantPools, rng: &mut impl Rng) -> Arc<[u16]> {
    if rng.random_bool(FORMAT_PROBABILITY)
        && let Some(formatted) = pools.formatted_string(rng)
    {
        return formatted;
    }
    if !pools.documents.is_empty()
        && rng.random_bool(DOCUMENT_PROBABILITY)
        && let Some(document) = pools.documents.choose(rng)
    {
        return document.clone();
    }
    if let Some(constant) = pooled(pools, |values| &values.strings, rng) {
        return if rng.random_bool(0.2) { join_with_constant(&constant, pools, rng) } else { constant };
    }
    let length = rng.random_range(0..=MAX_LENGTH);
    (0..length).map(|_| string_character(pools, rng)).collect()
}

/// Returns a random character for a random string: printable, or a character constant of the code under test.
fn string_character(pools: &ConstantPools, rng: &mut impl Rng) -> u16 {
    let constant = if rng.random_bool(0.3) { pools.draw(|values| &values.chars, rng) } else { None };
    constant.unwrap_or_else(|| printable(rng))
}

/// Returns a string followed by a string constant, sometimes with a separator between the two strings.
/// Parsers and matchers often require a sequence of constants.
fn join_with_constant(first: &[u16], pools: &ConstantPools, rng: &mut impl Rng) -> Arc<[u16]> {
    let second = pools.draw(|values| &values.strings, rng).unwrap_or_default();
    let separator = if rng.random() { separator(rng) } else { Vec::new() };
    [first, &separator, &second].concat().into()
}

/// Returns a random separator of words or fields.
pub(crate) fn separator(rng: &mut impl Rng) -> Vec<u16> {
    SEPARATORS.choose(rng).copied().unwrap_or_default().encode_utf16().collect()
}

/// Mutates a string: rearranges its parts, or changes single characters.
pub(super) fn mutated(value: &[u16], pools: &ConstantPools, rng: &mut impl Rng) -> Arc<[u16]> {
    if rng.random_bool(REARRANGE_PROBABILITY) && value.len() <= MAX_REARRANGED_LENGTH {
        let rearranged = rearrange(value, pools, rng);
        if *rearranged != *value {
            return rearranged;
        }
    }
    change_characters(value, pools, rng)
}

/// Makes one random change of a string. The change deletes, duplicates or replaces a part, swaps the case of
/// a part, cuts the string, or joins the string with a constant.
fn rearrange(value: &[u16], pools: &ConstantPools, rng: &mut impl Rng) -> Arc<[u16]> {
    let (a, b) = (rng.random_range(0..=value.len()), rng.random_range(0..=value.len()));
    let (before, part, after) = (&value[..a.min(b)], &value[a.min(b)..a.max(b)], &value[a.max(b)..]);
    match rng.random_range(0..6) {
        0 => [before, after].concat().into(),
        1 => if rng.random() { before } else { after }.into(),
        2 => [before, part, part, after].concat().into(),
        3 => {
            let swapped: Vec<u16> = part.iter().copied().map(swap_case).collect();
            [before, &swapped, after].concat().into()
        }
        4 => {
            let constant = pools.draw(|values| &values.strings, rng).unwrap_or_default();
            [before, &constant, after].concat().into()
        }
        _ => join_with_constant(value, pools, rng),
    }
}

/// Deletes, changes and inserts characters. Each of the three steps runs with probability 1/3. Deletion and
/// change affect each character with probability 1/length. If deletion and change had no effect, insertion
/// always runs.
fn change_characters(value: &[u16], pools: &ConstantPools, rng: &mut impl Rng) -> Arc<[u16]> {
    let mut units = value.to_vec();
    if rng.random_bool(1.0 / 3.0) && !units.is_empty() {
        let rate = 1.0 / units.len() as f64;
        units.retain(|_| !rng.random_bool(rate));
    }
    if rng.random_bool(1.0 / 3.0) && !units.is_empty() {
        let rate = 1.0 / units.len() as f64;
        for unit in &mut units {
            if rng.random_bool(rate) {
                *unit = mutated_character(*unit, pools, rng);
            }
        }
    }
    if rng.random_bool(1.0 / 3.0) || units == value {
        insert_characters(&mut units, pools, rng);
    }
    units.into()
}

fn mutated_character(unit: u16, pools: &ConstantPools, rng: &mut impl Rng) -> u16 {
    if rng.random_bool(0.3) {
        unit.wrapping_add_signed(if rng.random() { 1 } else { -1 })
    } else {
        character(pools, rng)
    }
}

/// Inserts one or more characters, sometimes a whole string constant, at random positions.
fn insert_characters(units: &mut Vec<u16>, pools: &ConstantPools, rng: &mut impl Rng) {
    let mut chance = 1.0;
    while rng.random_bool(chance) && units.len() < MAX_MUTATED_LENGTH {
        let at = rng.random_range(0..=units.len());
        let constant = if rng.random_bool(0.2) { pools.draw(|values| &values.strings, rng) } else { None };
        match constant {
            Some(constant) => drop(units.splice(at..at, constant.iter().copied())),
            None => units.insert(at, character(pools, rng)),
        }
        chance /= 2.0;
    }
}

/// Returns the first character of the lower-case form of a character. Returns the character itself if the
/// result is not a single UTF-16 unit.
pub(crate) fn fold_case(unit: u16) -> u16 {
    convert_case(unit, |it| it.to_lowercase().next())
}

/// Returns the lower-case form of an upper-case letter, or the upper-case form of a lower-case letter.
/// Returns only the first character of the form. Returns the character itself if the result is not a single
/// UTF-16 unit.
pub(crate) fn swap_case(unit: u16) -> u16 {
    let lower = fold_case(unit);
    if lower == unit { convert_case(unit, |it| it.to_uppercase().next()) } else { lower }
}

fn convert_case(unit: u16, convert: impl Fn(char) -> Option<char>) -> u16 {
    let converted = char::from_u32(unit.into()).and_then(convert);
    converted.and_then(|it| u16::try_from(it as u32).ok()).unwrap_or(unit)
}
