//! Checksum line that shows whether a person has edited a generated file.

/// Start of the checksum line.
const PREFIX: &str = "// Testudo: ";

/// Start of the line that identifies the version of the class under test and the options.
const FINGERPRINT: &str = "Class and options: ";

/// Returns the text of a test file with its checksum. The first checksum line of the text is replaced.
pub fn sign(text: &str) -> String {
    match text.lines().find(|line| line.starts_with(PREFIX)) {
        Some(line) => text.replacen(line, &checksum_line(hash(text)), 1),
        None => text.to_owned(),
    }
}

/// Returns the line of the header that contains a fingerprint, without comment characters.
pub fn fingerprint_line(fingerprint: &str) -> String {
    format!("{FINGERPRINT}{fingerprint}")
}

/// Returns the fingerprint in the header of a test file.
pub fn fingerprint(text: &str) -> Option<&str> {
    let comments = text.lines().filter_map(|line| line.strip_prefix("// "));
    comments.into_iter().find_map(|comment| comment.strip_prefix(FINGERPRINT))
}

/// Returns the text of a test file with another fingerprint. If nobody had edited the text, the result also
/// counts as unedited.
pub fn with_fingerprint(text: &str, fingerprint: &str) -> String {
    let line = format!("// {}", fingerprint_line(fingerprint));
    let is_old_line = |line: &&str| line.starts_with(&format!("// {FINGERPRINT}"));
    let changed = match text.lines().find(is_old_line) {
        Some(old) => text.replacen(old, &line, 1),
        None => text.replacen(PREFIX, &format!("{line}\n{PREFIX}"), 1),
    };
    if is_unedited(text) { sign(&changed) } else { changed }
}

/// Returns whether Testudo wrote the text, even if somebody edited it later.
pub fn is_generated(text: &str) -> bool {
    text.lines().any(|line| line.starts_with(PREFIX))
}

/// Returns a checksum line with the checksum 0. A file contains this line until its checksum is computed.
pub(crate) fn zero_checksum_line() -> String {
    checksum_line(0)
}

fn checksum_line(hash: u64) -> String {
    format!("{PREFIX}{hash:016x}")
}

/// Returns whether this crate wrote the text and nobody has edited the test class. Changed white space
/// outside of literals, changed imports and comments above the class are not an edit, because a project's
/// build can format the file.
pub fn is_unedited(text: &str) -> bool {
    text.lines().find(|line| line.starts_with(PREFIX)).is_some_and(|line| line == checksum_line(hash(text)))
}

/// Computes the 64-bit FNV-1a hash of the text after the first checksum line, without white space outside of
/// string literals.
fn hash(text: &str) -> u64 {
    let mut lines = text.split_inclusive('\n').skip_while(|line| !line.starts_with(PREFIX));
    lines.next();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut is_in_string = false;
    let mut is_escaped = false;
    for byte in lines.flat_map(str::bytes).filter(|byte| *byte != b'\r') {
        is_in_string ^= byte == b'"' && !is_escaped;
        is_escaped = is_in_string && byte == b'\\' && !is_escaped;
        if is_in_string || !byte.is_ascii_whitespace() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_of_the_class_is_detected() {
        let text = sign(&format!("a\n{}\nb(\"x \\\" y\", c);\n", zero_checksum_line()));
        assert!(is_unedited(&text));
        for edited in [text.replace('b', "d"), text.replace("x ", "x"), text.replace(" y", "  y")] {
            assert!(!is_unedited(&edited), "{edited}");
        }
        assert!(!is_unedited("class FooTest {}\n"));
    }

    #[test]
    fn a_formatted_file_counts_as_unedited() {
        let text = sign(&format!("a\n{}\nb(\"x\", c);\n", zero_checksum_line()));
        let formatted = [
            text.replace('\n', "\r\n"),
            text.replace("b(", "\tb(\n\t\t"),
            text.replace(", ", ","),
            format!("// Licence\n{text}"),
        ];
        for formatted in formatted {
            assert!(is_unedited(&formatted), "{formatted}");
        }
    }

    #[test]
    fn a_new_fingerprint_is_no_edit_and_hides_no_edit() {
        let text = sign(&format!("a\n{}\nb\n", zero_checksum_line()));
        let first = with_fingerprint(&text, "0f");
        assert_eq!((fingerprint(&first), is_unedited(&first)), (Some("0f"), true), "{first}");
        let second = with_fingerprint(&first.replace('b', "c"), "1e");
        assert_eq!((fingerprint(&second), is_unedited(&second)), (Some("1e"), false), "{second}");
        assert_eq!(second.lines().count(), first.lines().count());
    }
}
