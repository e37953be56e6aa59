//! The alternating variable method: moves one test towards one goal, one variable at a time.
//!
//! Korel: "Automated Software Test Data Generation", IEEE TSE 1990, Section V; for its run time Arcuri: "Full
//! Theoretical Runtime Analysis of Alternating Variable Method on the Triangle Classification Problem", SSBSE
//! 2009.
//!
//! A batch of executions takes little longer than one execution, so both kinds of move are made in batches:
//! - Exploratory moves of many variables at once. The best result selects the variable.
//! - Pattern moves of that variable, with all powers of two as step at once. Around the best result the steps
//!   become smaller again, in both directions, until no result is better. If a batch of pattern moves is
//!   small, exploratory moves of other variables fill it.

use std::rc::Rc;

use crate::evaluation::{Individual, Run};
use crate::problem::{Goal, Problem};

/// Exponent of the largest step of the first batch of pattern moves: 2^30. A better value further away takes
/// more batches.
const MAX_EXPONENT: u32 = 30;

/// A climb: the local search from one test towards one goal.
pub struct Climb<P: Problem> {
    /// The goal.
    pub goal: Goal,
    /// The best test so far.
    pub test: Rc<P::Test>,
    /// The fitness of the best test on the goal.
    pub fitness: f64,
    /// The best test with its execution. `None` for the first test, or after the caller took the individual.
    pub improved: Option<Individual<P>>,
    /// The next variable to explore.
    next: usize,
    /// Number of variables that were not explored since the last improvement.
    unexplored: usize,
    /// The pattern moves of the current variable.
    pattern: Option<Pattern>,
    /// The moves that led to the submitted neighbours.
    moves: Vec<Move>,
}

/// The pattern moves of one variable.
#[derive(Clone, Copy)]
struct Pattern {
    variable: usize,
    /// -1 or 1 while the climb moves away from the first value; `None` when it searches in both directions.
    direction: Option<i64>,
    /// Exponent of the largest step.
    max_exponent: u32,
}

/// A step of one variable.
#[derive(Clone, Copy)]
struct Move {
    variable: usize,
    step: i64,
}

impl Pattern {
    fn moves(self) -> impl Iterator<Item = Move> {
        let signs = [1, -1].into_iter().filter(move |sign| self.direction.is_none_or(|only| only == *sign));
        let steps =
            (0..=self.max_exponent).flat_map(move |exponent| signs.clone().map(move |sign| sign << exponent));
        steps.map(move |step| Move { variable: self.variable, step })
    }
}

impl<P: Problem> Climb<P> {
    /// Returns a climb from a test that has this fitness on the goal.
    pub fn new(problem: &P, goal: Goal, test: &Rc<P::Test>, fitness: f64) -> Self {
        let unexplored = problem.variable_count(test);
        Self {
            goal,
            test: Rc::clone(test),
            fitness,
            improved: None,
            next: 0,
            unexplored,
            pattern: None,
            moves: Vec::new(),
        }
    }

    /// Returns whether the goal is covered or no move is left that may improve the test.
    pub fn is_over(&self) -> bool {
        self.fitness == 0.0 || self.pattern.is_none() && self.unexplored == 0
    }

    /// Submits one batch of about `size` neighbours and returns their number. The batch contains the pattern
    /// moves of the current variable, filled up with exploratory moves.
    pub fn submit(&mut self, run: &mut Run<P>, size: usize) -> usize {
        let pattern =
            self.pattern.map_or_else(Vec::new, |pattern| self.submit_neighbours(run, pattern.moves()));
        let exploratory = self.submit_exploratory(run, size.saturating_sub(pattern.len()));
        self.moves = [pattern, exploratory].concat();
        if self.moves.is_empty() {
            self.pattern = None;
        }
        self.moves.len()
    }

    /// Continues from the best of the executed neighbours, if it improves the test. `neighbours` are in order
    /// of submission.
    pub fn record_results(&mut self, problem: &P, neighbours: Vec<Individual<P>>) {
        let fitness = |it: &Individual<P>| {
            if it.valid { problem.fitness(self.goal, &it.trace) } else { f64::INFINITY }
        };
        let moves = std::mem::take(&mut self.moves);
        let results = neighbours.into_iter().zip(moves).map(|(test, step)| (fitness(&test), step, test));
        match results.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((fitness, step, test)) if fitness < self.fitness => {
                self.accept(problem, fitness, step, test);
            }
            _ => self.pattern = None,
        }
    }

    /// Continues from another test with better fitness. That test is probably a descendant with the same
    /// variables, so the pattern moves of the current variable continue.
    pub fn continue_from(&mut self, problem: &P, test: &Rc<P::Test>, fitness: f64) {
        self.test = Rc::clone(test);
        self.fitness = fitness;
        self.unexplored = problem.variable_count(test);
    }

    /// Submits the neighbours that exist, as many as the budget allows. Returns their moves.
    fn submit_neighbours(&mut self, run: &mut Run<P>, moves: impl Iterator<Item = Move>) -> Vec<Move> {
        let mut submitted = Vec::new();
        for it in moves {
            if let Some(test) = run.problem.neighbour(&self.test, it.variable, it.step)
                && run.allows_test()
            {
                run.submit(test);
                submitted.push(it);
            }
        }
        submitted
    }

    /// Submits the neighbours at distance 1 along the next variables. Returns their moves.
    fn submit_exploratory(&mut self, run: &mut Run<P>, size: usize) -> Vec<Move> {
        let count = run.problem.variable_count(&self.test);
        let mut submitted = Vec::new();
        while self.unexplored > 0 && submitted.len() < size {
            let variable = self.next % count;
            let moves = [1, -1].map(|step| Move { variable, step });
            submitted.extend(self.submit_neighbours(run, moves.into_iter()));
            self.next = variable + 1;
            self.unexplored -= 1;
        }
        submitted
    }

    /// Continues from a better test with pattern moves of the variable that led to the test. Exploration
    /// continues at the variable after it.
    fn accept(&mut self, problem: &P, fitness: f64, accepted: Move, test: Individual<P>) {
        let new = Pattern {
            variable: accepted.variable,
            direction: Some(accepted.step),
            max_exponent: MAX_EXPONENT,
        };
        self.pattern = match self.pattern.filter(|pattern| pattern.variable == accepted.variable) {
            // The remaining distance is at most half of the step.
            Some(pattern) => accepted
                .step
                .unsigned_abs()
                .ilog2()
                .checked_sub(1)
                .map(|max_exponent| Pattern { direction: None, max_exponent, ..pattern }),
            None => Some(new),
        };
        self.next = accepted.variable + 1;
        self.unexplored = problem.variable_count(&test.test).saturating_sub(1);
        self.test = Rc::clone(&test.test);
        self.fitness = fitness;
        self.improved = Some(test);
    }
}
