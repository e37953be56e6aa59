//! What there is to cover, how the goals hang together, and how far an execution was from each.
//!
//! - [`Criterion`], [`Selection`]: what makes goals, and which of them guide a search.
//! - [`Goals`]: the goals of a class, their hierarchy, what an execution covers.
//! - [`Trace`]: what an execution did; [`IndexedTrace`], [`SuiteContribution`], [`SuiteTrace`]: laid out for the fitness of a test and of a suite.
//!
//! Must never know of algorithms, nor how an execution came about.

mod building;
mod covered;
mod criterion;
mod describe;
mod exceptions;
mod fitness;
mod flags;
mod goals;
mod ground;
mod idle;
mod ids;
mod infection;
mod paths;
mod rows;
mod selection;
mod settled;
mod suite;
mod trace;
mod values;

pub use building::{GoalOptions, Observer, Subject};
pub use criterion::{Criterion, Selection};
pub use exceptions::Origin;
pub use fitness::{IndexedTrace, nu};
pub use goals::{Goal, Goals};
pub use ids::{ExceptionId, GoalId, ValueId};
pub use suite::{SuiteContribution, SuiteTrace};
pub use trace::{Call, Effect, Facet, Thrown, Trace};
pub use values::Class;
