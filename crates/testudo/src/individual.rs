//! A test as the search has it.

use std::rc::Rc;

use testcase::{Hint, TestCase};

/// A test with how far it ran.
#[derive(Clone)]
pub struct Individual {
    /// The test.
    pub case: TestCase,
    /// Statements that completed in the last execution: all of them, or those before the one that threw.
    pub completed: usize,
    /// What the code under test asked of its values then, if it was listened to.
    pub hints: Option<Rc<[Hint]>>,
    /// What it might use up then.
    pub(crate) ticks: u64,
}

impl Individual {
    pub(crate) fn new(case: TestCase) -> Individual {
        Individual { completed: case.len(), case, hints: None, ticks: 0 }
    }

    /// The statements that ran, one that threw included.
    pub(crate) fn executed(&self) -> TestCase {
        let mut case = self.case.clone();
        case.truncate(self.completed + 1);
        case
    }

    /// The test was changed: nothing is known of it.
    pub(crate) fn renew(&mut self) {
        self.completed = self.case.len();
        self.hints = None;
    }
}
