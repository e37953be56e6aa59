//! What a search works on: tests, their executions, goals and their fitness.

use rand_chacha::ChaCha8Rng;

/// The generator every random choice of a search draws from: seeded, named, the same on every machine.
pub type Rng = ChaCha8Rng;

/// A goal: an index into the problem's dense table of goals, `0..Problem::goals()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Goal(pub u32);

impl Goal {
    /// The place of this goal in the table of goals.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A fitness function of suites: an index into the problem's functions, `0..Problem::functions()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Function(pub u32);

impl Function {
    /// The place of this function among the functions.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What the execution of one test showed.
pub struct Execution<P: Problem + ?Sized> {
    /// The test as it was executed (it may have been cut after a throw).
    pub test: P::Test,
    /// What fitness is computed from.
    pub trace: P::Trace,
    /// Statements executed: what the execution cost, in the unit of [`Spent::statements`](crate::Spent).
    pub statements: u64,
    /// Whether the test ended as a test may end: no timeout, no crash. One that did not covers nothing.
    pub valid: bool,
    /// Whether the test threw: an archive prefers tests that do not.
    pub threw: bool,
}

/// What a search works on. The hot calls are `submit`, `collect` and `fitness`.
pub trait Problem {
    /// An individual.
    type Test: Clone;
    /// What an execution recorded.
    type Trace;

    /// How many goals there are. The number may grow while a search runs, by goals that exist only once a
    /// valid execution covered them.
    fn goals(&self) -> usize;
    /// Whether a goal is an objective. One that is not is archived and counted when tests cover it; it is never
    /// optimised and keeps no search going. The answer never changes.
    fn guides(&self, _goal: Goal) -> bool {
        true
    }
    /// Whether a search is for a goal: one that guides and does not count only leads to others, and a search is over without
    /// it. The answer never changes.
    fn counts(&self, _goal: Goal) -> bool {
        true
    }
    /// Goals that depend on no other goal: DynaMOSA's first objectives.
    fn roots(&self) -> Vec<Goal>;
    /// Goals that are control dependent on `goal`, directly.
    fn dependents(&self, goal: Goal) -> &[Goal];

    /// A random test.
    fn random(&mut self, rng: &mut Rng) -> Self::Test;
    /// Tests to begin with, beside random ones: asked once, by algorithms that evolve tests.
    fn seeds(&mut self) -> Vec<Self::Test> {
        Vec::new()
    }
    /// Mutates a test in place.
    fn mutate(&mut self, test: &mut Self::Test, rng: &mut Rng);
    /// Two children that recombine two tests.
    fn crossover(&mut self, a: &Self::Test, b: &Self::Test, rng: &mut Rng) -> (Self::Test, Self::Test);
    /// The number of statements of a test or another measure of its length, for secondary objectives.
    fn length(&self, test: &Self::Test) -> usize;

    /// How many variables of a test local search may move, each along integers: numbers, the characters of a text, a
    /// length. None by default.
    fn variables(&self, _test: &Self::Test) -> usize {
        0
    }
    /// A copy of an executed test in which a variable, of `0..variables(test)`, is moved by `step`, which is not 0;
    /// `None` where it cannot move so far, or the test has no such variable. Near steps lead to near values.
    fn neighbour(&self, _test: &Self::Test, _variable: usize, _step: i64) -> Option<Self::Test> {
        None
    }

    /// Hands a test over for execution. May return before it ran: executions overlap with breeding.
    ///
    /// The search asks [`Budget::gone`](crate::Budget::gone) before each call, so a problem with slow tests
    /// keeps a stop prompt by blocking here while more tests wait than its workers need.
    fn submit(&mut self, test: Self::Test);
    /// Waits for the oldest tests submitted and not collected, which are at least so many; one result for each, in order of
    /// submission.
    fn collect(&mut self, tests: usize) -> Vec<Execution<Self>>;

    /// Distance of an execution from covering a goal: at least 0, never NaN, and 0 exactly when it covers it.
    fn fitness(&self, goal: Goal, trace: &Self::Trace) -> f64;
    /// Calls `visit` for every goal that an execution covers, in increasing order.
    fn covered(&self, trace: &Self::Trace, visit: &mut dyn FnMut(Goal));

    /// How many fitness functions of suites there are.
    fn functions(&self) -> usize {
        1
    }
    /// The function that a goal is part of, if any is.
    fn function_of(&self, _goal: Goal) -> Option<Function> {
        Some(Function(0))
    }
    /// Distance of a suite, given by its tests and their executions, by one of the functions: at least 0 and finite. It is
    /// that from covering `goals`, which are those of the function that still count, and less the nearer the suite is
    /// to each (Fraser, Arcuri: "Whole Test Suite Generation", IEEE TSE 2013, Section 3.2). A function that no goals
    /// make up, such as the diversity of the tests, ignores them.
    fn suite_fitness(&self, function: Function, goals: &[Goal], suite: &[(&Self::Test, &Self::Trace)])
    -> f64;

    /// Tells which goals were covered for the first time by the executions just collected, in order of
    /// discovery: a problem may then prefer calls which can still cover something.
    fn archive_changed(&mut self, _newly_covered: &[Goal]) {}
}

/// The goals that guide a search, in increasing order.
pub fn guiding<P: Problem>(problem: &P) -> impl Iterator<Item = Goal> {
    (0..problem.goals() as u32).map(Goal).filter(|&goal| problem.guides(goal))
}
