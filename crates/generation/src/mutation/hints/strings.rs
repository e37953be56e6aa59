//! Literals that match a compared string.

use std::ops::Range;

use rand::Rng;
use rand::seq::IteratorRandom;

use super::numbers::same_type;
use super::{Candidates, MAX_LENGTH, Match};
use crate::literals::{fold_case, integer_value, separator, swap_case};
use testcase::Literal;
use testcase::hints::{Operand, Requirement};

/// Probability that the letters of the required string have random case, if the comparison ignores case.
const SWAP_CASE_PROBABILITY: f64 = 0.3;

/// Returns a string that satisfies the requirement of a hint and replaces `actual`. Returns `None` if the
/// requirement does not concern strings, or if the function finds no string within the maximum length.
pub(super) fn target(actual: &[u16], required: &Requirement, rng: &mut impl Rng) -> Option<Vec<u16>> {
    let target = match required {
        Requirement::Equal(Operand::Text(text)) => text.to_vec(),
        Requirement::Equal(_) => return None,
        Requirement::EqualIgnoringCase(text) if rng.random_bool(SWAP_CASE_PROBABILITY) => {
            text.iter().map(|&unit| if rng.random() { swap_case(unit) } else { unit }).collect()
        }
        Requirement::EqualIgnoringCase(text) => text.to_vec(),
        Requirement::Prefix(prefix) => [prefix, &actual[overwritten_length(actual, prefix, rng)..]].concat(),
        Requirement::Suffix(suffix) => {
            [&actual[..actual.len() - overwritten_length(actual, suffix, rng)], suffix].concat()
        }
        Requirement::Part(part) => {
            let at = rng.random_range(0..=actual.len());
            let end = (at + overwritten_length(actual, part, rng)).min(actual.len());
            replace_range(actual, at..end, part)
        }
        Requirement::Format(special) => specialise::generate(special, rng)?.encode_utf16().collect(),
    };
    (target.len() as i64 <= MAX_LENGTH).then_some(target)
}

/// Returns the number of characters of `actual` that a required part replaces. The number is chosen at
/// random: 0, the length of the part, or the length of `actual`.
fn overwritten_length(actual: &[u16], part: &[u16], rng: &mut impl Rng) -> usize {
    match rng.random_range(0..3) {
        0 => 0,
        1 => part.len().min(actual.len()),
        _ => actual.len(),
    }
}

/// Adds the candidates for the new value of a literal. With each candidate, the code under test possibly
/// compares `target` instead of `actual`.
pub(super) fn candidates(
    literal: &Literal,
    actual: &[u16],
    target: &[u16],
    found: &mut Candidates,
    rng: &mut impl Rng,
) {
    match literal {
        Literal::String(text) => {
            if let Some((strength, new)) = string_candidate(text, actual, target, rng) {
                found.push((strength, Literal::String(new.into())));
            }
        }
        Literal::Char(unit) => {
            if let (true, &[required]) = (actual == [*unit], target) {
                found.push((Match::Derived, Literal::Char(required)));
            }
        }
        _ => {
            let has_seen_text = |value: i64| value.to_string().encode_utf16().eq(actual.iter().copied());
            if integer_value(literal).is_some_and(has_seen_text) {
                let required = String::from_utf16_lossy(target).parse().ok();
                found.extend(required.and_then(|it| same_type(literal, it)).map(|new| (Match::Derived, new)));
            }
        }
    }
}

fn string_candidate(
    text: &[u16],
    actual: &[u16],
    target: &[u16],
    rng: &mut impl Rng,
) -> Option<(Match, Vec<u16>)> {
    if text == actual {
        return Some((Match::Equal, target.to_vec()));
    }
    if let Some(range) =
        occurrence(text, actual, rng).or_else(|| occurrence(&folded(text), &folded(actual), rng))
    {
        return Some((Match::Derived, replace_range(text, range, target)));
    }
    if is_end_of_text(actual) {
        // The code under test possibly read the literal to its end, and then expected more.
        return Some((Match::Close, [text, &separator(rng), target].concat()));
    }
    // The code under test possibly added a prefix or a suffix to the literal.
    let inner = occurrence(actual, text, rng)?;
    let new = target.strip_prefix(&actual[..inner.start])?.strip_suffix(&actual[inner.end..])?;
    Some((Match::Derived, new.to_vec()))
}

/// Returns whether code possibly computed this text at the end of its input. The text is then empty, or
/// contains only the result -1 of a reader, converted to a character.
fn is_end_of_text(text: &[u16]) -> bool {
    text.iter().all(|&unit| unit == u16::MAX)
}

/// Returns the range of a random occurrence of a part. Returns `None` if the part is empty or does not occur.
pub(super) fn occurrence(text: &[u16], part: &[u16], rng: &mut impl Rng) -> Option<Range<usize>> {
    let starts = if part.is_empty() { 0..0 } else { 0..(text.len() + 1).saturating_sub(part.len()) };
    let at = starts.filter(|&at| text[at..].starts_with(part)).choose(rng)?;
    Some(at..at + part.len())
}

/// Returns the string with one range replaced by another string.
pub(super) fn replace_range(text: &[u16], part: Range<usize>, replacement: &[u16]) -> Vec<u16> {
    [&text[..part.start], replacement, &text[part.end..]].concat()
}

fn folded(text: &[u16]) -> Vec<u16> {
    text.iter().copied().map(fold_case).collect()
}
