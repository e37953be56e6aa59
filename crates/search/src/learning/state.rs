//! The state of the best suite, by fitness function: the input of adaptive fitness function selection.

use crate::evaluation::Run;
use crate::learner::Features;
use crate::problem::{Function, Goal, Problem};
use crate::suites::{MAX_TESTS, Suite, SuiteFitness, normalise};

/// The reward of a choice of fitness functions (Almulla, Gay, EMSE 2022, Section 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// The number of archived goals of a function, plus the number of its goals that the best suite covers.
    /// For goals that become known when they are covered.
    Discovered(Function),
    /// The decrease of the best suite's fitness by a function.
    Decrease(Function),
    /// The increase of the share of covered goals, in turn of the first and of the second function. For two
    /// functions where the goals of one are cheaper to measure.
    Increase(Function, Function),
}

/// The state of the best suite.
pub struct State {
    /// For each function, the state of the suite. A function that was not measured has fitness 0.
    by_function: Vec<FunctionState>,
    /// Number of tests of the suite, as a share of the maximum.
    size: f64,
}

/// The state of the best suite by one function.
#[derive(Clone, Copy, Default)]
struct FunctionState {
    fitness: f64,
    /// Number of goals of the function.
    goals: u32,
    /// Number of archived goals.
    archived: u32,
    /// Number of goals that the suite covers.
    in_suite: u32,
    /// Number of goals that are archived or that the suite covers.
    covered: u32,
}

impl FunctionState {
    fn covered_share(&self) -> f64 {
        if self.goals == 0 { 0.0 } else { f64::from(self.covered) / f64::from(self.goals) }
    }
}

impl State {
    /// Returns the state of a suite by some functions. Ignores the invalid tests of the suite.
    pub fn new<P: Problem>(run: &Run<P>, fitness: &SuiteFitness, suite: &Suite<P>) -> Self {
        let valid = suite.tests.iter().filter(|test| test.valid);
        let tests: Vec<_> = valid.map(|test| (&*test.test, &test.trace)).collect();
        let mut by_function = vec![FunctionState::default(); run.problem.function_count()];
        for (function, fitness) in fitness.by_function(run.problem, &tests) {
            by_function[function.index()].fitness = fitness;
        }
        let in_suite = covered(run.problem, tests.iter().map(|(_, trace)| *trace));
        for (goal, in_suite) in (0..).map(Goal).zip(in_suite) {
            let Some(function) = run.problem.function_of(goal) else { continue };
            let archived = run.archive.is_covered(goal);
            let state = &mut by_function[function.index()];
            state.goals += 1;
            state.archived += u32::from(archived);
            state.in_suite += u32::from(in_suite);
            state.covered += u32::from(archived || in_suite);
        }
        Self { by_function, size: (suite.tests.len() as f64 / MAX_TESTS as f64).min(1.0) }
    }

    /// Returns the features of each action in this state. For each function of the action: 1, its normalised
    /// fitness and its share of covered goals; zeros for the other functions. The last feature is the size of
    /// the suite.
    pub fn features(&self, actions: &[Vec<Function>]) -> Features {
        actions.iter().map(|action| self.features_of(action)).collect()
    }

    fn features_of(&self, action: &[Function]) -> Vec<f64> {
        let of = |index: usize| {
            let state = &self.by_function[index];
            let features = [1.0, normalise(state.fitness), state.covered_share()];
            if action.contains(&Function(index as u32)) { features } else { [0.0; 3] }
        };
        (0..self.by_function.len()).flat_map(of).chain([self.size]).collect()
    }
}

impl Reward {
    /// Returns the reward of the choice that changed the state from `before` to `after`. `choices` is the
    /// number of earlier choices.
    pub fn of(self, before: &State, after: &State, choices: usize) -> f64 {
        let change = |function: Function, value: fn(&FunctionState) -> f64| {
            let [before, after] = [before, after].map(|state| value(&state.by_function[function.index()]));
            after - before
        };
        match self {
            Reward::Discovered(function) => {
                let state = &after.by_function[function.index()];
                f64::from(state.archived + state.in_suite)
            }
            Reward::Decrease(function) => -change(function, |state| state.fitness),
            Reward::Increase(first, second) => {
                change(if choices.is_multiple_of(2) { first } else { second }, FunctionState::covered_share)
            }
        }
    }

    /// Returns the functions that the reward depends on.
    pub fn functions(self) -> Vec<Function> {
        match self {
            Reward::Discovered(function) | Reward::Decrease(function) => vec![function],
            Reward::Increase(first, second) => vec![first, second],
        }
    }
}

/// Returns, for each goal, whether one of the executions covers it.
fn covered<'a, P: Problem>(problem: &P, traces: impl Iterator<Item = &'a P::Trace>) -> Vec<bool>
where
    P::Trace: 'a,
{
    let mut covered = vec![false; problem.goal_count()];
    for trace in traces {
        problem.visit_covered(trace, &mut |goal| covered[goal.index()] = true);
    }
    covered
}
