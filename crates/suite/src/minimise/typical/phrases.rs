//! Texts in which words replace random letters.

use std::sync::Arc;

use testcase::{Literal, StatementKind, TestCase};

use super::words::{WORDS, is_word, is_word_of_phrase, similar_words, word_of_length};

/// Maximum number of runs of random letters that are replaced one by one.
const MAX_RUNS: usize = 4;
/// Letters and digits form one run if they alternate more often than this number of parts, as in `x8b5oi`.
const MAX_PARTS: usize = 3;
/// Shortest run of random letters that is replaced although it is next to a digit.
const MIN_NEXT_TO_DIGIT: usize = 3;

/// Returns copies of the test with words instead of the random letters of a text, the best copy first. Other
/// texts of the test with the same random letters get the same words. The first copy also has single spaces
/// instead of several ones, and no spaces around the text. In the third copy, the words have as many letters
/// as before. In the last copies, a similar word replaces one run of letters: `"gnome"` for `"GNOLO"`.
pub(super) fn with_words(test: &TestCase, text: &[u16]) -> Vec<TestCase> {
    let Ok(old) = String::from_utf16(text) else { return Vec::new() };
    let runs = random_runs(&old);
    let texts: Vec<&[u16]> = test.statements.iter().filter_map(|it| text_of(&it.kind)).collect();
    let is_used = |word: &str| texts.iter().any(|text| String::from_utf16_lossy(text).contains(word));
    let words = WORDS.into_iter().filter(|word| !is_used(word)).map(str::to_owned);
    let any_words: Vec<(&str, String)> = runs.iter().copied().zip(words).collect();
    let replaced = |text: &str| replace_runs(text, &any_words);
    let with_single_spaces =
        |text: &str| if text == old { single_spaces(&replaced(text)) } else { replaced(text) };
    let mut copies = vec![
        with_texts(test, &with_single_spaces),
        with_texts(test, &replaced),
        with_texts(test, &|text| if text == old { same_lengths(text) } else { text.to_owned() }),
    ];
    for run in runs.into_iter().take(MAX_RUNS) {
        let words = similar_words(run).into_iter();
        copies.extend(
            words.map(|word| with_texts(test, &|text| replace_runs(text, &[(run, word.to_owned())]))),
        );
    }
    let mut distinct: Vec<TestCase> = Vec::new();
    for copy in copies {
        if copy != *test && !distinct.contains(&copy) {
            distinct.push(copy);
        }
    }
    distinct
}

fn text_of(kind: &StatementKind) -> Option<&[u16]> {
    match kind {
        StatementKind::Literal(Literal::String(text)) => Some(text),
        _ => None,
    }
}

fn with_texts(test: &TestCase, change: &dyn Fn(&str) -> String) -> TestCase {
    let mut changed = test.clone();
    for statement in &mut changed.statements {
        if let StatementKind::Literal(Literal::String(text)) = &mut statement.kind
            && let Ok(old) = String::from_utf16(text)
        {
            *text = change(&old).encode_utf16().collect::<Arc<[u16]>>();
        }
    }
    changed
}

/// Returns the longest runs of letters, and the texts between them. Letters and digits that alternate form
/// one run, such as `x8b5oi`.
fn parts(text: &str) -> Vec<&str> {
    split(text, |c| c.is_ascii_alphanumeric())
        .into_iter()
        .flat_map(|part| {
            let parts = split(part, |c| c.is_ascii_alphabetic());
            if parts.len() > MAX_PARTS { vec![part] } else { parts }
        })
        .collect()
}

/// Splits a text where the characters begin or cease to be of a kind.
fn split(text: &str, is_of_kind: fn(char) -> bool) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let kinds: Vec<(usize, bool)> = text.char_indices().map(|(at, c)| (at, is_of_kind(c))).collect();
    for pair in kinds.windows(2).filter(|pair| pair[0].1 != pair[1].1) {
        parts.push(&text[start..pair[1].0]);
        start = pair[1].0;
    }
    parts.push(&text[start..]);
    parts
}

/// Returns the different runs of letters of a text that are no words.
fn random_runs(text: &str) -> Vec<&str> {
    let parts = parts(text);
    let mut runs = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|index| parts[index].chars().last());
        let after = parts.get(index + 1).and_then(|part| part.chars().next());
        if is_random(part, before, after) && !is_unit(part, before, after) && !runs.contains(part) {
            runs.push(*part);
        }
    }
    runs
}

/// Returns whether a part of a text has letters, and is no word.
fn is_random(part: &str, before: Option<char>, after: Option<char>) -> bool {
    let is_alone = before.is_none() && after.is_none();
    let is_in_phrase = !is_alone && [before, after].iter().all(|c| c.is_none_or(|c| c == ' '));
    let has = |is_of_kind: fn(&char) -> bool| part.chars().any(|c| is_of_kind(&c));
    let is_any_word = if is_in_phrase { is_word_of_phrase } else { is_word };
    has(char::is_ascii_alphabetic) && (has(char::is_ascii_digit) || !is_any_word(part))
}

