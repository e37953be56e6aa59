//! Test suites as individuals: what the whole suite approaches share.
//!
//! Fraser, Arcuri: "Whole Test Suite Generation", IEEE TSE 2013, Section 3 and Algorithm 1.

use std::rc::Rc;

use rand::Rng as _;

use crate::breeding::newcomer;
use crate::evaluation::{Individual, Run};
use crate::parameters::Parameters;
use crate::problem::{Function, Goal, Problem, Rng};
use crate::selection::{Standing, tournament};

/// Most tests of a suite that is made at random; the least is 1 (EvoSuite).
const FIRST_TESTS: usize = 10;
/// Most tests of a suite (EvoSuite).
pub const MOST_TESTS: usize = 100;
/// Probability that a mutation adds a test, then another one with its square, and so on (the paper, Section 3.3.2).
const ADD: f64 = 0.1;

/// What suites are measured by: fitness functions, each with those of its goals that still count.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure(Vec<(Function, Vec<Goal>)>);

impl Measure {
    /// Some functions, with those of some goals that are theirs.
    pub fn new<P: Problem>(problem: &P, functions: &[Function], goals: &[Goal]) -> Self {
        let of =
            |function| goals.iter().copied().filter(move |&it| problem.function_of(it) == Some(function));
        Self(functions.iter().map(|&function| (function, of(function).collect())).collect())
    }

    /// All functions.
    pub fn all<P: Problem>(problem: &P, goals: &[Goal]) -> Self {
        let functions: Vec<Function> = (0..problem.functions() as u32).map(Function).collect();
        Self::new(problem, &functions, goals)
    }

    /// The fitness of a suite: that by the function where there is only one, else the sum of those by each, normalised.
    fn fitness<P: Problem>(&self, problem: &P, suite: &[(&P::Test, &P::Trace)]) -> f64 {
        let fitness = self.by_function(problem, suite).map(|(_, fitness)| fitness);
        if self.0.len() == 1 { fitness.sum() } else { fitness.map(normalised).sum() }
    }

    /// The functions with the fitness of a suite by each.
    pub fn by_function<P: Problem>(
        &self,
        problem: &P,
        suite: &[(&P::Test, &P::Trace)],
    ) -> impl Iterator<Item = (Function, f64)> {
        self.0.iter().map(|(function, goals)| (*function, problem.suite_fitness(*function, goals, suite)))
    }
}

/// A fitness brought below 1.
pub fn normalised(fitness: f64) -> f64 {
    fitness / (fitness + 1.0)
}

/// A test suite whose tests were executed.
pub struct Suite<P: Problem> {
    /// Its tests, shared with the suites that they came from.
    pub tests: Vec<Rc<Individual<P>>>,
    /// How far it is from covering what is to be covered: at least 0.
    pub fitness: f64,
    /// Statements of all its tests.
    pub length: usize,
}

impl<P: Problem> Clone for Suite<P> {
    fn clone(&self) -> Self {
        Self { tests: self.tests.clone(), ..*self }
    }
}

impl<P: Problem> Suite<P> {
    /// A suite with its fitness. One with a test that did not end as a test may is infinitely far.
    pub fn new(problem: &P, measure: &Measure, tests: Vec<Rc<Individual<P>>>) -> Self {
        let valid = tests.iter().all(|test| test.valid);
        let suite: Vec<_> = tests.iter().map(|test| (&*test.test, &test.trace)).collect();
        let fitness = if valid { measure.fitness(problem, &suite) } else { f64::INFINITY };
        let length = tests.iter().map(|test| test.length).sum();
        Self { tests, fitness, length }
    }
}

/// A suite in the making.
type Draft<P> = Vec<Member<P>>;

/// A test of a draft.
enum Member<P: Problem> {
    /// One that was executed.
    Old(Rc<Individual<P>>),
    /// One that is to be executed.
    New(<P as Problem>::Test),
}

/// The first population, best first: suites of random tests, as many as the budget allows.
fn first_population<P: Problem>(
    run: &mut Run<P>,
    measure: &Measure,
    parameters: &Parameters,
    rng: &mut Rng,
) -> Vec<Suite<P>> {
    let mut drafts = Vec::with_capacity(parameters.population);
    for _ in 0..parameters.population {
        let tests = rng.random_range(1..=FIRST_TESTS);
        drafts.push((0..tests).map(|_| Member::New(run.problem.random(rng))).collect());
    }
    sorted(finish(run, measure, drafts))
}

