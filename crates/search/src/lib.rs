//! Search algorithms over a [`Problem`]: individuals, objectives, archive, budget.
//!
//! This crate knows nothing of Java, of processes or of clocks: what a test is, how it is run and what a
//! goal means come in through the trait. It is usable for another language.
//!
//! - [`problem`]: what a search works on.
//! - [`archive`]: the best test found for every goal.
//! - [`budget`]: when a search ends, what it has spent, what it reports.
//! - [`parameters`]: the values that steer a search, with their sources.
//! - [`evaluation`]: one run of a search: tests go out, executions come back and feed the archive.
//! - [`scores`]: fitness of tests on objectives, as one flat matrix.
//! - [`ranking`]: dominance, non-dominated sorting, preference sorting, crowding.
//! - [`selection`]: survivors of a generation, tournament.
//! - [`breeding`]: the next generation's tests.
//! - [`objectives`]: the goals to optimise, and DynaMOSA's dynamic choice of them.
//! - [`suites`]: test suites as individuals.
//! - [`avm`], [`local`]: local search on single tests, and its share of the budget.
//! - [`learner`], [`state`]: reinforcement learning, and what it sees of a search.
//! - [`mod@random`], [`one_goal`], [`ws`], [`wsa`], [`affs`], [`mosa`], [`dynamosa`]: the algorithms, each a short loop over the
//!   parts above.

pub mod affs;
pub mod archive;
pub mod avm;
pub mod breeding;
pub mod budget;
pub mod dynamosa;
pub mod evaluation;
pub mod learner;
pub mod local;
pub mod mosa;
pub mod objectives;
pub mod one_goal;
pub mod parameters;
pub mod problem;
pub mod random;
pub mod ranking;
pub mod scores;
pub mod selection;
pub mod state;
pub mod suites;
pub mod ws;
pub mod wsa;

pub use affs::{Affs, Aim, Choice};
pub use archive::{Archive, Kept};
pub use budget::{Budget, Progress, Spent};
use evaluation::Run;
pub use learner::{Learner, Sarsa, Ucb};
pub use parameters::{LocalSearch, Parameters};
pub use problem::{Execution, Function, Goal, Problem, Rng};
use ranking::Sorting;
pub use state::Reward;

/// What a search found.
pub struct Found<P: Problem> {
    /// The best test for every covered goal.
    pub archive: Archive<P::Test>,
    /// What it cost.
    pub spent: Spent,
    /// The fitness functions that [`Algorithm::Affs`] chose, in order; empty for other algorithms.
    pub choices: Vec<Choice>,
}

/// The algorithms there are.
#[derive(Clone, Debug, PartialEq)]
pub enum Algorithm {
    /// Uniform random tests into the archive, the floor every algorithm must beat: [`mod@random`].
    Random,
    /// A genetic algorithm for one goal after the other: [`mod@one_goal`].
    OneGoal,
    /// Evolution of test suites: [`mod@ws`].
    Ws,
    /// The same with an archive: [`mod@wsa`].
    Wsa,
    /// The same with fitness functions that a learner chooses: [`mod@affs`].
    Affs(Affs),
    /// Many-objective search for all goals at once: [`mod@mosa`].
    Mosa,
    /// Many-objective search whose objectives follow the control dependences: [`mod@dynamosa`].
    Dynamosa,
    /// The same without the preference criterion.
    DynamosaRank,
    /// The same without sorting by dominance.
    DynamosaPref,
}

impl Algorithm {
    /// Searches until the budget ends or all goals that guide are covered. `progress` is called after
    /// every batch of executions, a generation at most.
    ///
    /// The same problem, parameters, budget (in generations, tests or statements) and seed give the same
    /// result.
    pub fn search<P: Problem>(
        &self,
        problem: &mut P,
        parameters: &Parameters,
        budget: &Budget,
        rng: &mut Rng,
        progress: &mut dyn FnMut(&Progress),
    ) -> Found<P> {
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
