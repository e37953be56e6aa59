//! Sample documents in common formats, as literals for tests. A random text is almost never a valid document.

use std::collections::BTreeSet;
use std::sync::Arc;

/// Sample documents in one format.
struct Format {
    /// Characters that code which reads or writes the format usually contains as constants.
    characters: &'static str,
    /// Documents, from simple to complex.
    documents: &'static [&'static str],
}

/// Common formats: JSON, XML, tables, properties, addresses, dates and times, and regular expressions.
const FORMATS: [Format; 7] = [
    Format {
        characters: "{}[]:\"",
        documents: &[
            r#"{"name": "Anna", "age": 42}"#,
            r#"[1, "two", true, null]"#,
            r#"{"a": [2.5, -1], "b": {"c": false}}"#,
        ],
    },
    Format {
        characters: "<>/=&",
        documents: &["<p>Hello</p>", r#"<item id="1">text &amp; more<br/></item>"#],
    },
    Format { characters: ",\"\n", documents: &["name,age\nAnna,42\n", "a,\"b, c\",\"d \"\"e\"\"\"\n"] },
    Format { characters: "=#\n", documents: &["name=Anna\n", "# comment\nname = Anna\nage: 42\n"] },
    Format {
        characters: ":/?",
        documents: &["https://example.com/path?key=value#part", "http://anna@example.com:8080/"],
    },
    Format { characters: "-:T", documents: &["2024-03-15", "10:15:30", "2024-03-15T10:15:30.123Z"] },
    Format { characters: "\\([*|", documents: &["(a|b)*c", "[a-z]+\\d{2}", "^(\\w+)-(\\w*)$"] },
];

/// Returns whether a text is one of the sample documents.
pub fn is_sample_document(text: &[u16]) -> bool {
    let mut documents = FORMATS.iter().flat_map(|format| format.documents);
    documents.any(|document| document.encode_utf16().eq(text.iter().copied()))
}

/// Returns the sample documents in the formats whose characters are all among the constants of the code:
/// among `characters` or in `texts`.
pub fn sample_documents(characters: &[u16], texts: &[Arc<[u16]>]) -> Vec<Arc<[u16]>> {
    let known: BTreeSet<u16> = characters.iter().chain(texts.iter().flat_map(|it| &**it)).copied().collect();
    let is_used = |format: &&Format| format.characters.encode_utf16().all(|unit| known.contains(&unit));
    let documents = FORMATS.iter().filter(is_used).flat_map(|format| format.documents);
    documents.map(|document| document.encode_utf16().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documents(characters: &str, texts: &[&str]) -> Vec<String> {
        let characters: Vec<u16> = characters.encode_utf16().collect();
        let texts: Vec<Arc<[u16]>> = texts.iter().map(|text| text.encode_utf16().collect()).collect();
        let documents = sample_documents(&characters, &texts);
        documents.iter().map(|document| String::from_utf16_lossy(document)).collect()
    }

    #[test]
    fn code_with_the_characters_of_a_format_gets_its_documents() {
        assert_eq!(documents("-:", &["'T'"]), ["2024-03-15", "10:15:30", "2024-03-15T10:15:30.123Z"]);
        assert!(documents("{}[]:\"", &[]).contains(&r#"[1, "two", true, null]"#.to_owned()));
    }

    #[test]
    fn a_part_of_a_sample_document_is_no_sample_document() {
        let is_sample = |text: &str| is_sample_document(&text.encode_utf16().collect::<Vec<_>>());
        assert!(is_sample("10:15:30"));
        assert!(!is_sample("10:15"));
    }

    #[test]
    fn code_with_some_of_the_characters_gets_no_documents() {
        assert!(documents("{}[", &[":"]).is_empty());
    }
}
