//! Survivors of a generation, and tournament selection.

use rand::Rng as _;

use crate::evaluation::Individual;
use crate::problem::Problem;
use crate::ranking::{Fronts, crowding};
use crate::scores::Scores;
use crate::stream::Rng;

/// The rank and the crowding value of a test in its population; smaller is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Standing {
    /// Index of the test's front; the best front is 0.
    pub rank: u32,
    /// Crowding value of the test in its front.
    pub crowding: i32,
}

/// The parents of the next generation: three tables in the same order.
pub struct Population<P: Problem> {
    /// The tests.
    pub individuals: Vec<Individual<P>>,
    /// The standing of each test.
    pub standings: Vec<Standing>,
    /// The fitness of each test on the objectives of its selection.
    pub scores: Scores,
}

impl<P: Problem> Default for Population<P> {
    fn default() -> Self {
        Self { individuals: Vec::new(), standings: Vec::new(), scores: Scores::default() }
    }
}

impl<P: Problem> Population<P> {
    /// Returns the individuals that survive, in the order of `survivors`.
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

/// Returns the tests of the next population: whole fronts while they fit, then the least crowded tests of the
/// next front (Algorithm 2 of the DynaMOSA paper, lines 11-17).
pub fn survivors(scores: &Scores, fronts: &Fronts, population: usize) -> Vec<(usize, Standing)> {
    let mut survivors = Vec::with_capacity(population);
    for (rank, front) in fronts.iter().enumerate() {
        let room = population - survivors.len();
        if room == 0 {
            break;
        }
        let mut front: Vec<(i32, usize)> =
            crowding(scores, front).into_iter().zip(front.iter().copied()).collect();
        front.sort_unstable();
        let standing = |crowding| Standing { rank: rank as u32, crowding };
        survivors.extend(front.into_iter().take(room).map(|(crowding, test)| (test, standing(crowding))));
    }
    survivors
}

/// Returns the index of the best of `size` tests drawn with replacement. The first drawn test wins a tie.
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
