//! The goals of a class under test, their hierarchy, and the fitness of an execution for each goal.
//!
//! - [`Criterion`], [`Selection`]: the coverage criteria, and which of their goals are objectives of a
//!   search.
//! - [`Goals`]: the goals of a class, their hierarchy, and the goals that an execution covers.
//! - [`Trace`]: what one execution did.
//! - [`IndexedTrace`], [`SuiteContribution`], [`SuiteTrace`]: traces prepared for the fitness of a test and
//!   of a suite.
//!
//! This crate must not depend on search algorithms, nor on how tests are executed.

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
pub use criteria::values::ValueClass;
pub use criteria::{Criterion, Selection};
pub use fitness::suite::{SuiteContribution, SuiteTrace};
pub use fitness::{IndexedTrace, nu};
pub use goals::{Goal, Goals};
pub use ids::{ExceptionId, GoalId, ValueId};
pub use trace::{Call, Effect, Facet, Thrown, Trace};
