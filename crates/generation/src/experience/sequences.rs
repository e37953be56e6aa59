//! Sequences of statements that completed in earlier tests. New tests continue them. So they reach states of
//! an object that need several calls.
//!
//! Pacheco et al., "Feedback-Directed Random Test Generation", ICSE 2007, Section 3.

use std::collections::BTreeMap;

use rand::Rng;
use rand::seq::IndexedRandom;
use types::MethodId;

use super::recipes::slice;
use crate::cluster::{Cluster, ClusterCall};
use testcase::{StatementKind, TestCase};

/// Maximum number of sequences that end with the same method.
const MAX_SEQUENCES: usize = 8;
/// After this number of completed calls of a method, only calls whose number is a power of two add a
/// sequence.
const MANY_CALLS: u64 = 64;
/// Probability that random choice takes the method with the fewest completed calls. Otherwise it tries the
/// method with the next fewest calls with the same probability, and so on.
const RAREST_PROBABILITY: f64 = 0.3;

/// The completed sequences, by the method of the class under test that they call last.
#[derive(Clone, Debug, Default)]
pub struct Sequences {
    by_method: BTreeMap<MethodId, Completed>,
}

/// Sequences that end with the same method.
#[derive(Clone, Debug, Default)]
struct Completed {
    /// Number of completed calls of the method.
    calls: u64,
    /// Number of sequences that were added, including those that other sequences have replaced.
    added: usize,
    sequences: Vec<TestCase>,
}

impl Sequences {
    /// Adds a sequence for each of the first `completed` statements that calls a method of the class under
    /// test on an object. Inherited methods do not count.
    pub fn learn(&mut self, test: &TestCase, completed: usize, cluster: &Cluster) {
        for (index, statement) in test.statements.iter().enumerate().take(completed) {
            let StatementKind::Call { method, receiver: Some(_), .. } = statement.kind else { continue };
            if cluster.world.method(method).class != cluster.subject {
                continue;
            }
            let known = self.by_method.entry(method).or_default();
            known.calls += 1;
            if (known.calls <= MANY_CALLS || known.calls.is_power_of_two())
                && let Some(sequence) = slice(test, index)
            {
                known.add(sequence);
            }
        }
    }

    /// Returns a random sequence. Prefers sequences that end with a method that seldom completes. Returns
    /// `None` if there are no sequences.
    pub fn choose(&self, rng: &mut impl Rng) -> Option<&TestCase> {
        let mut known: Vec<&Completed> =
            self.by_method.values().filter(|it| !it.sequences.is_empty()).collect();
        known.sort_by_key(|it| it.calls);
        let rare = known.iter().find(|_| rng.random_bool(RAREST_PROBABILITY)).copied();
        rare.or_else(|| known.choose(rng).copied())?.sequences.choose(rng)
    }

    /// Returns a random method of the class under test that has never completed. Returns `None` if all
    /// methods have completed.
    pub(crate) fn choose_uncompleted(&self, cluster: &Cluster, rng: &mut impl Rng) -> Option<ClusterCall> {
        let is_uncompleted = |call: &&ClusterCall| match call {
            ClusterCall::Method(id) => {
                let method = cluster.world.method(*id);
                method.class == cluster.subject
                    && !method.is_constructor()
                    && !method.is_static()
                    && !self.by_method.contains_key(id)
            }
            ClusterCall::WriteField(_) => false,
        };
        let uncompleted: Vec<&ClusterCall> = cluster.calls.iter().filter(is_uncompleted).collect();
        uncompleted.choose(rng).map(|call| **call)
    }
}

impl Completed {
    /// Adds a sequence, unless it is known. If there are too many sequences, replaces one of them.
    fn add(&mut self, sequence: TestCase) {
        if self.sequences.contains(&sequence) {
            return;
        }
        match self.sequences.len() < MAX_SEQUENCES {
            true => self.sequences.push(sequence),
            false => self.sequences[self.added % MAX_SEQUENCES] = sequence,
        }
        self.added += 1;
    }
}
