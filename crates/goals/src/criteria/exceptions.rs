//! Exceptions as goals, which are there once they are covered.

use std::collections::BTreeMap;
use std::sync::Arc;

use analysis::MethodIndex;
use typed_index_collections::TiVec;

use crate::criteria::Criterion;
use crate::goals::{Goal, Goals};
use crate::ids::{ExceptionId, GoalId};
use crate::trace::{Thrown, Trace};

/// Where an exception comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// A `throw` in the class under test.
    Explicit,
    /// Elsewhere, and the method declares it or a superclass of it.
    Declared,
    /// Elsewhere, and the method does not say so.
    Implicit,
}

/// An exception that left a method.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Exception {
    pub(crate) method: MethodIndex,
    pub(crate) origin: Origin,
    /// Binary name with dots.
    pub(crate) class: Arc<str>,
}

/// The exceptions seen so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exceptions {
    /// By method the binary names, with dots, of those that it declares.
    pub(crate) declared: TiVec<MethodIndex, Vec<String>>,
    /// In order of their goals.
    pub(crate) found: TiVec<ExceptionId, Exception>,
    pub(crate) goals: BTreeMap<Exception, GoalId>,
}

impl Exceptions {
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
    /// Makes a goal of what an execution threw, if exceptions were asked for and this one is new. To be reported of executions
    /// that ended as a test may, in the same order in every run.
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

    /// Takes over the exceptions that others of the same program know.
    pub fn add_exceptions(&mut self, others: &Goals) {
        for exception in &others.exceptions.found {
            self.add_exception(exception.clone());
        }
    }

    /// The goal that an execution covers by throwing, if it is known.
    pub(crate) fn thrown(&self, trace: &Trace) -> Option<GoalId> {
        let thrown = trace.thrown.as_ref()?;
        self.exceptions.goals.get(&self.exceptions.exception(thrown)).copied()
    }
}
