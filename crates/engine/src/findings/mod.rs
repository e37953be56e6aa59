//! Findings about the result of a run: coverage over time, uncovered goals, and types of which no object can
//! be made.

pub mod coverage_curve;
pub mod unbuildable;
pub mod uncovered;
