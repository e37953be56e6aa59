//! Warnings about parts of a class that could not be instrumented.

use std::fmt;

use classfile::Error;

/// A part of a class that could not be instrumented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Binary name of the class with slashes. Empty if the name cannot be read from the class file.
    pub class: String,
    /// Name and descriptor of the method. Empty if the warning concerns the whole class.
    pub method: String,
    /// The instrumentation that is missing.
    pub omission: Omission,
    /// The reason.
    pub cause: Error,
}

/// Instrumentation that could not be inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omission {
    /// The mutants of the method cannot be activated.
    Schemata,
    /// The mutants of the method have no probes and cannot be activated.
    Mutants,
    /// The lines of the method have no probes.
    Lines,
    /// The branches and lines of the method have no probes; its entry has one.
    Branches,
    /// The method is not instrumented: it has no probes and no budget.
    Method,
    /// The static initialiser has no budget.
    Budget,
    /// The static fields of the class are not restored after a test, and its static initialiser has no
    /// budget.
    Statics,
    /// The class is not instrumented.
    Class,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Warning { class, method, omission, cause } = self;
        let consequence = match omission {
            Omission::Schemata => "its mutants cannot be activated",
            Omission::Mutants => "its mutants are not measured",
            Omission::Lines => "its lines are not measured",
            Omission::Branches => "its branches and lines are not measured",
            Omission::Method | Omission::Class => {
                "it is not instrumented, so endless loops in it are not stopped"
            }
            Omission::Budget => "endless loops in it are not stopped",
            Omission::Statics => "its static fields are not restored after a test",
        };
        match method.is_empty() {
            true => write!(f, "{class}: {consequence} ({cause})"),
            false => write!(f, "{class}.{method}: {consequence} ({cause})"),
        }
    }
}
