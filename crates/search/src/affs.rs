//! AFFS: [whole suite generation with an archive](mod@crate::wsa) whose fitness functions a learner chooses, anew every
//! few generations, by what they bring to an aim that has no good fitness function of its own.
//!
//! Almulla, Gay: "Learning How to Search: Generating Effective Test Cases Through Adaptive Fitness Function Selection",
//! EMSE 2022, Section 3.4 and Algorithm 3.

use std::collections::BTreeSet;

use crate::Found;
use crate::evaluation::Run;
use crate::learner::{Agent, Learner};
use crate::parameters::Parameters;
use crate::problem::{Function, Problem, Rng};
use crate::state::{Reward, State};
use crate::suites::{Measure, Suite, measure_anew, next_population};

/// What is chosen from, how, and to what end. With one action nothing is learned: that is a search by fixed functions.
#[derive(Clone, Debug, PartialEq)]
pub struct Affs {
    /// The sets of functions that may be chosen, at least one.
    pub actions: Vec<Vec<Function>>,
    /// What the choices are to bring.
    pub aim: Aim,
    /// Generations between two choices, at least 1. The paper found 3 to 5 to be enough (Section 3.4); Testudo takes 4.
    pub every: u64,
    /// How choices are learned.
    pub learner: Learner,
}

/// What the choices are to bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// What makes a choice a good one.
    pub reward: Reward,
    /// The goals of this function are archived, and no others.
    pub targets: Function,
}

/// A choice that was made, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// Generations before it.
    pub generation: u64,
    /// The index of the set of functions.
    pub action: usize,
    /// What it brought.
    pub reward: f64,
}

/// Searches until the budget ends, whatever is covered; see [`Algorithm::search`](crate::Algorithm::search). What it
/// found is the best suite of the last population, as far as it covers targets, and the archive's tests for those that it does
/// not.
pub fn search<P: Problem>(run: Run<P>, settings: &Affs, parameters: &Parameters, rng: &mut Rng) -> Found<P> {
    let mut run = run.for_targets(settings.aim.targets);
    if run.is_spent() {
        return run.finish();
    }
    let mut agent = Agent::new(&settings.learner, settings.actions.len(), rng);
    // What random tests reach is nobody's merit.
    let mut measure = settings.measure(&run, agent.action);
    let mut suites = next_population(&mut run, &measure, &[], parameters, rng);
    let mut before = settings.state(&run, &suites);
    let mut choices = Vec::new();
    while !run.is_spent() {
        let generation = run.spent().generations;
        for _ in 0..settings.every {
            if !run.is_spent() {
                let now = settings.measure(&run, agent.action);
                suites = measure_anew(run.problem, suites, &mut measure, now);
                suites = next_population(&mut run, &measure, &suites, parameters, rng);
            }
        }
        let after = settings.state(&run, &suites);
        let reward = settings.aim.reward.of(&before, &after, choices.len());
        choices.push(Choice { generation, action: agent.action, reward });
        let features = [&before, &after].map(|state| state.features(&settings.actions));
        agent.advance(reward, &features[0], &features[1], rng);
        before = after;
    }
    run.prefer(&suites[0].tests);
    Found { choices, ..run.finish() }
}

impl Affs {
    /// What an action measures suites by.
    fn measure<P: Problem>(&self, run: &Run<P>, action: usize) -> Measure {
        Measure::new(run.problem, &self.actions[action], &run.uncovered())
    }

    /// How the best suite stands by all functions that matter.
    fn state<P: Problem>(&self, run: &Run<P>, suites: &[Suite<P>]) -> State {
        let chosen = self.actions.iter().flatten().copied();
        let functions: BTreeSet<Function> = chosen.chain(self.aim.reward.functions()).collect();
        let functions: Vec<Function> = functions.into_iter().collect();
        State::new(run, &Measure::new(run.problem, &functions, &run.uncovered()), &suites[0])
    }
}
