//! Goals of exception coverage. A goal does not exist before an execution covers it.

use std::collections::BTreeMap;
use std::sync::Arc;

use analysis::MethodIndex;
use typed_index_collections::TiVec;

use crate::criteria::Criterion;
use crate::goals::{Goal, Goals};
use crate::ids::{ExceptionId, GoalId};
use crate::trace::{Thrown, Trace};

/// The origin of an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// A `throw` in the class under test raised the exception.
    Explicit,
    /// Other code raised the exception, and the method declares the class of the exception or a superclass of
    /// this class.
    Declared,
    /// Other code raised the exception, and the method declares neither the class of the exception nor a
    /// superclass of this class.
    Implicit,
}

/// An exception that a method threw.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Exception {
    pub(crate) method: MethodIndex,
    pub(crate) origin: Origin,
    /// Binary name with dots of the class of the exception.
    pub(crate) class: Arc<str>,
}

/// The exceptions found so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exceptions {
    /// For each method, the binary names with dots of the exceptions that the method declares.
    pub(crate) declared: TiVec<MethodIndex, Vec<String>>,
    /// The exceptions in the order of their goals.
    pub(crate) found: TiVec<ExceptionId, Exception>,
    /// The goal of each exception.
    pub(crate) goals: BTreeMap<Exception, GoalId>,
}

impl Exceptions {
    /// Returns the exception that an execution threw, with the origin of the exception.
    fn exception(&self, thrown: &Thrown) -> Exception {
        let declared = &self.declared[thrown.method];
        let is_declared = thrown.classes.iter().any(|class| declared.iter().any(|it| **it == **class));
        let origin = match (thrown.explicit, is_declared) {
            (true, _) => Origin::Explicit,
            (false, true) => Origin::Declared,
            (false, false) => Origin::Implicit,
        };
        Exception { method: thrown.method, origin, class: thrown.classes[0].clone() }
    }
}

impl Goals {
    /// Adds a goal for the exception that an execution threw, if exception coverage is a criterion and the
    /// exception has no goal yet. The caller must pass only executions that ended without a timeout or crash.
    /// The order of the executions determines the ids of the goals, so the order must not depend on time.
    pub fn record_exception(&mut self, trace: &Trace) {
        if !self.sections.iter().any(|section| section.criterion == Criterion::Exception) {
            return;
        }
        let Some(thrown) = &trace.thrown else { return };
        self.add_exception(self.exceptions.exception(thrown));
    }

    fn add_exception(&mut self, exception: Exception) {
        if !self.exceptions.goals.contains_key(&exception) {
            let id = self.exceptions.found.push_and_get_key(exception.clone());
            let goal = self.goals.push_and_get_key(Goal::Exception(id));
            self.exceptions.goals.insert(exception, goal);
            self.objectives.push(false);
        }
    }

    /// Adds a goal for each exception that has a goal in `others`. `others` must contain goals of the same
    /// program.
    pub fn add_exceptions(&mut self, others: &Goals) {
        for exception in &others.exceptions.found {
            self.add_exception(exception.clone());
        }
    }

    /// Returns the goal of the exception that an execution threw, if the goal exists.
    pub(crate) fn thrown(&self, trace: &Trace) -> Option<GoalId> {
        let thrown = trace.thrown.as_ref()?;
        self.exceptions.goals.get(&self.exceptions.exception(thrown)).copied()
    }
}
