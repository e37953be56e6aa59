//! The alternating variable method: moves one test towards one goal, one variable at a time.
//!
//! Korel: "Automated Software Test Data Generation", IEEE TSE 1990, Section V. Arcuri: "Full Theoretical
//! Runtime Analysis of Alternating Variable Method on the Triangle Classification Problem", SSBSE 2009,
//! analyses the run time.
//!
//! A batch of executions takes little longer than one execution. The method therefore makes its two
//! kinds of moves in batches:
//! - Exploratory moves: steps of 1 and -1 of many variables in one batch. The best result selects a variable.
//! - Pattern moves: steps of the selected variable, with all powers of two in one batch. Around the best
//!   result, the next batches contain smaller and smaller steps in both directions, until no result is
//!   better. If a batch of pattern moves is small, exploratory moves of other variables fill the batch.

use std::rc::Rc;

use crate::evaluation::{Individual, Run};
use crate::problem::{Goal, Problem};

/// Base-2 logarithm of the largest step in the first batch of pattern moves. Local search needs more batches
/// to reach a value that is farther away than this step.
const MAX_EXPONENT: u32 = 30;

/// A climb: one local search, which starts at one test and optimises one goal.
pub struct Climb<P: Problem> {
    /// The goal to optimise.
    pub goal: Goal,
    /// The best test so far.
    pub test: Rc<P::Test>,
    /// The fitness of the best test on the goal.
    pub fitness: f64,
    /// The executed neighbour that improved the fitness most recently. `None` if no neighbour improved the
    /// fitness, or after the caller removed the individual.
    pub improved: Option<Individual<P>>,
    /// Index of the next variable to explore. If the index is equal to the number of variables, the next
    /// variable is variable 0.
    next_variable: usize,
    /// Number of variables that are still unexplored after the last improvement.
    unexplored: usize,
    /// The pattern moves of the current variable.
    pattern: Option<Pattern>,
    /// For each submitted neighbour, the move that created it.
    moves: Vec<Move>,
}

/// The pattern moves of one variable.
#[derive(Clone, Copy)]
struct Pattern {
    variable: usize,
    /// The sign of all steps, -1 or 1, in the first batch of pattern moves. `None` in later batches, which
    /// contain steps in both directions.
    direction: Option<i64>,
    /// Base-2 logarithm of the largest step.
    max_exponent: u32,
}

/// A step of one variable.
#[derive(Clone, Copy)]
struct Move {
    variable: usize,
    step: i64,
}

impl Pattern {
    /// Returns the moves of the next batch, smallest steps first.
    fn moves(self) -> impl Iterator<Item = Move> {
        let signs = [1, -1].into_iter().filter(move |sign| self.direction.is_none_or(|only| only == *sign));
        let steps =
            (0..=self.max_exponent).flat_map(move |exponent| signs.clone().map(move |sign| sign << exponent));
        steps.map(move |step| Move { variable: self.variable, step })
    }
}

impl<P: Problem> Climb<P> {
    /// Returns a climb that starts at `test`. `fitness` is the fitness of the test on the goal.
    pub fn new(problem: &P, goal: Goal, test: &Rc<P::Test>, fitness: f64) -> Self {
        let unexplored = problem.variable_count(test);
        Self {
            goal,
            test: Rc::clone(test),
            fitness,
            improved: None,
            next_variable: 0,
            unexplored,
            pattern: None,
            moves: Vec::new(),
        }
    }

    /// Returns whether the goal is covered, or all moves from the best test were made without improvement.
    pub fn is_over(&self) -> bool {
        self.fitness == 0.0 || self.pattern.is_none() && self.unexplored == 0
    }

    /// Submits one batch of about `size` neighbours and returns their number. The batch contains all pattern
    /// moves of the current variable. If there are fewer pattern moves than `size`, exploratory moves fill
    /// the batch.
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

    /// Continues from the executed neighbour with the best fitness, if its fitness is better than the fitness
    /// of the best test. `neighbours` must be in order of submission.
    pub fn record_results(&mut self, problem: &P, neighbours: Vec<Individual<P>>) {
        let fitness = |it: &Individual<P>| {
            if it.valid { problem.fitness(self.goal, &it.trace) } else { f64::INFINITY }
        };
        let moves = std::mem::take(&mut self.moves);
        let results = neighbours.into_iter().zip(moves).map(|(it, made_move)| (fitness(&it), made_move, it));
        match results.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((fitness, made_move, neighbour)) if fitness < self.fitness => {
                self.accept(problem, fitness, made_move, neighbour);
            }
            _ => self.pattern = None,
        }
    }

    /// Continues from another test, which must have a better fitness. The other test is probably a descendant
    /// of the best test and has the same variables. Therefore the pattern moves of the current variable
    /// continue.
    pub fn continue_from(&mut self, problem: &P, test: &Rc<P::Test>, fitness: f64) {
        self.test = Rc::clone(test);
        self.fitness = fitness;
        self.unexplored = problem.variable_count(test);
    }

    /// Submits the neighbours that `moves` lead to, as many as exist and as the budget allows. Returns the
    /// moves of the submitted neighbours.
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

    /// Submits neighbours in which one variable differs by 1 or -1. Continues with the next variables until
    /// at least `size` neighbours are submitted. Returns the moves of these neighbours.
    fn submit_exploratory(&mut self, run: &mut Run<P>, size: usize) -> Vec<Move> {
        let count = run.problem.variable_count(&self.test);
        let mut submitted = Vec::new();
        while self.unexplored > 0 && submitted.len() < size {
            let variable = self.next_variable % count;
            let moves = [1, -1].map(|step| Move { variable, step });
            submitted.extend(self.submit_neighbours(run, moves.into_iter()));
            self.next_variable = variable + 1;
            self.unexplored -= 1;
        }
        submitted
    }

    /// Continues from a better neighbour with pattern moves of the variable that the accepted move changed.
    /// Exploratory moves continue at the next variable.
    fn accept(&mut self, problem: &P, fitness: f64, accepted: Move, neighbour: Individual<P>) {
        let new = Pattern {
            variable: accepted.variable,
            direction: Some(accepted.step),
            max_exponent: MAX_EXPONENT,
        };
        self.pattern = match self.pattern.filter(|pattern| pattern.variable == accepted.variable) {
            // The best value is at most half of the accepted step away.
            Some(pattern) => accepted
                .step
                .unsigned_abs()
                .ilog2()
                .checked_sub(1)
                .map(|max_exponent| Pattern { direction: None, max_exponent, ..pattern }),
            None => Some(new),
        };
        self.next_variable = accepted.variable + 1;
        self.unexplored = problem.variable_count(&neighbour.test).saturating_sub(1);
        self.test = Rc::clone(&neighbour.test);
        self.fitness = fitness;
        self.improved = Some(neighbour);
    }
}
