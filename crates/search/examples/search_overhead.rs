//! What a search costs by itself: tests per second on a problem whose executions cost next to nothing.
//!
//! `cargo run --release -p search --example search_overhead [uncovered goals]...`

use std::time::Instant;

use rand::{Rng as _, SeedableRng as _};
use search::{Algorithm, Budget, Execution, Function, Goal, Parameters, Problem, Rng};

/// Tests of 20 numbers; goals that are never covered, each with a distance of its own.
struct Uncoverable {
    goals: usize,
    submitted: Vec<[i32; 20]>,
}

impl Problem for Uncoverable {
    type Test = [i32; 20];
    type Trace = [i32; 20];

    fn goals(&self) -> usize {
        self.goals
    }

    fn roots(&self) -> Vec<Goal> {
        (0..self.goals as u32).map(Goal).collect()
    }

    fn dependents(&self, _: Goal) -> &[Goal] {
        &[]
    }

    fn random(&mut self, rng: &mut Rng) -> Self::Test {
        rng.random()
    }

    fn mutate(&mut self, test: &mut Self::Test, rng: &mut Rng) {
        test[rng.random_range(0..20)] = rng.random();
    }

    fn crossover(&mut self, a: &Self::Test, b: &Self::Test, rng: &mut Rng) -> (Self::Test, Self::Test) {
        let (mut a, mut b) = (*a, *b);
        let cut = rng.random_range(0..20);
        a[cut..].swap_with_slice(&mut b[cut..]);
        (a, b)
    }

    fn length(&self, test: &Self::Test) -> usize {
        test[0].unsigned_abs() as usize % 40
    }

    fn submit(&mut self, test: Self::Test) {
        self.submitted.push(test);
    }

    fn collect(&mut self, tests: usize) -> Vec<Execution<Self>> {
        let run = |test| Execution { test, trace: test, statements: 20, valid: true, threw: false };
        self.submitted.drain(..tests).map(run).collect()
    }

    fn fitness(&self, goal: Goal, trace: &Self::Trace) -> f64 {
        1.0 + f64::from(trace[goal.index() % 20].abs_diff(goal.0 as i32 * 1_000))
    }

    fn suite_fitness(&self, _: Function, goals: &[Goal], _: &[(&Self::Test, &Self::Trace)]) -> f64 {
        goals.len() as f64
    }

    fn covered(&self, _: &Self::Trace, _: &mut dyn FnMut(Goal)) {}
}

fn main() {
    let mut sizes: Vec<usize> = std::env::args().skip(1).filter_map(|size| size.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1, 20, 200, 2_000];
    }
    for goals in sizes {
        for algorithm in [Algorithm::Random, Algorithm::Dynamosa] {
            let mut problem = Uncoverable { goals, submitted: Vec::new() };
            let tests = 10_000_000 / (goals as u64 + 10);
            let budget = Budget { tests: Some(tests), ..Budget::default() };
            let mut rng = Rng::seed_from_u64(1);
            let start = Instant::now();
            algorithm.search(&mut problem, &Parameters::default(), &budget, &mut rng, &mut |_| ());
            let seconds = start.elapsed().as_secs_f64();
            println!("{algorithm:?}, {goals} uncovered goals: {:.0} tests/s", tests as f64 / seconds);
        }
    }
}
