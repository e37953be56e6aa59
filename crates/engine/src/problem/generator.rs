//! Makes tests: at random, by mutation, and by crossover.

use analysis::MethodIndex;
use generation::{Crossover, GenerationContext, VariationOperator, mutate, neighbourhood, random};
use goals::GoalId;
use rand::Rng as _;
use rand::seq::IteratorRandom;
use search::{Goal, Rng};
use testcase::{Hint, TestCase};
use vm::{Execution, Outcome};

use super::Individual;
use super::focus::Focus;

/// Probability that a mutation follows a hint of the test, if there is a useful hint.
const FOLLOW_HINT_RATE: f64 = 0.5;

/// Makes the tests of a search: at random, by mutation, and by crossover.
pub struct TestGenerator<'w> {
    /// The test cluster, and the literals and calls that the search learned to prefer.
    pub context: GenerationContext<'w>,
    /// The focus: the calls that can still cover a goal, and the calls that prepare these calls.
    pub focus: Focus,
    /// The crossover operator.
    pub crossover: Crossover,
    /// Seed tests, which become part of the initial population.
    pub seeds: Vec<TestCase>,
}

impl TestGenerator<'_> {
    /// Returns a random test.
    pub fn random(&self, rng: &mut Rng) -> Individual {
        Individual::new(random::random_test(&self.context, rng))
    }

    /// Removes and returns the seed tests.
    pub fn take_seeds(&mut self) -> Vec<Individual> {
        std::mem::take(&mut self.seeds).into_iter().map(Individual::new).collect()
    }

    /// Mutates a test: follows one of its useful hints, or applies random operators.
    pub fn mutate(&self, test: &mut Individual, is_useful: &dyn Fn(&Hint) -> bool, rng: &mut Rng) {
        let has_followed_hint = rng.random_bool(FOLLOW_HINT_RATE) && follow_hint(test, is_useful, rng);
        let operators = match has_followed_hint {
            true => VariationOperator::FollowHint.into(),
            false => mutate(&mut test.case, test.completed, &self.context, rng),
        };
        test.record_change(operators);
    }

    /// Returns the two children of two tests. Each child begins like one parent, and inherits the hints of
    /// this parent.
    pub fn cross(&self, a: &Individual, b: &Individual, rng: &mut Rng) -> (Individual, Individual) {
        let (first, second) = self.crossover.cross(&a.case, &b.case, &self.context, rng);
        let child = |case: TestCase, parent: &Individual| {
            let mut child = Individual::derived_by(self.crossover.operator(), case);
            child.hints = parent.hints.clone();
            child
        };
        (child(first, a), child(second, b))
    }

    /// Returns the number of literals in a test that local search can change.
    pub fn variable_count(&self, test: &Individual) -> usize {
        neighbourhood::variable_count(&test.case, test.completed, &self.context.cluster)
    }

    /// Returns a copy of the test with one literal changed by `step`. `variable` is the position of the
    /// literal among the literals that local search can change.
    pub fn neighbour(&self, test: &Individual, variable: usize, step: i64) -> Option<Individual> {
        let cluster = &self.context.cluster;
        let neighbour = neighbourhood::neighbour(&test.case, test.completed, cluster, variable, step)?;
        Some(Individual::derived_by(VariationOperator::LocalSearchStep, neighbour))
    }

    /// Learns literals, recipes (ways to construct objects) and completed sequences from a run. If the run
    /// recorded hints, moves them into the test.
    pub fn learn(&mut self, test: &mut Individual, execution: &mut Execution) {
        for hint in &execution.hints {
            self.context.experience.pools.learn(hint, &test.case);
        }
        if !execution.hints.is_empty() {
            test.hints = Some(std::mem::take(&mut execution.hints).into());
        }
        // If a worker was lost, the number of executed statements is unknown.
        let is_count_known = matches!(
            execution.outcome,
            Outcome::Returned | Outcome::Threw { .. } | Outcome::OutOfBudget | Outcome::OutOfMemory
        );
        if self.context.cluster.options.recipes && is_count_known {
            let GenerationContext { cluster, experience } = &mut self.context;
            experience.recipes.learn(&test.case, test.completed, cluster.world);
            experience.sequences.learn(&test.case, test.completed, cluster);
        }
    }

    /// Records newly covered goals. If the focus is on, random tests then prefer calls that can cover an
    /// uncovered goal.
    pub fn cover(&mut self, newly_covered: &[Goal]) {
        newly_covered.iter().for_each(|goal| self.focus.cover(GoalId(goal.0)));
        if self.context.cluster.options.focus {
            self.context.experience.pools.prefer(self.focus.open_methods().map(MethodIndex::index));
            self.context.experience.useful_calls = self.focus.useful_calls();
            self.context.experience.preparing_calls = self.focus.preparing_calls();
        }
    }
}

/// Changes a test as one of its useful hints suggests. Returns whether the test changed; it does not change
/// if there is no useful hint.
fn follow_hint(test: &mut Individual, is_useful: &dyn Fn(&Hint) -> bool, rng: &mut Rng) -> bool {
    let hints = test.hints.iter().flat_map(|hints| hints.iter());
    hints.filter(|hint| is_useful(hint)).choose(rng).is_some_and(|hint| {
        let executed = (test.completed + 1).min(test.case.len());
        generation::follow_hint(&mut test.case, executed, hint, rng)
    })
}
