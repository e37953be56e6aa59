//! Strings in modified UTF-8.

use std::borrow::Cow;
use std::fmt;

/// A string of a class file: the unchanged bytes in modified UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Utf8<'a>(pub &'a [u8]);

impl<'a> Utf8<'a> {
    /// Returns the characters. Replaces lone surrogates and malformed bytes by U+FFFD.
    /// [`utf16`](Self::utf16) returns lone surrogates unchanged.
    pub fn to_str(self) -> Cow<'a, str> {
        match std::str::from_utf8(self.0) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(String::from_utf16_lossy(&self.utf16())),
        }
    }

    /// Returns the exact UTF-16 code units of the Java string. Replaces malformed bytes, which no JVM
    /// accepts, by U+FFFD.
    pub fn utf16(self) -> Vec<u16> {
        let mut units = Vec::with_capacity(self.0.len());
        let mut rest = self.0;
        while let [first, tail @ ..] = rest {
            let (unit, length) = match (*first, tail) {
                (0..=0x7F, _) => (u16::from(*first), 1),
                (0xC0..=0xDF, [b @ 0x80..=0xBF, ..]) => {
                    (u16::from(*first & 0x1F) << 6 | u16::from(b & 0x3F), 2)
                }
                (0xE0..=0xEF, [b @ 0x80..=0xBF, c @ 0x80..=0xBF, ..]) => {
                    (u16::from(*first & 0x0F) << 12 | u16::from(b & 0x3F) << 6 | u16::from(c & 0x3F), 3)
                }
                _ => (0xFFFD, 1),
            };
            units.push(unit);
            rest = &rest[length..];
        }
        units
    }
}

impl PartialEq<str> for Utf8<'_> {
    fn eq(&self, other: &str) -> bool {
        *modified_utf8(other) == *self.0
    }
}

impl PartialEq<&str> for Utf8<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl fmt::Display for Utf8<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_str())
    }
}

impl fmt::Debug for Utf8<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_str(), f)
    }
}

/// Encodes text as modified UTF-8: NUL has two bytes, and a character beyond U+FFFF is written as two
/// surrogates.
pub(crate) fn modified_utf8(text: &str) -> Cow<'_, [u8]> {
    if text.bytes().all(|byte| (1..0xF0).contains(&byte)) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len() + 2);
    for unit in text.encode_utf16() {
        match unit {
            1..=0x7F => bytes.push(unit as u8),
            0 | 0x80..=0x7FF => bytes.extend([0xC0 | (unit >> 6) as u8, 0x80 | (unit & 0x3F) as u8]),
            _ => bytes.extend([
                0xE0 | (unit >> 12) as u8,
                0x80 | (unit >> 6 & 0x3F) as u8,
                0x80 | (unit & 0x3F) as u8,
            ]),
        }
    }
    Cow::Owned(bytes)
}
