//! A search problem that records a sample of the executed tests.

use std::sync::Arc;
use std::time::Instant;

use engine::Cancellation;
use engine::harness::Harness;
use engine::problem::fitness::RunTrace;
use engine::problem::submitter::{Deadline, StopSignal};
use engine::problem::{Individual, JavaProblem};
use engine::stages::prepared::generator;
use generation::Crossover;
use search::{Execution, Function, Goal, Problem, Rng};
use testcase::TestCase;

use crate::subject::Target;

/// Maximum number of recorded tests.
const SAMPLE: usize = 1000;
/// Number of executed valid tests for each recorded test. This number and 50, the number of tests of a
/// generation, have no common divisor. Therefore the recorded tests have different positions in their
/// generations.
const SAMPLE_PERIOD: usize = 37;

/// The search problem of a Java class, with a sample of the most recently executed tests.
pub struct Recorder<'a> {
    /// The problem to which the recorder forwards all calls.
    pub problem: JavaProblem<'a>,
    /// The recorded tests, at most [`SAMPLE`].
    pub sample: Vec<TestCase>,
    /// Number of valid tests that were executed.
    executed: usize,
}

impl<'a> Recorder<'a> {
    /// Returns a recorder without recorded tests. Its goals are the branches of a class. The search
    /// ends at `deadline`.
    pub fn new(target: &'a Target, deadline: Instant) -> Recorder<'a> {
        let harness =
            Harness::new(target.worker(), target.goals.clone(), target.tracer.clone(), Arc::default());
        let generator = generator(target.context(), Crossover::SinglePoint, &target.subject, &harness);
        let stop =
            StopSignal { cancellation: Cancellation::default(), deadline: Deadline::at(Some(deadline)) };
        let problem = JavaProblem::new(harness, generator, stop);
        Recorder { problem, sample: Vec::new(), executed: 0 }
    }

    /// Records one of every [`SAMPLE_PERIOD`] valid tests. Skips invalid tests, such as tests that reached
    /// the tick limit. The benchmark also runs the recorded tests without probes, and then no limit ends a
    /// test.
    fn record(&mut self, execution: &Execution<JavaProblem>) {
        if !execution.valid {
            return;
        }
        let test = &execution.test.case;
        if self.executed.is_multiple_of(SAMPLE_PERIOD) {
            let index = self.executed / SAMPLE_PERIOD % SAMPLE;
            match self.sample.get_mut(index) {
                Some(old) => *old = test.clone(),
                None => self.sample.push(test.clone()),
            }
        }
        self.executed += 1;
    }
}

impl Problem for Recorder<'_> {
    type Test = Individual;
    type Trace = RunTrace;

    fn goal_count(&self) -> usize {
        self.problem.goal_count()
    }

    fn is_objective(&self, goal: Goal) -> bool {
        self.problem.is_objective(goal)
    }

    fn roots(&self) -> Vec<Goal> {
        self.problem.roots()
    }

    fn dependents(&self, goal: Goal) -> &[Goal] {
        self.problem.dependents(goal)
    }

    fn random_test(&mut self, rng: &mut Rng) -> Individual {
        self.problem.random_test(rng)
    }

    fn mutate(&mut self, test: &mut Individual, rng: &mut Rng) {
        self.problem.mutate(test, rng);
    }

    fn crossover(&mut self, a: &Individual, b: &Individual, rng: &mut Rng) -> (Individual, Individual) {
        self.problem.crossover(a, b, rng)
    }

    fn length(&self, test: &Individual) -> usize {
        self.problem.length(test)
    }

    fn submit(&mut self, test: Individual) {
        self.problem.submit(test);
    }

    fn collect(&mut self, tests: usize) -> Vec<Execution<Self>> {
        let executions = self.problem.collect(tests);
        executions.iter().for_each(|execution| self.record(execution));
        // The type parameter of the executions changes from the inner problem to the recorder.
        let converted = |Execution { test, trace, statements, ticks, valid, threw }| Execution {
            test,
            trace,
            statements,
            ticks,
            valid,
            threw,
        };
        executions.into_iter().map(converted).collect()
    }

    fn fitness(&self, goal: Goal, trace: &RunTrace) -> f64 {
        self.problem.fitness(goal, trace)
    }

    fn function_count(&self) -> usize {
        self.problem.function_count()
    }

    fn function_of(&self, goal: Goal) -> Option<Function> {
        self.problem.function_of(goal)
    }

    fn suite_fitness(&self, function: Function, goals: &[Goal], suite: &[(&Individual, &RunTrace)]) -> f64 {
        self.problem.suite_fitness(function, goals, suite)
    }

    fn visit_covered(&self, trace: &RunTrace, visit: &mut dyn FnMut(Goal)) {
        self.problem.visit_covered(trace, visit);
    }

    fn archive_changed(&mut self, newly_covered: &[Goal]) {
        self.problem.archive_changed(newly_covered);
    }
}
