//! From the regular expressions of `java.util.regex.Pattern` to those of the Rust libraries.

use std::iter::Peekable;
use std::str::Chars;

const CASE_INSENSITIVE: u32 = 2;
const COMMENTS: u32 = 4;
const MULTILINE: u32 = 8;
const LITERAL: u32 = 16;
const DOTALL: u32 = 32;

/// How many classes may stand in one another: nobody writes more, and each takes some of the stack.
const NESTED: u32 = 50;

// Classes as they are without UNICODE_CHARACTER_CLASS.
const DIGIT: &str = "0-9";
const SPACE: &str = r"\x09-\x0D\x20";
const WORD: &str = "0-9A-Za-z_";
const HORIZONTAL: &str = r"\x09\x20\x{A0}\x{1680}\x{180E}\x{2000}-\x{200A}\x{202F}\x{205F}\x{3000}";
const VERTICAL: &str = r"\x0A-\x0D\x{85}\x{2028}\x{2029}";

/// An expression, in the syntax of `regex-syntax` and `fancy-regex`.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Translated {
    /// Without what is not regular: a back reference is a single character of [`reference`], look-around is left out,
    /// atomic groups and possessive quantifiers are plain ones. Group 3 is named `g3`.
    pub(crate) plain: String,
    /// All of it, as far as it can be told.
    pub(crate) faithful: String,
    /// Whether every text of the plain expression is one of the faithful.
    pub(crate) exact: bool,
    /// The expressions in positive lookaheads, plain.
    pub(crate) ahead: Vec<String>,
    /// The expressions in positive lookbehinds, plain.
    pub(crate) behind: Vec<String>,
}

/// The character that stands for what a group matched: of the last private use plane.
pub(crate) fn reference(group: u32) -> char {
    char::from_u32(0x10_0000 + group).unwrap_or('\u{10_0000}')
}

/// The group that a character stands for.
pub(crate) fn referenced(character: char) -> Option<u32> {
    (character as u32).checked_sub(0x10_0000)
}

/// Translates an expression under flags of `Pattern`. `None` where it is damaged or says what cannot be told.
pub(crate) fn translate(pattern: &str, flags: u32) -> Option<Translated> {
    let mut translator = Translator {
        rest: pattern.chars().peekable(),
        comments: flags & COMMENTS != 0,
        to: Translated { exact: true, ..Translated::default() },
        open: Vec::new(),
        names: Vec::new(),
        groups: 0,
    };
    match flags & LITERAL {
        0 => translator.expression()?,
        _ => pattern.chars().for_each(|literal| translator.literal(literal)),
    }
    let Translated { plain, faithful, exact, ahead, behind } = translator.to;
    let under_flags = |text: String| format!("{}{text}", prefix(flags));
    Some(Translated {
        plain: under_flags(plain),
        faithful: under_flags(faithful),
        exact,
        ahead: ahead.into_iter().map(under_flags).collect(),
        behind: behind.into_iter().map(under_flags).collect(),
    })
}

fn prefix(flags: u32) -> String {
    let known = [(CASE_INSENSITIVE, 'i'), (MULTILINE, 'm'), (DOTALL, 's')];
    let set: String = known.iter().filter(|(flag, _)| flags & flag != 0).map(|(_, letter)| letter).collect();
    if set.is_empty() { set } else { format!("(?{set})") }
}

struct Translator<'a> {
    rest: Peekable<Chars<'a>>,
    /// Whether blanks and what follows a `#` mean nothing.
    comments: bool,
    to: Translated,
    open: Vec<Open>,
    /// Names of groups, with their numbers.
    names: Vec<(String, u32)>,
    groups: u32,
}

/// A group that is not closed yet. Of look-around, what came before it in the plain expression.
enum Open {
    Group,
    Ahead(String),
    Behind(String),
    Never(String),
}

