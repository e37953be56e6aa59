//! Plainer literals: numbers nearer to zero, shorter texts, common characters.

use std::sync::Arc;

use testcase::Literal;
use testcase::documents::is_sample_document;

use crate::minimise::typical::{is_common_word, is_phrase, is_typical_number, is_typical_text};

/// Integers that people write, the plainest first.
const NUMBERS: [i64; 10] = [0, 1, -1, 2, 3, 5, 10, 100, 1000, -2];
/// Floating point numbers that people write, the plainest first.
const FRACTIONS: [f64; 9] = [0.0, 1.0, -1.0, 2.0, 0.5, 3.0, 10.0, 100.0, 1.5];
/// Characters that people write, the plainest first.
const CHARACTERS: &[u8] = b"ab0 A1-";
/// Maximum absolute value of an integer for which the exact smallest suitable integer is searched.
const MAX_EXACT: u64 = 1000;
/// Maximum number of shorter texts that are returned for a text. Also the maximum number of texts with one
/// plainer character.
const MAX_TEXTS: usize = 32;
/// The plainest letter.
const LETTER: u16 = b'a' as u16;
const SPACE: u16 = b' ' as u16;

/// Returns plainer literals of the same type, the plainest first. No literal is plainer than a typical one.
pub(super) fn plainer_literals(literal: &Literal) -> Vec<Literal> {
    if is_typical(literal) {
        return Vec::new();
    }
    match *literal {
        Literal::Byte(value) => integers(value.into()).map(|it| Literal::Byte(it as i8)).collect(),
        Literal::Short(value) => integers(value.into()).map(|it| Literal::Short(it as i16)).collect(),
        Literal::Int(value) => integers(value.into()).map(|it| Literal::Int(it as i32)).collect(),
        Literal::Long(value) => integers(value).map(Literal::Long).collect(),
        Literal::Float(value) => {
            // Some values are different as `double` values but equal as `float` values.
            let plainer_values = fractions(value.into()).map(|it| it as f32).filter(|it| *it != value);
            plainer_values.map(Literal::Float).collect()
        }
        Literal::Double(value) => fractions(value).map(Literal::Double).collect(),
        Literal::Char(value) => characters(value).map(Literal::Char).collect(),
        Literal::String(ref text) => texts(text).into_iter().map(Literal::String).collect(),
        _ => Vec::new(),
    }
}

fn is_typical(literal: &Literal) -> bool {
    match literal {
        // A part of a document is harder to read than the whole document.
        Literal::String(text) => is_typical_text(text) || is_sample_document(text),
        Literal::Char(_) => false,
        literal => is_typical_number(literal),
    }
}

/// Returns a measure of how unusual a number is in tests. A plainer number has a smaller measure.
fn unusualness(value: i64) -> (usize, u64) {
    let rank = NUMBERS.iter().position(|it| *it == value);
    (rank.unwrap_or(NUMBERS.len()), value.unsigned_abs())
}

/// Returns plainer integers. For a small integer, repeated replacement is a binary search for the smallest
/// suitable value. For a large integer, it finds a power of ten, or an integer with few digits other than 0.
fn integers(value: i64) -> impl Iterator<Item = i64> {
    let near_values: Vec<i64> =
        if value.unsigned_abs() <= MAX_EXACT { halved_steps(value) } else { round_integers(value) };
    let mut plainer_values: Vec<i64> = NUMBERS.into_iter().chain(near_values).collect();
    plainer_values
        .retain(|it| unusualness(*it) < unusualness(value) && it.unsigned_abs() <= value.unsigned_abs());
    plainer_values.dedup();
    plainer_values.into_iter()
}

/// Returns the value minus a half, minus a quarter, and so on.
fn halved_steps(value: i64) -> Vec<i64> {
    let steps = std::iter::successors(Some(value / 2), |step| Some(step / 2)).take_while(|step| *step != 0);
    steps.map(|step| value - step).collect()
}

