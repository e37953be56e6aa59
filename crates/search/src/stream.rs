//! Independent random streams from one seed.

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// The random number generator of a search. Its numbers depend only on the seed, not on the machine.
pub type Rng = ChaCha8Rng;

/// The purpose of a random stream. Each purpose has its own stream, so that different parts of a run use
/// different random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The main search. Its stream is equal to the stream of `Rng::seed_from_u64`.
    Search = 0,
    /// The search that strengthens the tests: it finds tests that kill more mutants.
    Strengthen = 1,
    /// The tests that a search starts from.
    SeedTests = 2,
    /// Tests that replace the generated tests if the generated tests cannot be verified.
    FallbackTests = 3,
    /// The choice of a fixed random set of fitness functions.
    FitnessFunctions = 4,
}

/// Returns the random stream of a purpose: the ChaCha stream with the number of the purpose and with the key
/// that is derived from the seed.
///
/// ```
/// use search::{Purpose, stream};
/// assert_eq!(stream(1, Purpose::Search), stream(1, Purpose::Search));
/// assert_ne!(stream(1, Purpose::Search), stream(1, Purpose::Strengthen));
/// ```
pub fn stream(seed: u64, purpose: Purpose) -> Rng {
    let mut rng = Rng::seed_from_u64(seed);
    rng.set_stream(purpose as u64);
    rng
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;

    fn numbers(mut rng: Rng) -> [u64; 100] {
        std::array::from_fn(|_| rng.random())
    }

    #[test]
    fn two_purposes_have_different_streams() {
        let first = numbers(stream(7, Purpose::Search));
        let second = numbers(stream(7, Purpose::Strengthen));
        assert!(first.iter().all(|number| !second.contains(number)));
    }

    #[test]
    fn a_seed_and_a_purpose_determine_the_stream() {
        assert_eq!(numbers(stream(7, Purpose::SeedTests)), numbers(stream(7, Purpose::SeedTests)));
        assert_ne!(numbers(stream(7, Purpose::SeedTests)), numbers(stream(8, Purpose::SeedTests)));
    }

    #[test]
    fn the_stream_of_the_main_search_equals_the_stream_of_the_seed() {
        assert_eq!(numbers(stream(7, Purpose::Search)), numbers(Rng::seed_from_u64(7)));
    }
}
