//! Words of test names: adjectives and nouns for values and parameters.

use testcase::{CheckedTest, Literal, Observation, StatementKind, Var};
use types::{Primitive, Type, World};
pub(super) use types::{capitalised, decapitalised};

/// Maximum length of a text that becomes part of a name, in bytes.
const MAX_TEXT: usize = 16;
/// Maximum number of digits of an asserted number that becomes part of a name. Longer numbers are hard to
/// read.
const MAX_DIGITS: usize = 4;
/// The numbers from zero to ten.
const SMALL_NUMBERS: [&str; 11] =
    ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/// Converts a name from a class file to a Java identifier. Compilers of other languages than Java can write
/// names that are not Java identifiers.
pub(super) fn identifier(name: &str) -> String {
    let start = if name.starts_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
    let part = |c: char| if c.is_ascii_digit() || c.is_alphabetic() { c } else { '_' };
    format!("{start}{}", name.chars().map(part).collect::<String>())
}

/// Returns whether a parameter name is informative: longer than one character, and not a generated name such
/// as `arg0`. A generated name replaces a name that is missing in the class file.
pub(super) fn is_meaningful(name: &str) -> bool {
    let is_generated = name.strip_prefix("arg").is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()));
    name.len() > 1 && !is_generated
}

/// Returns an adjective for a special value: null, empty, zero, greatest, least, negative, NaN, or infinite.
pub(super) fn adjective(test: &CheckedTest, value: Var) -> Option<&'static str> {
    match &test.case.definition(value).kind {
        StatementKind::Literal(literal) => match *literal {
            Literal::Null => Some("null"),
            Literal::String(ref text) if text.is_empty() => Some("empty"),
            Literal::Byte(0) | Literal::Short(0) | Literal::Int(0) | Literal::Long(0) => Some("zero"),
            Literal::Int(i32::MAX) | Literal::Long(i64::MAX) => Some("greatest"),
            Literal::Int(i32::MIN) | Literal::Long(i64::MIN) => Some("least"),
            Literal::Byte(..0) | Literal::Short(..0) | Literal::Int(..0) | Literal::Long(..0) => {
                Some("negative")
            }
            Literal::Float(value) if value.is_nan() => Some("nan"),
            Literal::Double(value) if value.is_nan() => Some("nan"),
            Literal::Float(value) if value.is_infinite() => Some("infinite"),
            Literal::Double(value) if value.is_infinite() => Some("infinite"),
            Literal::Float(value) if value < 0.0 => Some("negative"),
            Literal::Double(value) if value < 0.0 => Some("negative"),
            _ => None,
        },
        StatementKind::NewArray { length: 0 } => Some("empty"),
        _ => None,
    }
}

/// Returns a noun for a type, for a result or for a parameter without a name.
pub(super) fn noun(world: &World, ty: &Type) -> String {
    match ty {
        Type::Primitive(Primitive::Char) => "Character".to_owned(),
        Type::Primitive(_) => "Number".to_owned(),
        Type::Array(_) => "Array".to_owned(),
        Type::Class(class, _) => identifier(&world.class(*class).simple_name),
        _ => "Argument".to_owned(),
    }
}

/// Returns a word for a number, such as `One` or `MinusFive`.
pub(super) fn number_word(value: i64) -> String {
    let small = usize::try_from(value).ok().and_then(|value| SMALL_NUMBERS.get(value));
    match (small, value) {
        (Some(word), _) => (*word).to_owned(),
        _ if value == i32::MAX.into() || value == i64::MAX => "MaxValue".to_owned(),
        _ if value == i32::MIN.into() || value == i64::MIN => "MinValue".to_owned(),
        (None, ..0) => {
            let magnitude = value.checked_neg().map_or_else(String::new, number_word);
            format!("Minus{magnitude}")
        }
        _ => value.to_string(),
    }
}

