//! The state of the best suite as the fitness functions measure it: the input of adaptive fitness function
//! selection.

use crate::evaluation::Run;
use crate::learner::Features;
use crate::problem::{Function, Goal, Problem};
use crate::suites::{MAX_TESTS, Suite, SuiteFitness, normalise};

/// The reward of a choice of fitness functions (Almulla, Gay, EMSE 2022, Section 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewardKind {
    /// The number of archived goals of a function, plus the number of its goals that the best suite covers.
    /// Suitable for goals that do not exist before a test covers them.
    Discovered(Function),
    /// The decrease of the fitness that a function computes for the best suite.
    Decrease(Function),
    /// The increase of the share of covered goals. The two functions alternate: the rewards of the first,
    /// third and later odd choices measure the goals of the first function. The rewards of the other choices
    /// measure the goals of the second function. Suitable if the goals of one function are cheaper to measure
    /// than the goals of the other function.
    Increase(Function, Function),
}

/// The state of the best suite.
pub struct State {
    /// For each fitness function, the state of the suite. The fitness in the state is 0 if the function was
    /// not computed.
    by_function: Vec<FunctionState>,
    /// Number of tests of the suite, as a share of the maximum number, from 0 to 1.
    size: f64,
}

/// The state of the best suite, as one fitness function measures it.
#[derive(Clone, Copy, Default)]
struct FunctionState {
    /// The fitness that the function computes for the suite.
    fitness: f64,
    /// Number of goals of the function.
    goals: u32,
    /// Number of archived goals of the function.
    archived: u32,
    /// Number of goals of the function that the suite covers.
    in_suite: u32,
    /// Number of goals of the function that are archived or that the suite covers.
    covered: u32,
}

impl FunctionState {
    fn covered_share(&self) -> f64 {
        if self.goals == 0 { 0.0 } else { f64::from(self.covered) / f64::from(self.goals) }
    }
}

impl State {
    /// Returns the state of a suite for the functions of `fitness`. Invalid tests count only for the size of
    /// the suite.
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

    /// Returns the features of each action in this state. An action has three features for each function: the
    /// constant 1, the normalised fitness, and the share of covered goals. If the action does not contain the
    /// function, all three features are 0. The last feature is the size of the suite.
    pub fn features(&self, actions: &[Vec<Function>]) -> Features {
        actions.iter().map(|action| self.features_of(action)).collect()
    }

    fn features_of(&self, action: &[Function]) -> Vec<f64> {
        let features_of_function = |index: usize| {
            let state = &self.by_function[index];
            let features = [1.0, normalise(state.fitness), state.covered_share()];
            if action.contains(&Function(index as u32)) { features } else { [0.0; 3] }
        };
        (0..self.by_function.len()).flat_map(features_of_function).chain([self.size]).collect()
    }
}

impl RewardKind {
    /// Returns the reward of the choice that changed the state from `before` to `after`. `choices` is the
    /// number of earlier choices.
    pub fn of(self, before: &State, after: &State, choices: usize) -> f64 {
        let change = |function: Function, value: fn(&FunctionState) -> f64| {
            let [before, after] = [before, after].map(|state| value(&state.by_function[function.index()]));
            after - before
        };
        match self {
            RewardKind::Discovered(function) => {
                let state = &after.by_function[function.index()];
                f64::from(state.archived + state.in_suite)
            }
            RewardKind::Decrease(function) => -change(function, |state| state.fitness),
            RewardKind::Increase(first, second) => {
                change(if choices.is_multiple_of(2) { first } else { second }, FunctionState::covered_share)
            }
        }
    }

    /// Returns the functions that the reward depends on.
    pub fn functions(self) -> Vec<Function> {
        match self {
            RewardKind::Discovered(function) | RewardKind::Decrease(function) => vec![function],
            RewardKind::Increase(first, second) => vec![first, second],
        }
    }
}

/// Returns, for each goal, whether at least one of the executions covers the goal.
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
