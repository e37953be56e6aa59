//! Translates regular expressions of `java.util.regex.Pattern` into the syntax of the Rust crates
//! `regex-syntax` and `fancy-regex`.

use std::iter::Peekable;
use std::str::Chars;

// The flags of `java.util.regex.Pattern`.
const CASE_INSENSITIVE: u32 = 2;
const COMMENTS: u32 = 4;
const MULTILINE: u32 = 8;
const LITERAL: u32 = 16;
const DOTALL: u32 = 32;

/// Maximum nesting depth of character classes. The translation of nested classes is recursive.
const MAX_CLASS_NESTING: u32 = 50;

// The predefined character classes of Java without the flag `UNICODE_CHARACTER_CLASS`.
const DIGIT: &str = "0-9";
const SPACE: &str = r"\x09-\x0D\x20";
const WORD: &str = "0-9A-Za-z_";
const HORIZONTAL: &str = r"\x09\x20\x{A0}\x{1680}\x{180E}\x{2000}-\x{200A}\x{202F}\x{205F}\x{3000}";
const VERTICAL: &str = r"\x0A-\x0D\x{85}\x{2028}\x{2029}";

/// An expression in the syntax of `regex-syntax` and `fancy-regex`.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Translation {
    /// The regular part of the expression.
    ///
    /// A back reference becomes a character of [`reference_char`]. Look-around is omitted. Atomic groups and
    /// possessive quantifiers become ordinary groups and quantifiers. The name of group 3 is `g3`.
    pub(crate) regular: String,
    /// The complete expression.
    pub(crate) complete: String,
    /// Whether every match of the regular part is a match of the complete expression.
    pub(crate) is_exact: bool,
    /// The regular parts of the positive lookaheads.
    pub(crate) lookaheads: Vec<String>,
    /// The regular parts of the positive lookbehinds.
    pub(crate) lookbehinds: Vec<String>,
}

/// Returns the character that represents a back reference to a group. The character is in the last private
/// use plane of Unicode.
pub(crate) fn reference_char(group: u32) -> char {
    char::from_u32(0x10_0000 + group).unwrap_or('\u{10_0000}')
}

/// Returns the number of the group if a character represents a back reference.
pub(crate) fn referenced_group(character: char) -> Option<u32> {
    (character as u32).checked_sub(0x10_0000)
}

/// Translates an expression with the flags of `Pattern`. Returns `None` if the expression is malformed or not
/// supported.
pub(crate) fn translate(pattern: &str, flags: u32) -> Option<Translation> {
    let mut translator = Translator {
        rest: pattern.chars().peekable(),
        allows_comments: flags & COMMENTS != 0,
        output: Translation { is_exact: true, ..Translation::default() },
        open_groups: Vec::new(),
        names: Vec::new(),
        groups: 0,
    };
    match flags & LITERAL {
        0 => translator.expression()?,
        _ => pattern.chars().for_each(|literal| translator.literal(literal)),
    }
    let Translation { regular, complete, is_exact, lookaheads, lookbehinds } = translator.output;
    let add_flags = |text: String| format!("{}{text}", prefix(flags));
    Some(Translation {
        regular: add_flags(regular),
        complete: add_flags(complete),
        is_exact,
        lookaheads: lookaheads.into_iter().map(add_flags).collect(),
        lookbehinds: lookbehinds.into_iter().map(add_flags).collect(),
    })
}

/// Returns the flags that Java and the Rust crates support, as a prefix such as `(?is)`.
fn prefix(flags: u32) -> String {
    let supported_flags = [(CASE_INSENSITIVE, 'i'), (MULTILINE, 'm'), (DOTALL, 's')];
    let set: String =
        supported_flags.iter().filter(|(flag, _)| flags & flag != 0).map(|(_, letter)| letter).collect();
    if set.is_empty() { set } else { format!("(?{set})") }
}

/// The state of a translation.
struct Translator<'a> {
    /// The characters that are not translated yet.
    rest: Peekable<Chars<'a>>,
    /// Whether the expression can contain comments. White space and the text after a `#` are then ignored.
    allows_comments: bool,
    output: Translation,
    /// The groups that are not closed yet, outermost group first.
    open_groups: Vec<OpenGroup>,
    /// The name and the number of each named group.
    names: Vec<(String, u32)>,
    /// Number of capturing groups so far.
    groups: u32,
}

