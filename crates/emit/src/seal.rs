//! The line that tells whether a person has edited a file.

const MARK: &str = "// Testudo: ";

/// The line that goes in place of [`placeholder`] once the rest of the file is there.
pub(crate) fn seal(text: &str) -> String {
    text.replacen(&placeholder(), &line(hash(text)), 1)
}

/// As long as the line itself.
pub(crate) fn placeholder() -> String {
    line(0)
}

fn line(hash: u64) -> String {
    format!("{MARK}{hash:016x}")
}

/// Whether a file was written by this crate and not changed since. Line ends may have changed, as version
/// control does that on its own.
pub fn is_unedited(text: &str) -> bool {
    text.lines().find(|line| line.starts_with(MARK)).is_some_and(|found| found == line(hash(text)))
}

/// FNV-1a, 64 bit, over all lines but the first marked one.
fn hash(text: &str) -> u64 {
    let mut marked = false;
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for line in text.lines() {
        if !marked && line.starts_with(MARK) {
            marked = true;
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
    fn an_edit_is_noticed_and_other_line_ends_are_not() {
        let sealed = seal(&format!("a\n{}\nb\n", placeholder()));
        assert!(is_unedited(&sealed));
        assert!(is_unedited(&sealed.replace('\n', "\r\n")));
        assert!(!is_unedited(&sealed.replace('b', "c")));
        assert!(!is_unedited("class FooTest {}\n"));
    }
}
