//! Hints: the operands of comparisons, matches and parses that failed in the code under test.
//!
//! If a literal of the test equals or contains the compared value, the value probably comes from that literal
//! (input-to-state correspondence: Aschermann et al., "REDQUEEN: Fuzzing with Input-to-State Correspondence",
//! NDSS 2019).

use std::sync::Arc;

use specialise::Specialisation;

/// A comparison, match or parse of a value that failed in the code under test.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The value in the code under test.
    pub seen: Operand,
    /// The value that would make the comparison succeed.
    pub wanted: Wanted,
    /// The branch that is taken if the comparison succeeds, by its id in traces. `None` if only the JDK uses
    /// the result.
    pub branch: Option<u32>,
}

/// A compared value.
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
pub enum Wanted {
    /// Equal to a value of the same kind.
    Equal(Operand),
    /// Equal to a string except for the case of letters.
    EqualIgnoringCase(Arc<[u16]>),
    /// A string with this prefix.
    Prefix(Arc<[u16]>),
    /// A string with this suffix.
    Suffix(Arc<[u16]>),
    /// A string that contains this string.
    Part(Arc<[u16]>),
    /// A string in this format.
    Special(Specialisation),
}
