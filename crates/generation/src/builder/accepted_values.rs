//! Arguments that constructors and methods of the JDK accept. These constructors and methods throw an
//! exception for most other arguments.

use AcceptedValues::{Any, OneOf, Range, Strings};

/// The values that a parameter accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AcceptedValues {
    /// All values.
    Any,
    /// For a `String` or `CharSequence`: one of these strings.
    Strings(&'static [&'static str]),
    /// For a number: the numbers between two bounds, both included.
    Range(i32, i32),
    /// For a number: one of these numbers.
    OneOf(&'static [i32]),
}

/// The values that the parameters of all overloads of a method accept, as `(class, method, parameters)`,
/// sorted by class and method. The builder ignores an entry that does not fit the type of the parameter. A
/// parameter without an entry accepts all values.
const METHODS: &[(&str, &str, &[AcceptedValues])] = &[
    ("java.awt.image.BufferedImage", "<init>", &[Range(1, 200), Range(1, 200), OneOf(&[1, 2, 10])]),
    ("java.io.BufferedInputStream", "<init>", &[Any, CAPACITY]),
    ("java.io.BufferedOutputStream", "<init>", &[Any, CAPACITY]),
    ("java.io.BufferedReader", "<init>", &[Any, CAPACITY]),
    ("java.io.BufferedWriter", "<init>", &[Any, CAPACITY]),
    ("java.io.ByteArrayInputStream", "<init>", &[Any, Range(0, 0), CAPACITY]),
    ("java.io.ByteArrayOutputStream", "<init>", &[CAPACITY]),
    ("java.io.CharArrayReader", "<init>", &[Any, Range(0, 0), CAPACITY]),
    ("java.io.CharArrayWriter", "<init>", &[CAPACITY]),
    ("java.io.InputStreamReader", "<init>", &[Any, CHARSET]),
    ("java.io.OutputStreamWriter", "<init>", &[Any, CHARSET]),
    ("java.io.PrintStream", "<init>", &[Any, Any, CHARSET]),
    ("java.io.RandomAccessFile", "<init>", &[Any, Strings(&["r", "rw"])]),
    ("java.io.StringWriter", "<init>", &[CAPACITY]),
    (
        "java.lang.Class",
        "forName",
        &[Strings(&["java.lang.String", "java.util.ArrayList", "java.lang.Runnable"])],
    ),
    ("java.lang.StringBuffer", "<init>", &[CAPACITY]),
    ("java.lang.StringBuilder", "<init>", &[CAPACITY]),
    (
        "java.math.BigDecimal",
        "<init>",
        &[Strings(&["0", "1", "-1.5", "10.00", "123456789.987654321", "1E+3"])],
    ),
    (
        "java.math.BigInteger",
        "<init>",
        &[Strings(&["0", "1", "-1", "10", "101", "12345678901234567890"]), RADIX],
    ),
    ("java.math.MathContext", "<init>", &[Range(0, 40)]),
    ("java.net.URI", "<init>", &[LOCATION]),
    ("java.net.URI", "create", &[LOCATION]),
    ("java.net.URL", "<init>", &[LOCATION]),
    ("java.nio.ByteBuffer", "allocate", &[CAPACITY]),
    ("java.nio.ByteBuffer", "allocateDirect", &[CAPACITY]),
    ("java.nio.CharBuffer", "allocate", &[CAPACITY]),
    ("java.nio.charset.Charset", "forName", &[CHARSET]),
    ("java.security.MessageDigest", "getInstance", &[Strings(&["MD5", "SHA-1", "SHA-256"])]),
    ("java.sql.Date", "valueOf", &[DATE]),
    ("java.sql.Time", "valueOf", &[Strings(&["10:15:30", "00:00:00", "23:59:59"])]),
    ("java.sql.Timestamp", "valueOf", &[Strings(&["2001-02-03 04:05:06", "1999-12-31 23:59:59.999"])]),
    ("java.text.ChoiceFormat", "<init>", &[Strings(&["0#none|1#one|1<many", "-1#less|0#zero|1#more"])]),
    (
        "java.text.DecimalFormat",
        "<init>",
        &[Strings(&["0.00", "#,##0.###", "0.###E0", "00", "#%", "\u{a4}#,##0.00"])],
    ),
    ("java.text.MessageFormat", "<init>", &[Strings(&["{0}", "{0} and {1}", "none", "{0,number,integer}"])]),
    ("java.text.SimpleDateFormat", "<init>", &[DATE_PATTERN]),
    ("java.time.Duration", "parse", &[Strings(&["PT0S", "PT15M", "P2DT3H4M", "PT-6.5S"])]),
    ("java.time.Instant", "parse", &[Strings(&["1970-01-01T00:00:00Z", "2001-02-03T04:05:06.789Z"])]),
    ("java.time.LocalDate", "of", &[YEAR, MONTH, DAY]),
    ("java.time.LocalDate", "ofEpochDay", &[Range(-1000, 20_000)]),
    ("java.time.LocalDate", "ofYearDay", &[YEAR, Range(1, 365)]),
    ("java.time.LocalDate", "parse", &[DATE]),
    ("java.time.LocalDateTime", "of", &[YEAR, MONTH, DAY, HOUR, MINUTE_OR_SECOND, MINUTE_OR_SECOND, NANO]),
    ("java.time.LocalDateTime", "ofEpochSecond", &[Any, NANO]),
    ("java.time.LocalDateTime", "parse", &[Strings(&["2001-02-03T04:05:06", "1999-12-31T23:59"])]),
    ("java.time.LocalTime", "of", &[HOUR, MINUTE_OR_SECOND, MINUTE_OR_SECOND, NANO]),
    ("java.time.LocalTime", "ofNanoOfDay", &[Range(0, 2_000_000_000)]),
    ("java.time.LocalTime", "ofSecondOfDay", &[Range(0, 86_399)]),
    ("java.time.LocalTime", "parse", &[Strings(&["10:15:30", "00:00", "23:59:59.999"])]),
    ("java.time.MonthDay", "of", &[MONTH, DAY]),
    ("java.time.MonthDay", "parse", &[Strings(&["--02-29", "--12-31"])]),
    ("java.time.OffsetDateTime", "of", &[YEAR, MONTH, DAY, HOUR, MINUTE_OR_SECOND, MINUTE_OR_SECOND, NANO]),
    ("java.time.OffsetDateTime", "parse", &[Strings(&["2001-02-03T04:05:06+01:00", "1999-12-31T23:59:59Z"])]),
    ("java.time.OffsetTime", "of", &[HOUR, MINUTE_OR_SECOND, MINUTE_OR_SECOND, NANO]),
    ("java.time.OffsetTime", "parse", &[Strings(&["10:15:30+01:00", "00:00Z"])]),
    ("java.time.Period", "parse", &[Strings(&["P0D", "P1Y2M3D", "P2W", "P-1M"])]),
    ("java.time.Year", "of", &[YEAR]),
    ("java.time.Year", "parse", &[Strings(&["1999", "2000"])]),
    ("java.time.YearMonth", "of", &[YEAR, MONTH]),
    ("java.time.YearMonth", "parse", &[Strings(&["1999-12", "2000-02"])]),
    ("java.time.ZoneId", "of", &[ZONE]),
    ("java.time.ZoneOffset", "of", &[Strings(&["Z", "+02:00", "-05:30", "+18:00"])]),
    ("java.time.ZoneOffset", "ofHours", &[Range(-18, 18)]),
    ("java.time.ZoneOffset", "ofHoursMinutes", &[Range(0, 17), Range(0, 59)]),
    ("java.time.ZoneOffset", "ofHoursMinutesSeconds", &[Range(0, 17), Range(0, 59), Range(0, 59)]),
    ("java.time.ZoneOffset", "ofTotalSeconds", &[Range(-64_800, 64_800)]),
    ("java.time.ZonedDateTime", "of", &[YEAR, MONTH, DAY, HOUR, MINUTE_OR_SECOND, MINUTE_OR_SECOND, NANO]),
    ("java.time.ZonedDateTime", "parse", &[Strings(&["2001-02-03T04:05:06+01:00[Europe/Paris]"])]),
    ("java.time.format.DateTimeFormatter", "ofPattern", &[DATE_PATTERN]),
    ("java.util.ArrayDeque", "<init>", &[CAPACITY]),
    ("java.util.ArrayList", "<init>", &[CAPACITY]),
    ("java.util.BitSet", "<init>", &[CAPACITY]),
    ("java.util.BitSet", "set", &[Range(0, 127), Range(0, 127)]),
    ("java.util.Collections", "nCopies", &[Range(0, 5)]),
    ("java.util.Currency", "getInstance", &[Strings(&["EUR", "USD", "GBP", "JPY"])]),
    (
        "java.util.GregorianCalendar",
        "<init>",
        &[YEAR, Range(0, 11), DAY, HOUR, MINUTE_OR_SECOND, MINUTE_OR_SECOND],
    ),
    ("java.util.HashMap", "<init>", &[CAPACITY, LOAD_FACTOR]),
    ("java.util.HashSet", "<init>", &[CAPACITY, LOAD_FACTOR]),
    ("java.util.Hashtable", "<init>", &[CAPACITY, LOAD_FACTOR]),
    ("java.util.IdentityHashMap", "<init>", &[CAPACITY]),
    ("java.util.LinkedHashMap", "<init>", &[CAPACITY, LOAD_FACTOR]),
    ("java.util.LinkedHashSet", "<init>", &[CAPACITY, LOAD_FACTOR]),
    ("java.util.Locale", "<init>", &[LANGUAGE, COUNTRY]),
    ("java.util.Locale", "forLanguageTag", &[Strings(&["en-US", "de", "fr-CA", "ja-JP", "tr", "und"])]),
    ("java.util.Locale", "of", &[LANGUAGE, COUNTRY]),
    ("java.util.PriorityQueue", "<init>", &[CAPACITY]),
    ("java.util.SimpleTimeZone", "<init>", &[OneOf(&[0, 3_600_000, -18_000_000, 19_800_000]), ZONE]),
    ("java.util.TimeZone", "getTimeZone", &[ZONE]),
    (
        "java.util.UUID",
        "fromString",
        &[Strings(&["00000000-0000-0000-0000-000000000000", "123e4567-e89b-12d3-a456-426614174000"])],
    ),
    ("java.util.Vector", "<init>", &[CAPACITY, CAPACITY]),
    ("java.util.WeakHashMap", "<init>", &[CAPACITY, LOAD_FACTOR]),
    ("java.util.concurrent.ArrayBlockingQueue", "<init>", &[CAPACITY]),
    ("java.util.concurrent.ConcurrentHashMap", "<init>", &[CAPACITY, LOAD_FACTOR, CAPACITY]),
    ("java.util.concurrent.LinkedBlockingDeque", "<init>", &[CAPACITY]),
    ("java.util.concurrent.LinkedBlockingQueue", "<init>", &[CAPACITY]),
    ("java.util.concurrent.PriorityBlockingQueue", "<init>", &[CAPACITY]),
    ("java.util.regex.Pattern", "compile", &[PATTERN, OneOf(&[0, 2, 4, 8, 10, 16, 32])]),
];

