//! DynaMOSA: [MOSA](mod@crate::mosa) whose objectives follow the control dependences.
//!
//! Panichella, Kifetew, Tonella: "Automated Test Case Generation as a Many-Objective Optimisation Problem
//! with Dynamic Selection of the Targets", IEEE TSE 2018, Algorithm 6.

use crate::SearchResult;
use crate::evaluation::Run;
use crate::mosa::evolve;
use crate::objectives::Objectives;
use crate::parameters::Parameters;
use crate::problem::Problem;
use crate::ranking::Sorting;
use crate::stream::Rng;

/// Searches until the budget is spent, or until all objectives that are targets are covered; see
/// [`Algorithm::search`](crate::Algorithm::search).
///
/// With [`Sorting::Dominance`], this function is the variant `DynaMOSA_Rank` of the DynaMOSA paper. With
/// [`Sorting::PreferenceAlone`], it is the variant `DynaMOSA_Pref` (Section 4.3 of the paper).
pub fn search<P: Problem>(
    run: Run<P>,
    sorting: Sorting,
    parameters: &Parameters,
    rng: &mut Rng,
) -> SearchResult<P> {
    let objectives = Objectives::roots(run.problem);
    evolve(run, objectives, sorting, parameters, rng)
}
