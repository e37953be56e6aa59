//! Values worth trying: constants of the code under test, and what it was seen to ask for (static and dynamic seeding:
//! Rojas, Fraser, Arcuri: "Seeding strategies in search-based unit test generation", STVR 2016, Section 3).

use std::sync::Arc;

use rand::Rng;
use rand::seq::IndexedRandom;
use specialise::Specialisation;
use types::Type;

use crate::literals::number;
use testcase::hints::{Hint, Operand, Wanted};
use testcase::{Literal, StatementKind, TestCase};

/// Values of a kind that are kept of those seen: the last ones.
const KEPT: usize = 64;
/// Specialisations that are kept.
const KEPT_SPECIAL: usize = 16;
/// Longest text that is kept, and longest that is made to fit something.
const LONGEST: usize = 1000;

/// Values by type: any list may be empty, and what is there twice is tried more often.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values {
    /// For `byte`, `short`, `char`, `int` and, widened, `long`.
    pub ints: Vec<i32>,
    /// For `long`.
    pub longs: Vec<i64>,
    /// For `float`.
    pub floats: Vec<f32>,
    /// For `double`.
    pub doubles: Vec<f64>,
    /// For `String`, in UTF-16.
    pub strings: Vec<Arc<[u16]>>,
    /// For `char` and the characters of strings.
    pub chars: Vec<u16>,
}

impl Values {
    /// Adds those of another collection.
    pub fn extend(&mut self, more: &Values) {
        self.ints.extend(&more.ints);
        self.longs.extend(&more.longs);
        self.floats.extend(&more.floats);
        self.doubles.extend(&more.doubles);
        self.strings.extend(more.strings.iter().cloned());
        self.chars.extend(&more.chars);
    }
}

/// Values from all sources.
#[derive(Clone, Debug, Default)]
pub struct Pools {
    /// Constants of the class under test, with their neighbours.
    pub own: Values,
    /// What else may do, and is tried less often: constants of other classes, names, boundary values.
    pub others: Values,
    /// By method of the program: those constants of the class under test that are in its code.
    pub of_methods: Vec<Values>,
    /// For `Class`, erased.
    pub classes: Vec<Type>,
    /// Those of them that [`Pools::prefer`] chose.
    pub preferred: Values,
    /// Values that the code asked for when it ran, the latest at the end.
    pub seen: Values,
    /// What it asked texts to look like, the latest at the end.
    pub specials: Vec<Specialisation>,
}

impl Pools {
    /// Prefers the constants of some methods, given as indexes of [`Pools::of_methods`], to others: those in which there
    /// is something to cover.
    pub fn prefer(&mut self, methods: impl IntoIterator<Item = usize>) {
        self.preferred = Values::default();
        for method in methods {
            let Some(values) = self.of_methods.get(method) else { continue };
            self.preferred.extend(values);
        }
    }

    /// Takes note of what code asked for when it ran a test, unless the test says it anyway.
    pub fn learn(&mut self, hint: &Hint, test: &TestCase) {
        let seen = match &hint.seen {
            Operand::Text(seen) => &seen[..],
            _ => &[],
        };
        match &hint.wanted {
            Wanted::Equal(Operand::Int(value)) => self.learn_number(*value, test),
            Wanted::Equal(Operand::Float(value)) => self.learn_fraction(*value, test),
            Wanted::Equal(Operand::Text(text)) | Wanted::EqualIgnoringCase(text) | Wanted::Part(text) => {
                self.learn_text(text, test);
            }
            Wanted::Prefix(prefix) => {
                self.learn_text(prefix, test);
                self.learn_text(&[prefix, seen].concat(), test);
            }
            Wanted::Suffix(suffix) => {
                self.learn_text(suffix, test);
                self.learn_text(&[seen, suffix].concat(), test);
            }
            Wanted::Special(special) => keep(&mut self.specials, special.clone(), KEPT_SPECIAL),
        }
    }

    fn learn_number(&mut self, value: i64, test: &TestCase) {
        if says(test, |literal| number(literal) == Some(value)) {
            return;
        }
        keep(&mut self.seen.longs, value, KEPT);
        if let Ok(value) = i32::try_from(value) {
            keep(&mut self.seen.ints, value, KEPT);
        }
        if let Some(unit) = character(value) {
            keep(&mut self.seen.chars, unit, KEPT);
        }
    }

    fn learn_fraction(&mut self, value: f64, test: &TestCase) {
        let same = |literal: &Literal| match *literal {
            Literal::Double(it) => it.to_bits() == value.to_bits(),
            Literal::Float(it) => f64::from(it).to_bits() == value.to_bits(),
            _ => false,
        };
        if !value.is_nan() && !says(test, same) {
            keep(&mut self.seen.doubles, value, KEPT);
            keep(&mut self.seen.floats, value as f32, KEPT);
        }
    }

    fn learn_text(&mut self, text: &[u16], test: &TestCase) {
        let same = |literal: &Literal| matches!(literal, Literal::String(it) if **it == *text);
        if text.len() <= LONGEST && !says(test, same) {
            keep(&mut self.seen.strings, Arc::from(text), KEPT);
        }
    }

    /// A value of a kind: most often one of the class under test. `None` where there are no such values.
    pub(crate) fn draw<T: Clone>(&self, kind: impl Fn(&Values) -> &[T], rng: &mut impl Rng) -> Option<T> {
        let sources = [(&self.preferred, 4), (&self.own, 4), (&self.others, 2), (&self.seen, 3)];
        let weight = |&(values, weight): &(&Values, u32)| if kind(values).is_empty() { 0 } else { weight };
        let (values, _) = sources.choose_weighted(rng, weight).ok()?;
        kind(values).choose(rng).cloned()
    }

    /// A text made to fit something that code asked of a text. `None` where it asked for nothing, or none was found that
    /// is short enough.
    pub(crate) fn special(&self, rng: &mut impl Rng) -> Option<Arc<[u16]>> {
        let text = specialise::generate(self.specials.choose(rng)?, rng)?;
        let text: Arc<[u16]> = text.encode_utf16().collect();
        (text.len() <= LONGEST).then_some(text)
    }
}

/// The number as a character that texts may be made of, if it is one.
pub fn character(value: i64) -> Option<u16> {
    u16::try_from(value).ok().filter(|&unit| unit >= u16::from(b'\t'))
}

fn says(test: &TestCase, is_it: impl Fn(&Literal) -> bool) -> bool {
    test.statements
        .iter()
        .any(|statement| matches!(&statement.kind, StatementKind::Literal(literal) if is_it(literal)))
}

/// Keeps a value at the end of those that are kept, the oldest of which goes where they are too many.
fn keep<T: PartialEq>(kept: &mut Vec<T>, value: T, most: usize) {
    if kept.contains(&value) {
        return;
    }
    if kept.len() == most {
        kept.remove(0);
    }
    kept.push(value);
}
