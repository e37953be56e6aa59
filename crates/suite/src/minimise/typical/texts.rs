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
/// Maximum number of letters of a word in small letters that need not look like a word, such as `txt`.
const MAX_SMALL_ABBREVIATION: usize = 3;
/// Longer words that do not look like words of a language.
const ABBREVIATIONS: [&str; 3] = ["html", "http", "https"];
/// Words that sort as their first letters do.
const SORTED_WORDS: [&str; 24] = [
    "apple",
    "banana",
    "cherry",
    "date",
    "elderberry",
    "fig",
    "grape",
    "honey",
    "ice",
    "jam",
    "kiwi",
    "lemon",
    "mango",
    "nut",
    "orange",
    "pear",
    "quince",
    "rice",
    "salad",
    "tomato",
    "vanilla",
    "walnut",
    "yam",
    "zucchini",
];
/// For each letter from `a`, the letters that often follow it in English words and in the names of classes.
const FOLLOWERS: [&str; 26] = [
    "bcdfgiklmnprstuvwxy",
    "aceijlmorstuy",
    "acehiklmorstuy",
    "abcdegijloprsuy",
    "acdefgilmnopqrstvwxy",
    "aefilorstuy",
    "aeghilmnorstuy",
    "aeilmnortuy",
    "abcdefglmnoprstvxz",
    "ademosu",
    "abeins",
    "acdefgilopstuvy",
    "abeilmnopstu",
    "acdefghiklmnopstuvy",
    "abcdfgiklmnoprstuvwx",
    "adehiloprstuy",
    "u",
    "abcdefgiklmnoprstuvwy",
    "acefhiklmnopstuwy",
    "acehiloprstuwy",
    "abcdefgilmnoprstx",
    "aeio",
    "aehinors",
    "aceipt",
    "eilmnopstz",
    "aeio",
];
/// For each letter from `a`, the letters that often follow it at the start of a word.
const SECOND_LETTERS: [&str; 26] = [
    "bcdfgilmnprstuvw",
    "aeiloruy",
    "aehilorstuy",
    "aeioruy",
    "adfilmnpqrstvx",
    "aeiloru",
    "aeilorsu",
    "aeimotuy",
    "cdlmnpst",
    "admosuv",
    "ein",
    "aeio",
    "aeiou",
    "aeiou",
    "bcflnoprtuvw",
    "aehilorstu",
    "u",
    "aeiou",
    "acehiklmnoptuwy",
    "aehioruwy",
    "lnprst",
    "aeio",
    "aehior",
    "",
    "aeio",
    "eo",
];

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

/// Returns whether letters look like a word: all letters but the first have the same case, and the letters
/// often follow each other in words. Capitals can begin parts of a word: `toString`.
fn is_word(letters: &str) -> bool {
    if letters.chars().all(|c| c.is_ascii_uppercase()) {
        let has_vowel = letters.contains(|c: char| "AEIOUY".contains(c));
        return has_vowel || letters.len() <= MAX_ABBREVIATION;
    }
    let capitals = letters.char_indices().filter(|(_, c)| c.is_ascii_uppercase()).map(|(at, _)| at);
    let starts: Vec<usize> = std::iter::once(0).chain(capitals.filter(|at| *at > 0)).collect();
    let ends = starts[1..].iter().copied().chain([letters.len()]);
    let mut parts = starts.iter().zip(ends).map(|(&start, end)| letters[start..end].to_ascii_lowercase());
    let is_abbreviation = (MIN_LENGTH..=MAX_SMALL_ABBREVIATION).contains(&letters.len()) && starts.len() == 1;
    has_no_run(letters) && (is_abbreviation || parts.all(|part| is_known(&part) || is_pronounceable(&part)))
}

fn is_known(word: &str) -> bool {
    let mut words = WORDS_BY_LENGTH.into_iter().flatten().chain(&SORTED_WORDS).chain(&ABBREVIATIONS);
    words.any(|known| *known == word)
}

/// Returns whether small letters have a vowel, and often follow each other in words.
fn is_pronounceable(letters: &str) -> bool {
    let often_follows = |table: &[&str; 26], first: u8, second: u8| {
        table[usize::from(first - b'a')].as_bytes().contains(&second)
    };
    let letters = letters.as_bytes();
    letters.len() >= MIN_LENGTH
        && letters.iter().any(|letter| b"aeiouy".contains(letter))
        && often_follows(&SECOND_LETTERS, letters[0], letters[1])
        && letters.windows(2).all(|pair| often_follows(&FOLLOWERS, pair[0], pair[1]))
}

/// Returns whether no letter occurs three times in a row.
fn has_no_run(letters: &str) -> bool {
    letters.as_bytes().windows(3).all(|it| it[0] != it[1] || it[1] != it[2])
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
        for text in
            ["apple", "UTF-8", "Hello World", "toString", "1/2", "index.html", "10:30", "HTML", "kiwi"]
        {
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
            "vlaue",
        ] {
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
