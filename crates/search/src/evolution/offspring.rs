//! Creates the tests of the next generation and submits each test as soon as it exists.

use rand::Rng as _;

use crate::evaluation::Run;
use crate::parameters::Parameters;
use crate::problem::Problem;
use crate::selection::{Population, tournament};
use crate::stream::Rng;

/// Submits up to `count` random tests, as many as the budget allows.
pub fn submit_random<P: Problem>(run: &mut Run<P>, count: usize, rng: &mut Rng) {
    for _ in 0..count {
        if !run.allows_test() {
            return;
        }
        let test = run.problem.random_test(rng);
        run.submit(test);
    }
}

/// Submits the seed tests of the problem, as many as the budget allows. Seed tests are part of the first
/// generation.
pub fn submit_seed_tests<P: Problem>(run: &mut Run<P>) {
    for test in run.problem.seed_tests() {
        if !run.allows_test() {
            return;
        }
        run.submit(test);
    }
}

/// Submits the tests of a generation, as many as the budget allows. The generation consists of
/// [`Parameters::population`] offspring, and then newcomers, which have no parents in the population. If the
/// population is empty, the generation consists of random tests.
pub fn submit_generation<P: Problem>(
    run: &mut Run<P>,
    population: &Population<P>,
    parameters: &Parameters,
    rng: &mut Rng,
) {
    if population.individuals.is_empty() {
        return submit_random(run, parameters.population, rng);
    }
    for submitted in (0..parameters.population).step_by(2) {
        if !run.allows_test() {
            return;
        }
        let (first, second) = offspring(run.problem, population, parameters, rng);
        run.submit(first);
        if submitted + 1 < parameters.population && run.allows_test() {
            run.submit(second);
        }
    }
    for _ in 0..parameters.population {
        if rng.random_bool(parameters.newcomers) && run.allows_test() {
            let test = newcomer(run, rng);
            run.submit(test);
        }
    }
}

/// Returns two mutated children of two tournament winners. Recombines the winners with the crossover
/// probability.
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

/// Returns a random test or a mutated test of the archive, each with probability 1/2. Returns a random test
/// if the archive is empty or the search runs without an archive.
pub fn newcomer<P: Problem>(run: &mut Run<P>, rng: &mut Rng) -> P::Test {
    let archived = if run.archives_executions && rng.random() { run.archive.random_test(rng) } else { None };
    match archived {
        Some(test) => {
            let mut test = P::Test::clone(test);
            run.problem.mutate(&mut test, rng);
            test
        }
        None => run.problem.random_test(rng),
    }
}
