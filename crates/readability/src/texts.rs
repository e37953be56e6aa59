//! Decides whether a string literal is noise: characters that no person would choose as an example.

use std::collections::BTreeSet;
use std::str::Chars;

/// Maximum length of a text without a space that is not noise. People rarely write longer texts without a
/// space as examples.
const MAX_WORD: usize = 40;
/// Maximum share of characters that are neither letters nor digits nor spaces.
const MAX_SYMBOLS: f64 = 0.5;
/// The share of symbols is checked only in texts with at least this number of different symbols. Samples of a
/// format, such as JSON, contain few different symbols.
const MIN_DIFFERENT_SYMBOLS: usize = 5;

/// Returns whether the content of a string literal is noise. `content` is the source between the quotes.
pub(crate) fn is_noise(content: &str) -> bool {
    let Some(characters) = unescaped(content) else { return true };
    let is_symbol = |&index: &usize| {
        let c = characters[index];
        !c.is_alphanumeric() && !c.is_whitespace() && !is_part_of_number(&characters, index)
    };
    let symbols: Vec<char> = (0..characters.len()).filter(is_symbol).map(|index| characters[index]).collect();
    let different = symbols.iter().collect::<BTreeSet<_>>().len();
    let is_word = !characters.iter().any(|c| c.is_whitespace());
    is_word && characters.len() > MAX_WORD
        || different >= MIN_DIFFERENT_SYMBOLS && symbols.len() as f64 > MAX_SYMBOLS * characters.len() as f64
}

/// Returns whether a character is a point or comma between digits, or a minus sign before a digit.
fn is_part_of_number(characters: &[char], index: usize) -> bool {
    let is_digit = |index: usize| characters.get(index).is_some_and(char::is_ascii_digit);
    match characters[index] {
        '-' => is_digit(index + 1),
        '.' | ',' => is_digit(index + 1) && index > 0 && is_digit(index - 1),
        _ => false,
    }
}

/// Returns the characters of a string literal. Returns `None` if it contains a control character, or the
/// Unicode escape of a character that is not a letter.
fn unescaped(content: &str) -> Option<Vec<char>> {
    let mut characters = Vec::new();
    let mut rest = content.chars();
    while let Some(c) = rest.next() {
        let character = match c {
            '\\' => match rest.next()? {
                'n' | 't' | 'r' => ' ',
                'u' => unicode(&mut rest).filter(|c| c.is_alphabetic())?,
                other => other,
            },
            _ => c,
        };
        characters.push(character);
    }
    (!characters.iter().any(|c| c.is_control())).then_some(characters)
}

/// Reads the hexadecimal digits of a Unicode escape, after `\u`.
fn unicode(rest: &mut Chars) -> Option<char> {
    let digits: String = rest.skip_while(|c| *c == 'u').take(4).collect();
    char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_short_symbols_are_not_noise() {
        for text in [
            "",
            "a",
            "->",
            "hello world",
            "2020-01-31",
            "x = 1;",
            "a,b,c",
            "{\\\"a\\\":1}",
            "/tmp/a.txt",
            "C:\\\\users",
            "\\u00e7a",
            "a\\nb",
            "(-1.0,2.5) -> (-1.0,-1.0)",
        ] {
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
