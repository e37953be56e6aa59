//! The Levenshtein distance between one short text and many other texts.
//!
//! Two 64-bit words represent a column of the distance matrix. The bits of one word mark the rows where the
//! distance increases, and the bits of the other word mark the rows where the distance decreases. One step
//! processes one character of the other text (Hyyrö: "A Bit-Vector Algorithm for Computing Levenshtein and
//! Damerau Edit Distances", Nordic Journal of Computing 2003, based on Myers, JACM 1999). The algorithm is
//! many times faster than a computation of each cell of the matrix. The speed is important because suites
//! have thousands of statements.

/// Maximum number of bytes of a text that are compared: the number of bits in a word.
pub(super) const MAX_LENGTH: usize = 64;

/// A text with which other texts are compared.
pub(super) struct Pattern {
    /// For each byte value, a word whose bits are the positions of this byte in the text.
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

    /// Returns the number of bytes to insert, delete or replace to turn the text of the pattern into `other`.
    /// Ignores bytes after the first [`MAX_LENGTH`].
    pub(super) fn distance(&self, other: &str) -> u32 {
        let Some(last_row) = self.length.checked_sub(1) else { return other.len().min(MAX_LENGTH) as u32 };
        let mut distance = self.length;
        // Each bit belongs to a row of the previous column. A bit is set if the value in this row is one
        // more, or one less, than the value above in the same column.
        let (mut more_than_above, mut less_than_above) = (u64::MAX, 0u64);
        for byte in other.bytes().take(MAX_LENGTH) {
            let matches_or_less = self.positions[usize::from(byte)] | less_than_above;
            let same_as_diagonal = ((matches_or_less & more_than_above).wrapping_add(more_than_above)
                ^ more_than_above)
                | matches_or_less;
            let more_than_left = less_than_above | !(same_as_diagonal | more_than_above);
            let less_than_left = more_than_above & same_as_diagonal;
            distance =
                distance + (more_than_left >> last_row & 1) as u32 - (less_than_left >> last_row & 1) as u32;
            // The value of the first row increases by one in every column.
            let more_than_left = more_than_left << 1 | 1;
            more_than_above = less_than_left << 1 | !(same_as_diagonal | more_than_left);
            less_than_above = more_than_left & same_as_diagonal;
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
