//! WS: whole suite generation, which evolves test suites towards all goals at once.
//!
//! Fraser, Arcuri: "Whole Test Suite Generation", IEEE TSE 2013, Algorithm 1.

use crate::Found;
use crate::evaluation::Run;
use crate::parameters::Parameters;
use crate::problem::{Problem, Rng};
use crate::suites::{Measure, next_population};

/// Searches until the budget ends or one suite covers all goals; see [`Algorithm::search`](crate::Algorithm::search).
/// What it found is the best suite of the last population.
pub fn search<P: Problem>(run: Run<P>, parameters: &Parameters, rng: &mut Rng) -> Found<P> {
    let mut run = run.without_archive();
    let measure = Measure::all(run.problem, &run.uncovered());
    let mut suites = Vec::new();
    while !run.is_over() {
        suites = next_population(&mut run, &measure, &suites, parameters, rng);
        run.show(&suites[0].tests);
    }
    run.finish()
}
