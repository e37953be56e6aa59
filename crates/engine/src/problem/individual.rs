//! A test of the search, with the results of its most recent run.

use std::rc::Rc;

use generation::{OperatorSet, VariationOperator};
use testcase::{Hint, Statement, TestCase};

/// A test, with the results of its most recent run.
#[derive(Clone)]
pub struct Individual {
    /// The test.
    pub case: TestCase,
    /// Number of statements that completed in the most recent run. If a statement threw, only the statements
    /// before it count. Before the first run, all statements count.
    pub completed: usize,
    /// Hints of the most recent run, if it recorded hints.
    pub hints: Option<Rc<[Hint]>>,
    /// Operators that derived the test from its parents, or changed the test after its most recent run.
    pub(crate) operators: OperatorSet,
    /// Tick limit of the most recent run.
    pub(crate) tick_limit: u64,
    /// Number of ticks of the most recent run.
    pub(crate) ticks: u64,
    /// Whether the test ran since its last change.
    has_run: bool,
}

impl Individual {
    /// Returns a test that no operator derived and that has not run.
    pub(crate) fn new(case: TestCase) -> Individual {
        let operators = OperatorSet::default();
        let completed = case.len();
        Individual { case, completed, hints: None, operators, tick_limit: 0, ticks: 0, has_run: false }
    }

    /// Returns a test that one operator derived from other tests.
    pub(crate) fn derived_by(operator: VariationOperator, case: TestCase) -> Individual {
        Individual { operators: operator.into(), ..Individual::new(case) }
    }

    /// Records that the test ran, how many statements completed, and how many ticks the run took.
    pub(crate) fn record_run(&mut self, completed: usize, ticks: u64) {
        self.completed = completed;
        self.ticks = ticks;
        self.has_run = true;
    }

    /// Records that operators changed the test, and removes the results of its most recent run.
    pub(crate) fn record_change(&mut self, operators: OperatorSet) {
        let earlier_operators = if self.has_run { OperatorSet::default() } else { self.operators };
        self.operators = earlier_operators.union(operators);
        self.completed = self.case.len();
        self.hints = None;
        self.has_run = false;
    }

    /// Returns the statements that ran, including the statement that threw.
    pub(crate) fn executed(&self) -> TestCase {
        let mut case = self.case.clone();
        case.truncate(self.completed + 1);
        case
    }

    /// Returns the sum of the sizes of the statements that ran, including the statement that threw.
    pub(crate) fn executed_size(&self) -> usize {
        self.case.statements.iter().take(self.completed + 1).map(Statement::size).sum()
    }
}