impl Translator<'_> {
    fn expression(&mut self) -> Option<()> {
        while let Some(next) = self.rest.next() {
            match next {
                '\\' => self.escape()?,
                '[' => {
                    let class = self.class(NESTED)?;
                    self.both(&class);
                }
                '(' => self.group()?,
                ')' => self.close()?,
                '*' | '+' | '?' => self.quantifier(&next.to_string()),
                '{' => {
                    let bounds = self.until('}')?;
                    self.quantifier(&format!("{{{bounds}}}"));
                }
                '.' | '^' | '$' | '|' => self.both(&next.to_string()),
                '#' if self.comments => drop(self.until('\n')),
                blank if self.comments && blank.is_ascii_whitespace() => {}
                literal => self.literal(literal),
            }
        }
        Some(())
    }

    fn both(&mut self, text: &str) {
        self.to.plain += text;
        self.to.faithful += text;
    }

    fn literal(&mut self, literal: char) {
        self.both(&hex(literal));
    }

    /// A quantifier, which may be lazy or possessive.
    fn quantifier(&mut self, quantifier: &str) {
        self.both(quantifier);
        if self.rest.next_if_eq(&'?').is_some() {
            self.both("?");
        } else if self.rest.next_if_eq(&'+').is_some() {
            self.to.faithful += "+";
            self.to.exact = false;
        }
    }

    fn until(&mut self, end: char) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.rest.next()? {
                next if next == end => return Some(text),
                next => text.push(next),
            }
        }
    }

    fn group(&mut self) -> Option<()> {
        if self.rest.next_if_eq(&'?').is_none() {
            self.capture();
            return Some(());
        }
        match self.rest.next()? {
            ':' => self.open("(?:", "(?:"),
            '>' => {
                self.to.exact = false;
                self.open("(?:", "(?>");
            }
            '=' => self.look("(?=", Open::Ahead),
            '!' => self.look("(?!", Open::Never),
            '<' => match self.rest.next()? {
                '=' => self.look("(?<=", Open::Behind),
                '!' => self.look("(?<!", Open::Never),
                first => {
                    let name = format!("{first}{}", self.until('>')?);
                    self.names.push((name, self.groups + 1));
                    self.capture();
                }
            },
            first => self.flags(first)?,
        }
        Some(())
    }

    fn open(&mut self, plain: &str, faithful: &str) {
        self.to.plain += plain;
        self.to.faithful += faithful;
        self.open.push(Open::Group);
    }

    fn capture(&mut self) {
        self.groups += 1;
        let opening = format!("(?P<g{}>", self.groups);
        self.open(&opening, &opening);
    }

    fn look(&mut self, faithful: &str, open: fn(String) -> Open) {
        self.to.exact = false;
        self.to.faithful += faithful;
        let before = std::mem::take(&mut self.to.plain);
        self.open.push(open(before));
    }

    fn close(&mut self) -> Option<()> {
        self.to.faithful.push(')');
        let (before, bodies) = match self.open.pop()? {
            Open::Group => {
                self.to.plain.push(')');
                return Some(());
            }
            Open::Ahead(before) => (before, Some(&mut self.to.ahead)),
            Open::Behind(before) => (before, Some(&mut self.to.behind)),
            Open::Never(before) => (before, None),
        };
        // A quantifier may follow.
        let body = std::mem::replace(&mut self.to.plain, before + "(?:)");
        if let Some(bodies) = bodies {
            bodies.push(body);
        }
        Some(())
    }

    /// `(?i)` or `(?i:`, of which the flags that both sides know are kept.
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
            self.comments = on.contains('x');
        }
        let known = |flags: &str| flags.chars().filter(|flag| "ims".contains(*flag)).collect::<String>();
        let (on, off) = (known(on), known(off));
        let off = if off.is_empty() { off } else { format!("-{off}") };
        match end {
            ':' => {
                let opening = format!("(?{on}{off}:");
                self.open(&opening, &opening);
            }
            _ if on.is_empty() && off.is_empty() => {}
            _ => self.both(&format!("(?{on}{off})")),
        }
        Some(())
    }

    fn escape(&mut self) -> Option<()> {
        match self.rest.next()? {
            'Q' => self.quote(),
            'E' => {}
            'A' | 'G' => self.both(r"\A"),
            'z' | 'Z' => self.both(r"\z"),
            boundary @ ('b' | 'B') => self.both(&format!(r"\{boundary}")),
            'R' => self.both(&format!(r"(?:\x0D\x0A|[{VERTICAL}])")),
            'X' => self.both("."),
            'k' => {
                self.rest.next_if_eq(&'<')?;
                let name = self.until('>')?;
                let group = self.names.iter().find(|(known, _)| *known == name)?.1;
                self.back(group);
            }
            digit @ '1'..='9' => {
                let group = self.group_number(digit);
                self.back(group);
            }
            other => {
                let text = match self.class_escape(other)? {
                    Item::One(character) => hex(character),
                    Item::Many(class) => class,
                };
                self.both(&text);
            }
        }
        Some(())
    }

    /// As many digits as there are groups for.
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

    fn back(&mut self, group: u32) {
        // The group may have matched nothing, and then nothing refers to it.
        self.to.exact = false;
        self.to.plain += &hex(reference(group));
        self.to.faithful += &format!(r"\k<g{group}>");
    }

    /// Literal text up to `\E`.
    fn quote(&mut self) {
        while let Some(next) = self.rest.next() {
            if next == '\\' && self.rest.next_if_eq(&'E').is_some() {
                return;
            }
            self.literal(next);
        }
    }

    /// A class behind its opening bracket, with so many classes in one another.
    fn class(&mut self, nested: u32) -> Option<String> {
        let within = nested.checked_sub(1)?;
        let mut class = "[".to_owned();
        if self.rest.next_if_eq(&'^').is_some() {
            class.push('^');
        }
        let mut first = true;
        loop {
            let next = self.rest.next()?;
            match next {
                ']' if !first => break,
                '[' => class += &self.class(within)?,
                '&' if self.rest.next_if_eq(&'&').is_some() => class += "&&",
                '\\' if self.rest.next_if_eq(&'Q').is_some() => class += &self.quoted_class(),
                '\\' if self.rest.next_if_eq(&'E').is_some() => {}
                blank if self.comments && blank.is_ascii_whitespace() => {}
                _ => class += &self.items(next)?,
            }
            first = false;
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

    /// A character, a range or a class by its escape.
    fn items(&mut self, next: char) -> Option<String> {
        let from = match self.item(next)? {
            Item::One(from) => from,
            Item::Many(class) => return Some(class),
        };
        let mut behind = self.rest.clone();
        let range = behind.next() == Some('-') && !matches!(behind.peek(), Some(']' | '[') | None);
        if !range {
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

    /// What may be escaped inside of classes and outside.
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
                Item::One(char::from_u32(u32::from_str_radix(&self.until('}')?, 16).ok()?)?)
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

    /// A character by at most so many digits; for half a surrogate pair one that is never written.
    fn digits(&mut self, radix: u32, most: usize) -> Option<char> {
        let mut value = 0;
        for _ in 0..most {
            let Some(digit) = self.rest.peek().and_then(|next| next.to_digit(radix)) else { break };
            value = value * radix + digit;
            self.rest.next();
        }
        Some(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn property(&mut self, negated: bool) -> Option<String> {
        let name = match self.rest.next()? {
            '{' => self.until('}')?,
            letter => letter.to_string(),
        };
        let inside = property(&name);
        Some(if negated { format!("[^{inside}]") } else { format!("[{inside}]") })
    }
}

enum Item {
    One(char),
    Many(String),
}

fn hex(character: char) -> String {
    format!(r"\x{{{:X}}}", character as u32)
}

/// What stands between the brackets of a class for a property as Java names it.
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

    fn check(java: &str, flags: u32, plain: &str, exact: bool) {
        let translated = translate(java, flags).unwrap();
        let readable = regex_syntax::Parser::new().parse(&translated.plain);
        let wanted = regex_syntax::Parser::new().parse(plain).unwrap();
        assert_eq!(readable.unwrap(), wanted, "{java} became {}", translated.plain);
        assert_eq!(translated.exact, exact, "{java}");
    }

    #[test]
    fn what_both_sides_know_stays() {
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
    fn flags_go_to_the_front() {
        check("a.", CASE_INSENSITIVE | DOTALL, "(?is)a.", true);
        check("a b # comment\n c", COMMENTS, "abc", true);
        check("(?xu)a b", 0, "ab", true);
        check("(?iu-dm:a)b", 0, "(?i-m:a)b", true);
    }

    #[test]
    fn characters_by_number_and_classes_by_name_are_known() {
        check("\\x41\\u0042\\x{43}\\0104\\cA", 0, "ABCD\\x01", true);
        check("\\p{Alpha}\\P{Digit}[\\p{Upper}_]\\pL", 0, "[[:alpha:]][^0-9][A-Z_]\\p{L}", true);
        check("\\p{IsLatin}\\p{javaLowerCase}", 0, "\\p{Latin}\\p{Lowercase}", true);
    }

    #[test]
    fn what_is_not_regular_is_left_out_and_told() {
        check("a*+b", 0, "a*b", false);
        check("(?>ab|a)c", 0, "(?:ab|a)c", false);
        check("(?=.*x)a(?!b)", 0, "(?:)a(?:)", false);
        let translated = translate("(?<=ab)c(?=d)", 0).unwrap();
        assert_eq!(translated.behind, [r"\x{61}\x{62}"]);
        assert_eq!(translated.ahead, [r"\x{64}"]);
    }

    #[test]
    fn a_back_reference_is_a_character_of_its_own() {
        check("(a|b)\\1", 0, "(?P<g1>a|b)\u{100001}", false);
        check("(?<q>['\"]).*\\k<q>", 0, "(?P<g1>['\"]).*\u{100001}", false);
    }

    #[test]
    fn damaged_expressions_are_refused() {
        let nested = "[".repeat(100_000) + "a" + &"]".repeat(100_000);
        for damaged in ["a)", "[a", "\\", "(?", "a{", "\\y", &nested] {
            assert_eq!(translate(damaged, 0), None, "{damaged}");
        }
    }
}