/// The next generation, the first where there are no suites yet: the best suite, and offspring of suites that won
/// tournaments, or these themselves where their offspring are worse. Best first, as are `suites`.
pub fn next_population<P: Problem>(
    run: &mut Run<P>,
    measure: &Measure,
    suites: &[Suite<P>],
    parameters: &Parameters,
    rng: &mut Rng,
) -> Vec<Suite<P>> {
    if suites.is_empty() {
        return first_population(run, measure, parameters, rng);
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
    let mut offspring = finish(run, measure, drafts).into_iter();
    let mut next = vec![suites[0].clone()];
    for pair in parents {
        let children: Vec<Suite<P>> = offspring.by_ref().take(2).collect();
        next.extend(survivors(pair.map(|parent| &suites[parent]), children, &suites[0]));
    }
    next = sorted(next);
    next.truncate(parameters.population);
    next
}

/// The children where the better of them is as good as the better parent, each only if it is at most twice as long as
/// the best suite; else the parents.
fn survivors<P: Problem>(parents: [&Suite<P>; 2], children: Vec<Suite<P>>, best: &Suite<P>) -> Vec<Suite<P>> {
    let nearest = parents[0].fitness.min(parents[1].fitness);
    let length = parents[0].length + parents[1].length;
    let total = children.iter().map(|child| child.length).sum::<usize>();
    let improved = children.iter().any(|child| child.fitness < nearest);
    let equal = children.iter().any(|child| child.fitness == nearest) && total <= length;
    if !(improved || equal) {
        return parents.map(Suite::clone).into();
    }
    let fits = |child: &Suite<P>| child.length <= 2 * best.length;
    children
        .into_iter()
        .zip(parents)
        .map(|(child, parent)| if fits(&child) { child } else { parent.clone() })
        .collect()
}

/// The same suites by what they are measured by from `now` on, best first.
pub fn measure_anew<P: Problem>(
    problem: &P,
    suites: Vec<Suite<P>>,
    measure: &mut Measure,
    now: Measure,
) -> Vec<Suite<P>> {
    if *measure == now {
        return suites;
    }
    *measure = now;
    sorted(suites.into_iter().map(|suite| Suite::new(problem, measure, suite.tests)).collect())
}

/// Best first: of equally near ones the shorter.
fn sorted<P: Problem>(mut suites: Vec<Suite<P>>) -> Vec<Suite<P>> {
    suites.sort_by(|a, b| a.fitness.total_cmp(&b.fitness).then(a.length.cmp(&b.length)));
    suites
}

fn draft<P: Problem>(suite: &Suite<P>) -> Draft<P> {
    suite.tests.iter().cloned().map(Member::Old).collect()
}

/// Swaps the tails of two suites behind one relative position.
fn crossover<P: Problem>(a: &mut Draft<P>, b: &mut Draft<P>, rng: &mut Rng) {
    let position: f64 = rng.random();
    let cut = |draft: &Draft<P>| (draft.len() as f64 * position) as usize;
    let tail_of_a = a.split_off(cut(a));
    let tail_of_b = b.split_off(cut(b));
    a.extend(tail_of_b);
    b.extend(tail_of_a);
}

/// Mutates one test on average, then adds newcomers.
fn mutate<P: Problem>(draft: &mut Draft<P>, run: &mut Run<P>, rng: &mut Rng) {
    let rate = 1.0 / draft.len().max(1) as f64;
    for member in draft.iter_mut() {
        if rng.random_bool(rate) {
            let mut test = match member {
                Member::Old(individual) => P::Test::clone(&individual.test),
                Member::New(test) => test.clone(),
            };
            run.problem.mutate(&mut test, rng);
            *member = Member::New(test);
        }
    }
    let mut chance = ADD;
    while rng.random_bool(chance) && draft.len() < MOST_TESTS {
        draft.push(Member::New(newcomer(run, rng)));
        chance *= ADD;
    }
}

/// Executes what is new in some drafts, as far as the budget allows, and gives the suites in their order.
fn finish<P: Problem>(run: &mut Run<P>, measure: &Measure, drafts: Vec<Draft<P>>) -> Vec<Suite<P>> {
    let mut shapes: Vec<Vec<Option<Rc<Individual<P>>>>> = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let mut shape = Vec::with_capacity(draft.len());
        for member in draft {
            match member {
                Member::Old(test) => shape.push(Some(test)),
                Member::New(test) if run.has_room() => {
                    run.submit(test);
                    shape.push(None);
                }
                Member::New(_) => {}
            }
        }
        shapes.push(shape);
    }
    let mut executed = run.collect().individuals.into_iter().map(Rc::new);
    let mut fill = |shape: Vec<Option<_>>| -> Vec<_> {
        shape.into_iter().filter_map(|test| test.or_else(|| executed.next())).collect()
    };
    let suites: Vec<_> = shapes.into_iter().map(&mut fill).collect();
    suites.into_iter().map(|tests| Suite::new(run.problem, measure, tests)).collect()
}
