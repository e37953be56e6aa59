//! The evolution of test suites: the parts that the whole suite algorithms share.
//!
//! Fraser, Arcuri: "Whole Test Suite Generation", IEEE TSE 2013, Section 3 and Algorithm 1.

use std::rc::Rc;

use rand::Rng as _;

use crate::evaluation::{Individual, Run};
use crate::offspring::newcomer;
use crate::parameters::Parameters;
use crate::problem::{Function, Goal, Problem};
use crate::selection::{Standing, tournament};
use crate::stream::Rng;

/// Maximum number of tests of a random suite, as in EvoSuite. The minimum is 1.
const MAX_INITIAL_TESTS: usize = 10;
/// Maximum number of tests of a suite, as in EvoSuite.
pub const MAX_TESTS: usize = 100;
/// Probability `p` that a mutation adds a test. If so, the mutation adds a second test with probability
/// `p^2`, then a third test with probability `p^3`, and so on (Fraser, Arcuri, Section 3.3.2).
const ADDITION_PROBABILITY: f64 = 0.1;

/// The fitness of suites: the fitness functions, each with the goals that it measures.
#[derive(Clone, Debug, PartialEq)]
pub struct SuiteFitness(Vec<(Function, Vec<Goal>)>);

impl SuiteFitness {
    /// Returns the fitness by `functions`. Each function measures its own goals among `goals`.
    pub fn new<P: Problem>(problem: &P, functions: &[Function], goals: &[Goal]) -> Self {
        let goals_of =
            |function| goals.iter().copied().filter(move |&it| problem.function_of(it) == Some(function));
        Self(functions.iter().map(|&function| (function, goals_of(function).collect())).collect())
    }

    /// Returns the fitness by all functions of the problem. Each function measures its own goals among
    /// `goals`.
    pub fn by_all_functions<P: Problem>(problem: &P, goals: &[Goal]) -> Self {
        let functions: Vec<Function> = (0..problem.function_count() as u32).map(Function).collect();
        Self::new(problem, &functions, goals)
    }

    /// Computes the fitness of a suite. If there is only one function, the fitness is its value. Otherwise
    /// the fitness is the sum of the normalised values of all functions.
    fn compute<P: Problem>(&self, problem: &P, suite: &[(&P::Test, &P::Trace)]) -> f64 {
        let fitness = self.by_function(problem, suite).map(|(_, fitness)| fitness);
        if self.0.len() == 1 { fitness.sum() } else { fitness.map(normalise).sum() }
    }

    /// Returns each function with the fitness that the function computes for a suite.
    pub fn by_function<P: Problem>(
        &self,
        problem: &P,
        suite: &[(&P::Test, &P::Trace)],
    ) -> impl Iterator<Item = (Function, f64)> {
        self.0.iter().map(|(function, goals)| (*function, problem.suite_fitness(*function, goals, suite)))
    }
}

/// Maps a fitness from `[0, ∞)` to `[0, 1)`.
pub fn normalise(fitness: f64) -> f64 {
    fitness / (fitness + 1.0)
}

/// A test suite whose tests were executed.
pub struct Suite<P: Problem> {
    /// The tests. A suite and its parents share the tests that the suite inherited.
    pub tests: Vec<Rc<Individual<P>>>,
    /// How far the suite is from covering the goals that the fitness measures, at least 0. Infinite if a test
    /// is invalid.
    pub fitness: f64,
    /// Total number of statements of all tests.
    pub length: usize,
}

impl<P: Problem> Clone for Suite<P> {
    fn clone(&self) -> Self {
        Self { tests: self.tests.clone(), ..*self }
    }
}