/// Returns the powers of ten up to the value, and the value with only its first digit, its first two digits,
/// and so on. Returns only powers of ten for a limit of a type, because its name is plainer than its digits.
fn round_integers(value: i64) -> Vec<i64> {
    let powers = || (0..=value.unsigned_abs().ilog10()).map(|exponent| 10_i64.pow(exponent));
    let is_limit = [i64::MIN, i64::MAX, i32::MIN.into(), i32::MAX.into()].contains(&value);
    let rounded = powers().rev().filter(|_| !is_limit).map(|power| value / power * power);
    powers().map(|power| power * value.signum()).chain(rounded).collect()
}

fn fractions(value: f64) -> impl Iterator<Item = f64> {
    let digits = |value: f64| format!("{value:e}").len();
    let rank = FRACTIONS.iter().position(|it| it.to_bits() == value.to_bits()).unwrap_or(FRACTIONS.len());
    let near_values =
        [value.trunc(), value.round(), (value * 10.0).round() / 10.0, (value * 100.0).round() / 100.0];
    let mut plainer_values: Vec<f64> = FRACTIONS[..rank].to_vec();
    // For NaN and the infinities, only the fractions in `FRACTIONS` are plainer.
    plainer_values.extend(near_values.into_iter().filter(|it| {
        rank == FRACTIONS.len() && value.is_finite() && it.is_finite() && digits(*it) < digits(value)
    }));
    plainer_values.into_iter()
}

fn characters(value: u16) -> impl Iterator<Item = u16> {
    let rank = CHARACTERS.iter().position(|it| u16::from(*it) == value).unwrap_or(CHARACTERS.len());
    CHARACTERS[..rank].iter().map(|it| u16::from(*it))
}

/// Returns shorter texts, then the text in small letters, then texts with one plainer character. Of a phrase,
/// returns only texts of whole words, because parts of words are hard to read. Other texts also keep whole
/// common words.
fn texts(text: &[u16]) -> Vec<Arc<[u16]>> {
    if is_phrase(text) {
        let words: Vec<&[u16]> = text.split(|unit| *unit == SPACE).collect();
        let shorter_texts = shorter(&words).take(MAX_TEXTS).map(|words| words.join(&SPACE).into());
        return std::iter::once(Arc::default()).chain(shorter_texts).collect();
    }
    let mut plainer_texts: Vec<Vec<u16>> = Vec::new();
    if !text.is_empty() {
        plainer_texts.push(Vec::new());
    }
    if text.len() > 1 || text.len() == 1 && text[0] != LETTER {
        plainer_texts.push(vec![LETTER]);
    }
    plainer_texts.extend(shorter(&parts(text)).map(|parts| parts.concat()).take(MAX_TEXTS));
    let in_small_letters: Vec<u16> = text.iter().map(|unit| to_lower(*unit)).collect();
    plainer_texts.extend((in_small_letters != text).then_some(in_small_letters));
    let unusual_units = text.iter().enumerate().filter(|(_, unit)| is_unusual(**unit));
    let changed_texts =
        unusual_units.map(|(index, _)| [&text[..index], &[LETTER], &text[index + 1..]].concat());
    plainer_texts.extend(changed_texts.take(MAX_TEXTS));
    plainer_texts.into_iter().map(Into::into).collect()
}

/// Splits a text into common words and single characters.
fn parts(text: &[u16]) -> Vec<&[u16]> {
    let is_letter = |unit: u16| u8::try_from(unit).is_ok_and(|byte| byte.is_ascii_alphabetic());
    let runs = text.chunk_by(|&first, &second| is_letter(first) && is_letter(second));
    let is_word = |run: &[u16]| is_common_word(&String::from_utf16_lossy(run).to_ascii_lowercase());
    runs.flat_map(|run| if is_word(run) { vec![run] } else { run.chunks(1).collect() }).collect()
}

fn to_lower(unit: u16) -> u16 {
    u8::try_from(unit).map_or(unit, |byte| byte.to_ascii_lowercase().into())
}

