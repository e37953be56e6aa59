//! The Levenshtein distance of short texts, many against one.
//!
//! A column of the matrix is two words of bits, which say where it grows and where it falls, and a character of the other
//! text is one step (Hyyrö: "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances", Nordic Journal
//! of Computing 2003, after Myers, JACM 1999). That is many times as fast as cell by cell, and suites have
//! thousands of statements.

/// Bytes of a text that are compared: the bits of a word.
pub const LONGEST: usize = 64;

/// A text that others are compared with.
pub struct Pattern {
    /// By byte the places where it stands.
    places: [u64; 256],
    length: u32,
}

impl Pattern {
    /// The beginning of a text.
    pub fn new(text: &str) -> Pattern {
        let mut places = [0; 256];
        for (place, byte) in text.bytes().take(LONGEST).enumerate() {
            places[usize::from(byte)] |= 1 << place;
        }
        Pattern { places, length: text.len().min(LONGEST) as u32 }
    }

    /// How many bytes of the text must be inserted, deleted or replaced so that it is the beginning of the other.
    pub fn distance(&self, other: &str) -> u32 {
        let Some(last) = self.length.checked_sub(1) else { return other.len().min(LONGEST) as u32 };
        let mut distance = self.length;
        // Bits of the last column: where it is one more than the row above, and where one less.
        let (mut more, mut less) = (u64::MAX, 0u64);
        for byte in other.bytes().take(LONGEST) {
            let same = self.places[usize::from(byte)] | less;
            let diagonal = ((same & more).wrapping_add(more) ^ more) | same;
            let right_more = less | !(diagonal | more);
            let right_less = more & diagonal;
            distance = distance + (right_more >> last & 1) as u32 - (right_less >> last & 1) as u32;
            // The first row grows by one with every column.
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

    /// Expects the distance in both directions.
    fn check(a: &str, b: &str, expect: u32) {
        assert_eq!([Pattern::new(a).distance(b), Pattern::new(b).distance(a)], [expect; 2], "{a:?} {b:?}");
    }

    #[test]
    fn a_text_is_changed_by_insertions_deletions_and_replacements() {
        check("", "", 0);
        check("", "abc", 3);
        check("kitten", "sitting", 3);
        check("price(new Shop, 5)", "price(null, 15)", 8);
    }

    #[test]
    fn of_long_texts_the_beginnings_are_compared() {
        check(&"a".repeat(1000), &"b".repeat(100), 64);
        check(&"a".repeat(64), &"a".repeat(65), 0);
    }

    proptest! {
        #[test]
        fn distances_are_those_of_the_matrix(a in "[a-d]{0,64}", b in "[a-d]{0,64}") {
            prop_assert_eq!(Pattern::new(&a).distance(&b), strsim::levenshtein(&a, &b) as u32);
        }
    }
}
