//! Tests that the JDK accepts the generated strings.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use fixtures::{JavaSources, jdk_tool, run};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use specialise::{Format, Specialisation, generate};

/// Number of seeds for each requirement.
const SEEDS: u64 = 60;
/// The flag `Pattern.CASE_INSENSITIVE` of Java.
const CASE_INSENSITIVE: u32 = 2;

/// Regular expressions as they occur in libraries and validators.
const EXPRESSIONS: &[&str] = &[
    r"\d+",
    r"[A-Z]{2}\d{3,5}",
    r"^\s*$",
    r"[a-zA-Z_$][a-zA-Z\d_$]*(\.[a-zA-Z_$][a-zA-Z\d_$]*)*",
    r"^[\w.%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$",
    r"^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$",
    r"(\d{1,2})[:/\-.](\d{1,2})",
    r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?",
    r"^#?([a-f0-9]{6}|[a-f0-9]{3})$",
    r"^(?=.*[A-Z])(?=.*\d)(?=.*[a-z]).{8,}$",
    r"^(?!-)[a-z0-9-]{1,63}(?<!-)$",
    r#"(["'])(?:(?!\1).)*\1"#,
    r"<(\w+)>[^<]*</\1>",
    r"(?<year>\d{4})(?<sep>[-/])\d{2}\k<sep>\d{2}",
    r"\$\{([^}]+)\}",
    r"\p{Alpha}\p{Alnum}*+",
    r"\p{javaLowerCase}+\p{Upper}?",
    r"[\p{Alpha}&&[^aeiou]]{3}",
    r"[^\p{ASCII}]",
    r"\P{L}+",
    r"\Qa.b*c\E+",
    r"[\\/:*?\x22<>|]",
    r"\t\n\r\f\a\e\0101\x41\u0041\cA",
    r"(?i)content-type:\s*text/(html|plain)",
    r"(?x) a b # comment",
    r"(?s)/\*.*?\*/",
    r"(?m)^\w+:$",
    r"(?>a|ab)c",
    r"\bfoo\b",
    r"a\Bb",
    r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?",
    r"^[+]?\d{1,3}([\s.-]?\d{2,4}){2,4}$",
    r"([01]?\d|2[0-3]):[0-5]\d",
    r"\A\S{3}\z",
    r"a\R\hb\v",
    r"[]^-]",
    r"[a-z&&[def]]",
    r"[\w-.]+",
    r"[+--]",
    r"^M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$",
    r"^(https?|ftp)://[^\s/$.?#].[^\s]*$",
    r"\.|,|;",
    "",
    r"x*",
    r"(a|b|)c?",
    r"\s*,\s*",
    r"[ \t]*(#.*)?",
    r"[^,]*",
    r"[\uD800-\uDBFF]?x",
];

/// Patterns that both date parsers of the JDK accept.
const DATE_PATTERNS: &[&str] = &[
    "yyyy-MM-dd",
    "dd.MM.yy",
    "yyyyMMdd'T'HHmmss",
    "EEE, d MMM yyyy HH:mm:ss Z",
    "EEEE, MMMM d, yyyy",
    "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
    "hh:mm a",
    "yyyy-DDD",
    "k 'o''clock'",
    "K:mm a, z",
    "yyyy-MM-dd G",
];

/// Escapes backslashes, and all characters except visible ASCII characters, so that each text is one line.
fn escape(text: &str) -> String {
    let mut line = String::new();
    for unit in text.encode_utf16() {
        match char::from_u32(unit.into()) {
            Some(plain) if plain.is_ascii_graphic() && plain != '\\' => line.push(plain),
            _ => write!(line, "\\{unit:04x}").unwrap(),
        }
    }
    line
}

/// Asserts that the JDK accepts each text. Each item of `texts` is a kind, a pattern and a text for
/// `Accept.java`.
fn check(name: &str, texts: &[(String, &str, String)]) {
    let folder = tempfile::tempdir().unwrap();
    let mut lines = String::new();
    for (kind, pattern, text) in texts {
        writeln!(lines, "{kind}\t{}\t{}", escape(pattern), escape(text)).unwrap();
    }
    let file = folder.path().join(name);
    fs::write(&file, lines).unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/Accept.java");
    let classes = JavaSources::new().options(&["-Xlint:none"]).file(&source).compile();
    assert_eq!(run(jdk_tool("java").arg("-cp").arg(classes).arg("Accept").arg(file)), "");
}

/// Generates a string with each seed. Asserts that more than 90 % of the seeds result in a string.
fn generate_many(requirement: &Specialisation) -> Vec<String> {
    let generate_with_seed = |seed| generate(requirement, &mut ChaCha8Rng::seed_from_u64(seed));
    let texts: Vec<String> = (0..SEEDS).filter_map(generate_with_seed).collect();
    assert!(texts.len() as u64 > SEEDS * 9 / 10, "{requirement:?}: {} strings", texts.len());
    texts
}

#[test]
fn generated_texts_match_their_expressions() {
    let mut texts = Vec::new();
    for &expression in EXPRESSIONS {
        let pattern: Arc<str> = expression.into();
        let kinds = [
            ("Match", Specialisation::Match(pattern.clone(), 0)),
            ("MatchIgnoringCase", Specialisation::Match(pattern.clone(), CASE_INSENSITIVE)),
            ("Find", Specialisation::Find(pattern, 0)),
        ];
        for (kind, requirement) in kinds {
            texts.extend(
                generate_many(&requirement).into_iter().map(|text| (kind.to_owned(), expression, text)),
            );
        }
    }
    check("expressions", &texts);
}

#[test]
fn parsers_accept_the_texts_generated_for_them() {
    let mut texts = Vec::new();
    for format in Format::ALL {
        let generated_texts = generate_many(&Specialisation::Parse(format));
        texts.extend(generated_texts.into_iter().map(|text| (format!("{format:?}"), "", text)));
    }
    check("formats", &texts);
}

#[test]
fn date_parsers_accept_the_dates_generated_for_a_pattern() {
    let mut texts = Vec::new();
    for &pattern in DATE_PATTERNS {
        for text in generate_many(&Specialisation::DatePattern(pattern.into())) {
            texts.extend(["SimpleDate", "DateTime"].map(|kind| (kind.to_owned(), pattern, text.clone())));
        }
    }
    for pattern in ["uuuu-MM-dd[ HH:mm]", "YYYY-'W'ww-e", "A", "HH:mm:ss.n", "yyyy-MM-dd HH:mm VV", "QQ yyyy"]
    {
        let generated_texts = generate_many(&Specialisation::DatePattern(pattern.into()));
        texts.extend(generated_texts.into_iter().map(|text| ("DateTime".to_owned(), pattern, text)));
    }
    check("dates", &texts);
}
