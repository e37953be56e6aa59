//! Texts in which letters replace symbols and control characters.

use std::ops::RangeInclusive;
use std::sync::Arc;

use testcase::{Literal, StatementKind, TestCase};

/// Minimum number of different symbols that make a text hard to read.
const MIN_SYMBOLS: usize = 5;
const LETTERS: RangeInclusive<u8> = b'a'..=b'z';
const CAPITALS: RangeInclusive<u8> = b'A'..=b'Z';
const DIGITS: RangeInclusive<u8> = b'0'..=b'9';

/// Returns copies of the test in which letters replace symbols and control characters of a text, the best
/// copy first. Returns no copies if the text has only a few symbols and no control characters.
///
/// Each character becomes a letter or digit that the test does not contain. All texts and characters of the
/// test change in the same way, so that equal characters remain equal, and different ones different. There
/// are copies in which digits come before letters, because some letters can have a meaning for the code. In
/// the last copies, only control characters change.
pub(super) fn with_letters(test: &TestCase, text: &[u16]) -> Vec<TestCase> {
    let symbols = distinct(text, |unit| !is_letter_or_digit(unit) && unit != u16::from(b' '));
    let controls = distinct(text, is_control);
    if symbols.len() < MIN_SYMBOLS && controls.is_empty() {
        return Vec::new();
    }
    let mut replaced = vec![symbols, controls];
    replaced.retain(|units| !units.is_empty());
    replaced.dedup();
    let letters_first: Vec<u16> = LETTERS.chain(CAPITALS).chain(DIGITS).map(u16::from).collect();
    let digits_first: Vec<u16> = DIGITS.chain(CAPITALS).chain(LETTERS).map(u16::from).collect();
    let without = |units| [&letters_first, &digits_first].map(|new| without(test, units, new));
    replaced.iter().flat_map(|units: &Vec<u16>| without(units)).flatten().collect()
}

fn is_letter_or_digit(unit: u16) -> bool {
    u8::try_from(unit).is_ok_and(|it| it.is_ascii_alphanumeric())
}

/// Returns whether a UTF-16 code unit is a control character, except for tabs and ends of lines.
fn is_control(unit: u16) -> bool {
    let character = char::from_u32(unit.into());
    character.is_some_and(|it| it.is_control() && !matches!(it, '\t' | '\n' | '\r'))
}

/// Returns the different code units of a kind, in the order of the text.
fn distinct(text: &[u16], is_of_kind: impl Fn(u16) -> bool) -> Vec<u16> {
    let mut units = Vec::new();
    for &unit in text.iter().filter(|unit| is_of_kind(**unit)) {
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    units
}

/// Returns the test with the first unused of the `new` code units instead of `units`. Returns `None` if there
/// are too few.
fn without(test: &TestCase, units: &[u16], new: &[u16]) -> Option<TestCase> {
    let is_used = |unit: u16| test.statements.iter().any(|statement| contains(&statement.kind, unit));
    let new: Vec<u16> = new.iter().copied().filter(|&unit| !is_used(unit)).take(units.len()).collect();
    if new.len() < units.len() {
        return None;
    }
    let replace = |unit: u16| units.iter().position(|&old| old == unit).map_or(unit, |index| new[index]);
    let mut changed = test.clone();
    for statement in &mut changed.statements {
        match &mut statement.kind {
            StatementKind::Literal(Literal::String(text)) => {
                *text = text.iter().map(|&unit| replace(unit)).collect::<Arc<[u16]>>();
            }
            StatementKind::Literal(Literal::Char(unit)) => *unit = replace(*unit),
            _ => {}
        }
    }
    Some(changed)
}

fn contains(kind: &StatementKind, unit: u16) -> bool {
    match kind {
        StatementKind::Literal(Literal::String(text)) => text.contains(&unit),
        StatementKind::Literal(Literal::Char(used)) => *used == unit,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use testcase::Statement;
    use types::Type;

    use super::*;

    /// Returns the texts of the copies of a test with two texts, after replacements in the first text.
    fn copies(texts: [&str; 2]) -> Vec<[String; 2]> {
        let utf16 = |text: &str| text.encode_utf16().collect::<Arc<[u16]>>();
        let literals = texts.map(|text| StatementKind::Literal(Literal::String(utf16(text))));
        let statements = literals.map(|kind| Statement { kind, ty: Type::Void }).into();
        let text_of = |statement: &Statement| match &statement.kind {
            StatementKind::Literal(Literal::String(text)) => String::from_utf16_lossy(text),
            kind => panic!("{kind:?}"),
        };
        let copies = with_letters(&TestCase { statements }, &utf16(texts[0]));
        copies.iter().map(|copy| [0, 1].map(|index| text_of(&copy.statements[index]))).collect()
    }

    #[test]
    fn different_symbols_of_all_texts_become_different_new_letters() {
        assert_eq!(copies(["a[}#!?[", "?b #"]), [["acdefgc", "gb e"], ["a012340", "4b 2"]]);
    }

    #[test]
    fn letters_replace_all_symbols_or_only_control_characters() {
        let copies_with_letters: Vec<[String; 2]> =
            copies(["\u{1}=1\n", "a"]).into_iter().step_by(2).collect();
        assert_eq!(copies_with_letters, [["bc1d", "a"], ["b=1\n", "a"]]);
        assert_eq!(copies(["\u{1}1", ""]), [["a1", ""], ["01", ""]]);
    }

    #[test]
    fn a_text_with_few_symbols_stays() {
        assert!(copies(["{\"a\":1}", ""]).is_empty());
        assert!(copies(["key=value\n", "\u{1}"]).is_empty());
    }
}
