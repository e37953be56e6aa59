//! The goals of a class under test, their hierarchy, and the fitness of an execution for each goal.
//!
//! - [`Criterion`]: the coverage criteria.
//! - [`Selection`]: the selection of the goals that are objectives of a search.
//! - [`Goals`]: the goals of a class, their hierarchy, and the goals that an execution covers.
//! - [`Trace`]: the facts about one execution of a test.
//! - [`IndexedTrace`]: a trace in the form that the fitness of a test needs.
//! - [`SuiteContribution`], [`SuiteTrace`]: traces in the form that the fitness of a suite needs.
//!
//! This crate must not depend on search algorithms, or on how tests are executed.

mod builder;
mod coverage;
mod criteria;
mod descriptions;
mod fitness;
mod goals;
mod hierarchy;
mod ids;
mod list_table;
mod trace;

pub use builder::{GoalOptions, Observer, Subject};
pub use criteria::exceptions::Origin;
pub use criteria::values::ValueSet;
pub use criteria::{Criterion, Selection};
pub use fitness::suite::{SuiteContribution, SuiteTrace};
pub use fitness::{IndexedTrace, nu};
pub use goals::{Goal, Goals};
pub use ids::{ExceptionId, GoalId, ValueId};
pub use trace::{Effect, RecordedCall, RecordedValue, Thrown, Trace, Usage};
