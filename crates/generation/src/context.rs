//! The input of every function that generates tests: the test cluster and the results of earlier tests.

use rand::Rng;
use rand::seq::IndexedRandom;

use crate::cluster::{Cluster, ClusterCall};
use crate::experience::Experience;

/// Probability that random choice selects a call that can still cover a goal ([`Experience::useful_calls`]),
/// if there is one.
const USEFUL_PROBABILITY: f64 = 0.8;
/// Probability that random choice selects a call that changes state which uncovered code reads
/// ([`Experience::preparing_calls`]), if there is one.
const PREPARING_PROBABILITY: f64 = 0.1;

/// The information that test generation uses.
pub struct GenerationContext<'w> {
    /// The test cluster, which does not change during the search.
    pub cluster: Cluster<'w>,
    /// The results of earlier tests, which grow while tests run.
    pub experience: Experience,
}

impl GenerationContext<'_> {
    /// Returns a random call. Prefers the calls in [`Experience::useful_calls`] and
    /// [`Experience::preparing_calls`]. Returns `None` if the cluster has no calls.
    pub(crate) fn choose_call(&self, rng: &mut impl Rng) -> Option<ClusterCall> {
        let calls = &self.cluster.calls;
        let preferred: &[usize] = match rng.random::<f64>() {
            sample if sample < USEFUL_PROBABILITY => &self.experience.useful_calls,
            sample if sample < USEFUL_PROBABILITY + PREPARING_PROBABILITY => &self.experience.preparing_calls,
            _ => &[],
        };
        match preferred.choose(rng) {
            Some(&index) => Some(calls[index]),
            None => calls.choose(rng).copied(),
        }
    }
}
