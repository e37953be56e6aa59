//! Findings about the result of a run: coverage over time, coverage by line, uncovered goals, and types of
//! which no object can be made.

pub mod coverage_curve;
pub mod details;
pub mod unbuildable;
pub mod uncovered;
