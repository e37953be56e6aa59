//! Artificial problems: a test is a list of numbers, a goal is a condition on them inside other goals.

use rand::Rng as _;
use search::{Execution, Function, Goal, Problem, Rng};

/// How far a test is from satisfying a condition.
pub type Distance = Box<dyn Fn(&[i64]) -> u64>;

/// A goal of [`Nested`]: covered where its parent is, and `distance` is 0.
pub struct Condition {
    /// The goal it is nested in, always an earlier one.
    pub parent: Option<usize>,
    /// How far a test is from satisfying the condition.
    pub distance: Distance,
}

/// Conditions nested in each other as branches are, over `variables` numbers in `0..range`.
pub struct Nested {
    pub variables: usize,
    pub range: i64,
    /// A mutation moves a number by at most 2 to the power of this.
    pub reach: u32,
    pub conditions: Vec<Condition>,
    /// Tests to begin with.
    pub seeds: Vec<Vec<i64>>,
    /// Tests that do not end as a test may.
    pub invalid: fn(&[i64]) -> bool,
    /// Whether the last goal exists only once it is covered.
    pub last_appears: bool,
    /// Goals that are objectives.
    pub guides: fn(Goal) -> bool,
    /// How many fitness functions there are: the goals are theirs in turn.
    pub functions: u32,
    /// Goals whose fitness was asked for, in order.
    pub asked: std::cell::RefCell<Vec<Goal>>,
    /// Goals reported as newly covered, in order.
    pub announced: Vec<Goal>,
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
        let (submitted, asked) = (Vec::new(), Default::default());
        Self {
            variables,
            range,
            reach: range.ilog2(),
            conditions,
            seeds: Vec::new(),
            invalid: |_| false,
            last_appears: false,
            guides: |_| true,
            functions: 1,
            asked,
            announced: Vec::new(),
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

    fn goals(&self) -> usize {
        let last = self.conditions.len().wrapping_sub(1);
        let missing = self.last_appears && !self.announced.contains(&Goal(last as u32));
        self.conditions.len() - usize::from(missing)
    }

    fn guides(&self, goal: Goal) -> bool {
        (self.guides)(goal)
    }

    fn roots(&self) -> Vec<Goal> {
        let root = |&goal: &usize| self.conditions[goal].parent.is_none();
        (0..self.goals()).filter(root).map(|goal| Goal(goal as u32)).collect()
    }

    fn dependents(&self, goal: Goal) -> &[Goal] {
        &self.children[goal.index()]
    }

    fn random(&mut self, rng: &mut Rng) -> Vec<i64> {
        (0..self.variables).map(|_| rng.random_range(0..self.range)).collect()
    }

    fn seeds(&mut self) -> Vec<Vec<i64>> {
        std::mem::take(&mut self.seeds)
    }

    fn mutate(&mut self, test: &mut Vec<i64>, rng: &mut Rng) {
        let place = rng.random_range(0..test.len());
        let step = 1 << rng.random_range(0..=self.reach);
        let moved = if rng.random() { test[place] + step } else { test[place] - step };
        test[place] = moved.rem_euclid(self.range);
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

    fn variables(&self, test: &Vec<i64>) -> usize {
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
            let valid = !(self.invalid)(&test);
            Execution { trace: test.clone(), statements: test.len() as u64, test, valid, threw: false }
        };
        self.submitted.drain(..tests).map(run).collect()
    }

    /// Approach level and normalised distance.
    fn fitness(&self, goal: Goal, trace: &Vec<i64>) -> f64 {
        self.asked.borrow_mut().push(goal);
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

    fn functions(&self) -> usize {
        self.functions as usize
    }

    fn function_of(&self, goal: Goal) -> Option<Function> {
        Some(Function(goal.0 % self.functions))
    }

    /// The sum of the least normalised distances, with approach levels.
    fn suite_fitness(&self, function: Function, goals: &[Goal], suite: &[(&Vec<i64>, &Vec<i64>)]) -> f64 {
        assert!(goals.iter().all(|&goal| self.function_of(goal) == Some(function)));
        let nearest = |&goal: &Goal| {
            let fitness = suite.iter().map(|(_, trace)| self.fitness(goal, trace));
            fitness.fold(f64::INFINITY, f64::min).min(1e6)
        };
        goals.iter().map(nearest).map(|fitness| fitness / (fitness + 1.0)).sum()
    }

    fn covered(&self, trace: &Vec<i64>, visit: &mut dyn FnMut(Goal)) {
        for goal in (0..self.conditions.len()).filter(|&goal| self.is_covered(goal, trace)) {
            visit(Goal(goal as u32));
        }
    }

    fn archive_changed(&mut self, newly_covered: &[Goal]) {
        self.announced.extend(newly_covered);
    }
}
