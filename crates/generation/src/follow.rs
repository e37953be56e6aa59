//! Literals that follow hints: the value that code saw is looked for among the literals of the test, as it is or as it may
//! have been changed on its way, and what was found becomes what is wanted
//! (input-to-state correspondence: Aschermann et al., "REDQUEEN: Fuzzing with Input-to-State Correspondence", NDSS 2019,
//! Section III; string specialisation: Arcuri, Galeotti: "Enhancing Search-based Testing with Testability
//! Transformations for Existing APIs", ACM TOSEM 2021).

mod numbers;
mod texts;

use rand::Rng;
use rand::seq::IteratorRandom;

use testcase::hints::{Hint, Operand, Wanted};
use testcase::{Literal, StatementKind, TestCase};

/// Probability that not the likeliest place is changed but any.
const ANY: f64 = 0.2;
/// Longest string or array that a hint leads to.
const LONGEST: i64 = 1000;

/// How likely it is that a value seen comes from a literal, the likeliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// It is the literal.
    Same,
    /// It is a part, the length or another form of it.
    Form,
    /// It is not far from it.
    Near,
}

/// The values that a literal may become, with how likely each is to lead to what is wanted.
type Found = Vec<(Likeness, Literal)>;

/// Changes one literal or array length among the first `live` statements of a test, those that ran, so that the code may
/// find what it wanted. Returns whether there was one to change.
pub fn follow(test: &mut TestCase, live: usize, hint: &Hint, rng: &mut impl Rng) -> bool {
    let mut changes = changes(test, live, hint, rng);
    if let Some(best) = changes.iter().map(|change| change.0).min()
        && !rng.random_bool(ANY)
    {
        changes.retain(|change| change.0 == best);
    }
    let Some((_, at, kind)) = changes.into_iter().choose(rng) else { return false };
    match kind {
        StatementKind::NewArray { length } => test.set_length(at, length),
        kind => test.statements[at].kind = kind,
    }
    true
}

/// What statements may become.
fn changes(
    test: &TestCase,
    live: usize,
    hint: &Hint,
    rng: &mut impl Rng,
) -> Vec<(Likeness, usize, StatementKind)> {
    let goal = match &hint.seen {
        Operand::Text(seen) => texts::goal(seen, &hint.wanted, rng),
        _ => None,
    };
    let mut changes = Vec::new();
    for (at, statement) in test.statements.iter().take(live).enumerate() {
        match &statement.kind {
            StatementKind::Literal(literal) => {
                let found = others(literal, hint, goal.as_deref(), rng).into_iter();
                changes.extend(found.map(|(likeness, new)| (likeness, at, StatementKind::Literal(new))));
            }
            &StatementKind::NewArray { length } => {
                let length = new_length(length, hint);
                changes.extend(length.map(|length| (Likeness::Form, at, StatementKind::NewArray { length })));
            }
            _ => {}
        }
    }
    changes
}

/// What a literal may become; `goal` is what should stand where a text was seen.
fn others(literal: &Literal, hint: &Hint, goal: Option<&[u16]>, rng: &mut impl Rng) -> Found {
    let mut found = Found::new();
    match (&hint.seen, &hint.wanted, goal) {
        (&Operand::Int(seen), &Wanted::Equal(Operand::Int(wanted)), _) => {
            numbers::whole(literal, seen, wanted, &mut found, rng);
        }
        (&Operand::Float(seen), &Wanted::Equal(Operand::Float(wanted)), _) => {
            numbers::floating(literal, seen, wanted, &mut found);
        }
        (Operand::Text(seen), _, Some(goal)) => texts::text(literal, seen, goal, &mut found, rng),
        _ => {}
    }
    found.retain(|(_, new)| new != literal);
    found
}

/// The length that an array should have whose length was seen.
fn new_length(length: u32, hint: &Hint) -> Option<u32> {
    match (&hint.seen, &hint.wanted) {
        (&Operand::Int(seen), &Wanted::Equal(Operand::Int(wanted)))
            if seen == i64::from(length) && wanted != seen && (0..=LONGEST).contains(&wanted) =>
        {
            u32::try_from(wanted).ok()
        }
        _ => None,
    }
}
