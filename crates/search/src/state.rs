//! How the best suite stands by the fitness functions there are: what adaptive selection of them sees of a search.

use crate::evaluation::Run;
use crate::learner::Features;
use crate::problem::{Function, Goal, Problem};
use crate::suites::{MOST_TESTS, Measure, Suite, normalised};

/// What makes a choice of fitness functions a good one (Almulla, Gay, EMSE 2022, Section 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// The goals of a function in the archive, and again those that the best suite covers: for goals that appear when they
    /// are covered.
    Discovered(Function),
    /// By how much the fitness of the best suite became less by a function.
    Decrease(Function),
    /// By how much the share of the goals covered grew, of one function after the first choice, of the other after the
    /// second, and so on: where those of one are cheaper to find out.
    Increase(Function, Function),
}

/// How the best suite stands.
pub struct State {
    /// By function; those nobody asked for have no fitness.
    by_function: Vec<Standing>,
    /// Its tests, as a share of the most that there may be.
    size: f64,
}

/// How it stands by one function.
#[derive(Clone, Copy, Default)]
struct Standing {
    fitness: f64,
    goals: u32,
    archived: u32,
    /// Covered by the suite.
    in_suite: u32,
    /// Covered by the suite, or in the archive.
    covered: u32,
}

impl Standing {
    fn share(&self) -> f64 {
        if self.goals == 0 { 0.0 } else { f64::from(self.covered) / f64::from(self.goals) }
    }
}

impl State {
    /// How a suite stands by the functions of a measure, by those of its tests that ended as a test may.
    pub fn new<P: Problem>(run: &Run<P>, measure: &Measure, suite: &Suite<P>) -> Self {
        let valid = suite.tests.iter().filter(|test| test.valid);
        let tests: Vec<_> = valid.map(|test| (&*test.test, &test.trace)).collect();
        let mut by_function = vec![Standing::default(); run.problem.functions()];
        for (function, fitness) in measure.by_function(run.problem, &tests) {
            by_function[function.index()].fitness = fitness;
        }
        let in_suite = covered(run.problem, tests.iter().map(|(_, trace)| *trace));
        for (goal, in_suite) in (0..).map(Goal).zip(in_suite) {
            let Some(function) = run.problem.function_of(goal) else { continue };
            let archived = run.archive.is_covered(goal);
            let standing = &mut by_function[function.index()];
            standing.goals += 1;
            standing.archived += u32::from(archived);
            standing.in_suite += u32::from(in_suite);
            standing.covered += u32::from(archived || in_suite);
        }
        Self { by_function, size: (suite.tests.len() as f64 / MOST_TESTS as f64).min(1.0) }
    }

    /// The features of taking each of some actions: for each function 1, its fitness and the share of its goals covered,
    /// or zeros where the action is without it; and the size of the suite.
    pub fn features(&self, actions: &[Vec<Function>]) -> Features {
        actions.iter().map(|action| self.features_of(action)).collect()
    }

    fn features_of(&self, action: &[Function]) -> Vec<f64> {
        let of = |index: usize| {
            let standing = &self.by_function[index];
            let features = [1.0, normalised(standing.fitness), standing.share()];
            if action.contains(&Function(index as u32)) { features } else { [0.0; 3] }
        };
        (0..self.by_function.len()).flat_map(of).chain([self.size]).collect()
    }
}

impl Reward {
    /// What a choice brought that led from one state to another, after so many choices before it.
    pub fn of(self, before: &State, after: &State, choices: usize) -> f64 {
        let change = |function: Function, value: fn(&Standing) -> f64| {
            let [before, after] = [before, after].map(|state| value(&state.by_function[function.index()]));
            after - before
        };
        match self {
            Reward::Discovered(function) => {
                let standing = &after.by_function[function.index()];
                f64::from(standing.archived + standing.in_suite)
            }
            Reward::Decrease(function) => -change(function, |standing| standing.fitness),
            Reward::Increase(first, second) => {
                change(if choices.is_multiple_of(2) { first } else { second }, Standing::share)
            }
        }
    }

    /// The functions that it looks at.
    pub fn functions(self) -> Vec<Function> {
        match self {
            Reward::Discovered(function) | Reward::Decrease(function) => vec![function],
            Reward::Increase(first, second) => vec![first, second],
        }
    }
}

/// By goal whether one of some executions covers it.
fn covered<'a, P: Problem>(problem: &P, traces: impl Iterator<Item = &'a P::Trace>) -> Vec<bool>
where
    P::Trace: 'a,
{
    let mut covered = vec![false; problem.goals()];
    for trace in traces {
        problem.covered(trace, &mut |goal| covered[goal.index()] = true);
    }
    covered
}
