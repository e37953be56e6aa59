//! Typical texts.

use std::sync::Arc;

use testcase::{Literal, StatementKind, TestCase, purposes};

/// Words for texts of unknown purpose, in the order in which a test uses them.
pub(super) const WORDS: [&str; 6] = ["apple", "banana", "cherry", "orange", "lemon", "grape"];
/// Words for random letters, by their number of letters. The first words have three letters.
const WORDS_BY_LENGTH: [&[&str]; 9] = [
    &["fig", "nut", "pea"],
    &["pear", "plum", "kiwi"],
    &["apple", "lemon", "grape"],
    &["banana", "cherry", "orange"],
    &["apricot", "avocado", "spinach"],
    &["mandarin", "zucchini", "broccoli"],
    &["blueberry", "raspberry", "asparagus"],
    &["strawberry", "watermelon", "grapefruit"],
    &["pomegranate", "cauliflower"],
];
/// Characters of typical texts, apart from letters and digits. Addresses also contain `@`.
const PUNCTUATION: &str = " -_./:,'";
/// Minimum and maximum length of a typical text, in UTF-16 code units.
const MIN_LENGTH: usize = 2;
const MAX_LENGTH: usize = 24;
/// Maximum number of spaces in a typical text. Texts with more spaces are usually messages of the code.
const MAX_SPACES: usize = 1;
/// Maximum number of letters of a word in capitals that needs no vowel, such as `HTML`.
const MAX_ABBREVIATION: usize = 5;
/// Maximum number of letters of a word in small letters that needs no vowel, such as `txt`.
const MAX_SMALL_ABBREVIATION: usize = 3;
/// Longer words without vowels.
const ABBREVIATIONS: [&str; 3] = ["html", "http", "https"];

/// Returns a typical text for a parameter that the test does not contain yet. If the test contains all
/// typical texts, returns the first of them.
pub(in super::super) fn typical_text(test: &TestCase, parameter: Option<&str>) -> Arc<[u16]> {
    let of_purpose = parameter.and_then(purposes::text);
    let texts: Vec<Arc<[u16]>> =
        of_purpose.into_iter().chain(WORDS).map(|text| text.encode_utf16().collect()).collect();
    let is_used = |text: &Arc<[u16]>| {
        let is_equal = |kind: &StatementKind| matches!(kind, StatementKind::Literal(Literal::String(used)) if used == text);
        test.statements.iter().any(|statement| is_equal(&statement.kind))
    };
    texts.iter().find(|text| !is_used(text)).unwrap_or(&texts[0]).clone()
}

/// Returns whether a text is one of the words for texts of unknown purpose.
pub(super) fn is_any_word(text: &[u16]) -> bool {
    WORDS.iter().any(|word| word.encode_utf16().eq(text.iter().copied()))
}

/// Returns the text with words of the same length instead of runs of 3 to 11 random letters: `"fig\tplum"`
/// for `"xxx\tkkkk"`. Returns `None` if there is no such run.
pub(super) fn with_words(text: &[u16]) -> Option<Vec<u16>> {
    let text = String::from_utf16(text).ok()?;
    let characters: Vec<char> = text.chars().collect();
    let mut changed = String::new();
    let mut used = [0; WORDS_BY_LENGTH.len()];
    for part in characters.chunk_by(|a, b| a.is_ascii_alphabetic() == b.is_ascii_alphabetic()) {
        let length = part.len().wrapping_sub(WORDS_BY_LENGTH[0][0].len());
        let is_upper = part.iter().all(char::is_ascii_uppercase);
        let part: String = part.iter().collect();
        match WORDS_BY_LENGTH.get(length) {
            Some(words) if part.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_word(&part) => {
                let word = words[used[length] % words.len()];
                used[length] += 1;
                changed += &if is_upper { word.to_ascii_uppercase() } else { word.to_owned() };
            }
            _ => changed += &part,
        }
    }
    (changed != text).then(|| changed.encode_utf16().collect())
}

/// Returns whether a text looks like one that a person wrote: it consists of words, numbers and common
/// punctuation, or it is typical for the purpose of a parameter.
pub(in super::super) fn is_typical_text(text: &[u16]) -> bool {
    let text = String::from_utf16_lossy(text);
    purposes::is_text(&text) || has_typical_words(&text)
}

fn has_typical_words(text: &str) -> bool {
    let is_address = !text.contains(' ');
    let is_usual = |c: char| c.is_ascii_alphanumeric() || PUNCTUATION.contains(c) || c == '@' && is_address;
    let words = || text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    (MIN_LENGTH..=MAX_LENGTH).contains(&text.len())
        && text.chars().all(is_usual)
        && text.matches(' ').count() <= MAX_SPACES
        && text.trim() == text
        && text.contains(|c: char| c.is_ascii_alphanumeric())
        && words().all(is_word)
}

/// Returns whether letters look like a word: all letters but the first have the same case, and a long word
/// has a vowel. Capitals can begin parts of a word: `toString`.
fn is_word(letters: &str) -> bool {
    let has_vowel = letters.contains(|c: char| "aeiouyAEIOUY".contains(c));
    if letters.chars().all(|c| c.is_ascii_uppercase()) {
        return has_vowel || letters.len() <= MAX_ABBREVIATION;
    }
    let mut parts = letters.split(|c: char| c.is_ascii_uppercase());
    let first = parts.next().unwrap_or_default();
    let is_part = |part: &str| part.len() >= MIN_LENGTH;
    let is_abbreviation = letters.len() <= MAX_SMALL_ABBREVIATION || ABBREVIATIONS.contains(&letters);
    (has_vowel || is_abbreviation)
        && (first.is_empty() || is_part(first))
        && parts.all(is_part)
        && has_no_run(letters)
}

/// Returns whether no letter occurs three times in a row.
fn has_no_run(letters: &str) -> bool {
    letters.as_bytes().windows(3).all(|it| it[0] != it[1] || it[1] != it[2])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_typical(text: &str) -> bool {
        is_typical_text(&text.encode_utf16().collect::<Vec<_>>())
    }

    #[test]
    fn words_names_and_numbers_are_typical() {
        for text in ["apple", "UTF-8", "Hello World", "toString", "1/2", "index.html", "10:30", "HTML"] {
            assert!(is_typical(text), "{text}");
        }
    }

    #[test]
    fn single_letters_symbols_random_letters_and_sentences_are_not_typical() {
        for text in
            ["", "a", "|6C]bp", "kK@T", "aFWnu", "xqrt", "aaaa", "..", " a b", "Sinc X5@e", "is not a number"]
        {
            assert!(!is_typical(text), "{text}");
        }
    }

    #[test]
    fn words_of_the_same_length_replace_random_letters() {
        let changed = |text: &str| {
            let units: Vec<u16> = text.encode_utf16().collect();
            with_words(&units).map(|it| String::from_utf16(&it).unwrap())
        };
        assert_eq!(changed("aa\taaaa\n\taaaa").unwrap(), "aa\tpear\n\tplum");
        assert_eq!(changed("KKKKKK=1,aaa").unwrap(), "BANANA=1,fig");
        assert_eq!(changed("name=[a]"), None);
        assert_eq!(changed(""), None);
    }

    #[test]
    fn a_text_for_a_parameter_fits_its_name_and_is_new_in_the_test() {
        let text = |parameter| String::from_utf16_lossy(&typical_text(&TestCase::default(), parameter));
        assert_eq!(text(Some("charsetName")), "UTF-8");
        assert_eq!(text(None), "apple");
    }
}
