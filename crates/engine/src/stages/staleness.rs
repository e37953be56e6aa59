//! When a search is not worth its going on: nothing was covered for the first time for long, and the odds are against it.
//!
//! What a search covers comes about as often between one and two per cent of its budget as between ten and twenty: each further goal
//! takes a multiple of the effort. So on the scale of the logarithm of what is spent, discoveries are taken to come at a constant
//! rate; that is not known, but a priori a gamma distribution, of which silence since the last discovery leaves the lower part.

/// Shape and rate of that distribution, per e-fold of what is spent: as fitted to what searches that were not stopped have
/// covered (docs/methods.md).
const SHAPE: f64 = 0.5;
const RATE: f64 = 0.1;
/// A search whose odds of covering something more are less is stale.
const LEAST_ODDS: f64 = 0.1;
/// Before that share of the budget is gone none is.
const LEAST_SHARE: f64 = 0.1;
/// What is covered earlier is taken to be covered then: at first it is chance.
const FIRST_SHARE: f64 = 0.001;

/// Whether a search is stale, when a share of its budget is gone and it covered something for the first time last when another was.
pub fn is_stale(gone: f64, last: f64) -> bool {
    gone >= LEAST_SHARE && odds(gone.min(1.0), last.clamp(FIRST_SHARE, 1.0)) < LEAST_ODDS
}

/// The probability that something more is covered before the budget is gone.
fn odds(gone: f64, last: f64) -> f64 {
    let known = RATE + (gone / last).ln().max(0.0);
    1.0 - (known / (known - gone.ln())).powf(SHAPE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of the budget at which a search is stale that covered something last at another.
    fn end(last: f64) -> f64 {
        (1..=1000)
            .map(|thousandth| f64::from(thousandth) / 1000.0)
            .find(|&gone| is_stale(gone, last))
            .unwrap()
    }

    #[test]
    fn the_later_something_was_covered_the_longer_a_search_goes_on() {
        let ends = [0.0, 0.01, 0.05, 0.2, 0.5].map(end);
        assert!(ends.is_sorted_by(|a, b| a < b), "{ends:?}");
    }

    #[test]
    fn a_search_that_goes_on_covering_is_never_stale() {
        assert!((1..1000).all(|thousandth| {
            let gone = f64::from(thousandth) / 1000.0;
            gone > 0.8 || !is_stale(gone, gone * 0.8)
        }));
    }
}
