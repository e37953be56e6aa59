//! The input of every generating function: the test cluster and the experience of the search.

use rand::Rng;
use rand::seq::IndexedRandom;

use crate::cluster::{Cluster, ClusterCall};
use crate::experience::Experience;

/// Probability that a call is chosen among [`Experience::useful_calls`].
const USEFUL: f64 = 0.8;
/// Probability that a call is chosen among [`Experience::preparing_calls`].
const PREPARING: f64 = 0.1;

/// Generates tests from the test cluster and the experience of the search.
pub struct GenerationContext<'w> {
    /// Facts about the class path, the same during the whole search.
    pub cluster: Cluster<'w>,
    /// Knowledge that grows during the search.
    pub experience: Experience,
}

impl GenerationContext<'_> {
    /// Returns a random call, with a preference for calls that can still cover a goal or that prepare such
    /// calls. Returns `None` if the cluster has no calls.
    pub(crate) fn choose_call(&self, rng: &mut impl Rng) -> Option<ClusterCall> {
        let calls = &self.cluster.calls;
        let preferred: &[usize] = match rng.random::<f64>() {
            share if share < USEFUL => &self.experience.useful_calls,
            share if share < USEFUL + PREPARING => &self.experience.preparing_calls,
            _ => &[],
        };
        match preferred.choose(rng) {
            Some(&index) => Some(calls[index]),
            None => calls.choose(rng).copied(),
        }
    }
}
