//! WSA: [whole suite generation](mod@crate::ws) with an archive. The fitness of suites ignores
//! goals that an archived test covers.
//!
//! Rojas, Vivanti, Arcuri, Fraser: "A Detailed Investigation of the Effectiveness of Whole Test Suite
//! Generation", EMSE 2017, Section 3.2.

use crate::SearchResult;
use crate::evaluation::Run;
use crate::parameters::Parameters;
use crate::problem::Problem;
use crate::stream::Rng;
use crate::suites::{SuiteFitness, next_population, update_fitness};

/// Searches until the budget is spent, or until all objectives that are targets are covered; see
/// [`Algorithm::search`](crate::Algorithm::search).
pub fn search<P: Problem>(mut run: Run<P>, parameters: &Parameters, rng: &mut Rng) -> SearchResult<P> {
    let mut fitness = SuiteFitness::by_all_functions(run.problem, &run.uncovered());
    let mut suites = Vec::new();
    while !run.is_over() {
        suites = next_population(&mut run, &fitness, &suites, parameters, rng);
        // The fitness changes only between generations, so that all suites of a generation have comparable
        // fitness.
        let new_fitness = SuiteFitness::by_all_functions(run.problem, &run.uncovered());
        suites = update_fitness(run.problem, suites, &mut fitness, new_fitness);
    }
    run.finish()
}
