//! Detects stale searches. A search is stale if it covered no new goal for a long time, and further coverage
//! is unlikely.
//!
//! A search covers about as many goals between 1 % and 2 % of its budget as between 10 % and 20 %. So the
//! model is a Poisson process over the logarithm of the spent budget. In this process, new goals are covered
//! at a constant rate. The rate is unknown; its prior is a gamma distribution. The longer the search covers
//! no new goal, the more likely low rates become (posterior distribution).

/// Shape of the gamma prior. Shape and rate are fitted to the coverage of searches that ran to the end of
/// their budget (docs/methods.md).
const SHAPE: f64 = 0.5;
/// Rate of the gamma prior, for the natural logarithm of the spent budget.
const RATE: f64 = 0.1;
/// A search is stale if the probability of further coverage is smaller than this value.
const MIN_PROBABILITY: f64 = 0.2;
/// Share of the budget before which no search is stale.
const MIN_SPENT: f64 = 0.1;
/// If the search covered its last goal before this share of the budget, the goal counts as covered at this
/// share. The exact time of early coverage depends on chance.
const MIN_LAST_COVERED: f64 = 0.001;

/// Returns whether a search is stale. `spent` is the spent share of the budget, and `last_covered` is the
/// share that was spent when the search last covered a new goal.
pub fn is_stale(spent: f64, last_covered: f64) -> bool {
    let last_covered = last_covered.clamp(MIN_LAST_COVERED, 1.0);
    spent >= MIN_SPENT && probability_of_coverage(spent.min(1.0), last_covered) < MIN_PROBABILITY
}

/// Returns the probability that the search covers a further goal before the end of its budget.
fn probability_of_coverage(spent: f64, last_covered: f64) -> f64 {
    let posterior_rate = RATE + (spent / last_covered).ln().max(0.0);
    1.0 - (posterior_rate / (posterior_rate - spent.ln())).powf(SHAPE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the share of the budget at which a search becomes stale, if it covers no goal after the share
    /// `last_covered`.
    fn stale_share(last_covered: f64) -> f64 {
        (1..=1000)
            .map(|thousandth| f64::from(thousandth) / 1000.0)
            .find(|&spent| is_stale(spent, last_covered))
            .unwrap()
    }

    #[test]
    fn a_search_that_covered_a_goal_later_becomes_stale_later() {
        let shares = [0.0, 0.01, 0.05, 0.2, 0.5].map(stale_share);
        assert!(shares.is_sorted_by(|a, b| a < b), "{shares:?}");
    }

    #[test]
    fn a_search_that_covered_a_goal_recently_is_not_stale_before_80_percent_of_its_budget() {
        assert!((1..1000).all(|thousandth| {
            let spent = f64::from(thousandth) / 1000.0;
            spent > 0.8 || !is_stale(spent, spent * 0.8)
        }));
    }
}
