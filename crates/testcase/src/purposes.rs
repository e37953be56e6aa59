//! Typical values for the purposes of parameters and fields, which their names show.

/// Names of parameters and fields, as small letters without spaces, with a typical text. A longer name whose
/// last words are such a name has the same purpose: `baseUrl`.
const TEXTS: [(&str, &str); 80] = [
    ("amount", "12.50"),
    ("author", "Anna Smith"),
    ("charset", "UTF-8"),
    ("charsetname", "UTF-8"),
    ("cidr", "192.168.0.0/24"),
    ("city", "Berlin"),
    ("classname", "java.lang.String"),
    ("comment", "a short comment"),
    ("contenttype", "text/plain"),
    ("country", "Germany"),
    ("cron", "0 12 * * *"),
    ("csv", "a,b,c"),
    ("currency", "EUR"),
    ("currencycode", "EUR"),
    ("date", "2024-05-17"),
    ("datepattern", "yyyy-MM-dd"),
    ("delimiter", ","),
    ("description", "a short description"),
    ("dir", "folder"),
    ("directory", "folder"),
    ("domain", "example.com"),
    ("duration", "PT1H30M"),
    ("email", "anna@example.com"),
    ("emailaddress", "anna@example.com"),
    ("encoding", "UTF-8"),
    ("encodingname", "UTF-8"),
    ("extension", "txt"),
    ("file", "data.txt"),
    ("filename", "data.txt"),
    ("firstname", "Anna"),
    ("folder", "folder"),
    ("fullname", "Anna Smith"),
    ("hex", "1f"),
    ("host", "example.com"),
    ("hostname", "example.com"),
    ("html", "<p>apple</p>"),
    ("iban", "DE89370400440532013000"),
    ("ip", "192.168.0.1"),
    ("ipaddress", "192.168.0.1"),
    ("isbn", "978-3-16-148410-0"),
    ("json", "{\"name\": \"Anna\", \"age\": 42}"),
    ("key", "key"),
    ("label", "label"),
    ("lang", "en"),
    ("language", "en"),
    ("lastname", "Smith"),
    ("locale", "en"),
    ("mac", "00:1A:2B:3C:4D:5E"),
    ("macaddress", "00:1A:2B:3C:4D:5E"),
    ("message", "a short message"),
    ("mimetype", "text/plain"),
    ("msg", "a short message"),
    ("name", "name"),
    ("password", "secret"),
    ("path", "folder/data.txt"),
    ("phone", "555-0100"),
    ("phonenumber", "555-0100"),
    ("postcode", "10115"),
    ("prefix", "pre"),
    ("price", "12.50"),
    ("regex", "[a-z]+"),
    ("regexp", "[a-z]+"),
    ("separator", ","),
    ("sql", "SELECT name FROM person"),
    ("suffix", "post"),
    ("time", "10:30"),
    ("timestamp", "2024-05-17T10:30:00Z"),
    ("timezone", "Europe/Berlin"),
    ("title", "title"),
    ("uri", "https://example.com"),
    ("url", "https://example.com"),
    ("username", "anna"),
    ("uuid", "123e4567-e89b-12d3-a456-426614174000"),
    ("value", "value"),
    ("version", "1.2.3"),
    ("xml", "<name>Anna</name>"),
    ("xpath", "/person/name"),
    ("zip", "10115"),
    ("zipcode", "10115"),
    ("zoneid", "Europe/Berlin"),
];
/// Names of parameters and fields, as in [`TEXTS`], with a typical character.
const CHARACTERS: [(&str, char); 11] = [
    ("close", ')'),
    ("comment", '#'),
    ("commentmarker", '#'),
    ("commentstart", '#'),
    ("delim", ','),
    ("delimiter", ','),
    ("escape", '\\'),
    ("open", '('),
    ("quote", '"'),
    ("sep", ','),
    ("separator", ','),
];
/// Last words of names that tell the type of a value, and not its purpose.
const TYPES: [&str; 5] = ["char", "character", "str", "string", "text"];

/// Returns a typical text for a parameter or field. Returns `None` if its purpose is unknown.
pub fn text(name: &str) -> Option<&'static str> {
    purpose(&TEXTS, name)
}

/// Returns a typical character for a parameter or field. Returns `None` if its purpose is unknown.
pub fn character(name: &str) -> Option<char> {
    purpose(&CHARACTERS, name)
}

/// Returns whether a text is typical for the purpose of a parameter or field.
pub fn is_text(text: &str) -> bool {
    TEXTS.iter().any(|(_, typical)| *typical == text)
}

/// Returns the value in a table for the longest part of a name that ends with its last word.
fn purpose<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    let mut words = words(name);
    if words.len() > 1 && words.last().is_some_and(|word| TYPES.contains(&&**word)) {
        words.pop();
    }
    let mut parts = (0..words.len()).map(|first| words[first..].concat());
    parts.find_map(|part| table.iter().find(|(known, _)| *known == part).map(|(_, value)| *value))
}

/// Returns the words of a name in camel case, in small letters: `base`, `url` for `baseURL`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut was_lower = false;
    for letter in name.chars().filter(char::is_ascii_alphabetic) {
        if words.is_empty() || was_lower && letter.is_ascii_uppercase() {
            words.push(String::new());
        }
        was_lower = letter.is_ascii_lowercase();
        words.last_mut().expect("a word was added").push(letter.to_ascii_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_of_a_name_tell_the_purpose() {
        assert_eq!(text("baseURL"), Some("https://example.com"));
        assert_eq!(text("charsetName"), Some("UTF-8"));
        assert_eq!(text("nameSeparator"), Some(","));
        assert_eq!(text("userName"), Some("anna"));
        assert_eq!(text("fileContent"), None);
        assert_eq!(text("x"), None);
    }

    #[test]
    fn a_word_for_the_type_does_not_tell_the_purpose() {
        assert_eq!(text("urlString"), Some("https://example.com"));
        assert_eq!(character("quoteChar"), Some('"'));
        assert_eq!(text("text"), None);
    }
}
