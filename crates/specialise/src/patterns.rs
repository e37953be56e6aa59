//! Generates patterns and format strings that the JDK accepts.

use rand::Rng;

use crate::one_of;

/// Patterns of `java.text.DecimalFormat`.
pub(crate) const DECIMAL: &[&str] = &[
    "0",
    "#",
    "0.00",
    "#,##0.00",
    "#,##0.###",
    "0.###E0",
    "##0.#####E0",
    "00.0%",
    "0\u{2030}",
    "\u{a4}#,##0.00;(\u{a4}#,##0.00)",
    "'#'0",
    "",
];
/// Patterns of `java.text.MessageFormat`.
pub(crate) const MESSAGE: &[&str] = &[
    "",
    "text",
    "{0}",
    "{0} and {1}",
    "it''s {0}",
    "'{'0'}'",
    "{0,number}",
    "{0,number,#.##}",
    "{0,date,short}",
    "{0,time}",
    "{0,choice,0#none|1#one|1<many {0}}",
];

/// Generates a format string of `String.format` that needs at most one argument.
pub(crate) fn format_string(rng: &mut impl Rng) -> String {
    const SPECIFIERS: [&str; 20] = [
        "", "", "%%", "%n", "%s", "%s", "%d", "%5d", "%-8s|", "%08.3f", "%.2f", "%,d", "%x", "%c", "%b",
        "%e", "%S", "%1$s", "%h", "%+d",
    ];
    let mut pick = |texts| one_of(texts, rng);
    format!("{}{}{}", pick(&["", "", "text ", "x="]), pick(&SPECIFIERS), pick(&["", "", " end", "%%", "%n"]))
}

/// Generates a regular expression for `Pattern.compile`: a sequence or an alternation of 1 to 3 parts.
pub(crate) fn regex(rng: &mut impl Rng) -> String {
    const PARTS: [&str; 14] = [
        "", "a", ".", ".*", "[a-z]+", "[^a]", "\\d+", "\\w", "(a|b)", "(x)", "a{2,3}", "\\.", "(?:y)?",
        "\\s*",
    ];
    let parts: Vec<String> = (0..rng.random_range(1..=3)).map(|_| one_of(&PARTS, rng)).collect();
    let joined_parts = parts.join(if rng.random_bool(0.2) { "|" } else { "" });
    match rng.random_range(0..6) {
        0 => format!("^{joined_parts}$"),
        1 => format!("(?i){joined_parts}"),
        _ => joined_parts,
    }
}

/// Generates a pattern that both `java.text.SimpleDateFormat` and `java.time.format.DateTimeFormatter`
/// accept.
pub(crate) fn date(rng: &mut impl Rng) -> String {
    const DATES: [&str; 7] =
        ["yyyy-MM-dd", "dd/MM/yyyy", "yyyyMMdd", "d MMM yyyy", "EEE, d MMMM yyyy", "MM/dd/yy", "yyyy-DDD"];
    const TIMES: [&str; 6] = ["HH:mm", "HH:mm:ss", "hh:mm a", "HH:mm:ss.SSS", "HHmmss", "HH:mm:ss Z"];
    match rng.random_range(0..5) {
        0 => one_of(&TIMES, rng),
        1..=2 => one_of(&DATES, rng),
        _ => one_of(&DATES, rng) + &one_of(&[" ", "'T'"], rng) + &one_of(&TIMES, rng),
    }
}
