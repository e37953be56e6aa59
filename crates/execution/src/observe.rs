//! Observes tests, and makes assertions on the values and exceptions that are the same in every run.
//!
//! - [`add_inspectors`]: appends calls and field reads that observe the state of a test's objects.
//! - [`observe`]: runs tests several times, and asserts the values and exceptions that are the same each
//!   time.
//! - `suspicion`: marks exceptions that probably come from a fault in the code under test.

mod assertions;
mod dependence;
mod hash_codes;
mod inspection;
mod inspector_checks;
mod inspectors;
mod oracle;
mod output;
mod repetition;
mod suspicion;

pub use inspection::{CheckedInspectors, InspectedTest, add_inspectors};
pub use inspectors::is_jdk_inspector;
pub use oracle::{ObservedTest, observe};
pub use suspicion::method_label;
