//! Generates strings that satisfy the requirements of the code under test: string specialisation.
//!
//! The method is from Arcuri, Galeotti: "Enhancing Search-based Testing with Testability Transformations for
//! Existing APIs", ACM TOSEM 2021.
//!
//! This crate does not depend on the representation of tests.

mod date_patterns;
mod iso_times;
mod names;
mod numbers;
mod patterns;
mod regex;
mod translation;

use rand::Rng;
use rand::seq::IndexedRandom;

/// Generates a string that satisfies a requirement.
///
/// Most calls return different strings. The strings are short, and their characters are printable if the
/// requirement allows printable characters.
///
/// Returns `None` in these cases:
/// - The pattern is malformed or not supported.
/// - No generated string matched the pattern within the limits of steps and attempts.
/// - The list of texts of [`Specialisation::OneOf`] is empty.
pub fn generate(requirement: &Specialisation, rng: &mut impl Rng) -> Option<String> {
    match requirement {
        Specialisation::Match(pattern, flags) => regex::full_match(pattern, *flags, rng),
        Specialisation::Find(pattern, flags) => regex::partial_match(pattern, *flags, rng),
        Specialisation::Parse(format) => Some(parsable_text(*format, rng)),
        Specialisation::DatePattern(pattern) => date_patterns::random_date(pattern, rng),
        Specialisation::OneOf(texts) => texts.choose(rng).map(ToString::to_string),
    }
}

/// Generates a text that the JDK's parser of a format accepts.
fn parsable_text(format: Format, rng: &mut impl Rng) -> String {
    match format {
        Format::Byte => numbers::integer(i8::MIN.into(), i8::MAX.into(), rng),
        Format::Short => numbers::integer(i16::MIN.into(), i16::MAX.into(), rng),
        Format::Int => numbers::integer(i32::MIN.into(), i32::MAX.into(), rng),
        Format::Long => numbers::integer(i64::MIN, i64::MAX, rng),
        Format::Float => numbers::floating("3.4028235E38", "1.4E-45", rng),
        Format::Double => numbers::floating("1.7976931348623157E308", "4.9E-324", rng),
        Format::BigInteger => numbers::big_integer(rng),
        Format::BigDecimal => numbers::big_decimal(rng),
        Format::LocalDate => iso_times::date(rng),
        Format::LocalTime => iso_times::time(rng),
        Format::LocalDateTime => iso_times::date_time(rng),
        Format::OffsetDateTime => iso_times::offset_date_time(rng),
        Format::ZonedDateTime => iso_times::zoned_date_time(rng),
        Format::Instant => iso_times::instant(rng),
        Format::Duration => iso_times::duration(rng),
        Format::Period => iso_times::period(rng),
        Format::Uri => names::uri(rng),
        Format::Url => names::url(rng),
        Format::Uuid => names::uuid(rng),
        Format::FormatString => patterns::format_string(rng),
        Format::Regex => patterns::regex(rng),
        Format::DatePattern => patterns::date(rng),
        Format::Boolean => one_of(&["true", "false", "TRUE", "False"], rng),
        Format::ZoneId => one_of(names::ZONES, rng),
        Format::Charset => one_of(names::CHARSETS, rng),
        Format::ClassName => one_of(names::CLASSES, rng),
        Format::LanguageTag => one_of(names::LANGUAGES, rng),
        Format::Currency => one_of(names::CURRENCIES, rng),
        Format::DecimalPattern => one_of(patterns::DECIMAL, rng),
        Format::MessagePattern => one_of(patterns::MESSAGE, rng),
    }
}

/// Returns one of several texts, chosen at random.
fn one_of(texts: &[&str], rng: &mut impl Rng) -> String {
    texts.choose(rng).copied().unwrap_or_default().to_owned()
}

/// A requirement on a string.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Specialisation {
    /// The whole string matches a regular expression of `java.util.regex` with flags (`Pattern.flags()`).
    Match(std::sync::Arc<str>, u32),
    /// A part of the string matches a regular expression of `java.util.regex` with flags.
    Find(std::sync::Arc<str>, u32),
    /// A parser of the JDK accepts the string.
    Parse(Format),
    /// A `java.text.SimpleDateFormat` or a `java.time.format.DateTimeFormatter` with this pattern accepts the
    /// string.
    DatePattern(std::sync::Arc<str>),
    /// The string is one of several texts, such as the names of the constants of an enum.
    OneOf(std::sync::Arc<[std::sync::Arc<str>]>),
}

/// A format of strings that a parser of the JDK accepts. The protocol of the runner sends the position of a
/// format in this enum, so add new formats at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Format {
    Byte,
    Short,
    Int,
    Long,
    Float,
    Double,
    Boolean,
    BigInteger,
    BigDecimal,
    LocalDate,
    LocalTime,
    LocalDateTime,
    OffsetDateTime,
    ZonedDateTime,
    Instant,
    Duration,
    Period,
    ZoneId,
    Uri,
    Url,
    Uuid,
    Charset,
    ClassName,
    /// A format string of `String.format`.
    FormatString,
    /// A regular expression.
    Regex,
    LanguageTag,
    Currency,
    /// A pattern of `java.time.format.DateTimeFormatter` or `java.text.SimpleDateFormat`.
    DatePattern,
    /// A pattern of `java.text.DecimalFormat`.
    DecimalPattern,
    /// A pattern of `java.text.MessageFormat`.
    MessagePattern,
}

impl Format {
    /// All formats, in the order that the protocol of the runner uses.
    pub const ALL: [Format; 30] = [
        Format::Byte,
        Format::Short,
        Format::Int,
        Format::Long,
        Format::Float,
        Format::Double,
        Format::Boolean,
        Format::BigInteger,
        Format::BigDecimal,
        Format::LocalDate,
        Format::LocalTime,
        Format::LocalDateTime,
        Format::OffsetDateTime,
        Format::ZonedDateTime,
        Format::Instant,
        Format::Duration,
        Format::Period,
        Format::ZoneId,
        Format::Uri,
        Format::Url,
        Format::Uuid,
        Format::Charset,
        Format::ClassName,
        Format::FormatString,
        Format::Regex,
        Format::LanguageTag,
        Format::Currency,
        Format::DatePattern,
        Format::DecimalPattern,
        Format::MessagePattern,
    ];
}
