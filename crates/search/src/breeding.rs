//! The next generation's tests, submitted as they are made.

use rand::Rng as _;

use crate::evaluation::Run;
use crate::parameters::Parameters;
use crate::problem::{Problem, Rng};
use crate::selection::{Population, tournament};

/// Submits up to `count` random tests, as many as the budget allows.
pub fn submit_random<P: Problem>(run: &mut Run<P>, count: usize, rng: &mut Rng) {
    for _ in 0..count {
        if !run.has_room() {
            return;
        }
        let test = run.problem.random(rng);
        run.submit(test);
    }
}

/// Submits the tests that the problem has to begin with, as many as the budget allows: they are part of the first generation.
pub fn submit_seeds<P: Problem>(run: &mut Run<P>) {
    for test in run.problem.seeds() {
        if !run.has_room() {
            return;
        }
        run.submit(test);
    }
}

/// Submits a generation, as much of it as the budget allows: offspring, as many as the population holds,
/// then newcomers; random tests where there is no population yet.
pub fn submit_generation<P: Problem>(
    run: &mut Run<P>,
    population: &Population<P>,
    parameters: &Parameters,
    rng: &mut Rng,
) {
    if population.individuals.is_empty() {
        return submit_random(run, parameters.population, rng);
    }
    for made in (0..parameters.population).step_by(2) {
        if !run.has_room() {
            return;
        }
        let (first, second) = offspring(run.problem, population, parameters, rng);
        run.submit(first);
        if made + 1 < parameters.population && run.has_room() {
            run.submit(second);
        }
    }
    for _ in 0..parameters.population {
        if rng.random_bool(parameters.newcomers) && run.has_room() {
            let test = newcomer(run, rng);
            run.submit(test);
        }
    }
}

/// Two mutated children of two tournament winners, recombined with the probability of the parameters.
fn offspring<P: Problem>(
    problem: &mut P,
    population: &Population<P>,
    parameters: &Parameters,
    rng: &mut Rng,
) -> (P::Test, P::Test) {
    let mut parent = || {
        let winner = tournament(&population.standings, parameters.tournament, rng);
        &*population.individuals[winner].test
    };
    let (first, second) = (parent(), parent());
    let (mut first, mut second) = match rng.random_bool(parameters.crossover) {
        true => problem.crossover(first, second, rng),
        false => (first.clone(), second.clone()),
    };
    problem.mutate(&mut first, rng);
    problem.mutate(&mut second, rng);
    (first, second)
}

/// As likely as not a random test or a mutant of an archived one; random while the archive is empty, and where a search does
/// without one.
pub fn newcomer<P: Problem>(run: &mut Run<P>, rng: &mut Rng) -> P::Test {
    let archived = if run.archives && rng.random() { run.archive.pick(rng) } else { None };
    match archived {
        Some(test) => {
            let mut test = P::Test::clone(test);
            run.problem.mutate(&mut test, rng);
            test
        }
        None => run.problem.random(rng),
    }
}
