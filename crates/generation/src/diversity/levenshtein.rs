//! The Levenshtein distance between one short text and many other texts.
//!
//! Two 64-bit words represent a column of the distance matrix. Their bits mark the rows where the distance
//! increases, and the rows where it decreases. One step processes one character of the other text (Hyyrö: "A
//! Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances", Nordic Journal of Computing
//! 2003, after Myers, JACM 1999). The algorithm is many times faster than a computation of each cell of the
//! matrix. This matters because suites have thousands of statements.

/// Number of bytes of a text that are compared: the number of bits in a word.
pub(super) const MAX_LENGTH: usize = 64;

/// A text that other texts are compared with.
pub(super) struct Pattern {
    /// For each byte a word whose bits are the positions of this byte in the text.
    positions: [u64; 256],
    length: u32,
}

impl Pattern {
    /// Creates the pattern of a text. Ignores bytes after the first [`MAX_LENGTH`].
    pub(super) fn new(text: &str) -> Pattern {
        let mut positions = [0; 256];
        for (position, byte) in text.bytes().take(MAX_LENGTH).enumerate() {
            positions[usize::from(byte)] |= 1 << position;
        }
        Pattern { positions, length: text.len().min(MAX_LENGTH) as u32 }
    }

    /// Returns the number of bytes to insert, delete or replace to turn one text into the other text. Ignores
    /// bytes after the first [`MAX_LENGTH`].
    pub(super) fn distance(&self, other: &str) -> u32 {
        let Some(last) = self.length.checked_sub(1) else { return other.len().min(MAX_LENGTH) as u32 };
        let mut distance = self.length;
        // Bits of the last column: the rows whose value is one more or one less than the value of the row
        // above.
        let (mut more, mut less) = (u64::MAX, 0u64);
        for byte in other.bytes().take(MAX_LENGTH) {
            let same = self.positions[usize::from(byte)] | less;
            let diagonal = ((same & more).wrapping_add(more) ^ more) | same;
            let right_more = less | !(diagonal | more);
            let right_less = more & diagonal;
            distance = distance + (right_more >> last & 1) as u32 - (right_less >> last & 1) as u32;
            // The value of the first row increases by one in every column.
            let right_more = right_more << 1 | 1;
            more = right_less << 1 | !(diagonal | right_more);
            less = right_more & diagonal;
        }
        distance
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Asserts the distance in both directions.
    fn check(a: &str, b: &str, expected: u32) {
        assert_eq!([Pattern::new(a).distance(b), Pattern::new(b).distance(a)], [expected; 2], "{a:?} {b:?}");
    }

    #[test]
    fn the_distance_counts_insertions_deletions_and_replacements() {
        check("", "", 0);
        check("", "abc", 3);
        check("kitten", "sitting", 3);
        check("price(new Shop, 5)", "price(null, 15)", 8);
    }

    #[test]
    fn only_the_beginnings_of_long_texts_are_compared() {
        check(&"a".repeat(1000), &"b".repeat(100), 64);
        check(&"a".repeat(64), &"a".repeat(65), 0);
    }

    proptest! {
        #[test]
        fn the_distance_equals_the_distance_of_another_implementation(a in "[a-d]{0,64}", b in "[a-d]{0,64}") {
            prop_assert_eq!(Pattern::new(&a).distance(&b), strsim::levenshtein(&a, &b) as u32);
        }
    }
}
