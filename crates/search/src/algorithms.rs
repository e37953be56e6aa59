//! The search algorithms.

pub mod affs;
pub mod dynamosa;
pub mod mosa;
pub mod one_goal;
pub mod random;
pub mod ws;
pub mod wsa;

use self::affs::{Affs, Choice};
use crate::archive::Archive;
use crate::budget::{Budget, Progress, Spent};
use crate::evaluation::Run;
use crate::parameters::Parameters;
use crate::problem::Problem;
use crate::ranking::Sorting;
use crate::stream::Rng;

/// The result of a search.
pub struct SearchResult<P: Problem> {
    /// The best test for each covered goal.
    pub archive: Archive<P::Test>,
    /// The generations, tests and statements that the search spent.
    pub spent: Spent,
    /// The sets of fitness functions that [`Algorithm::Affs`] chose, in order. Empty for other algorithms.
    pub choices: Vec<Choice>,
}

/// A search algorithm.
#[derive(Clone, Debug, PartialEq)]
pub enum Algorithm {
    /// Random search, the baseline that every other algorithm must beat: [`mod@random`].
    Random,
    /// A genetic algorithm for one goal at a time: [`mod@one_goal`].
    OneGoal,
    /// Whole suite generation, the evolution of test suites: [`mod@ws`].
    Ws,
    /// Whole suite generation with an archive: [`mod@wsa`].
    Wsa,
    /// Whole suite generation with an archive, in which a learner chooses the fitness functions:
    /// [`mod@affs`].
    Affs(Affs),
    /// Many-objective search for all goals at once: [`mod@mosa`].
    Mosa,
    /// Many-objective search whose objectives follow the control dependences: [`mod@dynamosa`].
    Dynamosa,
    /// DynaMOSA without the preference criterion.
    DynamosaRank,
    /// DynaMOSA without non-dominated sorting.
    DynamosaPref,
}

impl Algorithm {
    /// Searches until the budget is spent, or until all objectives that are targets are covered.
    /// [`Algorithm::Affs`] always spends the whole budget. Calls `progress` after each generation.
    ///
    /// If the budget limits only generations, tests or statements, a search with the same problem,
    /// parameters, budget and random numbers always returns the same result.
    pub fn search<P: Problem>(
        &self,
        problem: &mut P,
        parameters: &Parameters,
        budget: &Budget,
        rng: &mut Rng,
        progress: &mut dyn FnMut(&Progress),
    ) -> SearchResult<P> {
        let run = Run::new(problem, budget, progress);
        match self {
            Algorithm::Random => random::search(run, parameters, rng),
            Algorithm::OneGoal => one_goal::search(run, parameters, rng),
            Algorithm::Ws => ws::search(run, parameters, rng),
            Algorithm::Wsa => wsa::search(run, parameters, rng),
            Algorithm::Affs(settings) => affs::search(run, settings, parameters, rng),
            Algorithm::Mosa => mosa::search(run, parameters, rng),
            Algorithm::Dynamosa => dynamosa::search(run, Sorting::Preference, parameters, rng),
            Algorithm::DynamosaRank => dynamosa::search(run, Sorting::Dominance, parameters, rng),
            Algorithm::DynamosaPref => dynamosa::search(run, Sorting::PreferenceAlone, parameters, rng),
        }
    }
}
