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
//! - [`objectives`]: DynaMOSA's dynamic choice of goals to optimise.
//! - [`avm`], [`local`]: local search on single tests, and its share of the budget.
//! - [`dynamosa`], [`random`]: the algorithms, each a short loop over the parts above.

pub mod archive;
pub mod avm;
pub mod breeding;
pub mod budget;
pub mod dynamosa;
pub mod evaluation;
pub mod local;
pub mod objectives;
pub mod parameters;
pub mod problem;
pub mod random;
pub mod ranking;
pub mod scores;
pub mod selection;

pub use archive::{Archive, Kept};
pub use budget::{Budget, Progress, Spent};
pub use parameters::{LocalSearch, Parameters};
pub use problem::{Execution, Goal, Problem, Rng};

/// What a search found.
pub struct Found<P: Problem> {
    /// The best test for every covered goal.
    pub archive: Archive<P::Test>,
    /// What it cost.
    pub spent: Spent,
}

/// The algorithms there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Many-objective search whose objectives follow the control dependences: [`dynamosa`].
    Dynamosa,
    /// Uniform random tests into the archive, the floor every algorithm must beat: [`mod@random`].
    Random,
}

impl Algorithm {
    /// Searches until the budget ends or all goals are covered. `progress` is called after
    /// every batch of executions, a generation at most.
    ///
    /// The same problem, parameters, budget (in generations, tests or statements) and seed give the same
    /// result.
    pub fn search<P: Problem>(
        self,
        problem: &mut P,
        parameters: &Parameters,
        budget: &Budget,
        rng: &mut Rng,
        progress: &mut dyn FnMut(&Progress),
    ) -> Found<P> {
        match self {
            Algorithm::Dynamosa => dynamosa::search(problem, parameters, budget, rng, progress),
            Algorithm::Random => random::search(problem, parameters, budget, rng, progress),
        }
    }
}
