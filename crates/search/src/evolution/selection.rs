//! The selection of the survivors of a generation, and tournament selection.

use rand::Rng as _;

use crate::evaluation::Individual;
use crate::problem::Problem;
use crate::ranking::{Fronts, crowding};
use crate::scores::Scores;
use crate::stream::Rng;

/// The rank and the crowding value of a test in its population. A smaller standing is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Standing {
    /// Index of the front of the test. The best front has index 0.
    pub rank: u32,
    /// Crowding value of the test in its front; see [`crowding`].
    pub crowding: i32,
}

/// The parents of the next generation. The three tables contain the tests in the same order.
pub struct Population<P: Problem> {
    /// The tests.
    pub individuals: Vec<Individual<P>>,
    /// The standing of each test.
    pub standings: Vec<Standing>,
    /// The fitness of each test on the objectives that the search optimised when it selected the tests.
    pub scores: Scores,
}

impl<P: Problem> Default for Population<P> {
    fn default() -> Self {
        Self { individuals: Vec::new(), standings: Vec::new(), scores: Scores::default() }
    }
}

impl<P: Problem> Population<P> {
    /// Returns the population of the survivors, in the order of `survivors`. Each survivor is an index in
    /// `individuals` with a standing.
    pub fn of_survivors(
        survivors: &[(usize, Standing)],
        individuals: Vec<Individual<P>>,
        scores: &Scores,
    ) -> Self {
        let mut individuals: Vec<Option<Individual<P>>> = individuals.into_iter().map(Some).collect();
        Self {
            individuals: survivors.iter().filter_map(|&(test, _)| individuals[test].take()).collect(),
            standings: survivors.iter().map(|&(_, standing)| standing).collect(),
            scores: scores.select(survivors.iter().map(|&(test, _)| test)),
        }
    }
}

/// Returns the tests of the next population: as many whole fronts as fit into `population` tests, then the
/// least crowded tests of the next front (Algorithm 2 of the DynaMOSA paper, lines 11-17).
pub fn survivors(scores: &Scores, fronts: &Fronts, population: usize) -> Vec<(usize, Standing)> {
    let mut survivors = Vec::with_capacity(population);
    for (rank, front) in fronts.iter().enumerate() {
        let remaining = population - survivors.len();
        if remaining == 0 {
            break;
        }
        let mut front: Vec<(i32, usize)> =
            crowding(scores, front).into_iter().zip(front.iter().copied()).collect();
        front.sort_unstable();
        let standing = |crowding| Standing { rank: rank as u32, crowding };
        survivors
            .extend(front.into_iter().take(remaining).map(|(crowding, test)| (test, standing(crowding))));
    }
    survivors
}

/// Draws `size` tests with replacement, and returns the index of the best of these tests. The test that was
/// drawn first wins a tie.
///
/// # Panics
/// If there are no standings.
pub fn tournament(standings: &[Standing], size: usize, rng: &mut Rng) -> usize {
    let mut winner = rng.random_range(0..standings.len());
    for _ in 1..size {
        let rival = rng.random_range(0..standings.len());
        if standings[rival] < standings[winner] {
            winner = rival;
        }
    }
    winner
}
