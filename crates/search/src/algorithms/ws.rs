//! WS: whole suite generation, which evolves test suites towards all goals at once.
//!
//! Fraser, Arcuri: "Whole Test Suite Generation", IEEE TSE 2013, Algorithm 1.

use crate::SearchResult;
use crate::evaluation::Run;
use crate::parameters::Parameters;
use crate::problem::Problem;
use crate::stream::Rng;
use crate::suites::{SuiteFitness, next_population};

/// Searches until the budget is spent, or until the best suite covers all objectives that are targets; see
/// [`Algorithm::search`](crate::Algorithm::search). The result is the best suite of the last population.
pub fn search<P: Problem>(run: Run<P>, parameters: &Parameters, rng: &mut Rng) -> SearchResult<P> {
    let mut run = run.without_archive();
    let fitness = SuiteFitness::by_all_functions(run.problem, &run.uncovered());
    let mut suites = Vec::new();
    while !run.is_over() {
        suites = next_population(&mut run, &fitness, &suites, parameters, rng);
        run.replace_archive(&suites[0].tests);
    }
    run.finish()
}
