//! Random tests of a class, and random suites of these tests.

use fixedbitset::FixedBitSet;
use generation::Crossover;
use rand::seq::index;
use search::{Execution, Problem, Rng};

use crate::cancellation::Cancellation;
use crate::configuration::STUDIED_CRITERIA;
use crate::counts::Sections;
use crate::error::Error;
use crate::problem::JavaProblem;
use crate::problem::submitter::{Deadline, StopSignal};
use crate::stages::prepared::{LoadedClass, generator};
use crate::subject::Subject;

/// Number of tests that are generated before their results are collected, as in random search.
const BATCH: usize = 50;
/// Number of suites of each size.
const SUITES: usize = 100;

/// Numbers of goals that a suite covers, by criterion in the order of [`STUDIED_CRITERIA`].
pub type Covered = [f64; STUDIED_CRITERIA.len()];

/// The goals that random tests of a class cover.
pub struct Sample {
    /// The goals of each criterion.
    sections: Sections,
    /// Number of goals after all tests ran. An exception becomes a goal when a test throws it.
    goals: usize,
    /// The goals that each test covers.
    tests: Vec<FixedBitSet>,
}

impl Sample {
    /// Generates and executes `count` random tests, or fewer tests if the run is cancelled. Unlike in random
    /// search, covered goals do not change the calls that the generator prefers. So early and late tests
    /// contain calls with the same probabilities.
    ///
    /// # Errors
    /// Returns an error if the workers fail.
    pub fn draw(
        loaded: LoadedClass,
        subject: &Subject,
        count: usize,
        rng: &mut Rng,
        cancellation: &Cancellation,
    ) -> Result<Sample, Error> {
        let LoadedClass { harness, context, .. } = loaded;
        let generator = generator(context, Crossover::SinglePoint, subject, &harness);
        let stop = StopSignal { cancellation: cancellation.clone(), deadline: Deadline::at(None) };
        let mut problem = JavaProblem::new(harness, generator, stop);
        let mut tests = Vec::with_capacity(count);
        while tests.len() < count && !cancellation.is_requested() {
            let batch = BATCH.min(count - tests.len());
            for _ in 0..batch {
                let test = problem.random_test(rng);
                problem.submit(test);
            }
            let executions = problem.collect(batch);
            tests.extend(executions.iter().map(|execution| covered(&problem, execution)));
            if let Some(error) = problem.submitter.failure.take() {
                return Err(error.into());
            }
        }
        Ok(Sample { goals: problem.harness.goals.len(), sections: problem.harness.sections, tests })
    }

    /// Draws random suites and returns the numbers of goals that they cover, for each size. The sizes are 1,
    /// 2, 4 and so on, up to half of the tests. There are [`SUITES`] suites of each size. The tests of a
    /// suite are distinct.
    pub fn suites(&self, rng: &mut Rng) -> Vec<Vec<Covered>> {
        let sizes = std::iter::successors(Some(1), |size| Some(2 * size));
        let sizes = sizes.take_while(|size| 2 * size <= self.tests.len());
        sizes.map(|size| (0..SUITES).map(|_| self.suite(size, rng)).collect()).collect()
    }

    /// Returns the numbers of goals that a random suite of `size` tests covers.
    fn suite(&self, size: usize, rng: &mut Rng) -> Covered {
        let mut union = FixedBitSet::with_capacity(self.goals);
        for test in index::sample(rng, self.tests.len(), size) {
            union.union_with(&self.tests[test]);
        }
        let counts = self.sections.count(self.goals, &|goal| union.contains(goal.index()));
        STUDIED_CRITERIA.map(|criterion| {
            let count = counts.iter().find(|count| count.criterion == criterion);
            count.expect("all criteria of the study are requested").covered as f64
        })
    }
}

/// Returns the goals that an execution covers.
fn covered(problem: &JavaProblem, execution: &Execution<JavaProblem>) -> FixedBitSet {
    let mut covered = FixedBitSet::with_capacity(problem.harness.goals.len());
    if execution.valid {
        problem.visit_covered(&execution.trace, &mut |goal| covered.insert(goal.index()));
    }
    covered
}