impl<P: Problem> Suite<P> {
    /// Returns a suite with its fitness. A suite with an invalid test has infinite fitness.
    pub fn new(problem: &P, fitness: &SuiteFitness, tests: Vec<Rc<Individual<P>>>) -> Self {
        let is_valid = tests.iter().all(|test| test.valid);
        let suite: Vec<_> = tests.iter().map(|test| (&*test.test, &test.trace)).collect();
        let fitness = if is_valid { fitness.compute(problem, &suite) } else { f64::INFINITY };
        let length = tests.iter().map(|test| test.length).sum();
        Self { tests, fitness, length }
    }
}

/// A suite that can contain tests that were not executed yet.
type Draft<P> = Vec<DraftTest<P>>;

/// A test of a draft.
enum DraftTest<P: Problem> {
    /// A test that was executed.
    Executed(Rc<Individual<P>>),
    /// A test that must be executed.
    New(<P as Problem>::Test),
}

/// Returns the first population, best first. It consists of suites of random tests. If the budget does not
/// allow all tests, some suites contain fewer tests.
fn first_population<P: Problem>(
    run: &mut Run<P>,
    fitness: &SuiteFitness,
    parameters: &Parameters,
    rng: &mut Rng,
) -> Vec<Suite<P>> {
    let mut drafts = Vec::with_capacity(parameters.population);
    for _ in 0..parameters.population {
        let tests = rng.random_range(1..=MAX_INITIAL_TESTS);
        drafts.push((0..tests).map(|_| DraftTest::New(run.problem.random_test(rng))).collect());
    }
    sorted_suites(execute(run, fitness, drafts))
}

/// Returns the next population, best first. It consists of the best suite of `suites`, and of the offspring
/// of tournament winners. If the offspring are worse, the winners survive in place of their offspring. If
/// `suites` is empty, returns the first population. `suites` must be sorted, best first.
pub fn next_population<P: Problem>(
    run: &mut Run<P>,
    fitness: &SuiteFitness,
    suites: &[Suite<P>],
    parameters: &Parameters,
    rng: &mut Rng,
) -> Vec<Suite<P>> {
    if suites.is_empty() {
        return first_population(run, fitness, parameters, rng);
    }
    let standings: Vec<Standing> =
        (0..suites.len() as u32).map(|rank| Standing { rank, crowding: 0 }).collect();
    let mut parents = Vec::new();
    let mut drafts = Vec::new();
    for _ in 0..parameters.population / 2 {
        let pair = [(); 2].map(|()| tournament(&standings, parameters.tournament, rng));
        let mut children = pair.map(|parent| draft(&suites[parent]));
        if rng.random_bool(parameters.crossover) {
            let [first, second] = &mut children;
            crossover(first, second, rng);
        }
        for child in &mut children {
            mutate(child, run, rng);
        }
        parents.push(pair);
        drafts.extend(children);
    }
    let mut offspring = execute(run, fitness, drafts).into_iter();
    let mut population = vec![suites[0].clone()];
    for pair in parents {
        let children: Vec<Suite<P>> = offspring.by_ref().take(2).collect();
        population.extend(survivors(pair.map(|parent| &suites[parent]), children, &suites[0]));
    }
    population = sorted_suites(population);
    population.truncate(parameters.population);
    population
}

/// Returns the children if the better child has a better fitness than the better parent. Also returns the
/// children if the better child and the better parent have equal fitness and the children together are not
/// longer than the parents. Otherwise returns the parents. A parent replaces a child that is more than twice
/// as long as `best`.
fn survivors<P: Problem>(parents: [&Suite<P>; 2], children: Vec<Suite<P>>, best: &Suite<P>) -> Vec<Suite<P>> {
    let best_parent = parents[0].fitness.min(parents[1].fitness);
    let parents_length = parents[0].length + parents[1].length;
    let children_length = children.iter().map(|child| child.length).sum::<usize>();
    let is_better = children.iter().any(|child| child.fitness < best_parent);
    let is_equal =
        children.iter().any(|child| child.fitness == best_parent) && children_length <= parents_length;
    if !(is_better || is_equal) {
        return parents.map(Suite::clone).into();
    }
    let fits = |child: &Suite<P>| child.length <= 2 * best.length;
    children
        .into_iter()
        .zip(parents)
        .map(|(child, parent)| if fits(&child) { child } else { parent.clone() })
        .collect()
}

