//! Mutation of literals that is guided by hints.
//!
//! A hint contains a value that the code under test compared, and the value that the comparison required.
//! This module searches the test for a literal that is equal to the compared value, or from which the code
//! possibly computed this value. The module then changes the literal so that the code compares the required
//! value.
//!
//! - Input-to-state correspondence: Aschermann et al., "REDQUEEN: Fuzzing with Input-to-State
//!   Correspondence", NDSS 2019, Section III.
//! - String specialisation: Arcuri, Galeotti: "Enhancing Search-based Testing with Testability
//!   Transformations for Existing APIs", ACM TOSEM 2021.

mod numbers;
mod strings;

use rand::Rng;
use rand::seq::IteratorRandom;

use testcase::hints::{Hint, Operand, Requirement};
use testcase::{Literal, StatementKind, TestCase};

/// Probability that the change is chosen among all candidates. Otherwise, the change is chosen among the
/// candidates with the strongest match.
const ANY_MATCH_PROBABILITY: f64 = 0.2;
/// Maximum length of a string or array after a change by a hint.
const MAX_LENGTH: i64 = 1000;

/// The strength of the match between a literal and the value that the code under test compared. A stronger
/// match is less than a weaker match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    /// The literal, or one of its characters, is equal to the compared value.
    Equal,
    /// The compared value is a part, the length or another representation of the literal, or contains the
    /// literal.
    Derived,
    /// The compared value is close to the literal, or is its negation. Or the compared value is -1, and the
    /// literal is a string: a reader returns -1 at the end of the string.
    Close,
}

/// Candidates for the new value of a literal, each with the strength of the match.
type Candidates = Vec<(Match, Literal)>;

/// Changes one literal or array length in the first `executed` statements of a test, so that the code under
/// test possibly compares the required value. Returns whether the test contained a matching literal or array.
pub fn follow_hint(test: &mut TestCase, executed: usize, hint: &Hint, rng: &mut impl Rng) -> bool {
    let mut changes = changes(test, executed, hint, rng);
    if let Some(best) = changes.iter().map(|change| change.0).min()
        && !rng.random_bool(ANY_MATCH_PROBABILITY)
    {
        changes.retain(|change| change.0 == best);
    }
    let Some((_, at, kind)) = changes.into_iter().choose(rng) else { return false };
    match kind {
        StatementKind::NewArray { length } => test.set_array_length(at, length),
        kind => test.statements[at].kind = kind,
    }
    true
}

/// Returns the possible changes: the strength of the match, the index of the statement, and its new kind.
fn changes(
    test: &TestCase,
    executed: usize,
    hint: &Hint,
    rng: &mut impl Rng,
) -> Vec<(Match, usize, StatementKind)> {
    let target = match &hint.actual {
        Operand::Text(actual) => strings::target(actual, &hint.required, rng),
        _ => None,
    };
    let mut changes = Vec::new();
    for (at, statement) in test.statements.iter().take(executed).enumerate() {
        match &statement.kind {
            StatementKind::Literal(literal) => {
                let candidates = candidates(literal, hint, target.as_deref(), rng).into_iter();
                changes.extend(candidates.map(|(strength, new)| (strength, at, StatementKind::Literal(new))));
            }
            &StatementKind::NewArray { length } => {
                let new = new_length(length, hint);
                changes.extend(new.map(|length| (Match::Derived, at, StatementKind::NewArray { length })));
            }
            _ => {}
        }
    }
    changes
}

/// Returns the candidates for the new value of a literal. `target` is the string that the code under test
/// should compare in place of the compared string.
fn candidates(literal: &Literal, hint: &Hint, target: Option<&[u16]>, rng: &mut impl Rng) -> Candidates {
    let mut found = Candidates::new();
    match (&hint.actual, &hint.required, target) {
        (&Operand::Int(actual), &Requirement::Equal(Operand::Int(required)), _) => {
            numbers::integer(literal, actual, required, &mut found, rng);
        }
        (&Operand::Float(actual), &Requirement::Equal(Operand::Float(required)), _) => {
            numbers::floating(literal, actual, required, &mut found);
        }
        (Operand::Text(actual), _, Some(target)) => {
            strings::candidates(literal, actual, target, &mut found, rng);
        }
        _ => {}
    }
    found.retain(|(_, new)| new != literal);
    found
}

/// Returns the required length of an array if the code under test compared its length.
fn new_length(length: u32, hint: &Hint) -> Option<u32> {
    match (&hint.actual, &hint.required) {
        (&Operand::Int(actual), &Requirement::Equal(Operand::Int(required)))
            if actual == i64::from(length) && required != actual && (0..=MAX_LENGTH).contains(&required) =>
        {
            u32::try_from(required).ok()
        }
        _ => None,
    }
}