/// Returns the English name of a character that is neither an ASCII letter nor a digit.
pub(super) fn symbol_word(c: char) -> &'static str {
    match c {
        ' ' => "Space",
        '\t' => "Tab",
        '\n' => "Newline",
        '\r' => "CarriageReturn",
        '\0' => "NullCharacter",
        '.' => "Dot",
        ',' => "Comma",
        ':' => "Colon",
        ';' => "Semicolon",
        '-' => "Minus",
        '+' => "Plus",
        '*' => "Star",
        '/' => "Slash",
        '\\' => "Backslash",
        '%' => "Percent",
        '=' => "Equals",
        '<' => "Less",
        '>' => "Greater",
        '!' => "Exclamation",
        '?' => "Question",
        '&' => "Ampersand",
        '|' => "Pipe",
        '^' => "Caret",
        '~' => "Tilde",
        '_' => "Underscore",
        '@' => "At",
        '#' => "Hash",
        '$' => "Dollar",
        '"' => "Quote",
        '\'' => "Apostrophe",
        '`' => "Backtick",
        '(' => "OpenParenthesis",
        ')' => "CloseParenthesis",
        '[' => "OpenBracket",
        ']' => "CloseBracket",
        '{' => "OpenBrace",
        '}' => "CloseBrace",
        _ if c.is_alphabetic() => "ForeignLetter",
        _ if c.is_control() => "ControlCharacter",
        _ => "Symbol",
    }
}

/// Converts a name from a class file, such as `EMPTY_LIST` or `empty_list`, to a word such as `EmptyList`. In
/// a name with lower-case letters, changes only the first letter of each part.
pub(super) fn camel_case(name: &str) -> String {
    let has_lower_case = name.chars().any(char::is_lowercase);
    let word =
        |word: &str| if has_lower_case { capitalised(word) } else { capitalised(&word.to_lowercase()) };
    identifier(name).split('_').map(word).collect()
}

/// Returns a word for an asserted value, such as `EmptyList`, or `None` if no short word describes the value.
pub(super) fn value_word(observed: &Observation) -> Option<String> {
    Some(match observed {
        Observation::Null => "Null".to_owned(),
        Observation::Literal(literal) | Observation::Boxed(literal) => {
            let is_long_number = |word: &str| {
                let digits = word.trim_start_matches("Minus");
                digits.len() > MAX_DIGITS && digits.starts_with(|c: char| c.is_ascii_digit())
            };
            let is_text = matches!(literal, Literal::String(_));
            return literal_word(literal).filter(|word| is_text || !is_long_number(word));
        }
        Observation::Enum { name, .. } => camel_case(name),
        Observation::Class(name) => {
            let simple_name = name.rsplit(['.', '$']).next().unwrap_or(name);
            format!("{}Class", camel_case(simple_name.trim_end_matches(';')))
        }
        Observation::Equal(_) => "SameForEqualObject".to_owned(),
        Observation::Array(elements) if elements.is_empty() => "EmptyArray".to_owned(),
        Observation::List(elements) if elements.is_empty() => "EmptyList".to_owned(),
        Observation::Set(elements) if elements.is_empty() => "EmptySet".to_owned(),
        Observation::Map(entries) if entries.is_empty() => "EmptyMap".to_owned(),
        _ => return None,
    })
}

/// Returns a word for a literal, or `None` if no short word describes the literal.
pub(super) fn literal_word(literal: &Literal) -> Option<String> {
    Some(match *literal {
        Literal::Boolean(value) => if value { "True" } else { "False" }.to_owned(),
        Literal::Byte(value) => number_word(value.into()),
        Literal::Short(value) => number_word(value.into()),
        Literal::Int(value) => number_word(value.into()),
        Literal::Long(value) => number_word(value),
        Literal::Double(value) if value.is_nan() => "NaN".to_owned(),
        Literal::Double(value) if value.trunc() == value && value.abs() < 1e6 => number_word(value as i64),
        Literal::Char(unit) => {
            let c = char::from_u32(unit.into()).filter(char::is_ascii_alphanumeric)?;
            c.to_ascii_uppercase().to_string()
        }
        Literal::String(ref text) if text.is_empty() => "EmptyString".to_owned(),
        Literal::String(ref text) => {
            let word = String::from_utf16(text).ok()?;
            let is_word = word.len() <= MAX_TEXT && word.chars().all(|c| c.is_ascii_alphanumeric());
            // `returnsNull` would mean the value null, not the text "null".
            let is_word = is_word && !matches!(&*word, "null" | "true" | "false");
            return is_word.then(|| capitalised(&word));
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_names_of_class_files_contain_no_underscore() {
        for (name, word) in [
            ("NAMED_RANGE", "NamedRange"),
            ("seps_len", "SepsLen"),
            ("textLength", "TextLength"),
            ("URL", "Url"),
        ] {
            assert_eq!(camel_case(name), word);
        }
    }
}
