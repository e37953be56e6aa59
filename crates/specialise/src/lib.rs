//! Strings made to fit what code asks of them (string specialisation, after Arcuri, Galeotti: "Enhancing Search-based
//! Testing with Testability Transformations for Existing APIs", ACM TOSEM 2021).
//!
//! Must never know what a test is.

/// What a string must look like.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Specialisation {
    /// The whole of it matches a regular expression of `java.util.regex`, under its flags (`Pattern.flags()`).
    Match(std::sync::Arc<str>, u32),
    /// A part of it matches such an expression.
    Find(std::sync::Arc<str>, u32),
    /// It can be parsed as something.
    Parse(Format),
    /// A pattern of `java.text.SimpleDateFormat` or `java.time.format.DateTimeFormatter` can parse it.
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
