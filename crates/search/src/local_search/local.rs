//! Local search within a many-objective search: the choice of goals, and the share of the budget.
//!
//! In the memetic algorithm of Fraser, Arcuri, McMinn: "A Memetic Algorithm for Whole Test Suite Generation",
//! JSS 2015, the share of local search in the budget depends on its success. Here, the share is a number of
//! tests of local search for each test of the global search. Local search optimises one objective at a time
//! ([`avm`](crate::avm)). The share grows if local search is more successful than the global search.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::avm::Climb;
use crate::evaluation::{Individual, Run};
use crate::objectives::Objectives;
use crate::parameters::LocalSearch;
use crate::problem::{Goal, Problem};
use crate::selection::Population;

/// Minimum number of batches of local search between two changes of the share of local search. The share
/// changes only at the end of a climb (the local search for one goal), so that the share does not shrink
/// during a long climb.
const MIN_BATCHES_BETWEEN_CHANGES: u64 = 10;

/// Maximum credit of local search, in batches. The credit is the number of tests that local search is
/// currently allowed to execute.
const MAX_SAVED_BATCHES: f64 = 4.0;

/// Local search during a global search. Its credit, which is the number of tests that it is currently allowed
/// to execute, increases with each generation of the global search.
pub struct LocalSearcher<P: Problem> {
    settings: LocalSearch,
    /// Number of tests of local search for each test of the global search.
    share: f64,
    /// Number of tests that local search is currently allowed to execute.
    credit: f64,
    /// The climb in progress: the local search for one goal.
    climb: Option<Climb<P>>,
    /// Whether results of tests that local search submitted are still missing.
    is_waiting: bool,
    /// For each goal, the finished local searches for this goal.
    finished: BTreeMap<Goal, FinishedClimbs<P::Test>>,
    /// The success of local search after the last change of the share.
    local: Success,
    /// The success of the global search after the last change of the share.
    global: Success,
}

/// The finished climbs (local searches) for one goal.
struct FinishedClimbs<T> {
    /// Number of finished climbs, at least 1.
    count: u32,
    /// The best test of the latest finished climb.
    last_test: Rc<T>,
}

/// The success of a search: the number of its executed tests, and the number of goals that the tests covered
/// for the first time.
#[derive(Clone, Copy, Default)]
struct Success {
    tests: u64,
    covered: u64,
}

impl Success {
    fn add<P: Problem>(&mut self, executed: &[Individual<P>]) {
        self.tests += executed.len() as u64;
        self.covered += executed.iter().map(|it| it.newly_covered_count as u64).sum::<u64>();
    }

    /// Returns whether this search covered more goals per test than `other`.
    fn exceeds(self, other: Success) -> bool {
        self.covered * other.tests > other.covered * self.tests
    }
}

impl<P: Problem> LocalSearcher<P> {
    /// Returns a local search that starts with its maximum share and without credit.
    pub fn new(settings: LocalSearch) -> Self {
        let (climb, finished) = (None, BTreeMap::new());
        let [local, global] = [Success::default(); 2];
        Self {
            settings,
            share: settings.max_share,
            credit: 0.0,
            climb,
            is_waiting: false,
            finished,
            local,
            global,
        }
    }

    /// Records a generation of the global search, and increases the credit: the number of tests that local
    /// search is allowed to execute.
    pub fn record_generation(&mut self, generation: &[Individual<P>]) {
        self.global.add(generation);
        let max_credit = MAX_SAVED_BATCHES * self.settings.batch as f64;
        self.credit = max_credit.min(self.credit + self.share * generation.len() as f64);
    }

