//! Literals that a text may come from.

use std::ops::Range;

use rand::Rng;
use rand::seq::IteratorRandom;

use super::numbers::like;
use super::{Found, LONGEST, Likeness};
use crate::literals::{fold, number, swapped};
use testcase::Literal;
use testcase::hints::{Operand, Wanted};

/// Probability that the case of a text is changed where it makes no difference.
const CASE: f64 = 0.3;

/// A text to stand where `seen` was; `None` where no text is wanted, or none is known that will do.
pub(super) fn goal(seen: &[u16], wanted: &Wanted, rng: &mut impl Rng) -> Option<Vec<u16>> {
    let goal = match wanted {
        Wanted::Equal(Operand::Text(text)) => text.to_vec(),
        Wanted::Equal(_) => return None,
        Wanted::EqualIgnoringCase(text) if rng.random_bool(CASE) => {
            text.iter().map(|&unit| if rng.random() { swapped(unit) } else { unit }).collect()
        }
        Wanted::EqualIgnoringCase(text) => text.to_vec(),
        Wanted::Prefix(prefix) => [prefix, &seen[overwritten(seen, prefix, rng)..]].concat(),
        Wanted::Suffix(suffix) => [&seen[..seen.len() - overwritten(seen, suffix, rng)], suffix].concat(),
        Wanted::Part(part) => {
            let at = rng.random_range(0..=seen.len());
            let end = (at + overwritten(seen, part, rng)).min(seen.len());
            replaced(seen, at..end, part)
        }
        Wanted::Special(special) => specialise::generate(special, rng)?.encode_utf16().collect(),
    };
    (goal.len() as i64 <= LONGEST).then_some(goal)
}

/// How many characters of the text seen a part takes the place of: none, as many as it has, or all.
fn overwritten(seen: &[u16], part: &[u16], rng: &mut impl Rng) -> usize {
    match rng.random_range(0..3) {
        0 => 0,
        1 => part.len().min(seen.len()),
        _ => seen.len(),
    }
}

/// What a literal may become so that `goal` stands where `seen` was.
pub(super) fn text(literal: &Literal, seen: &[u16], goal: &[u16], found: &mut Found, rng: &mut impl Rng) {
    match literal {
        Literal::String(text) => {
            if let Some((likeness, new)) = string(text, seen, goal, rng) {
                found.push((likeness, Literal::String(new.into())));
            }
        }
        Literal::Char(unit) => {
            if let (true, &[wanted]) = (seen == [*unit], goal) {
                found.push((Likeness::Form, Literal::Char(wanted)));
            }
        }
        _ => {
            let written = |number: i64| number.to_string().encode_utf16().eq(seen.iter().copied());
            if number(literal).is_some_and(written) {
                let wanted = String::from_utf16_lossy(goal).parse().ok();
                found.extend(wanted.and_then(|it| like(literal, it)).map(|new| (Likeness::Form, new)));
            }
        }
    }
}

fn string(text: &[u16], seen: &[u16], goal: &[u16], rng: &mut impl Rng) -> Option<(Likeness, Vec<u16>)> {
    if text == seen {
        return Some((Likeness::Same, goal.to_vec()));
    }
    if let Some(range) = occurrence(text, seen, rng).or_else(|| occurrence(&folded(text), &folded(seen), rng))
    {
        return Some((Likeness::Form, replaced(text, range, goal)));
    }
    // The code put something before it or behind it.
    let around = occurrence(seen, text, rng)?;
    let kept = goal.strip_prefix(&seen[..around.start])?.strip_suffix(&seen[around.end..])?;
    Some((Likeness::Form, kept.to_vec()))
}

/// Where one of the occurrences of a text is that is not empty.
pub(super) fn occurrence(text: &[u16], part: &[u16], rng: &mut impl Rng) -> Option<Range<usize>> {
    let starts = if part.is_empty() { 0..0 } else { 0..(text.len() + 1).saturating_sub(part.len()) };
    let at = starts.filter(|&at| text[at..].starts_with(part)).choose(rng)?;
    Some(at..at + part.len())
}

/// The text with another one in place of a part of it.
pub(super) fn replaced(text: &[u16], part: Range<usize>, by: &[u16]) -> Vec<u16> {
    [&text[..part.start], by, &text[part.end..]].concat()
}

fn folded(text: &[u16]) -> Vec<u16> {
    text.iter().copied().map(fold).collect()
}
