//! Local search inside the global one: what it works on, and how much of the budget it gets.
//!
//! As in the memetic algorithm of Fraser, Arcuri, McMinn: "A Memetic Algorithm for Whole Test Suite Generation", JSS
//! 2015, local search takes a share of the budget that follows what it yields. Here it is the share of the tests, it
//! works for one objective at a time ([`avm`](crate::avm)), and its yield is measured against that of the global search.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::avm::Climb;
use crate::evaluation::{Individual, Run};
use crate::objectives::Objectives;
use crate::parameters::LocalSearch;
use crate::problem::{Goal, Problem};
use crate::selection::Population;

/// Batches of local search after which its share is looked at again, when the climb under way is over: it should not
/// starve for being long.
const WINDOW: u64 = 10;

/// Batches that may be saved up for.
const SAVED: f64 = 4.0;

/// Local search with its accounts.
pub struct Local<P: Problem> {
    settings: LocalSearch,
    /// Tests of local search for each one of the global search.
    share: f64,
    /// Tests that local search may execute now.
    credit: f64,
    /// The climb under way.
    climb: Option<Climb<P>>,
    /// Whether tests of it are.
    waits: bool,
    tried: BTreeMap<Goal, Tried<P::Test>>,
    /// What local and global search brought since the share was last looked at.
    local: Yield,
    global: Yield,
}

/// The climbs towards a goal that are over.
struct Tried<T> {
    times: u32,
    /// Where the last one ended.
    test: Rc<T>,
}

/// Goals covered for the first time, and the tests executed for that.
#[derive(Clone, Copy, Default)]
struct Yield {
    tests: u64,
    covered: u64,
}

impl Yield {
    fn add<P: Problem>(&mut self, executed: &[Individual<P>]) {
        self.tests += executed.len() as u64;
        self.covered += executed.iter().map(|it| it.covered_first as u64).sum::<u64>();
    }

    /// Whether this is more for each test.
    fn is_richer_than(self, other: Yield) -> bool {
        self.covered * other.tests > other.covered * self.tests
    }
}

impl<P: Problem> Local<P> {
    /// Local search that begins with its largest share.
    pub fn new(settings: LocalSearch) -> Self {
        let (climb, tried) = (None, BTreeMap::new());
        let [local, global] = [Yield::default(); 2];
        Self { settings, share: settings.most, credit: 0.0, climb, waits: false, tried, local, global }
    }

    /// Takes note of a generation of the global search, which earns local search its share.
    pub fn earn(&mut self, generation: &[Individual<P>]) {
        self.global.add(generation);
        let most = SAVED * self.settings.batch as f64;
        self.credit = most.min(self.credit + self.share * generation.len() as f64);
    }

    /// Spends what was earned on an objective that has stayed open: submits a batch of tests, unless one is under way, and gives their
    /// number.
    pub fn submit(&mut self, run: &mut Run<P>, objectives: &Objectives, population: &Population<P>) -> usize {
        let batch = self.settings.batch;
        if self.waits || self.credit < batch as f64 {
            return 0;
        }
        self.catch_up(run.problem, population);
        let going_on = self.climb.take();
        let Some(mut climb) = going_on.or_else(|| self.begin(run.problem, objectives, population)) else {
            // What nobody could spend is not saved up: it would hold up the global search later.
            self.credit = batch as f64;
            return 0;
        };
        let tests = climb.submit(run, batch);
        self.credit -= tests as f64;
        self.waits = tests > 0;
        self.go_on(climb);
        tests
    }

    /// Takes in how the tests of a batch went. Gives the one that came nearer, to compete with those of the global search.
    pub fn take(&mut self, problem: &P, ends: Vec<Individual<P>>) -> Option<Individual<P>> {
        let mut climb = self.climb.take_if(|_| !ends.is_empty())?;
        self.local.add(&ends);
        self.waits = false;
        climb.take(problem, ends);
        let reached = climb.reached.take();
        self.go_on(climb);
        reached
    }

    /// Lets the climb under way go on from a test of the global search that is nearer to its goal. It is over if that
    /// is no objective any more.
    fn catch_up(&mut self, problem: &P, population: &Population<P>) {
        self.climb = self.climb.take().and_then(|mut climb| {
            let (fitness, test) = closest(climb.goal, population)?;
            if fitness < climb.fitness {
                climb.go_on_from(problem, test, fitness);
            }
            Some(climb)
        });
    }

    fn go_on(&mut self, climb: Climb<P>) {
        if self.waits || !climb.is_over() {
            self.climb = Some(climb);
            return;
        }
        let times = self.tried.get(&climb.goal).map_or(0, |tried| tried.times) + 1;
        self.tried.insert(climb.goal, Tried { times, test: Rc::clone(&climb.test) });
        if self.local.tests >= WINDOW * self.settings.batch as u64 {
            self.adapt();
        }
    }

    /// Doubles the share where a test of local search brought more than one of the global search, else halves it.
    fn adapt(&mut self) {
        let factor = if self.local.is_richer_than(self.global) { 2.0 } else { 0.5 };
        self.share = (self.share * factor).clamp(self.settings.least, self.settings.most);
        (self.local, self.global) = Default::default();
    }

    /// A climb for the objective which had the fewest, and of these for the one that is nearest: from its closest test,
    /// unless the last climb ended there.
    fn begin(&self, problem: &P, objectives: &Objectives, population: &Population<P>) -> Option<Climb<P>> {
        let starts = objectives.older_than(self.settings.patience).filter_map(|goal| {
            let (fitness, test) = closest(goal, population)?;
            let tried = self.tried.get(&goal);
            let ended_here = tried.is_some_and(|tried| Rc::ptr_eq(&tried.test, test));
            (fitness.is_finite() && !ended_here)
                .then(|| (tried.map_or(0, |it| it.times), fitness, goal, test))
        });
        let (_, fitness, goal, test) = starts.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)))?;
        Some(Climb::new(problem, goal, test, fitness))
    }
}

/// The test with the best fitness on an objective, the shortest of such, with that fitness.
fn closest<P: Problem>(goal: Goal, population: &Population<P>) -> Option<(f64, &Rc<P::Test>)> {
    let column = population.scores.goals.binary_search(&goal).ok()?;
    let tests = population.individuals.iter().enumerate();
    let scored = tests.map(|(test, individual)| (population.scores.row(test)[column], individual));
    let (fitness, best) = scored.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.length.cmp(&b.1.length)))?;
    Some((fitness, &best.test))
}
