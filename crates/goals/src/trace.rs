//! The facts about one execution of a test that coverage and fitness need.

use std::sync::Arc;

use analysis::{DistanceId, MethodIndex, StatementId};
use mutation::MutantId;

/// The facts about one execution of a test. Facts that no criterion needs can be missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The methods that were entered, each once, in any order.
    pub methods: Vec<MethodIndex>,
    /// For every predicate that was executed, the branch distances of all its branches. A distance is the
    /// minimum over all executions of the predicate. It is 0 exactly if the branch was taken, else positive
    /// or infinite. For calls that the test itself made, the ids are the ids that
    /// [`Program::direct_distance`](analysis::Program::direct_distance) returns. Also contains the two
    /// distances of every executed [`BooleanValue`](analysis::BooleanValue).
    pub branches: Vec<(DistanceId, f64)>,
    /// The infection distances of the mutants that were reached:
    ///
    /// - Mutants that replace an operator between numbers, or a variable: the distance from producing another
    ///   value.
    /// - Comparisons: the ids of the first three mutants of the point have the distances from "the first
    ///   operand is less", "equal" and "greater".
    /// - Other mutants: one entry with the distance 0 for several mutants that are reached together. The
    ///   entry has the id of the first mutant of the point
    ///   [`Point::reached_with`](mutation::Point::reached_with).
    pub mutants: Vec<(MutantId, f64)>,
    /// Branches of predicates that were executed more than once, at least one branch for each predicate. A
    /// predicate can be missing if all its branches were taken.
    pub repeated: Vec<DistanceId>,
    /// The statements that were executed, each once, in any order.
    pub statements: Vec<StatementId>,
    /// The calls of methods of the program that the test itself made, in order.
    pub calls: Vec<RecordedCall>,
    /// The exception that the last call in `calls` threw. `None` if this call threw no exception.
    pub thrown: Option<Thrown>,
    /// The results of running the test on mutants, at most one for each mutant.
    pub effects: Vec<(MutantId, Effect)>,
}

/// A call that a test made.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedCall {
    /// The method that was called.
    pub method: MethodIndex,
    /// Whether the call returned normally.
    pub returned: bool,
    /// How well the call shows ordinary use of the method. Does not matter if the call threw an exception.
    pub usage: Usage,
    /// The observed values: one for each argument in order; one for the result, if the call returned a value;
    /// one for each [`Observer`](crate::Observer) of the result, if the result is an object. Trailing values
    /// can be missing.
    pub recorded_values: Vec<RecordedValue>,
}

/// How well a call shows ordinary use of a method. A later variant is better, and requires all that the
/// earlier variants require.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Usage {
    /// The arguments are not ordinary.
    #[default]
    Unusual,
    /// The test passed ordinary arguments, as in everyday use of the method. Null, empty texts, empty arrays
    /// and extreme numbers are not ordinary. No argument may be the receiver, and no object may occur twice.
    /// The same rules hold for all calls that made the receiver and the arguments.
    Ordinary,
    /// The call did something: if the method returns a value, the value is not null, `false`, 0, or an empty
    /// text, array, collection or map, and no text that equals an argument. If it returns nothing, an object
    /// changes. No argument is an empty collection, and no value is read from an empty object. So `contains`
    /// finds an element, `trim` removes spaces, `clear` removes an element, and `first` returns an element.
    WithResult,
    /// The test shows what the call did: afterwards, it only queries results.
    Shown,
    /// The result is at least 2, or a text, array, collection or map with at least two elements.
    ShownSeveral,
}

/// The observation of an argument, a result, or a field of a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RecordedValue {
    /// The value is `null`.
    Null,
    /// The number that represents any other value:
    ///
    /// - For a number: the number itself.
    /// - For a boolean: 0 or 1.
    /// - For a character: its code.
    /// - For a string, array, collection or map: its length.
    /// - For any other object: 1.
    Value(f64),
    /// The value was not observed.
    Unknown,
}

/// An exception that a call threw.
#[derive(Clone, Debug, PartialEq)]
pub struct Thrown {
    /// The method that threw the exception to the test.
    pub method: MethodIndex,
    /// Binary names with dots: first the class of the exception, then its superclasses. Never empty.
    pub classes: Vec<Arc<str>>,
    /// Whether a `throw` in the class under test raised the exception.
    pub explicit: bool,
}

/// The result of running a test on a mutant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// Assertions can detect that the mutant behaves differently from the original.
    Killed,
    /// Assertions cannot detect that the mutant behaves differently from the original.
    Survived {
        /// Number of differences in control flow and data between the original and the mutant.
        impact: u32,
    },
}
