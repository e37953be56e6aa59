//! MOSA: many-objective search with every uncovered goal as an objective. Also the loop that MOSA and
//! DynaMOSA share.
//!
//! Panichella, Kifetew, Tonella: "Reformulating Branch Coverage as a Many-Objective Optimization Problem",
//! ICST 2015. This module follows the description in their "Automated Test Case Generation as a
//! Many-Objective Optimisation Problem with Dynamic Selection of the Targets", IEEE TSE 2018, Algorithm 2.

use std::collections::VecDeque;

use crate::SearchResult;
use crate::evaluation::{Batch, Run};
use crate::local::LocalSearcher;
use crate::objectives::Objectives;
use crate::offspring::{submit_generation, submit_seed_tests};
use crate::parameters::Parameters;
use crate::problem::Problem;
use crate::ranking::Sorting;
use crate::scores::Scores;
use crate::selection::{Population, survivors};
use crate::stream::Rng;

/// Searches until the budget is spent, or until all objectives that are targets are covered; see
/// [`Algorithm::search`](crate::Algorithm::search).
pub fn search<P: Problem>(run: Run<P>, parameters: &Parameters, rng: &mut Rng) -> SearchResult<P> {
    let objectives = Objectives::all(run.problem);
    evolve(run, objectives, Sorting::Preference, parameters, rng)
}

/// Evolves tests towards objectives. The goals that depend on a covered objective replace this objective.
pub fn evolve<P: Problem>(
    mut run: Run<P>,
    mut objectives: Objectives,
    sorting: Sorting,
    parameters: &Parameters,
    rng: &mut Rng,
) -> SearchResult<P> {
    let mut population = Population::default();
    let mut local_searcher = parameters.local_search.map(LocalSearcher::new);
    // For each generation that is dispatched but not collected, the number of tests of local search. These
    // tests are at the end of the generation.
    let mut local_tests = VecDeque::new();
    submit_seed_tests(&mut run);
    while !run.is_over() {
        submit_generation(&mut run, &population, parameters, rng);
        let submit = |it: &mut LocalSearcher<P>| it.submit(&mut run, &objectives, &population);
        let tests = local_searcher.as_mut().map_or(0, submit);
        if run.dispatch() {
            local_tests.push_back(tests);
            if local_tests.len() <= usize::from(parameters.overlap) {
                continue;
            }
        }
        let mut batch = run.collect();
        objectives.update(run.problem, &run.archive, &batch.newly_covered);
        let offspring = batch.individuals.len() - local_tests.pop_front().unwrap_or(0);
        let neighbours = batch.individuals.split_off(offspring);
        if let Some(local_searcher) = &mut local_searcher {
            local_searcher.record_generation(&batch.individuals);
            batch.individuals.extend(local_searcher.record_results(run.problem, neighbours));
        }
        population = next_population(run.problem, &mut objectives, batch, population, sorting, parameters);
    }
    run.finish()
}

/// Selects the survivors among offspring and parents by the current objectives. The offspring come first,
/// because ties favour the first tests.
fn next_population<P: Problem>(
    problem: &P,
    objectives: &mut Objectives,
    batch: Batch<P>,
    parents: Population<P>,
    sorting: Sorting,
    parameters: &Parameters,
) -> Population<P> {
    let mut scores = Scores::new(objectives.goals(), Vec::new());
    for individual in &batch.individuals {
        scores.push(problem, individual);
    }
    let columns = scores.columns_in(&parents.scores);
    for (test, individual) in parents.individuals.iter().enumerate() {
        scores.push_scored(problem, individual, parents.scores.row(test), &columns);
    }
    let mut individuals = batch.individuals;
    individuals.extend(parents.individuals);
    let lengths: Vec<usize> = individuals.iter().map(|individual| individual.length).collect();

    objectives.advance_age();
    let distinct = scores.distinct();
    let fronts = sorting.fronts(&distinct, &lengths, parameters.population);
    let survivors = survivors(&distinct, &fronts, parameters.population);
    Population::of_survivors(&survivors, individuals, &scores)
}
