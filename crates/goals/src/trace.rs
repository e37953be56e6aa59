//! What one execution of a test did, as far as goals are concerned.

use std::sync::Arc;

use analysis::{DistanceId, MethodIndex, StatementId};
use mutation::MutantId;

/// What one execution of a test did. What no criterion asks for may be left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The methods entered: indexes into `Program::methods`, each once, ascending or in order of first entry.
    pub methods: Vec<MethodIndex>,
    /// For every predicate that was executed, all its branches (indexes into `Program::branches`, or those of
    /// `Program::direct` where the test called their method itself), each with its
    /// branch distance: the least over all executions, at least 0 and 0 exactly if it was taken; infinity is
    /// allowed. The same for every `analysis::Value` that was made, under its ids.
    pub branches: Vec<(DistanceId, f64)>,
    /// What mutants did that were reached, under their numbers: for those that replace an operator between numbers or a variable
    /// the distance from giving another value; under the first three of a comparison the distance from the first operand being
    /// less, equal and greater; and 0 under the first one of the leading points of others that were reached.
    pub mutants: Vec<(MutantId, f64)>,
    /// Branches, one at least of each predicate that was executed more than once; those of which all branches were taken
    /// may be not_entered.
    pub repeated: Vec<DistanceId>,
    /// The statements executed: indexes into `Program::statements`, each once, in any order.
    pub statements: Vec<StatementId>,
    /// The calls of methods of the program that the test made itself, in order.
    pub calls: Vec<Call>,
    /// What the last of these calls threw, if it did.
    pub thrown: Option<Thrown>,
    /// What came of running the test on some mutants, each at most once.
    pub effects: Vec<(MutantId, Effect)>,
}

/// A call that a test made.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Index into `Program::methods`.
    pub method: MethodIndex,
    /// Whether it ended by returning.
    pub returned: bool,
    /// What was seen of the values, as far as it was looked at: one for each argument in order; then, if it returned a value, one
    /// for that; then one for each observer where the result is an object.
    pub facets: Vec<Facet>,
}

/// What was seen of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Facet {
    /// It is `null`.
    Null,
    /// A boolean as 0 or 1, a character's code, a number, the length of a text, array, collection or map, 1 for other objects.
    Value(f64),
    /// It was not looked at.
    Unknown,
}

/// What a call threw.
#[derive(Clone, Debug, PartialEq)]
pub struct Thrown {
    /// The method that it left: index into `Program::methods`.
    pub method: MethodIndex,
    /// Binary names with dots: its class, then its superclasses. Never empty.
    pub classes: Vec<Arc<str>>,
    /// Whether a `throw` in the class under test raised it.
    pub explicit: bool,
}

/// What came of running a test on a mutant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// What assertions can see differs.
    Killed,
    /// It does not. How many differences there are in control flow and data nevertheless.
    Survived {
        /// At least 0.
        impact: u32,
    },
}
