//! Warnings about parts of a class that could not be instrumented.

use std::fmt;

use classfile::Error;

/// A warning that a part of a class could not be instrumented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Binary name of the class with slashes. Empty if the name cannot be read from the class file.
    pub class: String,
    /// Name and descriptor of the method. Empty if the warning concerns the whole class.
    pub method: String,
    /// The instrumentation that is missing.
    pub omission: Omission,
    /// The reason for the omission.
    pub cause: Error,
}

/// Instrumentation that could not be inserted. Each of the variants `Mutants`, `Lines` and `Branches`
/// includes the omissions of the variants before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omission {
    /// The mutants of the method cannot be activated.
    Schemata,
    /// The mutants of the method have no probes and cannot be activated.
    Mutants,
    /// The lines of the method have no probes, and the method has no probes for hints.
    Lines,
    /// The branches and lines of the method have no probes. The entry of the method has a probe.
    Branches,
    /// The method is not instrumented: it has no probes and no budget.
    Method,
    /// The static initialiser has no budget.
    Budget,
    /// The static fields of the class are not restored after a test. If the class has a static initialiser,
    /// the static initialiser has no budget.
    Statics,
    /// The class is not instrumented.
    Class,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Warning { class, method, omission, cause } = self;
        let consequence = match omission {
            Omission::Schemata => "its mutants cannot be activated, so no test can kill them",
            Omission::Mutants => "the coverage of its mutants is not measured",
            Omission::Lines => "the coverage of its lines is not measured",
            Omission::Branches => "the coverage of its branches and lines is not measured",
            Omission::Method | Omission::Class => {
                "this code is not instrumented, so endless loops in it are not stopped"
            }
            Omission::Budget => "endless loops in this static initialiser are not stopped",
            Omission::Statics => "its static fields are not restored after a test",
        };
        match method.is_empty() {
            true => write!(f, "{class}: {consequence} ({cause})"),
            false => write!(f, "{class}.{method}: {consequence} ({cause})"),
        }
    }
}
