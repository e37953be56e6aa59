//! AFFS: [whole suite generation with an archive](mod@crate::wsa) and adaptive fitness function selection.
//!
//! Every few generations, a learner chooses the fitness functions. The reward of a choice measures the
//! progress of the search, for example the number of goals that tests discovered. Adaptive selection is
//! useful if no good fitness function measures this progress.
//!
//! Almulla, Gay: "Learning How to Search: Generating Effective Test Cases Through Adaptive Fitness Function
//! Selection", EMSE 2022, Section 3.4 and Algorithm 3.

use std::collections::BTreeSet;

use crate::SearchResult;
use crate::evaluation::Run;
use crate::learner::{Agent, Learner};
use crate::parameters::Parameters;
use crate::problem::{Function, Problem};
use crate::state::{RewardKind, State};
use crate::stream::Rng;
use crate::suites::{Suite, SuiteFitness, next_population, update_fitness};

/// Settings of adaptive fitness function selection. If there is only one action, the fitness functions never
/// change, and the learner has no effect.
#[derive(Clone, Debug, PartialEq)]
pub struct Affs {
    /// The actions of the learner: sets of fitness functions, at least one set.
    pub actions: Vec<Vec<Function>>,
    /// The reward of each choice, and the goals that the search archives.
    pub aim: Aim,
    /// Number of generations between two choices, at least 1. According to Almulla and Gay (Section 3.4), 3
    /// to 5 are sufficient. Testudo uses 4.
    pub generations_per_choice: u64,
    /// The reinforcement learning algorithm.
    pub learner: Learner,
}

/// What the search should achieve by the choice of fitness functions: a high reward, and archived tests for
/// the goals of one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The reward of a choice.
    pub reward: RewardKind,
    /// The fitness function whose goals are archived. The search archives no tests for goals of other
    /// functions.
    pub archived_function: Function,
}

/// A choice of fitness functions, with its reward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// Number of generations before the choice.
    pub generation: u64,
    /// Index of the chosen set of functions in [`Affs::actions`].
    pub action: usize,
    /// The reward of the choice.
    pub reward: f64,
}

/// Searches until the budget is spent, even if all goals are covered; see
/// [`Algorithm::search`](crate::Algorithm::search). The result contains the best suite of the last
/// population. It also contains archived tests for the goals of [`Aim::archived_function`] that this suite
/// does not cover.
pub fn search<P: Problem>(
    run: Run<P>,
    settings: &Affs,
    parameters: &Parameters,
    rng: &mut Rng,
) -> SearchResult<P> {
    let mut run = run.with_archive_for(settings.aim.archived_function);
    if run.is_budget_spent() {
        return run.finish();
    }
    let mut agent = Agent::new(&settings.learner, settings.actions.len(), rng);
    // The learner receives no reward for the goals that the first, random population covers.
    let mut fitness = settings.fitness(&run, agent.action);
    let mut suites = next_population(&mut run, &fitness, &[], parameters, rng);
    let mut before = settings.state(&run, &suites);
    let mut choices = Vec::new();
    while !run.is_budget_spent() {
        let generation = run.spent().generations;
        for _ in 0..settings.generations_per_choice {
            if !run.is_budget_spent() {
                let new_fitness = settings.fitness(&run, agent.action);
                suites = update_fitness(run.problem, suites, &mut fitness, new_fitness);
                suites = next_population(&mut run, &fitness, &suites, parameters, rng);
            }
        }
        let after = settings.state(&run, &suites);
        let reward = settings.aim.reward.of(&before, &after, choices.len());
        choices.push(Choice { generation, action: agent.action, reward });
        let features = [&before, &after].map(|state| state.features(&settings.actions));
        agent.advance(reward, &features[0], &features[1], rng);
        before = after;
    }
    run.override_archive(&suites[0].tests);
    SearchResult { choices, ..run.finish() }
}

impl Affs {
    /// Returns the fitness of suites by the functions of an action. The functions measure only uncovered
    /// goals.
    fn fitness<P: Problem>(&self, run: &Run<P>, action: usize) -> SuiteFitness {
        SuiteFitness::new(run.problem, &self.actions[action], &run.uncovered())
    }

    /// Returns the state of the best suite, as the functions of all actions and of the reward measure it.
    fn state<P: Problem>(&self, run: &Run<P>, suites: &[Suite<P>]) -> State {
        let chosen = self.actions.iter().flatten().copied();
        let functions: BTreeSet<Function> = chosen.chain(self.aim.reward.functions()).collect();
        let functions: Vec<Function> = functions.into_iter().collect();
        State::new(run, &SuiteFitness::new(run.problem, &functions, &run.uncovered()), &suites[0])
    }
}
