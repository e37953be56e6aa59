//! Checksum line that shows whether a person has edited a generated file.

/// Start of the checksum line.
const PREFIX: &str = "// Testudo: ";

/// Returns the text with its checksum. The checksum line of the text replaces the line
/// [`zero_checksum_line`].
pub(crate) fn fill_in(text: &str) -> String {
    text.replacen(&zero_checksum_line(), &checksum_line(hash(text)), 1)
}

/// Returns a checksum line with the checksum 0. A file contains this line until its checksum is computed.
pub(crate) fn zero_checksum_line() -> String {
    checksum_line(0)
}

fn checksum_line(hash: u64) -> String {
    format!("{PREFIX}{hash:016x}")
}

/// Returns whether this crate wrote the text and nobody has edited the text. Changed line endings are not an
/// edit, because version control can convert line endings.
pub fn is_unedited(text: &str) -> bool {
    text.lines().find(|line| line.starts_with(PREFIX)).is_some_and(|line| line == checksum_line(hash(text)))
}

/// Computes the 64-bit FNV-1a hash of all lines except the first checksum line.
fn hash(text: &str) -> u64 {
    let mut skipped_checksum_line = false;
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for line in text.lines() {
        if !skipped_checksum_line && line.starts_with(PREFIX) {
            skipped_checksum_line = true;
            continue;
        }
        for byte in line.bytes().chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_is_detected_and_changed_line_endings_are_ignored() {
        let text = fill_in(&format!("a\n{}\nb\n", zero_checksum_line()));
        assert!(is_unedited(&text));
        assert!(is_unedited(&text.replace('\n', "\r\n")));
        assert!(!is_unedited(&text.replace('b', "c")));
        assert!(!is_unedited("class FooTest {}\n"));
    }
}
