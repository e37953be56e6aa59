//! Random search: uniform random tests into the archive, the floor every algorithm must beat.

use crate::Found;
use crate::breeding::submit_random;
use crate::evaluation::Run;
use crate::parameters::Parameters;
use crate::problem::{Problem, Rng};

/// Searches until the budget ends or all goals are covered; see [`Algorithm::search`](crate::Algorithm::search).
/// A generation is as many tests as a population has.
pub fn search<P: Problem>(mut run: Run<P>, parameters: &Parameters, rng: &mut Rng) -> Found<P> {
    while !run.is_over() {
        submit_random(&mut run, parameters.population, rng);
        run.collect();
    }
    run.finish()
}