const CAPACITY: AcceptedValues = Range(1, 64);
const LOAD_FACTOR: AcceptedValues = Range(1, 2);
const RADIX: AcceptedValues = Range(10, 36);
const YEAR: AcceptedValues = Range(1890, 2110);
const MONTH: AcceptedValues = Range(1, 12);
const DAY: AcceptedValues = Range(1, 28);
const HOUR: AcceptedValues = Range(0, 23);
const MINUTE_OR_SECOND: AcceptedValues = Range(0, 59);
const NANO: AcceptedValues = Range(0, 999_999_999);
const DATE: AcceptedValues = Strings(&["2001-02-03", "2000-02-29", "1999-12-31", "1970-01-01"]);
const DATE_PATTERN: AcceptedValues =
    Strings(&["yyyy-MM-dd", "dd.MM.yyyy HH:mm:ss", "MMM d, yyyy", "HH:mm", "EEE"]);
const ZONE: AcceptedValues = Strings(&["UTC", "Europe/Paris", "America/New_York", "Asia/Kolkata", "GMT+2"]);
const CHARSET: AcceptedValues = Strings(&["UTF-8", "US-ASCII", "ISO-8859-1", "UTF-16", "windows-1252"]);
const LANGUAGE: AcceptedValues = Strings(&["en", "de", "fr", "ja", "tr", ""]);
const COUNTRY: AcceptedValues = Strings(&["US", "GB", "DE", "FR", ""]);
const PATTERN: AcceptedValues = Strings(&["[a-z]+", "\\d+", "a*b", ".*", "(\\w+)=(\\w*)", "^$", ","]);
/// Locations that refer neither to another machine nor to an existing file.
const LOCATION: AcceptedValues = Strings(&[
    "http://127.0.0.1:1/",
    "http://user@127.0.0.1:1/a/b.html?c=d&e#f",
    "file:///missing/b.txt",
    "jar:file:/missing.jar!/b/C.class",
]);

/// Returns the values that the parameters of a JDK method accept. `class` and `method` are the names of the
/// class and of the method.
pub(super) fn accepted_values(class: &str, method: &str) -> &'static [AcceptedValues] {
    let position = METHODS.binary_search_by_key(&(class, method), |&(class, method, _)| (class, method));
    position.map_or(&[], |index| METHODS[index].2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_by_class_and_method() {
        assert!(METHODS.is_sorted_by_key(|&(class, method, _)| (class, method)));
    }
}
