//! One goal at a time: a genetic algorithm for each uncovered goal, in random order.
//!
//! This algorithm is the traditional approach. Rojas, Vivanti, Arcuri, Fraser: "A Detailed Investigation of
//! the Effectiveness of Whole Test Suite Generation", EMSE 2017, Sections 2 and 4.1, compare this approach
//! with whole suite generation.

use rand::seq::SliceRandom as _;

use crate::SearchResult;
use crate::evaluation::{Batch, Individual, Run};
use crate::offspring::submit_generation;
use crate::parameters::Parameters;
use crate::problem::{Goal, Problem};
use crate::scores::Scores;
use crate::selection::{Population, Standing};
use crate::stream::Rng;

/// Searches until the budget is spent, or until all objectives that are targets are covered; see
/// [`Algorithm::search`](crate::Algorithm::search).
///
/// Each goal receives an equal share of the remaining budget. If a goal is covered early, or by a test for
/// another goal, the remaining goals share the rest of its budget. If the budget has no limit and a goal
/// cannot be covered, the search never ends.
///
/// If a test covers the current goal, the search archives this test for all goals that the test covers. The
/// search does not archive any other test, even if the test covers a goal (Rojas et al., Section 4.1).
pub fn search<P: Problem>(run: Run<P>, parameters: &Parameters, rng: &mut Rng) -> SearchResult<P> {
    let mut run = run.without_archive();
    let mut goals = run.uncovered();
    goals.shuffle(rng);
    while let Some(goal) = goals.pop()
        && !run.is_over()
    {
        goals.retain(|&goal| !run.archive.is_covered(goal));
        if !run.archive.is_covered(goal) {
            let spent = run.spent_share();
            let end = spent + (1.0 - spent) / (goals.len() + 1) as f64;
            evolve(&mut run, goal, end, parameters, rng);
        }
    }
    run.finish()
}

/// Evolves tests towards one goal until a test covers the goal or the spent share of the budget reaches
/// `end`.
fn evolve<P: Problem>(run: &mut Run<P>, goal: Goal, end: f64, parameters: &Parameters, rng: &mut Rng) {
    let mut population = Population::default();
    while !run.is_over() && run.spent_share() < end {
        submit_generation(run, &population, parameters, rng);
        let batch = run.collect();
        let covers_goal = |it: &&Individual<P>| it.valid && run.problem.fitness(goal, &it.trace) == 0.0;
        let covering_test = batch.individuals.iter().find(covers_goal);
        run.archive_test(covering_test);
        if covering_test.is_some() {
            return;
        }
        population = next_population(run.problem, goal, batch, population, parameters);
    }
}

/// Returns the best tests among the offspring and the best parent, best test first.
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
