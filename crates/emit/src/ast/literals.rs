//! Java source of literals.

use super::{Expr, Qualifier, java_lang};

/// Returns a static field of a class of `java.lang`.
pub(crate) fn java_lang_constant(class: &str, name: &str) -> Expr {
    Expr::Field(Qualifier::Class(java_lang(class)), name.to_owned())
}

pub(crate) fn int(value: i32) -> Expr {
    match value {
        i32::MIN => java_lang_constant("Integer", "MIN_VALUE"),
        i32::MAX => java_lang_constant("Integer", "MAX_VALUE"),
        _ => Expr::Literal(value.to_string()),
    }
}

pub(crate) fn long(value: i64) -> Expr {
    match value {
        i64::MIN => java_lang_constant("Long", "MIN_VALUE"),
        i64::MAX => java_lang_constant("Long", "MAX_VALUE"),
        _ => Expr::Literal(format!("{value}L")),
    }
}

pub(crate) fn float(value: f32) -> Expr {
    match value {
        _ if value.is_nan() => java_lang_constant("Float", "NaN"),
        f32::INFINITY => java_lang_constant("Float", "POSITIVE_INFINITY"),
        f32::NEG_INFINITY => java_lang_constant("Float", "NEGATIVE_INFINITY"),
        f32::MAX => java_lang_constant("Float", "MAX_VALUE"),
        _ if value.to_bits() == 1 => java_lang_constant("Float", "MIN_VALUE"),
        _ => Expr::Literal(decimal(&format!("{value:e}")) + "F"),
    }
}

pub(crate) fn double(value: f64) -> Expr {
    match value {
        _ if value.is_nan() => java_lang_constant("Double", "NaN"),
        f64::INFINITY => java_lang_constant("Double", "POSITIVE_INFINITY"),
        f64::NEG_INFINITY => java_lang_constant("Double", "NEGATIVE_INFINITY"),
        f64::MAX => java_lang_constant("Double", "MAX_VALUE"),
        _ if value.to_bits() == 1 => java_lang_constant("Double", "MIN_VALUE"),
        _ => Expr::Literal(decimal(&format!("{value:e}"))),
    }
}

/// Returns the tolerance for a comparison with a float: one unit in the seventh significant digit of the
/// float.
pub(crate) fn float_tolerance(value: f32) -> f32 {
    power_of_ten(f64::from(value), 6) as f32
}

/// Returns the tolerance for a comparison with a double: one unit in the thirteenth significant digit of the
/// double.
pub(crate) fn double_tolerance(value: f64) -> f64 {
    power_of_ten(value, 12)
}

/// Returns the power of ten that is `digits` decimal places below the first significant digit of a value.
fn power_of_ten(value: f64, digits: i32) -> f64 {
    let exponent = value.abs().log10().floor() as i32 - digits;
    format!("1e{exponent}").parse().expect("the text is a number")
}

/// Converts Rust's shortest scientific notation (`-1.25e7`) to the notation of Java's `Double.toString`:
/// plain decimals from 10^-3 (inclusive) to 10^7 (exclusive), scientific notation otherwise.
fn decimal(scientific: &str) -> String {
    let (mantissa, exponent) = scientific.split_once('e').expect("the text is in scientific notation");
    let exponent: i32 = exponent.parse().expect("the exponent is an integer");
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    match exponent {
        -3..=-1 => format!("{sign}0.{}{digits}", "0".repeat((-exponent - 1) as usize)),
        0..=6 => {
            let whole = exponent as usize + 1;
            let padded = format!("{digits:0<whole$}");
            let fraction = &padded[whole..];
            format!("{sign}{}.{}", &padded[..whole], if fraction.is_empty() { "0" } else { fraction })
        }
        _ => {
            let fraction = &digits[1..];
            format!("{sign}{}.{}E{exponent}", &digits[..1], if fraction.is_empty() { "0" } else { fraction })
        }
    }
}

pub(crate) fn char(unit: u16) -> Expr {
    let mut text = String::from("'");
    match unit {
        0x27 => text.push_str("\\'"),
        0x22 => text.push('"'),
        _ => escape(unit, &mut text),
    }
    text.push('\'');
    Expr::Literal(text)
}

/// Returns a string literal with its quotes.
pub(crate) fn string(units: &[u16]) -> String {
    let mut text = String::with_capacity(units.len() + 2);
    text.push('"');
    units.iter().for_each(|&unit| escape(unit, &mut text));
    text.push('"');
    text
}

/// Minimum width of a string literal that a text block can replace, in columns.
const MIN_TEXT_BLOCK_WIDTH: usize = 40;
/// Maximum width of a line of a text block, in columns.
const MAX_TEXT_BLOCK_LINE: usize = 80;

