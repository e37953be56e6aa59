//! Probes, which report the events of a test to the runner.

pub(crate) mod booleans;
pub(crate) mod call_distances;
pub(crate) mod coverage;
pub(crate) mod exceptions;
pub(crate) mod hints;
