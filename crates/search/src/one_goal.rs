//! One goal at a time: a genetic algorithm for each goal that is not covered yet, in random order.
//!
//! The traditional approach, as compared by Rojas, Vivanti, Arcuri, Fraser: "A Detailed Investigation of the Effectiveness
//! of Whole Test Suite Generation", EMSE 2017, Sections 2 and 4.1.

use rand::seq::SliceRandom as _;

use crate::Found;
use crate::breeding::submit_generation;
use crate::evaluation::{Batch, Individual, Run};
use crate::parameters::Parameters;
use crate::problem::{Goal, Problem, Rng};
use crate::scores::Scores;
use crate::selection::{Population, Standing};

/// Searches until the budget ends or all goals are covered; see [`Algorithm::search`](crate::Algorithm::search).
///
/// The budget that is left is shared out equally among the goals that are left, anew for each: what one does not need,
/// and what goals need that others' tests covered, goes to the others. Without a budget the first goal that nothing
/// covers takes for ever. What counts as covered is what the tests cover that were found for a goal: what others on the way
/// covered is neither kept nor looked at (Section 4.1).
pub fn search<P: Problem>(run: Run<P>, parameters: &Parameters, rng: &mut Rng) -> Found<P> {
    let mut run = run.without_archive();
    let mut goals = run.uncovered();
    goals.shuffle(rng);
    while let Some(goal) = goals.pop()
        && !run.is_over()
    {
        goals.retain(|&goal| !run.archive.is_covered(goal));
        if !run.archive.is_covered(goal) {
            let used = run.share();
            let end = used + (1.0 - used) / (goals.len() + 1) as f64;
            evolve(&mut run, goal, end, parameters, rng);
        }
    }
    run.finish()
}

/// Evolves tests towards one goal until one covers it, or that share of the budget is used up.
fn evolve<P: Problem>(run: &mut Run<P>, goal: Goal, end: f64, parameters: &Parameters, rng: &mut Rng) {
    let mut population = Population::default();
    while !run.is_over() && run.share() < end {
        submit_generation(run, &population, parameters, rng);
        let batch = run.collect();
        let covers = |it: &&Individual<P>| it.valid && run.problem.fitness(goal, &it.trace) == 0.0;
        let found = batch.individuals.iter().find(covers);
        run.keep(found);
        if found.is_some() {
            return;
        }
        population = next_population(run.problem, goal, batch, population, parameters);
    }
}

/// The offspring, best first, with the best of their parents among them.
fn next_population<P: Problem>(
    problem: &P,
    goal: Goal,
    batch: Batch<P>,
    parents: Population<P>,
    parameters: &Parameters,
) -> Population<P> {
    let mut individuals = batch.individuals;
    individuals.extend(parents.individuals.into_iter().take(1));
    let mut scores = Scores::new(vec![goal], Vec::new());
    for individual in &individuals {
        scores.push(problem, individual);
    }
    let mut order: Vec<usize> = (0..individuals.len()).collect();
    let fitness = |test: usize| scores.row(test)[0];
    order.sort_by(|&a, &b| {
        fitness(a).total_cmp(&fitness(b)).then(individuals[a].length.cmp(&individuals[b].length))
    });
    let ranked = (0..).zip(order).map(|(rank, test)| (test, Standing { rank, crowding: 0 }));
    let survivors: Vec<(usize, Standing)> = ranked.take(parameters.population).collect();
    Population::of_survivors(&survivors, individuals, &scores)
}
