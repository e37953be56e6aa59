//! Random search: executes and archives random tests. It is the baseline that every other algorithm must
//! beat.

use crate::SearchResult;
use crate::evaluation::Run;
use crate::offspring::submit_random;
use crate::parameters::Parameters;
use crate::problem::Problem;
use crate::stream::Rng;

/// Searches until the budget is spent, or until all objectives that are targets are covered; see
/// [`Algorithm::search`](crate::Algorithm::search). A generation has [`Parameters::population`] tests.
pub fn search<P: Problem>(mut run: Run<P>, parameters: &Parameters, rng: &mut Rng) -> SearchResult<P> {
    while !run.is_over() {
        submit_random(&mut run, parameters.population, rng);
        run.collect();
    }
    run.finish()
}
