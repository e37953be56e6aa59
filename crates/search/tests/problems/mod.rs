//! Artificial problems. A test is a list of numbers. A goal is a condition on the numbers, and goals can be
//! nested in other goals.

use rand::Rng as _;
use search::{Archive, Execution, Function, Goal, Problem, Rng};

/// A function that returns how far a test is from satisfying a condition.
pub type Distance = Box<dyn Fn(&[i64]) -> u64>;

/// A goal of [`Nested`]. A test covers the goal if it covers the parent and the distance of the test is 0.
pub struct Condition {
    /// The enclosing goal, which must have a lower index.
    pub parent: Option<usize>,
    /// The distance of a test from satisfying the condition.
    pub distance: Distance,
}

/// A problem with conditions on numbers. The conditions are nested in each other like branches.
pub struct Nested {
    /// Length of the list of numbers of a test.
    pub variables: usize,
    /// Every number is in `0..range`.
    pub range: i64,
    /// Base-2 logarithm of the largest step of a mutation.
    pub max_exponent: u32,
    /// The goals.
    pub conditions: Vec<Condition>,
    /// Tests for the first generation.
    pub seed_tests: Vec<Vec<i64>>,
    /// Returns whether a test is invalid.
    pub is_invalid: fn(&[i64]) -> bool,
    /// Whether the goal with the highest index does not exist before a test covers it.
    pub last_goal_appears: bool,
    /// Returns whether a goal is an objective.
    pub is_objective: fn(Goal) -> bool,
    /// Number of fitness functions. Goal `i` belongs to function `i % function_count`.
    pub function_count: u32,
    /// Goals whose fitness was computed, in order.
    pub computed: std::cell::RefCell<Vec<Goal>>,
    /// Goals reported as newly covered, in order.
    pub reported: Vec<Goal>,
    /// For each generation, the number of covered goals and the spent share of the budget.
    pub generations: Vec<(usize, f64)>,
    children: Vec<Vec<Goal>>,
    submitted: Vec<Vec<i64>>,
}

impl Nested {
    pub fn new(variables: usize, range: i64, conditions: Vec<Condition>) -> Self {
        let mut children = vec![Vec::new(); conditions.len()];
        for (goal, condition) in conditions.iter().enumerate() {
            if let Some(parent) = condition.parent {
                assert!(parent < goal);
                children[parent].push(Goal(goal as u32));
            }
        }
        let (submitted, computed) = (Vec::new(), Default::default());
        Self {
            variables,
            range,
            max_exponent: range.ilog2(),
            conditions,
            seed_tests: Vec::new(),
            is_invalid: |_| false,
            last_goal_appears: false,
            is_objective: |_| true,
            function_count: 1,
            computed,
            reported: Vec::new(),
            generations: Vec::new(),
            children,
            submitted,
        }
    }

    fn is_covered(&self, goal: usize, test: &[i64]) -> bool {
        let condition = &self.conditions[goal];
        condition.parent.is_none_or(|parent| self.is_covered(parent, test)) && (condition.distance)(test) == 0
    }
}

impl Problem for Nested {
    type Test = Vec<i64>;
    type Trace = Vec<i64>;

    fn goal_count(&self) -> usize {
        let last = self.conditions.len().wrapping_sub(1);
        let missing = self.last_goal_appears && !self.reported.contains(&Goal(last as u32));
        self.conditions.len() - usize::from(missing)
    }

    fn is_objective(&self, goal: Goal) -> bool {
        (self.is_objective)(goal)
    }

    fn roots(&self) -> Vec<Goal> {
        let root = |&goal: &usize| self.conditions[goal].parent.is_none();
        (0..self.goal_count()).filter(root).map(|goal| Goal(goal as u32)).collect()
    }

    fn dependents(&self, goal: Goal) -> &[Goal] {
        &self.children[goal.index()]
    }