    /// Submits a batch of tests for an objective that has been uncovered for long. Submits nothing if the
    /// credit allows fewer tests than a batch, or if results of the previous batch are missing. Returns the
    /// number of submitted tests.
    pub fn submit(&mut self, run: &mut Run<P>, objectives: &Objectives, population: &Population<P>) -> usize {
        let batch = self.settings.batch;
        if self.is_waiting || self.credit < batch as f64 {
            return 0;
        }
        self.follow_population(run.problem, population);
        let current = self.climb.take();
        let Some(mut climb) = current.or_else(|| self.new_climb(run.problem, objectives, population)) else {
            // If no objective is suitable for local search, the credit is reduced to one batch. A larger
            // credit would later delay the global search.
            self.credit = batch as f64;
            return 0;
        };
        let tests = climb.submit(run, batch);
        self.credit -= tests as f64;
        self.is_waiting = tests > 0;
        self.continue_or_finish(climb);
        tests
    }

    /// Records the results of a batch. Returns the test that improved the fitness, if any. The caller adds
    /// this test to the tests of the global search.
    pub fn record_results(&mut self, problem: &P, neighbours: Vec<Individual<P>>) -> Option<Individual<P>> {
        let mut climb = self.climb.take_if(|_| !neighbours.is_empty())?;
        self.local.add(&neighbours);
        self.is_waiting = false;
        climb.record_results(problem, neighbours);
        let improved = climb.improved.take();
        self.continue_or_finish(climb);
        improved
    }

    /// Continues the current climb from a test of the population, if that test has a better fitness on the
    /// goal of the climb. Drops the climb if its goal is no longer an objective.
    fn follow_population(&mut self, problem: &P, population: &Population<P>) {
        self.climb = self.climb.take().and_then(|mut climb| {
            let (fitness, test) = closest(climb.goal, population)?;
            if fitness < climb.fitness {
                climb.continue_from(problem, test, fitness);
            }
            Some(climb)
        });
    }

    /// Stores a climb as the current climb, or as a finished climb if the climb is over.
    fn continue_or_finish(&mut self, climb: Climb<P>) {
        if self.is_waiting || !climb.is_over() {
            self.climb = Some(climb);
            return;
        }
        let count = self.finished.get(&climb.goal).map_or(0, |finished| finished.count) + 1;
        self.finished.insert(climb.goal, FinishedClimbs { count, last_test: Rc::clone(&climb.test) });
        if self.local.tests >= MIN_BATCHES_BETWEEN_CHANGES * self.settings.batch as u64 {
            self.adapt_share();
        }
    }

    /// Doubles the share if local search covered more goals per test than the global search; halves it
    /// otherwise.
    fn adapt_share(&mut self) {
        let factor = if self.local.exceeds(self.global) { 2.0 } else { 0.5 };
        self.share = (self.share * factor).clamp(self.settings.min_share, self.settings.max_share);
        (self.local, self.global) = Default::default();
    }

    /// Returns a climb (a local search) for an objective that is at least [`LocalSearch::patience`]
    /// generations old. Selects the objective with the fewest finished climbs. Among several such objectives,
    /// selects the objective with the best fitness. The climb starts at the best test for the objective.
    /// Skips an objective if its previous climb ended at this test.
    fn new_climb(
        &self,
        problem: &P,
        objectives: &Objectives,
        population: &Population<P>,
    ) -> Option<Climb<P>> {
        let starts = objectives.of_age(self.settings.patience).filter_map(|goal| {
            let (fitness, test) = closest(goal, population)?;
            let finished = self.finished.get(&goal);
            let ended_here = finished.is_some_and(|finished| Rc::ptr_eq(&finished.last_test, test));
            (fitness.is_finite() && !ended_here)
                .then(|| (finished.map_or(0, |it| it.count), fitness, goal, test))
        });
        let (_, fitness, goal, test) = starts.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)))?;
        Some(Climb::new(problem, goal, test, fitness))
    }
}

/// Returns the best fitness of the population on an objective, and the shortest test with this fitness.
/// Returns `None` if the goal is not an objective.
fn closest<P: Problem>(goal: Goal, population: &Population<P>) -> Option<(f64, &Rc<P::Test>)> {
    let column = population.scores.goals.binary_search(&goal).ok()?;
    let tests = population.individuals.iter().enumerate();
    let scored = tests.map(|(test, individual)| (population.scores.row(test)[column], individual));
    let (fitness, best) = scored.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.length.cmp(&b.1.length)))?;
    Some((fitness, &best.test))
}
