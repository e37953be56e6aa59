//! Literals of Java source.

/// A literal of Java source.
pub(crate) enum Literal<'s> {
    /// `true` or `false`.
    Boolean(bool),
    /// An integer, and its suffix `L`, if it has one.
    Integer(i128, &'s str),
    /// A number with a fraction, and its suffix `f` or `d`, if it has one.
    Fraction(f64, &'s str),
    /// A string.
    Text(String),
    /// A character.
    Character(String),
}

impl<'s> Literal<'s> {
    /// Parses a literal. Returns `None` for another expression, and for a text block.
    pub(crate) fn parse(text: &'s str) -> Option<Literal<'s>> {
        if let Some(quoted) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            return (!text.starts_with("\"\"\"")).then(|| unescaped(quoted).map(Literal::Text))?;
        }
        if let Some(quoted) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
            return unescaped(quoted).map(Literal::Character);
        }
        if let Ok(value) = text.parse() {
            return Some(Literal::Boolean(value));
        }
        let digits = text.trim_end_matches(['l', 'L']);
        if let Ok(number) = digits.replace('_', "").parse() {
            return Some(Literal::Integer(number, &text[digits.len()..]));
        }
        let digits = text.trim_end_matches(['f', 'F', 'd', 'D']);
        let is_number = digits.contains(|c: char| c.is_ascii_digit());
        let number = digits.parse().ok().filter(|_| is_number)?;
        Some(Literal::Fraction(number, &text[digits.len()..]))
    }

    /// Returns the source of a literal of the same type with the value `actual`, if this literal has the
    /// value `expected`. Both are texts as test frameworks print them: some print `"a"` and `1L` as in Java.
    pub(crate) fn replaced(&self, expected: &str, actual: &str) -> Option<String> {
        self.replaced_exactly(expected, actual)
            .or_else(|| self.replaced_exactly(&without_marks(expected)?, &without_marks(actual)?))
    }

    fn replaced_exactly(&self, expected: &str, actual: &str) -> Option<String> {
        match self {
            Literal::Boolean(value) => {
                let actual: bool = actual.parse().ok()?;
                (expected.parse() == Ok(*value)).then(|| actual.to_string())
            }
            Literal::Integer(number, suffix) => {
                let actual: i128 = actual.parse().ok()?;
                let fits = !suffix.is_empty() || i32::try_from(actual).is_ok();
                (expected.parse() == Ok(*number) && fits).then(|| format!("{actual}{suffix}"))
            }
            Literal::Fraction(number, suffix) => {
                let actual: f64 = actual.parse().ok().filter(|value: &f64| value.is_finite())?;
                (expected.parse() == Ok(*number)).then(|| format!("{actual:?}{suffix}"))
            }
            Literal::Text(text) => (text == expected).then(|| quoted(actual)),
            Literal::Character(text) => (text == expected && actual.chars().count() == 1)
                .then(|| format!("'{}'", escaped(actual, '\''))),
        }
    }
}

/// Returns a value that is printed as a Java literal without its quotes or its suffix. Returns `None` for
/// another text.
pub(crate) fn without_marks(printed: &str) -> Option<String> {
    let inside = |quote| printed.strip_prefix(quote)?.strip_suffix(quote);
    if let Some(text) = inside('"').or_else(|| inside('\'')) {
        return Some(text.to_owned());
    }
    let number = printed.trim_end_matches(['L', 'f', 'F', 'd', 'D']);
    number.ends_with(|c: char| c.is_ascii_digit()).then(|| number.to_owned())
}

/// Returns the source of a string.
pub(crate) fn quoted(value: &str) -> String {
    format!("\"{}\"", escaped(value, '"'))
}

/// Returns the value of the inside of a string or character literal. Returns `None` for rare escapes.
fn unescaped(text: &str) -> Option<String> {
    let mut value = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        value.push(match c {
            '\\' => match chars.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{c}',
                '0' => '\0',
                'u' => char::from_u32(
                    u32::from_str_radix(&chars.by_ref().take(4).collect::<String>(), 16).ok()?,
                )?,
                quoted @ ('"' | '\'' | '\\') => quoted,
                _ => return None,
            },
            c => c,
        });
    }
    Some(value)
}

/// Returns the inside of a literal with a value. `quote` encloses the literal.
fn escaped(value: &str, quote: char) -> String {
    let mut text = String::new();
    for c in value.chars() {
        match c {
            '\n' => text += "\\n",
            '\t' => text += "\\t",
            '\r' => text += "\\r",
            '\\' => text += "\\\\",
            c if c == quote => text.extend(['\\', c]),
            ' '..='~' => text.push(c),
            c => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| text += &format!("\\u{unit:04x}")),
        }
    }
    text
}
