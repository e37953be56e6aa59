//! Search algorithms over a [`Problem`].
//!
//! This crate does not depend on Java, processes or clocks. The trait [`Problem`] defines what a test is, how
//! it is executed and what a goal means. The algorithms can therefore generate tests in another language.
//!
//! The search itself:
//! - [`problem`]: the interface to the tests, their execution and the goals.
//! - [`parameters`]: the parameters of a search, with their sources.
//! - [`budget`]: the limits of a search, the amounts that it spent, and its progress reports.
//! - [`archive`]: the best test for each covered goal.
//! - [`evaluation`]: the execution of tests and the update of the archive.
//! - [`mod@stream`]: independent random streams from one seed.
//!
//! The algorithms. Each algorithm is a short loop that uses the parts in the lists below:
//! - [`mod@random`], [`one_goal`], [`ws`], [`wsa`], [`affs`], [`mosa`], [`dynamosa`].
//!
//! Evolution:
//! - [`objectives`]: the goals that a search currently optimises, and how DynaMOSA selects these goals.
//! - [`scores`]: the fitness of tests on the objectives, as one flat matrix.
//! - [`ranking`]: dominance, non-dominated sorting, preference sorting and crowding.
//! - [`selection`]: survivors of a generation, and tournament selection.
//! - [`offspring`]: the tests of the next generation.
//! - [`suites`]: test suites as individuals.
//!
//! Local search:
//! - [`local`]: the choice of goals for local search, and its share of the budget.
//! - [`avm`]: the alternating variable method on one test.
//!
//! Reinforcement learning, for adaptive fitness function selection:
//! - [`learner`]: Upper Confidence Bound and Differential Semi-Gradient Sarsa.
//! - [`state`]: the state and the reward that a learner receives.

mod algorithms;
pub mod archive;
pub mod budget;
pub mod evaluation;
mod evolution;
mod local_search;
pub mod parameters;
pub mod problem;
mod reinforcement;
pub mod stream;

pub use algorithms::affs::{Affs, Aim, Choice};
pub use algorithms::{Algorithm, SearchResult, affs, dynamosa, mosa, one_goal, random, ws, wsa};
pub use archive::{Archive, ArchivedTest, Cost};
pub use budget::{Budget, Progress, Spent};
pub use evolution::{objectives, offspring, ranking, scores, selection, suites};
pub use local_search::{avm, local};
pub use parameters::{LocalSearch, Parameters};
pub use problem::{Execution, Function, Goal, Problem};
pub use reinforcement::learner::{Learner, Sarsa, Ucb};
pub use reinforcement::state::RewardKind;
pub use reinforcement::{learner, state};
pub use stream::{Purpose, Rng, stream};
