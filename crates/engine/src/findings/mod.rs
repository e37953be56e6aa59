//! What the report says about the result of a run, and why.

pub mod coverage_curve;
pub mod reasons;
pub mod unbuildable;
pub mod uncovered;
