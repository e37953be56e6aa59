//! WSA: [whole suite generation](mod@crate::ws) with an archive, which takes covered goals out of the fitness.
//!
//! Rojas, Vivanti, Arcuri, Fraser: "A Detailed Investigation of the Effectiveness of Whole Test Suite Generation", EMSE
//! 2017, Section 3.2.

use crate::Found;
use crate::evaluation::Run;
use crate::parameters::Parameters;
use crate::problem::{Problem, Rng};
use crate::suites::{Measure, measure_anew, next_population};

/// Searches until the budget ends or all goals are covered; see [`Algorithm::search`](crate::Algorithm::search).
pub fn search<P: Problem>(mut run: Run<P>, parameters: &Parameters, rng: &mut Rng) -> Found<P> {
    let mut measure = Measure::all(run.problem, &run.uncovered());
    let mut suites = Vec::new();
    while !run.is_over() {
        suites = next_population(&mut run, &measure, &suites, parameters, rng);
        // Between generations only: within one all suites are measured alike.
        let left = Measure::all(run.problem, &run.uncovered());
        suites = measure_anew(run.problem, suites, &mut measure, left);
    }
    run.finish()
}