    fn random_test(&mut self, rng: &mut Rng) -> Vec<i64> {
        (0..self.variables).map(|_| rng.random_range(0..self.range)).collect()
    }

    fn seed_tests(&mut self) -> Vec<Vec<i64>> {
        std::mem::take(&mut self.seed_tests)
    }

    fn mutate(&mut self, test: &mut Vec<i64>, rng: &mut Rng) {
        let variable = rng.random_range(0..test.len());
        let step = 1 << rng.random_range(0..=self.max_exponent);
        let new = if rng.random() { test[variable] + step } else { test[variable] - step };
        test[variable] = new.rem_euclid(self.range);
    }

    fn crossover(&mut self, a: &Vec<i64>, b: &Vec<i64>, rng: &mut Rng) -> (Vec<i64>, Vec<i64>) {
        let (mut a, mut b) = (a.clone(), b.clone());
        let cut = rng.random_range(0..a.len());
        a[cut..].swap_with_slice(&mut b[cut..]);
        (a, b)
    }

    fn length(&self, test: &Vec<i64>) -> usize {
        test.iter().map(|number| number.count_ones() as usize).sum()
    }

    fn variable_count(&self, test: &Vec<i64>) -> usize {
        test.len()
    }

    fn neighbour(&self, test: &Vec<i64>, variable: usize, step: i64) -> Option<Vec<i64>> {
        let mut moved = test.clone();
        *moved.get_mut(variable)? += step;
        (0..self.range).contains(&moved[variable]).then_some(moved)
    }

    fn submit(&mut self, test: Vec<i64>) {
        self.submitted.push(test);
    }

    fn collect(&mut self, tests: usize) -> Vec<Execution<Self>> {
        let run = |test: Vec<i64>| {
            let valid = !(self.is_invalid)(&test);
            Execution {
                trace: test.clone(),
                statements: test.len() as u64,
                ticks: 1,
                test,
                valid,
                threw: false,
            }
        };
        self.submitted.drain(..tests).map(run).collect()
    }

    /// Returns the approach level plus the normalised distance.
    fn fitness(&self, goal: Goal, trace: &Vec<i64>) -> f64 {
        self.computed.borrow_mut().push(goal);
        let mut level = 0.0;
        let mut nearest = goal.index();
        while let Some(parent) = self.conditions[nearest].parent {
            if self.is_covered(parent, trace) {
                break;
            }
            level += 1.0;
            nearest = parent;
        }
        let distance = (self.conditions[nearest].distance)(trace) as f64;
        level + distance / (distance + 1.0)
    }

    fn function_count(&self) -> usize {
        self.function_count as usize
    }

    fn function_of(&self, goal: Goal) -> Option<Function> {
        Some(Function(goal.0 % self.function_count))
    }

    /// Returns a sum over the goals. Each goal adds the best normalised fitness of the tests on the goal.
    fn suite_fitness(&self, function: Function, goals: &[Goal], suite: &[(&Vec<i64>, &Vec<i64>)]) -> f64 {
        assert!(goals.iter().all(|&goal| self.function_of(goal) == Some(function)));
        let best_fitness = |&goal: &Goal| {
            let fitness = suite.iter().map(|(_, trace)| self.fitness(goal, trace));
            fitness.fold(f64::INFINITY, f64::min).min(1e6)
        };
        goals.iter().map(best_fitness).map(|fitness| fitness / (fitness + 1.0)).sum()
    }

    fn visit_covered(&self, trace: &Vec<i64>, visit: &mut dyn FnMut(Goal)) {
        for goal in (0..self.conditions.len()).filter(|&goal| self.is_covered(goal, trace)) {
            visit(Goal(goal as u32));
        }
    }

    fn archive_changed(&mut self, newly_covered: &[Goal]) {
        self.reported.extend(newly_covered);
    }

    fn generation_ended(&mut self, archive: &Archive<Vec<i64>>, spent_share: f64) {
        self.generations.push((archive.covered_count(), spent_share));
    }
}
