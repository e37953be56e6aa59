//! Final check of a source file: each token outside literals and comments is one that this crate wrote on
//! purpose. The check does not rely on the checks of names before: it reads the file as javac does.

use std::collections::BTreeSet;

use types::is_identifier;

use crate::UnknownToken;

/// The keywords that this crate writes.
const KEYWORDS: &[&str] = &[
    "boolean",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "default",
    "double",
    "extends",
    "false",
    "final",
    "float",
    "if",
    "import",
    "int",
    "interface",
    "long",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "throws",
    "true",
    "try",
    "var",
    "void",
];
/// The characters of the operators and separators that this crate writes.
const OPERATORS: &str = "(){}[]<>,;.=@:?+-";
/// The characters that follow a backslash in an escape sequence.
const ESCAPES: &str = "btnfr\"'\\";
/// The characters that must not be written as Unicode escapes. Java replaces Unicode escapes before it
/// recognises tokens. Therefore an escaped line feed ends a line, and an escaped quote ends a string.
const NOT_ESCAPED: [u32; 5] = [0x0a, 0x0d, 0x22, 0x27, 0x5c];
/// Maximum number of characters of a token that a message shows.
const MAX_SHOWN: usize = 40;

/// Returns a text for a comment. Replaces all characters that are not printable ASCII, and the backslash: in
/// a comment, the characters `\u000a` start a new line of code.
pub(crate) fn plain_comment(text: &str) -> String {
    let is_plain = |c: char| (c == ' ' || c.is_ascii_graphic()) && c != '\\';
    text.chars().map(|c| if is_plain(c) { c } else { '?' }).collect()
}

/// Returns the identifiers and keywords in a text that this crate has written.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_word(c)).filter(|word| is_identifier(word))
}

/// Returns the tokens of a source that are neither literals, nor tokens that this crate writes, nor the
/// identifiers `known`.
///
/// `has_text_blocks` is whether the source can contain text blocks. Reading ends at the first character that
/// no token can contain, because the meaning of the following characters is not certain.
pub(crate) fn unknown_tokens(
    source: &str,
    known: &BTreeSet<String>,
    has_text_blocks: bool,
) -> Vec<UnknownToken> {
    let mut reader = Reader { rest: source, line: 1, has_text_blocks };
    let mut unknown = Vec::new();
    while let Some((line, token)) = reader.next_token() {
        match token {
            Token::Word(word) if KEYWORDS.contains(&word) || known.contains(word) => {}
            Token::Word(word) => unknown.push(UnknownToken::new(line, word)),
            Token::Other => {}
            Token::Invalid(text) => {
                unknown.push(UnknownToken::new(line, text));
                break;
            }
        }
    }
    unknown
}

