//! Survivors of a generation, and the tournament among them.

use rand::Rng as _;

use crate::evaluation::Individual;
use crate::problem::{Problem, Rng};
use crate::ranking::{Fronts, crowding};
use crate::scores::Scores;

/// Where a test stands in its population; smaller is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Standing {
    /// Its front, the best being 0.
    pub rank: u32,
    /// How crowded it is in its front.
    pub crowding: i32,
}

/// The tests that breed: three tables in the same order.
pub struct Population<P: Problem> {
    /// The tests.
    pub individuals: Vec<Individual<P>>,
    /// Where each stands.
    pub standings: Vec<Standing>,
    /// Their fitness on the objectives they were selected by.
    pub scores: Scores,
}

impl<P: Problem> Default for Population<P> {
    fn default() -> Self {
        Self { individuals: Vec::new(), standings: Vec::new(), scores: Scores::default() }
    }
}

impl<P: Problem> Population<P> {
    /// The part of `individuals` that `survivors` chose, in its order.
    pub fn of_survivors(
        survivors: &[(usize, Standing)],
        individuals: Vec<Individual<P>>,
        scores: &Scores,
    ) -> Self {
        let mut places: Vec<Option<Individual<P>>> = individuals.into_iter().map(Some).collect();
        Self {
            individuals: survivors.iter().filter_map(|&(test, _)| places[test].take()).collect(),
            standings: survivors.iter().map(|&(_, standing)| standing).collect(),
            scores: scores.select(survivors.iter().map(|&(test, _)| test)),
        }
    }
}

/// Chooses the next population: whole fronts while they fit, then the least crowded of the last one
/// (Algorithm 2 of the DynaMOSA paper, lines 11-17).
pub fn survivors(scores: &Scores, fronts: &Fronts, population: usize) -> Vec<(usize, Standing)> {
    let mut chosen = Vec::with_capacity(population);
    for (rank, front) in fronts.iter().enumerate() {
        let room = population - chosen.len();
        if room == 0 {
            break;
        }
        let mut front: Vec<(i32, usize)> =
            crowding(scores, front).into_iter().zip(front.iter().copied()).collect();
        front.sort_unstable();
        let standing = |crowding| Standing { rank: rank as u32, crowding };
        chosen.extend(front.into_iter().take(room).map(|(crowding, test)| (test, standing(crowding))));
    }
    chosen
}

/// The index of the best of `size` tests drawn with replacement; of equals the first drawn.
///
/// # Panics
/// On no standings.
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
