//! Divides tests that run on mutants into batches.

use super::submitter::BATCH;

/// Approximate maximum number of ticks of a batch of several tests.
const BATCH_TICKS: u64 = 500_000;

/// Divides tests that run on mutants into batches of at most [`BATCH`] tests and, if a batch has several
/// tests, about [`BATCH_TICKS`] ticks. Otherwise, one worker would run slow tests while the others wait.
/// Returns the sizes of the batches. `ticks` contains an estimate of the ticks of each test on its mutants.
pub fn batch_sizes(ticks: &[u64]) -> Vec<usize> {
    let (mut sizes, mut sum) = (Vec::new(), 0);
    for &ticks in ticks {
        match sizes.last_mut() {
            Some(size) if *size < BATCH && sum + ticks <= BATCH_TICKS => {
                *size += 1;
                sum += ticks;
            }
            _ => {
                sizes.push(1);
                sum = ticks;
            }
        }
    }
    sizes
}

/// Splits a slice into parts of the given sizes, whose sum must be the length of the slice.
pub fn split_into<'s, T>(mut slice: &'s [T], sizes: &'s [usize]) -> impl Iterator<Item = &'s [T]> {
    sizes.iter().map(move |&size| {
        let (part, rest) = slice.split_at(size);
        slice = rest;
        part
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_has_a_limited_number_of_tests_and_of_ticks() {
        assert_eq!(batch_sizes(&[1; 2 * BATCH + 3]), [BATCH, BATCH, 3]);
        assert_eq!(batch_sizes(&[BATCH_TICKS / 2; 5]), [2, 2, 1]);
        assert_eq!(batch_sizes(&[1, 9 * BATCH_TICKS, 1, 1]), [1, 1, 2]);
        assert!(batch_sizes(&[]).is_empty());
    }

    #[test]
    fn the_parts_of_a_slice_have_the_given_sizes() {
        let parts: Vec<&[u8]> = split_into(&[1, 2, 3], &[2, 1]).collect();
        assert_eq!(parts, [&[1, 2][..], &[3]]);
    }
}
