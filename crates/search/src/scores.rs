//! Fitness of tests on objectives, as one flat matrix.

use crate::evaluation::Individual;
use crate::problem::{Goal, Problem};

/// Fitness by test (row) and objective (column). Lower is better.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    /// The objective of each column, in increasing order.
    pub goals: Vec<Goal>,
    /// Row after row, `goals.len()` values each.
    values: Vec<f64>,
}

impl Scores {
    /// A matrix of given rows, one after the other.
    pub fn new(goals: Vec<Goal>, values: Vec<f64>) -> Self {
        Self { goals, values }
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
        Scores { goals: self.goals.clone(), values }
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
