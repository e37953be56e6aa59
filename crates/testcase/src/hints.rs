//! Hints: the operands of comparisons, matches and parses that failed in the code under test.
//!
//! If a literal of the test equals or contains the compared value, this value probably comes from the literal
//! (input-to-state correspondence: Aschermann et al., "REDQUEEN: Fuzzing with Input-to-State Correspondence",
//! NDSS 2019).

use std::sync::Arc;

use specialise::Specialisation;

/// A failed comparison, match or parse of a value in the code under test.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The value that the code under test compared, matched or parsed.
    pub actual: Operand,
    /// The values with which the operation would succeed.
    pub required: Requirement,
    /// What the code under test covers if the operation succeeds, by its id in traces: a branch, or a result
    /// of a comparison that mutants change. `None` if only the JDK uses the result of the operation.
    pub branch: Option<u32>,
}

/// A value that the code under test compared, matched or parsed, or a required value.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// A `byte`, `char`, `short`, `int` or `long`.
    Int(i64),
    /// A `float` or `double`.
    Float(f64),
    /// A string, in UTF-16.
    Text(Arc<[u16]>),
}

/// The requirement that a value did not meet.
#[derive(Clone, Debug, PartialEq)]
pub enum Requirement {
    /// The value must be equal to this value, which has the same kind.
    Equal(Operand),
    /// The string must be equal to this string, except for the case of letters.
    EqualIgnoringCase(Arc<[u16]>),
    /// The string must have this prefix.
    Prefix(Arc<[u16]>),
    /// The string must have this suffix.
    Suffix(Arc<[u16]>),
    /// The string must contain this string.
    Part(Arc<[u16]>),
    /// The string must have this format.
    Format(Specialisation),
}