/// Returns whether letters have a meaning because of the characters before and after them: `0x`, `\b`, `C:`.
fn is_unit(letters: &str, before: Option<char>, after: Option<char>) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let is_next_to_digit = is_digit(before) || is_digit(after);
    let is_escape = letters.len() == 1 && matches!(before, Some('\\' | '%'));
    let is_drive = letters.len() == 1 && after == Some(':');
    is_escape || is_drive || is_next_to_digit && letters.len() < MIN_NEXT_TO_DIGIT
}

/// Replaces runs of letters by words in the same case.
fn replace_runs(text: &str, words: &[(&str, String)]) -> String {
    let replace = |part: &str| match words.iter().find(|(run, _)| *run == part) {
        Some((run, word)) => in_case_of(run, word),
        None => part.to_owned(),
    };
    parts(text).into_iter().map(replace).collect()
}

/// Returns the word in capitals if all letters are capitals, and with a capital first if only the first
/// letter is one.
fn in_case_of(letters: &str, word: &str) -> String {
    let is_upper = |c: char| c.is_ascii_uppercase();
    match letters.len() {
        2.. if letters.chars().all(is_upper) => word.to_ascii_uppercase(),
        _ if letters.starts_with(is_upper) => word[..1].to_ascii_uppercase() + &word[1..],
        _ => word.to_owned(),
    }
}

fn single_spaces(text: &str) -> String {
    text.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the text with words of the same length instead of runs of random letters: `"fig\tplum"` for
/// `"xxx\tkkkk"`.
fn same_lengths(text: &str) -> String {
    let mut count = 0;
    let replace = |run| {
        count += 1;
        (run, word_of_length(str::len(run), count - 1).unwrap_or(run).to_owned())
    };
    let words: Vec<(&str, String)> = random_runs(text).into_iter().map(replace).collect();
    replace_runs(text, &words)
}

#[cfg(test)]
mod tests {
    use testcase::Statement;
    use types::Type;

    use super::*;

    fn test_with(texts: &[&str]) -> TestCase {
        let literal = |text: &&str| Statement {
            kind: StatementKind::Literal(Literal::String(text.encode_utf16().collect())),
            ty: Type::Void,
        };
        TestCase { statements: texts.iter().map(literal).collect() }
    }

    /// Returns the texts of the copies of a test, after replacements in its first text.
    fn copies(texts: &[&str]) -> Vec<Vec<String>> {
        let first: Vec<u16> = texts[0].encode_utf16().collect();
        let texts_of_copy = |test: TestCase| {
            let texts = test.statements.iter().filter_map(|it| text_of(&it.kind));
            texts.map(String::from_utf16_lossy).collect()
        };
        with_words(&test_with(texts), &first).into_iter().map(texts_of_copy).collect()
    }

    #[test]
    fn words_replace_random_letters_and_then_spaces_become_single() {
        assert_eq!(copies(&[" aa  Bbb "])[..2], [["apple Banana"], [" apple  Banana "]]);
    }

    #[test]
    fn equal_letters_of_all_texts_become_the_same_word() {
        assert_eq!(copies(&["xqzt-kvkx-xqzt", "xqzt"])[0], ["apple-banana-apple", "apple"]);
    }

    #[test]
    fn a_new_word_is_not_in_the_test_yet() {
        assert_eq!(copies(&["xqzt", "an apple"])[0], ["banana", "an apple"]);
    }

    #[test]
    fn words_can_have_the_length_of_the_random_letters() {
        assert!(copies(&["xxx\tkkkk"]).contains(&vec!["fig\tplum".to_owned()]));
        assert!(copies(&["KKKKKK=1"]).contains(&vec!["BANANA=1".to_owned()]));
    }

    #[test]
    fn a_similar_word_replaces_random_letters() {
        assert!(copies(&["WRTISTX"]).iter().any(|texts| texts[0] == "ARTIST"), "{:?}", copies(&["WRTISTX"]));
    }

    #[test]
    fn letters_and_digits_that_alternate_become_one_word() {
        assert_eq!(copies(&["ba5oi3ls -1"])[0], ["apple -1"]);
        assert_eq!(copies(&["a value of xqzt"])[0], ["a value of apple"], "a word of one letter stays");
    }

    #[test]
    fn words_units_escapes_and_other_characters_stay() {
        for text in ["name=[12]", "", "0xff", "\\b", "C:\\", "%d", "\u{e9}"] {
            assert!(copies(&[text]).is_empty(), "{text}: {:?}", copies(&[text]));
        }
    }
}