/// Returns the lines of a text block for a string, including the delimiters. Returns `None` in these cases:
///
/// - The string has fewer than two line feeds.
/// - The string is short or has long lines.
/// - A line ends with a space. Java would strip the space from the text block.
pub(crate) fn text_block(units: &[u16]) -> Option<Vec<String>> {
    let is_line_feed = |unit: &u16| *unit == u16::from(b'\n');
    if units.iter().filter(|unit| is_line_feed(unit)).count() < 2
        || string(units).len() < MIN_TEXT_BLOCK_WIDTH
    {
        return None;
    }
    let mut lines = vec!["\"\"\"".to_owned()];
    for line in units.split(is_line_feed) {
        let mut text = String::new();
        line.iter().for_each(|&unit| if unit == 0x22 { text.push('"') } else { escape(unit, &mut text) });
        let text = text.replace("\"\"\"", "\\\"\"\"");
        if text.ends_with(' ') || text.len() > MAX_TEXT_BLOCK_LINE {
            return None;
        }
        lines.push(text);
    }
    match lines.last_mut() {
        // The string ends with a line feed, so the closing delimiter has its own line.
        Some(last) if last.is_empty() => *last = "\"\"\"".to_owned(),
        last => {
            last?.push('\\');
            lines.push("\"\"\"".to_owned());
        }
    }
    Some(lines)
}

/// Returns whether a string looks like a format string of `String.format` (`%`) or `MessageFormat` (`{0}`).
///
/// If a call does not fit on one line, google-java-format breaks the line after the first argument if this
/// argument is a format string.
pub(crate) fn is_format(units: &[u16]) -> bool {
    let is_digit = |unit: u16| (0x30..=0x39).contains(&unit);
    let is_format_element = |part: &[u16]| part[0] == 0x7b && is_digit(part[1]) && part[2] == 0x7d;
    units.contains(&0x25) || units.windows(3).any(is_format_element)
}

fn escape(unit: u16, text: &mut String) {
    match unit {
        0x08 => text.push_str("\\b"),
        0x09 => text.push_str("\\t"),
        0x0a => text.push_str("\\n"),
        0x0c => text.push_str("\\f"),
        0x0d => text.push_str("\\r"),
        0x22 => text.push_str("\\\""),
        0x5c => text.push_str("\\\\"),
        0x20..=0x7e => text.push(unit as u8 as char),
        _ => text.push_str(&format!("\\u{unit:04x}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(literal: &Expr, expected: &str) {
        let text = match literal {
            Expr::Literal(text) => text.clone(),
            Expr::Field(Qualifier::Class(class), name) => format!("{}.{name}", class.path[0]),
            other => panic!("{other:?}"),
        };
        assert_eq!(text, expected);
    }

    #[test]
    fn integers_are_decimal_but_minimum_and_maximum_values_are_named_constants() {
        check(&int(-7), "-7");
        check(&int(i32::MIN), "Integer.MIN_VALUE");
        check(&long(5), "5L");
        check(&long(i64::MAX), "Long.MAX_VALUE");
    }

    #[test]
    fn floating_point_numbers_have_the_format_of_double_to_string() {
        check(&double(0.0), "0.0");
        check(&double(-0.0), "-0.0");
        check(&double(1.5), "1.5");
        check(&double(1e10), "1.0E10");
        check(&double(9_999_999.0), "9999999.0");
        check(&double(1e7), "1.0E7");
        check(&double(0.001), "0.001");
        check(&double(-1.25e-5), "-1.25E-5");
        check(&double(f64::NAN), "Double.NaN");
        check(&double(f64::NEG_INFINITY), "Double.NEGATIVE_INFINITY");
        check(&double(f64::from_bits(1)), "Double.MIN_VALUE");
        check(&float(0.1), "0.1F");
        check(&float(123_456.0), "123456.0F");
        check(&float(f32::MAX), "Float.MAX_VALUE");
    }

    fn check_block(text: &str, expected: Option<&str>) {
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(text_block(&units).map(|lines| lines.join("\n")).as_deref(), expected);
    }

    #[test]
    fn a_long_string_of_several_lines_becomes_a_text_block() {
        let first = "The first of several lines, and the longest";
        check_block(
            &format!("{first}\n\n  a \"quoted\" word\n"),
            Some(&format!("\"\"\"\n{first}\n\n  a \"quoted\" word\n\"\"\"")),
        );
        check_block(&format!("{first}\n\n\\"), Some(&format!("\"\"\"\n{first}\n\n\\\\\\\n\"\"\"")));
        check_block(&format!("{first}\n\"\"\"\"\n"), Some(&format!("\"\"\"\n{first}\n\\\"\"\"\"\n\"\"\"")));
    }

    #[test]
    fn a_string_that_is_short_or_has_few_lines_long_lines_or_trailing_spaces_becomes_no_text_block() {
        check_block("a\nb\nc\n", None);
        check_block("A rather long line, and only one of them\n", None);
        check_block("The first of several lines, and the longest \nb\nc", None);
        check_block(&format!("{}\nb\nc", "a".repeat(81)), None);
    }

    #[test]
    fn characters_other_than_printable_ascii_are_escaped() {
        check(&char(0x27), "'\\''");
        check(&char(0x22), "'\"'");
        check(&char(0x0a), "'\\n'");
        check(&char(0), "'\\u0000'");
        assert_eq!(string(&[0x61, 0x22, 0x5c, 0xd800, 0xe9]), r#""a\"\\\ud800\u00e9""#);
    }
}