/// Replaces `fitness` by `new` and returns the suites with their new fitness, best first.
pub fn update_fitness<P: Problem>(
    problem: &P,
    suites: Vec<Suite<P>>,
    fitness: &mut SuiteFitness,
    new: SuiteFitness,
) -> Vec<Suite<P>> {
    if *fitness == new {
        return suites;
    }
    *fitness = new;
    sorted_suites(suites.into_iter().map(|suite| Suite::new(problem, fitness, suite.tests)).collect())
}

/// Sorts suites, best first. If the fitness of two suites is equal, the shorter suite comes first.
fn sorted_suites<P: Problem>(mut suites: Vec<Suite<P>>) -> Vec<Suite<P>> {
    suites.sort_by(|a, b| a.fitness.total_cmp(&b.fitness).then(a.length.cmp(&b.length)));
    suites
}

/// Returns a copy of a suite that can be changed.
fn draft<P: Problem>(suite: &Suite<P>) -> Draft<P> {
    suite.tests.iter().cloned().map(DraftTest::Executed).collect()
}

/// Swaps the tails of two suites after the same relative position.
fn crossover<P: Problem>(a: &mut Draft<P>, b: &mut Draft<P>, rng: &mut Rng) {
    let position: f64 = rng.random();
    let cut = |draft: &Draft<P>| (draft.len() as f64 * position) as usize;
    let tail_of_a = a.split_off(cut(a));
    let tail_of_b = b.split_off(cut(b));
    a.extend(tail_of_b);
    b.extend(tail_of_a);
}

/// Mutates one test of a draft on average. Then sometimes adds random tests, or mutated tests of the archive,
/// to the draft (see [`newcomer`] and [`ADDITION_PROBABILITY`]).
fn mutate<P: Problem>(draft: &mut Draft<P>, run: &mut Run<P>, rng: &mut Rng) {
    let rate = 1.0 / draft.len().max(1) as f64;
    for member in draft.iter_mut() {
        if rng.random_bool(rate) {
            let mut test = match member {
                DraftTest::Executed(individual) => P::Test::clone(&individual.test),
                DraftTest::New(test) => test.clone(),
            };
            run.problem.mutate(&mut test, rng);
            *member = DraftTest::New(test);
        }
    }
    let mut probability = ADDITION_PROBABILITY;
    while rng.random_bool(probability) && draft.len() < MAX_TESTS {
        draft.push(DraftTest::New(newcomer(run, rng)));
        probability *= ADDITION_PROBABILITY;
    }
}

/// Executes the new tests of drafts, as many as the budget allows. Returns the suites in the order of the
/// drafts, without the tests that were not executed.
fn execute<P: Problem>(run: &mut Run<P>, fitness: &SuiteFitness, drafts: Vec<Draft<P>>) -> Vec<Suite<P>> {
    // For each suite, its tests; `None` for a test that was submitted.
    let mut suites: Vec<Vec<Option<Rc<Individual<P>>>>> = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let mut suite = Vec::with_capacity(draft.len());
        for member in draft {
            match member {
                DraftTest::Executed(test) => suite.push(Some(test)),
                DraftTest::New(test) if run.allows_test() => {
                    run.submit(test);
                    suite.push(None);
                }
                DraftTest::New(_) => {}
            }
        }
        suites.push(suite);
    }
    let mut executed = run.collect().individuals.into_iter().map(Rc::new);
    let mut fill = |suite: Vec<Option<_>>| -> Vec<_> {
        suite.into_iter().filter_map(|test| test.or_else(|| executed.next())).collect()
    };
    let suites: Vec<_> = suites.into_iter().map(&mut fill).collect();
    suites.into_iter().map(|tests| Suite::new(run.problem, fitness, tests)).collect()
}
