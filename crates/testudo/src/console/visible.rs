//! Makes control characters visible, so that texts of the code under test cannot control the terminal.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns a text in which each control character is replaced by an escape sequence such as `\u001b`.
///
/// Control characters include line ends, and the characters that change the direction of text. In JSON, the
/// escape sequence represents the same character.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if is_control(character) {
            write!(out, "\\u{:04x}", u32::from(character)).expect("a string can be extended");
        } else {
            out.push(character);
        }
    }
    out.into()
}

/// Returns a text in which all control characters except line ends are visible. `separator` replaces the line
/// ends. No line after the first is a command for a CI service: a name of a class can contain line ends.
pub fn visible_lines(text: &str, separator: &str) -> String {
    let (first, others) = text.split_once('\n').map_or((text, None), |(first, others)| (first, Some(others)));
    let others = others.into_iter().flat_map(|others| others.split('\n')).map(without_command);
    let lines: Vec<String> = std::iter::once(visible(first).into_owned()).chain(others).collect();
    lines.join(separator)
}

/// Returns a visible line that CI services do not execute: the first character of a command is escaped.
fn without_command(line: &str) -> String {
    let shown = visible(line);
    let text = shown.trim_start();
    let is_command = ["::", "##[", "##vso"].iter().any(|start| text.starts_with(start));
    match text.chars().next().filter(|_| is_command) {
        Some(first) => format!("\\u{:04x}{}", u32::from(first), &text[first.len_utf8()..]),
        None => shown.into_owned(),
    }
}

fn is_control(character: char) -> bool {
    let changes_direction = matches!(
        character,
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
    );
    character.is_control() || changes_direction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_visible_and_other_characters_are_unchanged() {
        assert_eq!(
            visible("\u{1B}[31m\u{9B}2J\u{7}\r\n\t\u{7F}"),
            "\\u001b[31m\\u009b2J\\u0007\\u000d\\u000a\\u0009\\u007f"
        );
        assert_eq!(visible("abc\u{202E}cba"), "abc\\u202ecba");
        assert_eq!(visible("Größe \\u 漢 😀"), "Größe \\u 漢 😀");
    }

    #[test]
    fn the_escape_sequences_represent_the_same_text_in_json() {
        let text = "\u{1B}\u{9B}\u{7F}\u{202E}\"";
        let json = serde_json::to_string(text).unwrap();
        let shown = visible(&json);
        assert!(!shown.contains(is_control), "{shown}");
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
    }

    #[test]
    fn lines_of_foreign_text_are_no_commands_for_a_ci_service() {
        let text = "p.A\n::error::x\n  ##[error]x\nstd::fmt";
        assert_eq!(visible_lines(text, "\n"), "p.A\n\\u003a:error::x\n\\u0023#[error]x\nstd::fmt");
        assert_eq!(visible_lines("::warning title=x::y", "\n"), "::warning title=x::y");
    }

    #[test]
    fn line_ends_of_messages_remain() {
        assert_eq!(visible_lines("a\nb\u{1B}", "\n    "), "a\n    b\\u001b");
    }
}
