//! The interface through which a search creates tests, runs them, and computes their fitness.

use crate::archive::Archive;
use crate::stream::Rng;

/// A goal: an index into the problem's dense table of goals, `0..Problem::goal_count()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Goal(pub u32);

impl Goal {
    /// Returns the index of this goal in the table of goals.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A fitness function of suites: an index into the problem's fitness functions,
/// `0..Problem::function_count()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Function(pub u32);

impl Function {
    /// Returns the index of this function among the fitness functions.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The result of executing one test.
pub struct Execution<P: Problem + ?Sized> {
    /// The executed test. The problem can remove the statements after an exception, so the test can be
    /// shorter than the submitted test.
    pub test: P::Test,
    /// The trace that fitness is computed from.
    pub trace: P::Trace,
    /// Number of executed statements: the cost of the execution in the unit of
    /// [`Spent::statements`](crate::Spent).
    pub statements: u64,
    /// Running time in ticks, which do not depend on the speed of the machine. The archive prefers fast
    /// tests.
    pub ticks: u64,
    /// Whether the test ended without a timeout or crash. An invalid test covers nothing.
    pub valid: bool,
    /// Whether the test threw an exception. The archive prefers tests without exceptions.
    pub threw: bool,
}

/// A search problem. `submit`, `collect` and `fitness` are called most often and must be fast.
pub trait Problem {
    /// A test.
    type Test: Clone;
    /// The record of one execution.
    type Trace;

    /// Returns the number of goals. The number can grow during a search, because some goals do not exist
    /// before a valid execution covers them.
    fn goal_count(&self) -> usize;
    /// Returns whether a goal can be an objective. For the other goals, the search only archives tests: it
    /// never optimises these goals, and it can end before it covers them. The result for a goal never
    /// changes.
    fn is_objective(&self, _goal: Goal) -> bool {
        true
    }
    /// Returns whether a goal is a target. An objective that is no target has one purpose: it leads the
    /// search to other goals. A search can end without covering such an objective. The result for a goal
    /// never changes.
    fn is_target(&self, _goal: Goal) -> bool {
        true
    }
    /// Returns the goals that tests can cover although no test covers any other goal: the first objectives of
    /// DynaMOSA.
    fn roots(&self) -> Vec<Goal>;
    /// Returns the goals that are directly control dependent on `goal`.
    fn dependents(&self, goal: Goal) -> &[Goal];

    /// Returns a random test.
    fn random_test(&mut self, rng: &mut Rng) -> Self::Test;
    /// Returns tests for the first generation, in addition to random tests. MOSA and DynaMOSA call this
    /// function once.
    fn seed_tests(&mut self) -> Vec<Self::Test> {
        Vec::new()
    }
    /// Mutates a test in place.
    fn mutate(&mut self, test: &mut Self::Test, rng: &mut Rng);
    /// Returns two children, which recombine the parts of two tests.
    fn crossover(&mut self, a: &Self::Test, b: &Self::Test, rng: &mut Rng) -> (Self::Test, Self::Test);
    /// Returns the number of statements of a test, or another measure of its length. The length is the
    /// secondary objective.
    fn length(&self, test: &Self::Test) -> usize;
    /// Returns the length of a test for the archive, which prefers short tests. The default is
    /// [`Problem::length`]. A larger value makes a test less welcome in the archive, but as welcome in the
    /// population.
    fn archive_length(&self, test: &Self::Test) -> usize {
        self.length(test)
    }

    /// Returns the number of variables of a test that local search can change in integer steps. Examples are
    /// a number, a character of a string and a length. The default is 0 variables.
    fn variable_count(&self, _test: &Self::Test) -> usize {
        0
    }
    /// Returns a copy of an executed test in which the variable with index `variable` is moved by `step`. The
    /// index is below `variable_count(test)`, and the step is not 0. Small steps must lead to similar values.
    /// Returns `None` if this step is not possible for the variable.
    fn neighbour(&self, _test: &Self::Test, _variable: usize, _step: i64) -> Option<Self::Test> {
        None
    }

    /// Submits a test for execution. An implementation can return before the test ran. The search then
    /// creates new tests during the execution.
    ///
    /// The search checks [`Budget::elapsed_share`](crate::Budget::elapsed_share) before each call. A problem
    /// with slow tests should block in this call as long as more tests wait than the workers need. The search
    /// then stops soon after the limit is reached.
    fn submit(&mut self, test: Self::Test);
    /// Waits for the `tests` oldest tests that were submitted and not collected. Returns one result for each
    /// of these tests, in order of submission.
    fn collect(&mut self, tests: usize) -> Vec<Execution<Self>>;

    /// Returns how far an execution is from covering a goal: at least 0, never NaN, and 0 exactly if the
    /// execution covers the goal.
    fn fitness(&self, goal: Goal, trace: &Self::Trace) -> f64;
    /// Calls `visit` for every goal that an execution covers, in increasing order.
    fn visit_covered(&self, trace: &Self::Trace, visit: &mut dyn FnMut(Goal));

    /// Returns the number of fitness functions of suites.
    fn function_count(&self) -> usize {
        1
    }
    /// Returns the fitness function that measures a goal. Returns `None` if no function measures the goal.
    fn function_of(&self, _goal: Goal) -> Option<Function> {
        Some(Function(0))
    }
    /// Returns the fitness that one function computes for a suite: how far the suite is from covering
    /// `goals`, at least 0 and finite. The value decreases if the suite comes closer to a goal (Fraser,
    /// Arcuri: "Whole Test Suite Generation", IEEE TSE 2013, Section 3.2).
    ///
    /// `goals` are the goals that the function measures. `suite` contains the tests of the suite with their
    /// traces. A function without goals, such as the diversity of the tests, ignores `goals`.
    fn suite_fitness(&self, function: Function, goals: &[Goal], suite: &[(&Self::Test, &Self::Trace)])
    -> f64;

    /// Receives a test that covered a goal that no earlier test covered.
    fn covered_first(&mut self, _test: &Self::Test) {}
    /// Receives the goals that the collected executions covered for the first time, in order of discovery. A
    /// problem can then prefer calls that can still cover an uncovered goal.
    fn archive_changed(&mut self, _newly_covered: &[Goal]) {}
    /// Receives the archive after each generation, and the spent share of the budget. A problem can then use
    /// a part of the time for other work on the archived tests. This work must not change the results of the
    /// other functions.
    fn generation_ended(&mut self, _archive: &Archive<Self::Test>, _spent_share: f64) {}
}

/// Returns the goals that can be objectives, in increasing order.
pub fn objective_goals<P: Problem>(problem: &P) -> impl Iterator<Item = Goal> {
    (0..problem.goal_count() as u32).map(Goal).filter(|&goal| problem.is_objective(goal))
}