/// A group that is not closed yet. For a look-around, the variant contains the regular part before the group.
enum OpenGroup {
    Group,
    Lookahead(String),
    Lookbehind(String),
    NegativeLook(String),
}

impl Translator<'_> {
    fn expression(&mut self) -> Option<()> {
        while let Some(next) = self.rest.next() {
            match next {
                '\\' => self.escape()?,
                '[' => {
                    let class = self.class(MAX_CLASS_NESTING)?;
                    self.add(&class);
                }
                '(' => self.group()?,
                ')' => self.close()?,
                '*' | '+' | '?' => self.quantifier(&next.to_string()),
                '{' => {
                    let bounds = self.read_until('}')?;
                    self.quantifier(&format!("{{{bounds}}}"));
                }
                '.' | '^' | '$' | '|' => self.add(&next.to_string()),
                '#' if self.allows_comments => drop(self.read_until('\n')),
                blank if self.allows_comments && blank.is_ascii_whitespace() => {}
                literal => self.literal(literal),
            }
        }
        Some(())
    }

    /// Appends a text that is equal in the regular part and in the complete expression.
    fn add(&mut self, text: &str) {
        self.output.regular += text;
        self.output.complete += text;
    }

    fn literal(&mut self, literal: char) {
        self.add(&hex(literal));
    }

    /// Translates a quantifier, which can be lazy or possessive.
    fn quantifier(&mut self, quantifier: &str) {
        self.add(quantifier);
        if self.rest.next_if_eq(&'?').is_some() {
            self.add("?");
        } else if self.rest.next_if_eq(&'+').is_some() {
            self.output.complete += "+";
            self.output.is_exact = false;
        }
    }

    /// Reads the text before the next character `end`, and skips `end`.
    fn read_until(&mut self, end: char) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.rest.next()? {
                next if next == end => return Some(text),
                next => text.push(next),
            }
        }
    }

    /// Translates the start of a group. The opening parenthesis is already read.
    fn group(&mut self) -> Option<()> {
        if self.rest.next_if_eq(&'?').is_none() {
            self.capture();
            return Some(());
        }
        match self.rest.next()? {
            ':' => self.open("(?:", "(?:"),
            '>' => {
                self.output.is_exact = false;
                self.open("(?:", "(?>");
            }
            '=' => self.look_around("(?=", OpenGroup::Lookahead),
            '!' => self.look_around("(?!", OpenGroup::NegativeLook),
            '<' => match self.rest.next()? {
                '=' => self.look_around("(?<=", OpenGroup::Lookbehind),
                '!' => self.look_around("(?<!", OpenGroup::NegativeLook),
                first => {
                    let name = format!("{first}{}", self.read_until('>')?);
                    self.names.push((name, self.groups + 1));
                    self.capture();
                }
            },
            first => self.flags(first)?,
        }
        Some(())
    }

    /// Starts a group that is not a look-around.
    fn open(&mut self, regular: &str, complete: &str) {
        self.output.regular += regular;
        self.output.complete += complete;
        self.open_groups.push(OpenGroup::Group);
    }

    fn capture(&mut self) {
        self.groups += 1;
        let opening = format!("(?P<g{}>", self.groups);
        self.open(&opening, &opening);
    }

    fn look_around(&mut self, complete: &str, open: fn(String) -> OpenGroup) {
        self.output.is_exact = false;
        self.output.complete += complete;
        let regular_before = std::mem::take(&mut self.output.regular);
        self.open_groups.push(open(regular_before));
    }

    /// Ends a group at its closing parenthesis.
    fn close(&mut self) -> Option<()> {
        self.output.complete.push(')');
        let (regular_before, bodies) = match self.open_groups.pop()? {
            OpenGroup::Group => {
                self.output.regular.push(')');
                return Some(());
            }
            OpenGroup::Lookahead(regular_before) => (regular_before, Some(&mut self.output.lookaheads)),
            OpenGroup::Lookbehind(regular_before) => (regular_before, Some(&mut self.output.lookbehinds)),
            OpenGroup::NegativeLook(regular_before) => (regular_before, None),
        };
        // The empty group is necessary because a quantifier can follow.
        let body = std::mem::replace(&mut self.output.regular, regular_before + "(?:)");
        if let Some(bodies) = bodies {
            bodies.push(body);
        }
        Some(())
    }

    /// Translates flags such as `(?i)` or `(?i:`. Omits the flags that the Rust crates do not support.
    fn flags(&mut self, first: char) -> Option<()> {
        let mut flags = first.to_string();
        let end = loop {
            match self.rest.next()? {
                end @ (':' | ')') => break end,
                flag => flags.push(flag),
            }
        };
        let (on, off) = flags.split_once('-').unwrap_or((&flags, ""));
        if on.contains('x') || off.contains('x') {
            self.allows_comments = on.contains('x');
        }
        let supported_flags =
            |flags: &str| flags.chars().filter(|flag| "ims".contains(*flag)).collect::<String>();
        let (on, off) = (supported_flags(on), supported_flags(off));
        let off = if off.is_empty() { off } else { format!("-{off}") };
        match end {
            ':' => {
                let opening = format!("(?{on}{off}:");
                self.open(&opening, &opening);
            }
            _ if on.is_empty() && off.is_empty() => {}
            _ => self.add(&format!("(?{on}{off})")),
        }
        Some(())
    }

    fn escape(&mut self) -> Option<()> {
        match self.rest.next()? {
            'Q' => self.quote(),
            'E' => {}
            'A' | 'G' => self.add(r"\A"),
            'z' | 'Z' => self.add(r"\z"),
            boundary @ ('b' | 'B') => self.add(&format!(r"\{boundary}")),
            'R' => self.add(&format!(r"(?:\x0D\x0A|[{VERTICAL}])")),
            'X' => self.add("."),
            'k' => {
                self.rest.next_if_eq(&'<')?;
                let name = self.read_until('>')?;
                let group = self.names.iter().find(|(other, _)| *other == name)?.1;
                self.back_reference(group);
            }
            digit @ '1'..='9' => {
                let group = self.group_number(digit);
                self.back_reference(group);
            }
            other => {
                let text = match self.class_escape(other)? {
                    Item::One(character) => hex(character),
                    Item::Many(class) => class,
                };
                self.add(&text);
            }
        }
        Some(())
    }

    /// Reads the number of a group. Stops before a digit that makes the number exceed the number of groups.
    fn group_number(&mut self, first: char) -> u32 {
        let mut group = first as u32 - '0' as u32;
        while let Some(digit) = self.rest.peek().and_then(|next| next.to_digit(10)) {
            if group * 10 + digit > self.groups {
                break;
            }
            group = group * 10 + digit;
            self.rest.next();
        }
        group
    }

    fn back_reference(&mut self, group: u32) {
        // A text that matches the regular part need not match the complete expression. For example, in Java a
        // back reference fails if its group took no part in the match.
        self.output.is_exact = false;
        self.output.regular += &hex(reference_char(group));
        self.output.complete += &format!(r"\k<g{group}>");
    }

    /// Translates literal text up to `\E`.
    fn quote(&mut self) {
        while let Some(next) = self.rest.next() {
            if next == '\\' && self.rest.next_if_eq(&'E').is_some() {
                return;
            }
            self.literal(next);
        }
    }

    /// Translates a character class. The opening bracket is already read. `max_nesting` is the maximum
    /// nesting depth of this class, including the class itself.
    fn class(&mut self, max_nesting: u32) -> Option<String> {
        let max_inner_nesting = max_nesting.checked_sub(1)?;
        let mut class = "[".to_owned();
        if self.rest.next_if_eq(&'^').is_some() {
            class.push('^');
        }
        let mut is_first = true;
        loop {
            let next = self.rest.next()?;
            match next {
                ']' if !is_first => break,
                '[' => class += &self.class(max_inner_nesting)?,
                '&' if self.rest.next_if_eq(&'&').is_some() => class += "&&",
                '\\' if self.rest.next_if_eq(&'Q').is_some() => class += &self.quoted_class(),
                '\\' if self.rest.next_if_eq(&'E').is_some() => {}
                blank if self.allows_comments && blank.is_ascii_whitespace() => {}
                _ => class += &self.items(next)?,
            }
            is_first = false;
        }
        class.push(']');
        Some(class)
    }

    fn quoted_class(&mut self) -> String {
        let mut class = String::new();
        while let Some(next) = self.rest.next() {
            if next == '\\' && self.rest.next_if_eq(&'E').is_some() {
                break;
            }
            class += &hex(next);
        }
        class
    }

    /// Translates a character, a range, or a class that is an escape sequence.
    fn items(&mut self, next: char) -> Option<String> {
        let from = match self.item(next)? {
            Item::One(from) => from,
            Item::Many(class) => return Some(class),
        };
        let mut following_characters = self.rest.clone();
        let is_range = following_characters.next() == Some('-')
            && !matches!(following_characters.peek(), Some(']' | '[') | None);
        if !is_range {
            return Some(hex(from));
        }
        self.rest.next();
        let end = self.rest.next()?;
        Some(match self.item(end)? {
            Item::One(to) => format!("{}-{}", hex(from), hex(to)),
            Item::Many(class) => format!("{}{}{class}", hex(from), hex('-')),
        })
    }

    fn item(&mut self, next: char) -> Option<Item> {
        match next {
            '\\' => {
                let escaped = self.rest.next()?;
                self.class_escape(escaped)
            }
            other => Some(Item::One(other)),
        }
    }

    /// Translates an escape sequence that is valid inside and outside of classes.
    fn class_escape(&mut self, escaped: char) -> Option<Item> {
        Some(match escaped {
            't' => Item::One('\t'),
            'n' => Item::One('\n'),
            'r' => Item::One('\r'),
            'f' => Item::One('\x0C'),
            'a' => Item::One('\x07'),
            'e' => Item::One('\x1B'),
            '0' => Item::One(self.digits(8, 3)?),
            'u' => Item::One(self.digits(16, 4)?),
            'x' if self.rest.next_if_eq(&'{').is_some() => {
                Item::One(char::from_u32(u32::from_str_radix(&self.read_until('}')?, 16).ok()?)?)
            }
            'x' => Item::One(self.digits(16, 2)?),
            'c' => Item::One(char::from_u32(self.rest.next()? as u32 ^ 64)?),
            'd' => Item::Many(format!("[{DIGIT}]")),
            'D' => Item::Many(format!("[^{DIGIT}]")),
            's' => Item::Many(format!("[{SPACE}]")),
            'S' => Item::Many(format!("[^{SPACE}]")),
            'w' => Item::Many(format!("[{WORD}]")),
            'W' => Item::Many(format!("[^{WORD}]")),
            'h' => Item::Many(format!("[{HORIZONTAL}]")),
            'H' => Item::Many(format!("[^{HORIZONTAL}]")),
            'v' => Item::Many(format!("[{VERTICAL}]")),
            'V' => Item::Many(format!("[^{VERTICAL}]")),
            'p' | 'P' => Item::Many(self.property(escaped == 'P')?),
            letter if letter.is_ascii_alphanumeric() => return None,
            other => Item::One(other),
        })
    }

    /// Reads the code of a character with at most `max` digits. The code of half of a surrogate pair becomes
    /// the replacement character, which is never generated.
    fn digits(&mut self, radix: u32, max: usize) -> Option<char> {
        let mut value = 0;
        for _ in 0..max {
            let Some(digit) = self.rest.peek().and_then(|next| next.to_digit(radix)) else { break };
            value = value * radix + digit;
            self.rest.next();
        }
        Some(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn property(&mut self, negated: bool) -> Option<String> {
        let name = match self.rest.next()? {
            '{' => self.read_until('}')?,
            letter => letter.to_string(),
        };
        let content = property(&name);
        Some(if negated { format!("[^{content}]") } else { format!("[{content}]") })
    }
}

/// A translated part of a character class.
enum Item {
    /// One character.
    One(char),
    /// A class of characters, in brackets.
    Many(String),
}

/// Returns a character as an escape sequence with its code.
fn hex(character: char) -> String {
    format!(r"\x{{{:X}}}", character as u32)
}

/// Returns the content of a bracket class for a property of Java. The class contains the same characters as
/// the property, or some of them.
fn property(name: &str) -> String {
    const POSIX: [&str; 13] = [
        "Lower", "Upper", "ASCII", "Alpha", "Digit", "Alnum", "Punct", "Graph", "Print", "Blank", "Cntrl",
        "XDigit", "Space",
    ];
    if POSIX.contains(&name) {
        return format!("[:{}:]", name.to_lowercase());
    }
    match name {
        "L1" => r"\x00-\x{FF}".to_owned(),
        "all" => r"\x00-\x{10FFFF}".to_owned(),
        "javaLowerCase" | "IsLowercase" => r"\p{Lowercase}".to_owned(),
        "javaUpperCase" | "IsUppercase" => r"\p{Uppercase}".to_owned(),
        "javaWhitespace" | "javaSpaceChar" | "IsWhite_Space" | "IsWhiteSpace" => r"\x20".to_owned(),
        "javaLetter" => r"\p{L}".to_owned(),
        "javaAlphabetic" => r"\p{Alphabetic}".to_owned(),
        "javaDigit" | "IsDigit" => r"\p{Nd}".to_owned(),
        "javaLetterOrDigit" => r"\p{L}\p{Nd}".to_owned(),
        "javaJavaIdentifierStart" | "javaUnicodeIdentifierStart" => r"\p{L}".to_owned(),
        "javaJavaIdentifierPart" | "javaUnicodeIdentifierPart" => r"\p{L}\p{Nd}_".to_owned(),
        _ => {
            let unprefixed = name.strip_prefix("Is").or_else(|| name.strip_prefix("In"));
            format!(r"\p{{{}}}", unprefixed.unwrap_or(name))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(java: &str, flags: u32, regular: &str, is_exact: bool) {
        let translation = translate(java, flags).unwrap();
        let actual = regex_syntax::Parser::new().parse(&translation.regular);
        let expected = regex_syntax::Parser::new().parse(regular).unwrap();
        assert_eq!(actual.unwrap(), expected, "the translation of {java} is {}", translation.regular);
        assert_eq!(translation.is_exact, is_exact, "{java}");
    }

    #[test]
    fn syntax_that_java_and_rust_share_is_not_changed() {
        check("[a-z]+(?:x|y){2,3}?.*$", 0, "[a-z]+(?:x|y){2,3}?.*$", true);
        check("a\\.b\\-c", 0, "a\\.b-c", true);
        check("[]a^-]", 0, "[\\]a^-]", true);
        check("[\\w-.+--]", 0, "[0-9A-Za-z_\\-.+,\\-]", true);
        check("[a-z&&[^aeiou]]", 0, "[a-z&&[^aeiou]]", true);
        check("[a~~b]", 0, "[a~b]", true);
    }

    #[test]
    fn quoted_text_is_literal() {
        check("\\Qa.b\\E.", 0, "a\\.b.", true);
        check("[\\Q^]\\E]", 0, "[\\^\\]]", true);
        check("a.b(", LITERAL, "a\\.b\\(", true);
    }

    #[test]
    fn flags_become_a_prefix() {
        check("a.", CASE_INSENSITIVE | DOTALL, "(?is)a.", true);
        check("a b # comment\n c", COMMENTS, "abc", true);
        check("(?xu)a b", 0, "ab", true);
        check("(?iu-dm:a)b", 0, "(?i-m:a)b", true);
    }

    #[test]
    fn character_codes_and_class_names_are_translated() {
        check("\\x41\\u0042\\x{43}\\0104\\cA", 0, "ABCD\\x01", true);
        check("\\p{Alpha}\\P{Digit}[\\p{Upper}_]\\pL", 0, "[[:alpha:]][^0-9][A-Z_]\\p{L}", true);
        check("\\p{IsLatin}\\p{javaLowerCase}", 0, "\\p{Latin}\\p{Lowercase}", true);
    }

    #[test]
    fn the_regular_part_omits_everything_that_is_not_regular() {
        check("a*+b", 0, "a*b", false);
        check("(?>ab|a)c", 0, "(?:ab|a)c", false);
        check("(?=.*x)a(?!b)", 0, "(?:)a(?:)", false);
        let translation = translate("(?<=ab)c(?=d)", 0).unwrap();
        assert_eq!(translation.lookbehinds, [r"\x{61}\x{62}"]);
        assert_eq!(translation.lookaheads, [r"\x{64}"]);
    }

    #[test]
    fn a_back_reference_becomes_a_reserved_character() {
        check("(a|b)\\1", 0, "(?P<g1>a|b)\u{100001}", false);
        check("(?<q>['\"]).*\\k<q>", 0, "(?P<g1>['\"]).*\u{100001}", false);
    }

    #[test]
    fn malformed_expressions_are_refused() {
        let nested_classes = "[".repeat(100_000) + "a" + &"]".repeat(100_000);
        for malformed in ["a)", "[a", "\\", "(?", "a{", "\\y", &nested_classes] {
            assert_eq!(translate(malformed, 0), None, "{malformed}");
        }
    }
}
