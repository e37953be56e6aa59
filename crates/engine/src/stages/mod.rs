//! The work on one class, in four stages: [`Prepared`], [`Searched`](searched::Searched),
//! [`Strengthened`](strengthened::Strengthened), [`Finished`](finished::Finished).
//!
//! Each stage is a value that consumes the stage before it. All stages except `Finished` own the workers.

pub mod finished;
pub mod phase;
pub mod prepared;
pub mod run;
pub mod search_run;
pub mod searched;
mod staleness;
pub mod strengthened;
mod verification;

pub use prepared::{Preparation, Prepared};
