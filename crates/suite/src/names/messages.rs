//! Messages of exceptions as parts of names.

use super::words::{camel_case, decapitalised};

/// Numbers of words of a message that becomes part of a name.
const WORDS: std::ops::RangeInclusive<usize> = 2..=7;
/// Maximum number of letters of a message that becomes part of a name.
const MAX_LETTERS: usize = 45;
/// Words that a name omits at its beginning.
const ARTICLES: [&str; 3] = ["the", "a", "an"];
/// Quotation marks.
const QUOTES: [char; 3] = ['"', '`', '\''];
/// Words that a name omits before a value that it omits.
const BEFORE_VALUES: [&str; 25] = [
    "the", "a", "an", "at", "in", "on", "of", "for", "to", "from", "with", "by", "is", "was", "be", "must",
    "but", "and", "or", "than", "line", "column", "position", "offset", "class",
];

/// Returns the beginning of a message in camel case: `patternIsNull` for `Pattern is null`. The beginning
/// ends with the first line, and before the first number or symbol: `endOfInput` for `End of input at line
/// 1`. Omits quoted parts, and words that equal a text in `values`. Returns `None` if the beginning has too
/// few or too many words.
pub(super) fn message_word(message: &str, values: &[String]) -> Option<String> {
    let line = message.lines().next().unwrap_or_default();
    let unquoted = without_quoted(line);
    let is_article = |word: &&str| ARTICLES.contains(&&*word.to_ascii_lowercase());
    let is_value = |word: &&str| !is_article(word) && values.iter().any(|value| value == word);
    let words = unquoted.split_whitespace().filter(|word| !is_value(word));
    let all: Vec<&str> = words.skip_while(is_article).collect();
    let mut words: Vec<String> = all.iter().map_while(|word| letters(word)).collect();
    let ends_with_value = line.trim_end().ends_with(QUOTES)
        || unquoted.split_whitespace().last().is_some_and(|word| is_value(&word));
    let leads_to_value = |word: &String| BEFORE_VALUES.contains(&&*word.to_ascii_lowercase());
    while (ends_with_value || words.len() < all.len()) && words.last().is_some_and(leads_to_value) {
        words.pop();
    }
    let is_short = words.iter().map(String::len).sum::<usize>() <= MAX_LETTERS;
    let word: String = words.iter().map(|word| camel_case(word)).collect();
    (WORDS.contains(&words.len()) && is_short).then(|| decapitalised(&word))
}

/// Returns the letters and underscores of a word without punctuation at its end and without apostrophes and
/// hyphens. Returns `None` if other characters remain.
fn letters(word: &str) -> Option<String> {
    let word = word.trim_end_matches(['.', ',', ';', ':', '!']).replace(['\'', '-'], "");
    let is_word = word.contains(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
    is_word.then_some(word)
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
        let word = |message| message_word(message, &[]).unwrap();
        assert_eq!(word("pattern is null"), "patternIsNull");
        assert_eq!(word("The denominator must not be zero"), "denominatorMustNotBeZero");
        assert_eq!(word("overflow: can't negate"), "overflowCantNegate");
    }

    #[test]
    fn quoted_values_and_numbers_at_the_end_are_omitted() {
        assert_eq!(message_word("group 'x y' not found", &[]).unwrap(), "groupNotFound");
        assert_eq!(message_word("Group index out of bounds: -1", &[]).unwrap(), "groupIndexOutOfBounds");
    }

    #[test]
    fn a_name_ends_before_a_value_within_the_message() {
        let word = |message| message_word(message, &[]).unwrap();
        assert_eq!(word("End of input at line 1 column 5 path $"), "endOfInput");
        let expected = "Expected BEGIN_ARRAY but was NUMBER at line 1 column 1";
        assert_eq!(word(expected), "expectedBeginArrayButWasNumber");
        assert_eq!(word("Cannot read field (x) of class"), "cannotReadField");
        let values = ["apple".to_owned()];
        assert_eq!(message_word("No field apple on class a.B", &values).unwrap(), "noField");
        assert_eq!(message_word("No constant for apple", &values).unwrap(), "noConstant");
        assert_eq!(word("No constant for 'X'"), "noConstant");
        assert_eq!(word("Not a name\nUse another name."), "notAName");
        assert_eq!(message_word("Not a name", &["a".to_owned()]).unwrap(), "notAName");
    }

    #[test]
    fn a_long_message_or_a_message_that_begins_with_a_value_is_no_name() {
        for message in [
            "n > number of groups: 9",
            "n must be > 0",
            "null",
            "",
            "one two three four five six seven eight",
        ] {
            assert_eq!(message_word(message, &[]), None, "{message}");
        }
    }
}
