//! Typical texts.

use std::sync::Arc;

use testcase::{Literal, StatementKind, TestCase, purposes};

use super::words::{SORTED_WORDS, WORDS, is_word, is_word_of_phrase};

/// Characters of typical texts, apart from letters and digits. Addresses also contain `@`.
const PUNCTUATION: &str = " -_./:,'";
/// Minimum and maximum length of a typical text, in UTF-16 code units.
const MIN_LENGTH: usize = 2;
const MAX_LENGTH: usize = 24;
/// Maximum number of spaces in a typical text. Texts with more spaces are usually messages of the code.
const MAX_SPACES: usize = 1;
/// Maximum number of digits in a row in a typical text.
const MAX_DIGITS: usize = 6;

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

/// Returns a word that can replace `text` without changing the order of the texts of the test. For example,
/// the texts can be keys of a sorted map. Returns `None` if there is no such word that is new in the test.
pub(super) fn word_in_order(test: &TestCase, text: &[u16]) -> Option<Arc<[u16]>> {
    let texts = test.statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Literal(Literal::String(other)) if **other != *text => Some(&**other),
        _ => None,
    });
    let others: Vec<&[u16]> = texts.collect();
    let is_in_order = |word: &Arc<[u16]>| {
        others.iter().all(|other| **other != **word && (*other < text) == (**other < **word))
    };
    let words = SORTED_WORDS.iter().map(|word| word.encode_utf16().collect());
    words.into_iter().find(is_in_order)
}

/// Returns whether a text is a phrase: at least three words or numbers, with one space between them.
pub(in super::super) fn is_phrase(text: &[u16]) -> bool {
    let text = String::from_utf16_lossy(text);
    let is_part = |part: &str| {
        let inner = part.trim_matches(|c: char| PUNCTUATION.contains(c) || "()[]<>\"!?".contains(c));
        !part.is_empty()
            && inner.chars().all(|c| c.is_ascii_alphanumeric() || PUNCTUATION.contains(c))
            && inner
                .split(|c: char| !c.is_ascii_alphabetic())
                .all(|word| word.is_empty() || is_word_of_phrase(word))
    };
    text.matches(' ').count() >= 2 && text.split(' ').all(is_part)
}

/// Returns whether a text is one of the words for texts of unknown purpose.
pub(super) fn is_any_word(text: &[u16]) -> bool {
    WORDS.iter().any(|word| word.encode_utf16().eq(text.iter().copied()))
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
        && is_punctuated_as_usual(text)
        && words().all(is_word)
        && text.split(|c: char| !c.is_ascii_digit()).all(|digits| digits.len() <= MAX_DIGITS)
}

/// Returns whether the punctuation of a text is usual. No two marks follow each other, except in `://`. A
/// text with letters begins and ends with at most one of `-`, `.`, `/` and `_`. A number begins with at most
/// `-`.
fn is_punctuated_as_usual(text: &str) -> bool {
    let has_letters = text.contains(|c: char| c.is_ascii_alphabetic());
    let outer: &[char] = if has_letters { &['-', '.', '/', '_'] } else { &[] };
    let inner = text.strip_prefix(outer).or_else(|| text.strip_prefix('-')).unwrap_or(text);
    let inner = inner.strip_suffix(outer).unwrap_or(inner).replace("://", "/");
    let is_mark = |c: char| !c.is_ascii_alphanumeric() && c != ' ';
    let is_after_mark = |pair: &[char]| is_mark(pair[0]) && is_mark(pair[1]);
    let characters: Vec<char> = inner.chars().collect();
    !inner.starts_with(is_mark) && !inner.ends_with(is_mark) && !characters.windows(2).any(is_after_mark)
}

#[cfg(test)]
mod tests {
    use testcase::Statement;
    use types::Type;

    use super::*;

    fn is_typical(text: &str) -> bool {
        is_typical_text(&text.encode_utf16().collect::<Vec<_>>())
    }

    #[test]
    fn words_names_and_numbers_are_typical() {
        for text in [
            "apple",
            "UTF-8",
            "Hello World",
            "toString",
            "1/2",
            "index.html",
            "10:30",
            "HTML",
            "kiwi",
            "-1.5",
            "1, 2",
            ".txt",
            "/home/user",
            "http://apple.html",
        ] {
            assert!(is_typical(text), "{text}");
        }
    }

    #[test]
    fn single_letters_symbols_random_letters_and_sentences_are_not_typical() {
        for text in [
            "",
            "a",
            "|6C]bp",
            "kK@T",
            "aFWnu",
            "xqrt",
            "aaaa",
            "..",
            " a b",
            "Sinc X5@e",
            "is not a number",
            "orauCnge",
            "H-t57q",
            "2147483647",
            "vlaue",
            ".0",
            ",-10.0",
            "1,",
            "apple,",
            "//apple",
        ] {
            assert!(!is_typical(text), "{text}");
        }
    }

    #[test]
    fn a_word_has_the_place_of_a_random_text_in_the_order_of_all_texts() {
        let mut test = TestCase::default();
        for text in ["key", "b", "apple"] {
            let kind = StatementKind::Literal(Literal::String(text.encode_utf16().collect()));
            test.statements.push(Statement { kind, ty: Type::Void });
        }
        let word = |text: &str| {
            let word = word_in_order(&test, &text.encode_utf16().collect::<Vec<_>>());
            word.map(|word| String::from_utf16_lossy(&word))
        };
        assert_eq!(word("b").as_deref(), Some("banana"));
        assert_eq!(word("key").as_deref(), Some("banana"));
        assert_eq!(word("zz").as_deref(), Some("kiwi"));
        assert_eq!(word("a"), None);
    }

    #[test]
    fn a_text_for_a_parameter_fits_its_name_and_is_new_in_the_test() {
        let text = |parameter| String::from_utf16_lossy(&typical_text(&TestCase::default(), parameter));
        assert_eq!(text(Some("charsetName")), "UTF-8");
        assert_eq!(text(None), "apple");
    }
}
