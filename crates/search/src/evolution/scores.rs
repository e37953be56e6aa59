//! The fitness of tests on the objectives, as one flat matrix.

use crate::evaluation::Individual;
use crate::problem::{Goal, Problem};

/// The fitness of each test (row) on each objective (column). Lower is better.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    /// For each column, its objective. The objectives are in increasing order.
    pub goals: Vec<Goal>,
    /// For each column, the number of objectives that it represents. The number is 1, except in a result of
    /// [`Scores::distinct`].
    pub weights: Vec<i32>,
    /// The concatenated rows, each with `goals.len()` values.
    values: Vec<f64>,
}

impl Scores {
    /// Returns a matrix with the given concatenated rows.
    pub fn new(goals: Vec<Goal>, values: Vec<f64>) -> Self {
        Self { weights: vec![1; goals.len()], goals, values }
    }

    /// Returns the fitness of one test on every objective.
    pub fn row(&self, test: usize) -> &[f64] {
        &self.values[test * self.goals.len()..][..self.goals.len()]
    }

    /// Appends the row of a new test. An invalid test has infinite fitness on every objective.
    pub fn push<P: Problem>(&mut self, problem: &P, individual: &Individual<P>) {
        let goals = &self.goals;
        self.values.extend(goals.iter().map(|&goal| fitness(problem, individual, goal)));
    }

    /// Appends the row of a test that has the row `scored` in another matrix. For each objective, `columns`
    /// contains the column of the objective in the other matrix, if that matrix contains the objective.
    /// Computes the fitness only on objectives that the other matrix does not contain.
    pub fn push_scored<P: Problem>(
        &mut self,
        problem: &P,
        individual: &Individual<P>,
        scored: &[f64],
        columns: &[Option<usize>],
    ) {
        let row = self.goals.iter().zip(columns).map(|(&goal, column)| match *column {
            Some(column) => scored[column],
            None => fitness(problem, individual, goal),
        });
        self.values.extend(row);
    }

    /// Returns, for each objective of this matrix, its column in `other`, if `other` contains the objective.
    pub fn columns_in(&self, other: &Scores) -> Vec<Option<usize>> {
        self.goals.iter().map(|goal| other.goals.binary_search(goal).ok()).collect()
    }

    /// Returns a matrix with the rows of `tests`, in this order.
    pub fn select(&self, tests: impl Iterator<Item = usize>) -> Scores {
        let values = tests.flat_map(|test| self.row(test)).copied().collect();
        Scores { goals: self.goals.clone(), weights: self.weights.clone(), values }
    }

    /// Returns the matrix with one column for each set of equal columns, at the position of the first column
    /// of the set. If there are many goals, many columns are equal, because no test reached the code of these
    /// goals.
    pub fn distinct(&self) -> Scores {
        let tests = self.values.len() / self.goals.len().max(1);
        let mut hashes = vec![0_u64; self.goals.len()];
        for test in 0..tests {
            for (hash, value) in hashes.iter_mut().zip(self.row(test)) {
                *hash = (hash.rotate_left(5) ^ value.to_bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            }
        }
        let values_in = |column: usize| (0..tests).map(move |test| self.row(test)[column]);
        let mut order: Vec<usize> = (0..self.goals.len()).collect();
        order.sort_unstable_by_key(|&column| (hashes[column], column));
        // The first column of each set of equal columns, and the number of columns in the set.
        let mut sets: Vec<(usize, i32)> = Vec::new();
        for next in order {
            match sets.last_mut() {
                Some((first, weight))
                    if hashes[*first] == hashes[next] && values_in(*first).eq(values_in(next)) =>
                {
                    *weight += 1;
                }
                _ => sets.push((next, 1)),
            }
        }
        sets.sort_unstable();
        let values = (0..tests).flat_map(|test| sets.iter().map(move |&(column, _)| self.row(test)[column]));
        Scores {
            goals: sets.iter().map(|&(column, _)| self.goals[column]).collect(),
            weights: sets.iter().map(|&(_, weight)| weight).collect(),
            values: values.collect(),
        }
    }
}

fn fitness<P: Problem>(problem: &P, individual: &Individual<P>, goal: Goal) -> f64 {
    if !individual.valid {
        return f64::INFINITY;
    }
    let fitness = problem.fitness(goal, &individual.trace);
    // An objective is a goal that no valid test has covered. So the fitness of a valid test is not 0.
    debug_assert!(fitness > 0.0, "fitness {fitness} on {goal:?}, which no test covers");
    fitness
}
