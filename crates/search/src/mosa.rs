//! MOSA: many-objective search with every uncovered goal as an objective; and the loop that DynaMOSA shares with it.
//!
//! Panichella, Kifetew, Tonella: "Reformulating Branch Coverage as a Many-Objective Optimization Problem", ICST 2015;
//! as given in their "Automated Test Case Generation as a Many-Objective Optimisation Problem with Dynamic Selection
//! of the Targets", IEEE TSE 2018, Algorithm 2.

use std::collections::VecDeque;

use crate::Found;
use crate::breeding::{submit_generation, submit_seeds};
use crate::evaluation::{Batch, Run};
use crate::local::Local;
use crate::objectives::Objectives;
use crate::parameters::Parameters;
use crate::problem::{Problem, Rng};
use crate::ranking::Sorting;
use crate::scores::Scores;
use crate::selection::{Population, survivors};

/// Searches until the budget ends or all goals are covered; see [`Algorithm::search`](crate::Algorithm::search).
pub fn search<P: Problem>(run: Run<P>, parameters: &Parameters, rng: &mut Rng) -> Found<P> {
    let objectives = Objectives::all(run.problem);
    evolve(run, objectives, Sorting::Preference, parameters, rng)
}

/// Evolves tests towards objectives, which goals replace that depend on them as they are covered.
pub fn evolve<P: Problem>(
    mut run: Run<P>,
    mut objectives: Objectives,
    sorting: Sorting,
    parameters: &Parameters,
    rng: &mut Rng,
) -> Found<P> {
    let mut population = Population::default();
    let mut local = parameters.local_search.map(Local::new);
    // By generation under way, how many of its tests are those of local search: its last.
    let mut climbers = VecDeque::new();
    submit_seeds(&mut run);
    while !run.is_over() {
        submit_generation(&mut run, &population, parameters, rng);
        let climbing = local.as_mut().map_or(0, |local| local.submit(&mut run, &objectives, &population));
        if run.send() {
            climbers.push_back(climbing);
            if climbers.len() <= usize::from(parameters.overlap) {
                continue;
            }
        }
        let mut batch = run.collect();
        objectives.update(run.problem, &run.archive, &batch.newly_covered);
        let bred = batch.individuals.len() - climbers.pop_front().unwrap_or(0);
        let ends = batch.individuals.split_off(bred);
        if let Some(local) = &mut local {
            local.earn(&batch.individuals);
            batch.individuals.extend(local.take(run.problem, ends));
        }
        population = next_population(run.problem, &mut objectives, batch, population, sorting, parameters);
    }
    run.finish()
}

/// Lets offspring and parents, in this order (the newer first), compete on the objectives that are left.
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
        scores.push_known(problem, individual, parents.scores.row(test), &columns);
    }
    let mut individuals = batch.individuals;
    individuals.extend(parents.individuals);
    let lengths: Vec<usize> = individuals.iter().map(|individual| individual.length).collect();

    objectives.observe(&scores, individuals.len());
    let by_length = objectives.by_length(parameters.length_patience);
    let (distinct, by_length) = scores.distinct(&by_length);
    let fronts = sorting.fronts(&distinct, &lengths, &by_length, parameters.population);
    let survivors = survivors(&distinct, &fronts, parameters.population);
    Population::of_survivors(&survivors, individuals, &scores)
}
