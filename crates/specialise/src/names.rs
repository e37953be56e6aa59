//! Generates names and addresses that the JDK accepts.

use rand::Rng;

use crate::one_of;

/// Names of time zones: UTC, GMT, and regions whose offset changes or has changed.
pub(crate) const REGIONS: &[&str] = &["Europe/Paris", "America/New_York", "Asia/Tokyo", "UTC", "GMT"];
/// Texts that `ZoneId.of` accepts.
pub(crate) const ZONES: &[&str] = &[
    "UTC",
    "Z",
    "GMT",
    "Europe/Paris",
    "America/New_York",
    "Asia/Tokyo",
    "+02:00",
    "-18:00",
    "UTC+01:00",
    "GMT+2",
];
/// Texts that `Charset.forName` accepts.
pub(crate) const CHARSETS: &[&str] =
    &["UTF-8", "UTF8", "utf-8", "ISO-8859-1", "US-ASCII", "UTF-16", "UTF-16LE", "UTF-16BE", "windows-1252"];
/// Texts that `Class.forName` accepts.
pub(crate) const CLASSES: &[&str] = &[
    "java.lang.String",
    "java.lang.Integer",
    "java.lang.Object",
    "java.lang.Thread$State",
    "java.lang.Runnable",
    "java.util.ArrayList",
    "java.util.HashMap",
    "java.util.Map$Entry",
    "[I",
    "[Ljava.lang.String;",
];
/// Texts that `Locale.forLanguageTag` accepts.
pub(crate) const LANGUAGES: &[&str] =
    &["en", "en-US", "de-DE", "fr", "zh-Hans-CN", "tr", "sr-Latn-RS", "es-419", "und", "ja-JP-u-ca-japanese"];
/// Texts that `Currency.getInstance` accepts.
pub(crate) const CURRENCIES: &[&str] = &["EUR", "USD", "JPY", "GBP", "CHF", "KWD", "XXX"];

/// Hosts that never answer. Generated addresses use only these hosts, because the code under test can connect
/// to a generated address. No name below `.invalid` exists (RFC 2606, Section 2).
const HOSTS: &[&str] =
    &["host.invalid", "www.host.invalid:8080", "user@host.invalid", "127.0.0.1:1", "[::1]:1"];
const PATHS: &[&str] = &["", "/", "/index.html", "/a/b/../c", "/a%20b", "/a;p=1", "/dir/"];
const QUERIES: &[&str] = &["", "", "?", "?key=value", "?a=1&b=%26"];
const FRAGMENTS: &[&str] = &["", "", "", "#top"];

/// Generates a text that `java.net.URI` accepts.
pub(crate) fn uri(rng: &mut impl Rng) -> String {
    const OTHER_URIS: [&str; 8] = [
        "",
        "a/b/../c",
        "mailto:someone@host.invalid",
        "urn:isbn:0451450523",
        "file:/missing/a.txt",
        "//host.invalid/x",
        "#top",
        "scheme://registry_name",
    ];
    match rng.random_range(0..4) {
        0 => one_of(&OTHER_URIS, rng),
        1 => one_of(PATHS, rng) + &one_of(QUERIES, rng),
        _ => address(&["http", "https", "ftp", "ws", "HTTP"], rng),
    }
}

/// Generates a text that `java.net.URL` accepts, with a protocol that every JDK supports.
pub(crate) fn url(rng: &mut impl Rng) -> String {
    match rng.random_bool(0.2) {
        true => one_of(&["file:/missing/a.txt", "file:///missing/b", "jar:file:/missing.jar!/b.txt"], rng),
        false => address(&["http", "https", "ftp"], rng),
    }
}

/// Generates an address with a scheme, a host, a path, a query and a fragment.
fn address(schemes: &[&str], rng: &mut impl Rng) -> String {
    let mut pick = |texts| one_of(texts, rng);
    format!("{}://{}{}{}{}", pick(schemes), pick(HOSTS), pick(PATHS), pick(QUERIES), pick(FRAGMENTS))
}

/// Generates a text that `UUID.fromString` accepts.
pub(crate) fn uuid(rng: &mut impl Rng) -> String {
    const EDGES: [&str; 2] = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
    if rng.random_bool(0.1) {
        return one_of(&EDGES, rng);
    }
    let mut hex = |digits: u32| {
        format!("{:0width$x}", rng.random_range(0..1u64 << (4 * digits)), width = digits as usize)
    };
    format!("{}-{}-{}-{}-{}", hex(8), hex(4), hex(4), hex(4), hex(12))
}
