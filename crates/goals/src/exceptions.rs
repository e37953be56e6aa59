//! Exceptions as goals, which are there once they are covered.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::criterion::Criterion;
use crate::goals::{Goal, Goals};
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
    pub(crate) method: u32,
    pub(crate) origin: Origin,
    /// Binary name with dots.
    pub(crate) class: Arc<str>,
}

/// The exceptions seen so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exceptions {
    /// By method the binary names, with dots, of those that it declares.
    pub(crate) declared: Vec<Vec<String>>,
    /// In order of their goals.
    pub(crate) seen: Vec<Exception>,
    pub(crate) goals: BTreeMap<Exception, u32>,
}

impl Exceptions {
    fn exception(&self, thrown: &Thrown) -> Exception {
        let declared = &self.declared[thrown.method as usize];
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
    /// Makes a goal of what an execution threw, if exceptions were asked for and this one is new. To be told of executions
    /// that ended as a test may, in the same order in every run.
    pub fn learn(&mut self, trace: &Trace) {
        if !self.sections.iter().any(|section| section.criterion == Criterion::Exception) {
            return;
        }
        let Some(thrown) = &trace.thrown else { return };
        self.know(self.exceptions.exception(thrown));
    }

    fn know(&mut self, exception: Exception) {
        if !self.exceptions.goals.contains_key(&exception) {
            self.exceptions.goals.insert(exception.clone(), self.goals.len() as u32);
            self.goals.push(Goal::Exception(self.exceptions.seen.len() as u32));
            self.guides.push(false);
            self.exceptions.seen.push(exception);
        }
    }

    /// Takes over the exceptions that others of the same program know.
    pub fn know_exceptions(&mut self, others: &Goals) {
        for exception in &others.exceptions.seen {
            self.know(exception.clone());
        }
    }

    /// The goal that an execution covers by throwing, if it is known.
    pub(crate) fn thrown(&self, trace: &Trace) -> Option<u32> {
        let thrown = trace.thrown.as_ref()?;
        self.exceptions.goals.get(&self.exceptions.exception(thrown)).copied()
    }
}
