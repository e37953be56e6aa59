//! Strings made to fit what code asks of them (string specialisation, after Arcuri, Galeotti: "Enhancing Search-based
//! Testing with Testability Transformations for Existing APIs", ACM TOSEM 2021).
//!
//! Must never know what a test is.

mod dates;
mod names;
mod numbers;
mod patterns;
mod regex;
mod times;
mod translate;

use rand::Rng;
use rand::seq::IndexedRandom;

/// A text that looks as wanted, another one with each call as a rule; short, and of printable characters where those
/// are enough.
///
/// `None` where none was found: a pattern that is damaged, or says more than is understood here.
pub fn instance(wanted: &Specialisation, rng: &mut impl Rng) -> Option<String> {
    match wanted {
        Specialisation::Match(pattern, flags) => regex::matching(pattern, *flags, rng),
        Specialisation::Find(pattern, flags) => regex::containing(pattern, *flags, rng),
        Specialisation::Parse(format) => Some(parsed(*format, rng)),
        Specialisation::DatePattern(pattern) => dates::formatted(pattern, rng),
        Specialisation::OneOf(texts) => texts.choose(rng).map(ToString::to_string),
    }
}

/// A text that the parser of a format takes.
fn parsed(format: Format, rng: &mut impl Rng) -> String {
    match format {
        Format::Byte => numbers::integer(i8::MIN.into(), i8::MAX.into(), rng),
        Format::Short => numbers::integer(i16::MIN.into(), i16::MAX.into(), rng),
        Format::Int => numbers::integer(i32::MIN.into(), i32::MAX.into(), rng),
        Format::Long => numbers::integer(i64::MIN, i64::MAX, rng),
        Format::Float => numbers::floating("3.4028235E38", "1.4E-45", rng),
        Format::Double => numbers::floating("1.7976931348623157E308", "4.9E-324", rng),
        Format::BigInteger => numbers::big_integer(rng),
        Format::BigDecimal => numbers::big_decimal(rng),
        Format::LocalDate => times::date(rng),
        Format::LocalTime => times::time(rng),
        Format::LocalDateTime => times::date_time(rng),
        Format::OffsetDateTime => times::offset_date_time(rng),
        Format::ZonedDateTime => times::zoned_date_time(rng),
        Format::Instant => times::instant(rng),
        Format::Duration => times::duration(rng),
        Format::Period => times::period(rng),
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

fn one_of(texts: &[&str], rng: &mut impl Rng) -> String {
    texts.choose(rng).copied().unwrap_or_default().to_owned()
}

/// What a string must look like.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Specialisation {
    /// The whole of it matches a regular expression of `java.util.regex`, under its flags (`Pattern.flags()`).
    Match(std::sync::Arc<str>, u32),
    /// A part of it matches such an expression.
    Find(std::sync::Arc<str>, u32),
    /// It can be parsed as something.
    Parse(Format),
    /// A pattern of `java.text.SimpleDateFormat` can parse it.
    DatePattern(std::sync::Arc<str>),
    /// It is one of these: the names of an enum's constants, for example.
    OneOf(std::sync::Arc<[std::sync::Arc<str>]>),
}

/// What a parser of the JDK takes. The order is that of the runner's protocol: new ones go to the end.
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
    /// A regular expression itself.
    Regex,
    LanguageTag,
    Currency,
    /// A pattern of `java.time.format.DateTimeFormatter` or `java.text.SimpleDateFormat` itself.
    DatePattern,
    /// A pattern of `java.text.DecimalFormat` itself.
    DecimalPattern,
    /// A format of `java.text.MessageFormat` itself.
    MessagePattern,
}

impl Format {
    /// All of them, in the order of the protocol.
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