/// Returns whether a character is neither a letter, a digit nor a space.
fn is_unusual(unit: u16) -> bool {
    u8::try_from(unit).map_or(true, |byte| !byte.is_ascii_alphanumeric() && byte != b' ')
}

/// Returns shorter copies of a sequence: first the copies without one half, then the copies without one
/// quarter, and so on.
fn shorter<T: Clone>(sequence: &[T]) -> impl Iterator<Item = Vec<T>> {
    let sizes =
        std::iter::successors(Some(sequence.len() / 2), |size| Some(size / 2)).take_while(|size| *size > 0);
    sizes.flat_map(move |size| {
        let starts = (0..sequence.len()).step_by(size);
        starts
            .map(move |start| [&sequence[..start], &sequence[(start + size).min(sequence.len())..]].concat())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    fn all_texts(original: &str) -> Vec<String> {
        texts(&text(original)).iter().map(|it| String::from_utf16_lossy(it)).collect()
    }

    #[test]
    fn plainer_integers_are_nearer_to_zero() {
        assert_eq!(integers(7).collect::<Vec<_>>(), [0, 1, -1, 2, 3, 5, -2, 4, 6]);
        assert_eq!(integers(-1234).last(), Some(-1230));
        assert_eq!(integers(0).count(), 0);
        assert_eq!(integers(i64::MIN).next(), Some(0));
    }

    #[test]
    fn a_plain_suitable_integer_is_found_in_few_steps() {
        for (begin, least, expected) in [
            (500, 101, 101),
            (i64::MAX, i64::MAX / 2, i64::MAX),
            (1 << 40, 12_345, 100_000),
            (7_254_321, 7_200_001, 7_250_000),
        ] {
            let (mut value, mut tries) = (begin, 0);
            while let Some(plainer) = integers(value).inspect(|_| tries += 1).find(|it| *it >= least) {
                value = plainer;
            }
            assert_eq!(value, expected);
            assert!(tries < 100, "{tries}");
        }
    }

    #[test]
    fn a_plainer_fraction_has_fewer_digits() {
        let found: Vec<f64> = fractions(7.23456).collect();
        assert_eq!(found, [0.0, 1.0, -1.0, 2.0, 0.5, 3.0, 10.0, 100.0, 1.5, 7.0, 7.0, 7.2, 7.23]);
        assert_eq!(fractions(1.0).collect::<Vec<_>>(), [0.0]);
        assert_eq!(fractions(f64::NAN).count(), FRACTIONS.len());
    }

    #[test]
    fn shorter_texts_come_before_texts_with_a_plainer_character() {
        assert_eq!(all_texts("x-1"), ["", "a", "-1", "x1", "x-", "xa1"]);
        assert_eq!(all_texts("Q x"), ["", "a", " x", "Qx", "Q ", "q x"]);
        assert_eq!(all_texts("a"), [""]);
        assert!(all_texts("").is_empty());
    }

    #[test]
    fn a_plainer_phrase_consists_of_whole_words() {
        let expected = ["", "be negative", "must not", "not be negative", "must be negative"];
        assert_eq!(all_texts("must not be negative")[..5], expected);
    }

    #[test]
    fn a_shorter_text_keeps_whole_common_words() {
        assert_eq!(all_texts("(banana)")[2..6], ["banana)", "()", "(banana", "abanana)"]);
    }

    #[test]
    fn repeated_replacement_by_plainer_values_ends() {
        for literal in
            [Literal::Int(i32::MIN), Literal::Double(-1e300), Literal::String(text("Zz9 ∆").into())]
        {
            let mut steps = 0;
            let mut value = literal;
            while let Some(plainer) = plainer_literals(&value).pop() {
                value = plainer;
                steps += 1;
                assert!(steps < 1 << 20);
                if let Literal::Int(number) = value {
                    value = Literal::Int(number / 2);
                }
            }
        }
    }
}
