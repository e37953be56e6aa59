//! A test of the search, with what its last run showed.

use std::rc::Rc;

use testcase::{Hint, Statement, TestCase};

/// A test, and how far its last run came.
#[derive(Clone)]
pub struct Individual {
    /// The test.
    pub case: TestCase,
    /// Number of statements that completed in the last run: all, or those before the statement that threw.
    pub completed: usize,
    /// Hints of the last run, if it recorded hints.
    pub hints: Option<Rc<[Hint]>>,
    /// Tick limit of the last run.
    pub(crate) ticks: u64,
}

impl Individual {
    pub(crate) fn new(case: TestCase) -> Individual {
        Individual { completed: case.len(), case, hints: None, ticks: 0 }
    }

    /// Returns the statements that ran, including the statement that threw.
    pub(crate) fn executed(&self) -> TestCase {
        let mut case = self.case.clone();
        case.truncate(self.completed + 1);
        case
    }

    /// Returns the size of the statements that ran.
    pub(crate) fn executed_size(&self) -> usize {
        self.case.statements.iter().take(self.completed + 1).map(Statement::size).sum()
    }

    /// Forgets the last run, because the test was changed.
    pub(crate) fn forget_run(&mut self) {
        self.completed = self.case.len();
        self.hints = None;
    }
}