impl UnknownToken {
    pub(crate) fn new(line: usize, text: &str) -> UnknownToken {
        UnknownToken { line, token: text.chars().take(MAX_SHOWN).collect() }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// A token of a source.
enum Token<'a> {
    /// An identifier or a keyword.
    Word(&'a str),
    /// A literal, an operator, a separator or a comment.
    Other,
    /// Characters that are no token of the sources that this crate writes.
    Invalid(&'a str),
}

/// Reads the tokens of a source.
struct Reader<'a> {
    rest: &'a str,
    /// Line of the next character, counted from 1.
    line: usize,
    has_text_blocks: bool,
}

impl<'a> Reader<'a> {
    /// Returns the next token with the line of its start. Returns `None` at the end of the source.
    fn next_token(&mut self) -> Option<(usize, Token<'a>)> {
        self.skip(self.rest.len() - self.rest.trim_start_matches([' ', '\n']).len());
        let start = self.rest;
        let line = self.line;
        let first = start.chars().next()?;
        let length = match first {
            '/' => comment(start),
            '"' if start.starts_with("\"\"\"") => text_block(start).filter(|_| self.has_text_blocks),
            '"' | '\'' => literal(start, first),
            '0'..='9' => number(start),
            _ if is_word(first) => Some(start.find(|c| !is_word(c)).unwrap_or(start.len())),
            _ => OPERATORS.contains(first).then_some(1),
        };
        let Some(length) = length else {
            return Some((line, Token::Invalid(start)));
        };
        self.skip(length);
        let token = if is_word(first) && !first.is_ascii_digit() {
            Token::Word(&start[..length])
        } else {
            Token::Other
        };
        Some((line, token))
    }

    fn skip(&mut self, length: usize) {
        let (skipped, rest) = self.rest.split_at(length);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
    }
}

/// Returns the length of the comment at the start of a text, without the line feed.
fn comment(text: &str) -> Option<usize> {
    let line = text.split('\n').next().filter(|line| line.starts_with("//"))?;
    (plain_comment(line) == line).then_some(line.len())
}

/// Returns the length of the string or character literal at the start of a text.
fn literal(text: &str, quote: char) -> Option<usize> {
    let mut position = 1;
    loop {
        match text[position..].chars().next()? {
            c if c == quote => return Some(position + 1),
            _ => position += character(&text[position..])?,
        }
    }
}

/// Returns the length of the text block at the start of a text.
fn text_block(text: &str) -> Option<usize> {
    let mut position = "\"\"\"\n".len();
    text.starts_with("\"\"\"\n").then_some(())?;
    loop {
        let rest = &text[position..];
        if rest.starts_with("\"\"\"") {
            return Some(position + 3);
        }
        let is_line_end = rest.starts_with('\n');
        let is_joined_line = rest.starts_with("\\\n");
        position += if is_line_end {
            1
        } else if is_joined_line {
            2
        } else {
            character(rest)?
        };
    }
}

/// Returns the length of the character or escape sequence at the start of a text, in a literal.
fn character(text: &str) -> Option<usize> {
    let mut chars = text.chars();
    match chars.next()? {
        '\\' => match chars.next()? {
            'u' => unicode_escape(text),
            escaped => ESCAPES.contains(escaped).then_some(2),
        },
        c => (c == ' ' || c.is_ascii_graphic()).then_some(1),
    }
}

/// Returns the length of the Unicode escape at the start of a text.
fn unicode_escape(text: &str) -> Option<usize> {
    const LENGTH: usize = "\\u0000".len();
    let digits = text.get(2..LENGTH).filter(|it| it.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
    let unit = u32::from_str_radix(digits, 16).ok()?;
    (!NOT_ESCAPED.contains(&unit)).then_some(LENGTH)
}

/// Returns the length of the number at the start of a text.
fn number(text: &str) -> Option<usize> {
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mut length = digits(text);
    if text[length..].starts_with('.') {
        length += 1 + digits(&text[length + 1..]);
    }
    for exponent in ["E-", "E"] {
        if let Some(rest) = text[length..].strip_prefix(exponent) {
            length += exponent.len() + digits(rest);
        }
    }
    length += usize::from(text[length..].starts_with(['L', 'F']));
    (!text[length..].starts_with(is_word)).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the unknown tokens of a source. The identifier `known` is known.
    fn check(source: &str, expected: &[(usize, &str)]) {
        let known = BTreeSet::from(["known".to_owned()]);
        let unknown = unknown_tokens(source, &known, true);
        let unknown: Vec<(usize, &str)> = unknown.iter().map(|it| (it.line, &*it.token)).collect();
        assert_eq!(unknown, expected, "{source}");
    }

    #[test]
    fn known_identifiers_keywords_operators_and_literals_are_known() {
        check("known(1, -2L, 1.5E-7, 0.1F, \"a\\\"\\u00e9\", '\\'', null)[0];\n// known: 'unknown\n", &[]);
        check("int known = 3;", &[]);
        check("known(\"\"\"\n  \"a\" \\\"\"\" b\\\n  \"\"\");", &[]);
    }

    #[test]
    fn other_identifiers_and_keywords_are_unknown() {
        check("known.\n  other(while)", &[(2, "other"), (2, "while")]);
        check("known évil", &[(1, "évil")]);
    }

    #[test]
    fn reading_ends_at_a_character_outside_all_tokens() {
        check("known\n\\u003b other", &[(2, "\\u003b other")]);
        for invalid in ["\r", "\u{202E}", "\t", "/* */", "/ 2", "#", "%", "\u{1}", "0x1", "1_0", "12e3"] {
            check(&format!("known {invalid}"), &[(1, invalid)]);
        }
    }

    #[test]
    fn a_literal_or_comment_cannot_end_early() {
        for invalid in [
            "\"\\u0022",
            "\"\\u000a\"",
            "\"\\u005c\"\"",
            "\"a\nb\"",
            "\"\\x\"",
            "'\\u0027'",
            "\"é\"",
            "// \\u000a",
            "// é",
            "\"\"\" a \"\"\"",
            "\"\"\"\na",
        ] {
            check(invalid, &[(1, invalid)]);
        }
    }

    #[test]
    fn a_source_for_an_old_release_has_no_text_blocks() {
        assert_eq!(unknown_tokens("\"\"\"\n\"\"\"", &BTreeSet::new(), false).len(), 1);
    }
}
