//! Messages of exceptions as parts of names.

use super::words::{capitalised, decapitalised};

/// Numbers of words of a message that becomes part of a name.
const WORDS: std::ops::RangeInclusive<usize> = 2..=7;
/// Maximum number of letters of a message that becomes part of a name.
const MAX_LETTERS: usize = 45;
/// Words that a name omits at its beginning.
const ARTICLES: [&str; 3] = ["the", "a", "an"];

/// Returns a message in camel case: `patternIsNull` for `Pattern is null`. Omits quoted values and numbers at
/// the end. Returns `None` if the message has symbols, or too few or too many words.
pub(super) fn message_word(message: &str) -> Option<String> {
    let unquoted = without_quoted(message);
    let is_value = |word: &&str| !word.contains(|c: char| c.is_ascii_alphabetic());
    let mut words: Vec<&str> = unquoted.split_whitespace().collect();
    while words.last().is_some_and(is_value) {
        words.pop();
    }
    let is_article = |word: &&str| ARTICLES.contains(&&*word.to_ascii_lowercase());
    let words: Vec<String> = words.into_iter().skip_while(is_article).map(letters).collect::<Option<_>>()?;
    let is_short = words.iter().map(String::len).sum::<usize>() <= MAX_LETTERS;
    let word: String = words.iter().map(|word| capitalised(&word.to_ascii_lowercase())).collect();
    (WORDS.contains(&words.len()) && is_short).then(|| decapitalised(&word))
}

/// Returns the letters of a word without punctuation at its end and without apostrophes and hyphens. Returns
/// `None` if other characters remain.
fn letters(word: &str) -> Option<String> {
    let word = word.trim_end_matches(['.', ',', ';', ':', '!']).replace(['\'', '-'], "");
    (!word.is_empty() && word.chars().all(|c| c.is_ascii_alphabetic())).then_some(word)
}

/// Returns a text without its parts in quotation marks. An apostrophe between two letters is no quotation
/// mark.
fn without_quoted(text: &str) -> String {
    let mut result = String::new();
    let mut quote = None;
    let mut previous = ' ';
    for c in text.chars() {
        match quote {
            None if matches!(c, '"' | '`') || c == '\'' && !previous.is_alphanumeric() => quote = Some(c),
            None => result.push(c),
            Some(mark) if mark == c => quote = None,
            Some(_) => {}
        }
        previous = c;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_message_becomes_one_word() {
        let word = |message| message_word(message).unwrap();
        assert_eq!(word("pattern is null"), "patternIsNull");
        assert_eq!(word("The denominator must not be zero"), "denominatorMustNotBeZero");
        assert_eq!(word("overflow: can't negate"), "overflowCantNegate");
    }

    #[test]
    fn quoted_values_and_numbers_at_the_end_are_omitted() {
        assert_eq!(message_word("group 'x y' not found").unwrap(), "groupNotFound");
        assert_eq!(message_word("Group index out of bounds: -1").unwrap(), "groupIndexOutOfBounds");
    }

    #[test]
    fn a_long_message_or_a_message_with_symbols_is_no_name() {
        for message in ["n > number of groups: 9", "null", "", "one two three four five six seven eight"] {
            assert_eq!(message_word(message), None, "{message}");
        }
    }
}
