//! Decides whether a string literal is noise: characters that no person would choose as an example.

use std::collections::BTreeSet;

/// Maximum length of a text without a space. A longer text without a space is hardly an example that a person
/// would write.
const MAX_WORD: usize = 40;
/// Maximum share of characters that are neither letters nor digits nor spaces.
const MAX_SYMBOLS: f64 = 0.5;
/// Minimum number of different symbols in a text in which the share of symbols counts. Samples of a format, such as
/// JSON, contain few different symbols.
const MIN_DIFFERENT: usize = 5;

/// Returns whether the content of a string literal is noise. `content` is the source between the quotes.
pub(crate) fn is_noise(content: &str) -> bool {
    let content = &content.replace("\\\"", "\"").replace("\\\\", "\\");
    let has_escaped_code = content.contains("\\u") || content.chars().any(char::is_control);
    let characters: Vec<char> = content.chars().collect();
    let is_symbol = |c: &&char| !c.is_alphanumeric() && **c != ' ';
    let symbols: Vec<&char> = characters.iter().filter(is_symbol).collect();
    let different = symbols.iter().collect::<BTreeSet<_>>().len();
    let is_word = !content.contains(' ');
    has_escaped_code
        || is_word && characters.len() > MAX_WORD
        || different >= MIN_DIFFERENT && symbols.len() as f64 > MAX_SYMBOLS * characters.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_short_symbols_are_not_noise() {
        for text in
            ["", "a", "->", "hello world", "2020-01-31", "x = 1;", "a,b,c", "{\\\"a\\\":1}", "/tmp/a.txt"]
        {
            assert!(!is_noise(text), "{text}");
        }
    }

    #[test]
    fn control_characters_long_words_and_many_symbols_are_noise() {
        let long = "a".repeat(41);
        for text in ["\\u0001", "\\uffff x", "+f{+P?R$%[>=>~O).[)", &long] {
            assert!(is_noise(text), "{text}");
        }
    }
}
