//! Fitness of tests on objectives, as one flat matrix.

use crate::evaluation::Individual;
use crate::problem::{Goal, Problem};

/// Fitness by test (row) and objective (column). Lower is better.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    /// The objective of each column, in increasing order.
    pub goals: Vec<Goal>,
    /// How many objectives each column stands for: 1 but in [`Scores::distinct`].
    pub weights: Vec<i32>,
    /// Row after row, `goals.len()` values each.
    values: Vec<f64>,
}

impl Scores {
    /// A matrix of given rows, one after the other.
    pub fn new(goals: Vec<Goal>, values: Vec<f64>) -> Self {
        Self { weights: vec![1; goals.len()], goals, values }
    }

    /// The fitness of one test on every objective.
    pub fn row(&self, test: usize) -> &[f64] {
        &self.values[test * self.goals.len()..][..self.goals.len()]
    }

    /// Appends the row of a test executed just now. An invalid one is infinitely far from everything.
    pub fn push<P: Problem>(&mut self, problem: &P, individual: &Individual<P>) {
        let goals = &self.goals;
        self.values.extend(goals.iter().map(|&goal| fitness(problem, individual, goal)));
    }

    /// Appends the row of a test whose fitness was known for other objectives, in `known`: only fitness on
    /// objectives that `columns` finds no place for there is computed.
    pub fn push_known<P: Problem>(
        &mut self,
        problem: &P,
        individual: &Individual<P>,
        known: &[f64],
        columns: &[Option<usize>],
    ) {
        let row = self.goals.iter().zip(columns).map(|(&goal, column)| match *column {
            Some(column) => known[column],
            None => fitness(problem, individual, goal),
        });
        self.values.extend(row);
    }

    /// For each objective of this matrix its column in `other`, where it has one.
    pub fn columns_in(&self, other: &Scores) -> Vec<Option<usize>> {
        self.goals.iter().map(|goal| other.goals.binary_search(goal).ok()).collect()
    }

    /// The matrix of some of the tests, in the given order.
    pub fn select(&self, tests: impl Iterator<Item = usize>) -> Scores {
        let values = tests.flat_map(|test| self.row(test)).copied().collect();
        Scores { goals: self.goals.clone(), weights: self.weights.clone(), values }
    }

    /// The matrix with one column, the first, for all that are the same and alike in `flags`; and the flags of its columns. The more
    /// goals there are, the more of them stand where no test has come yet, as far from each test as others.
    pub fn distinct(&self, flags: &[bool]) -> (Scores, Vec<bool>) {
        let tests = self.values.len() / self.goals.len().max(1);
        let mut hashes: Vec<u64> = flags.iter().map(|&flag| u64::from(flag)).collect();
        for test in 0..tests {
            for (hash, value) in hashes.iter_mut().zip(self.row(test)) {
                *hash = (hash.rotate_left(5) ^ value.to_bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            }
        }
        let column = |column: usize| (0..tests).map(move |test| self.row(test)[column]);
        let mut order: Vec<usize> = (0..self.goals.len()).collect();
        order.sort_unstable_by_key(|&column| (hashes[column], column));
        let mut kept: Vec<(usize, i32)> = Vec::new();
        for next in order {
            match kept.last_mut() {
                Some((last, weight))
                    if hashes[*last] == hashes[next]
                        && flags[*last] == flags[next]
                        && column(*last).eq(column(next)) =>
                {
                    *weight += 1;
                }
                _ => kept.push((next, 1)),
            }
        }
        kept.sort_unstable();
        let values = (0..tests).flat_map(|test| kept.iter().map(move |&(column, _)| self.row(test)[column]));
        let scores = Scores {
            goals: kept.iter().map(|&(column, _)| self.goals[column]).collect(),
            weights: kept.iter().map(|&(_, weight)| weight).collect(),
            values: values.collect(),
        };
        (scores, kept.iter().map(|&(column, _)| flags[column]).collect())
    }
}

fn fitness<P: Problem>(problem: &P, individual: &Individual<P>, goal: Goal) -> f64 {
    if !individual.valid {
        return f64::INFINITY;
    }
    let fitness = problem.fitness(goal, &individual.trace);
    // An objective is uncovered, so every valid test executed so far is away from it.
    debug_assert!(fitness > 0.0, "fitness {fitness} on {goal:?}, which no test covers");
    fitness
}
