//! The alternating variable method: one test climbs towards one goal, a variable at a time.
//!
//! Korel: "Automated Software Test Data Generation", IEEE TSE 1990, Section V; for its run time Arcuri: "Full
//! Theoretical Runtime Analysis of Alternating Variable Method on the Triangle Classification Problem", SSBSE 2009.
//!
//! A batch of executions costs little more than one of them, so both kinds of move are made in batches: exploratory
//! moves of many variables at once, of which the best counts, then pattern moves of that variable, all doublings of the
//! step at once. Around the best of these the steps become smaller again, to both sides, until none is better; where these are few,
//! other variables are explored beside them.

use std::rc::Rc;

use crate::evaluation::{Individual, Run};
use crate::problem::{Goal, Problem};

/// The widest first pattern move is a step of 2 to the power of this; a still better one farther away takes more batches.
const WIDEST: u32 = 30;

/// A test on its way to a goal.
pub struct Climb<P: Problem> {
    /// The goal.
    pub goal: Goal,
    /// The best test so far.
    pub test: Rc<P::Test>,
    /// Its fitness on the goal.
    pub fitness: f64,
    /// That test with its execution, once it is another than the first and unless it was taken away.
    pub reached: Option<Individual<P>>,
    /// The next variable to explore.
    next: usize,
    /// Variables that were not explored since the test became better.
    left: usize,
    /// The variable that is moving.
    line: Option<Line>,
    /// The moves of the neighbours under way.
    moves: Vec<Move>,
}

/// The pattern moves of one variable.
#[derive(Clone, Copy)]
struct Line {
    variable: usize,
    /// -1 or 1 while the search moves away from where it began, `None` once it looks to both sides.
    direction: Option<i64>,
    /// Exponent of the widest step.
    widest: u32,
}

/// A variable and how far it moves.
#[derive(Clone, Copy)]
struct Move {
    variable: usize,
    step: i64,
}

impl Line {
    fn moves(self) -> impl Iterator<Item = Move> {
        let sides = [1, -1].into_iter().filter(move |side| self.direction.is_none_or(|only| only == *side));
        let steps =
            (0..=self.widest).flat_map(move |exponent| sides.clone().map(move |side| side << exponent));
        steps.map(move |step| Move { variable: self.variable, step })
    }
}

impl<P: Problem> Climb<P> {
    /// A climb from a test with this fitness on the goal.
    pub fn new(problem: &P, goal: Goal, test: &Rc<P::Test>, fitness: f64) -> Self {
        let left = problem.variables(test);
        Self {
            goal,
            test: Rc::clone(test),
            fitness,
            reached: None,
            next: 0,
            left,
            line: None,
            moves: Vec::new(),
        }
    }

    /// Whether no variable is left that could bring the test nearer.
    pub fn is_over(&self) -> bool {
        self.fitness == 0.0 || self.line.is_none() && self.left == 0
    }

    /// Submits one batch of neighbours, of about `size`, and gives their number: along the variable that is moving, and where these
    /// are few, exploratory ones.
    pub fn submit(&mut self, run: &mut Run<P>, size: usize) -> usize {
        let pattern = self.line.map_or_else(Vec::new, |line| self.neighbours(run, line.moves()));
        let explored = self.explore(run, size.saturating_sub(pattern.len()));
        self.moves = [pattern, explored].concat();
        if self.moves.is_empty() {
            self.line = None;
        }
        self.moves.len()
    }

    /// Takes in how the neighbours submitted went, in their order.
    pub fn take(&mut self, problem: &P, ends: Vec<Individual<P>>) {
        let fitness = |it: &Individual<P>| {
            if it.valid { problem.fitness(self.goal, &it.trace) } else { f64::INFINITY }
        };
        let moves = std::mem::take(&mut self.moves);
        let ends = ends.into_iter().zip(moves).map(|(end, moved)| (fitness(&end), moved, end));
        match ends.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((fitness, moved, end)) if fitness < self.fitness => {
                self.accept(problem, fitness, moved, end);
            }
            _ => self.line = None,
        }
    }

    /// Goes on from another test, which is nearer to the goal: most likely a descendant with the same variables, so the
    /// one that moved moves on.
    pub fn go_on_from(&mut self, problem: &P, test: &Rc<P::Test>, fitness: f64) {
        self.test = Rc::clone(test);
        self.fitness = fitness;
        self.left = problem.variables(test);
    }

    /// Submits the neighbours that there are, as many as the budget allows, and gives their moves.
    fn neighbours(&self, run: &mut Run<P>, moves: impl Iterator<Item = Move>) -> Vec<Move> {
        let mut made = Vec::new();
        for it in moves {
            if let Some(test) = run.problem.neighbour(&self.test, it.variable, it.step)
                && run.has_room()
            {
                run.submit(test);
                made.push(it);
            }
        }
        made
    }

    /// Submits the nearest neighbours along the variables whose turn it is.
    fn explore(&mut self, run: &mut Run<P>, size: usize) -> Vec<Move> {
        let count = run.problem.variables(&self.test);
        let mut made = Vec::new();
        while self.left > 0 && made.len() < size {
            let variable = self.next % count;
            made.extend(self.neighbours(run, [1, -1].map(|step| Move { variable, step }).into_iter()));
            self.next = variable + 1;
            self.left -= 1;
        }
        made
    }

    /// Goes on from a better test along the variable that led there; the others have their turn after it.
    fn accept(&mut self, problem: &P, fitness: f64, moved: Move, end: Individual<P>) {
        let new = Line { variable: moved.variable, direction: Some(moved.step), widest: WIDEST };
        self.line = match self.line.filter(|line| line.variable == moved.variable) {
            // What is left is at most half of the step.
            Some(line) => moved.step.unsigned_abs().ilog2().checked_sub(1).map(|widest| Line {
                direction: None,
                widest,
                ..line
            }),
            None => Some(new),
        };
        self.next = moved.variable + 1;
        self.left = problem.variables(&end.test).saturating_sub(1);
        self.test = Rc::clone(&end.test);
        self.fitness = fitness;
        self.reached = Some(end);
    }
}
