//! What code under test asked of the values that a test gave it: both sides of comparisons that failed, and what
//! parsers and matchers were told to find.
//!
//! A value in the test that is the same as the one seen, or that holds it, is most likely where it came from
//! (input-to-state correspondence: Aschermann et al., "REDQUEEN: Fuzzing with Input-to-State Correspondence", NDSS 2019).

use std::sync::Arc;

use specialise::Specialisation;

/// A question that the code under test asked of a value, to which the answer was no.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The value as it was there.
    pub seen: Operand,
    /// What it would have to be.
    pub wanted: Wanted,
    /// The branch that the other answer leads to, by its id in traces; `None` where nobody but the JDK looks at the answer.
    pub branch: Option<u32>,
}

/// A value that code compared.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// A `byte`, `char`, `short`, `int` or `long`.
    Int(i64),
    /// A `float` or `double`.
    Float(f64),
    /// A string, in UTF-16.
    Text(Arc<[u16]>),
}

/// What a value would have to be.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// The same as this one, of the same kind.
    Equal(Operand),
    /// The same text but for the case of letters.
    EqualIgnoringCase(Arc<[u16]>),
    /// A text with this at its beginning.
    Prefix(Arc<[u16]>),
    /// A text with this at its end.
    Suffix(Arc<[u16]>),
    /// A text with this somewhere in it.
    Part(Arc<[u16]>),
    /// A text that looks like that.
    Special(Specialisation),
}
