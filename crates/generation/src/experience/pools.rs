//! Constant pools: constants in the bytecode and values that the code under test compared its inputs with
//! (static and dynamic seeding: Rojas, Fraser, Arcuri: "Seeding strategies in search-based unit test
//! generation", STVR 2016, Section 3).

use std::sync::Arc;

use rand::Rng;
use rand::seq::IndexedRandom;
use specialise::Specialisation;
use types::Type;

use crate::literals::integer_value;
use testcase::hints::{Hint, Operand, Requirement};
use testcase::{Literal, StatementKind, TestCase};

/// Maximum number of constants of one type that are learned from hints. The oldest constant is dropped first.
const MAX_LEARNED: usize = 64;
/// Maximum number of string formats that are learned from hints.
const MAX_FORMATS: usize = 16;
/// Maximum length of a string that is learned from a hint or generated in a learned format, in UTF-16 code
/// units.
const MAX_LENGTH: usize = 1000;

/// Constants by type. A list can be empty. If a list contains a constant two times, random choice selects
/// this constant twice as often.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConstantLists {
    /// Values for `byte`, `short`, `char` and `int`, and for `long` after widening.
    pub ints: Vec<i32>,
    /// Values for `long`.
    pub longs: Vec<i64>,
    /// Values for `float`.
    pub floats: Vec<f32>,
    /// Values for `double`.
    pub doubles: Vec<f64>,
    /// Values for `String`, in UTF-16.
    pub strings: Vec<Arc<[u16]>>,
    /// Values for `char` and for the characters of strings.
    pub chars: Vec<u16>,
}

impl ConstantLists {
    /// Appends the constants of other lists.
    pub fn extend(&mut self, more: &ConstantLists) {
        self.ints.extend(&more.ints);
        self.longs.extend(&more.longs);
        self.floats.extend(&more.floats);
        self.doubles.extend(&more.doubles);
        self.strings.extend(more.strings.iter().cloned());
        self.chars.extend(&more.chars);
    }
}

/// Constants from all sources.
#[derive(Clone, Debug, Default)]
pub struct ConstantPools {
    /// Constants of the class under test, the same constants plus 1 and minus 1, and common values such as 0
    /// and 1.
    pub own: ConstantLists,
    /// Constants of other classes, names of enum constants, and boundary values. Random choice selects these
    /// constants less often than the constants in `own`.
    pub others: ConstantLists,
    /// For each method of the class under test, the constants in its code. The methods are in the order of
    /// the analysed program.
    pub of_methods: Vec<ConstantLists>,
    /// Sample documents in the formats that the class under test probably reads.
    pub documents: Vec<Arc<[u16]>>,
    /// Erased types that the code under test mentions. Tests use these types for class literals and objects.
    pub classes: Vec<Type>,
    /// The constants of the methods that [`ConstantPools::prefer`] selected.
    pub preferred: ConstantLists,
    /// Values that the code under test compared its inputs with in earlier runs, the newest last.
    pub learned: ConstantLists,
    /// Formats that the code under test required of strings in earlier runs, the newest last.
    pub formats: Vec<Specialisation>,
}

impl ConstantPools {
    /// Replaces the preferred constants by the constants of some methods, usually methods with uncovered
    /// goals. `methods` contains indexes into [`ConstantPools::of_methods`].
    pub fn prefer(&mut self, methods: impl IntoIterator<Item = usize>) {
        self.preferred = ConstantLists::default();
        for method in methods {
            let Some(values) = self.of_methods.get(method) else { continue };
            self.preferred.extend(values);
        }
    }

    /// Adds the values or the format that a hint requires. Does not add a value that is already a literal of
    /// the test.
    pub fn learn(&mut self, hint: &Hint, test: &TestCase) {
        let actual = match &hint.actual {
            Operand::Text(actual) => &actual[..],
            _ => &[],
        };
        match &hint.required {
            Requirement::Equal(Operand::Int(value)) => self.learn_integer(*value, test),
            Requirement::Equal(Operand::Float(value)) => self.learn_float(*value, test),
            Requirement::Equal(Operand::Text(text))
            | Requirement::EqualIgnoringCase(text)
            | Requirement::Part(text) => {
                self.learn_string(text, test);
            }
            Requirement::Prefix(prefix) => {
                self.learn_string(prefix, test);
                self.learn_string(&[prefix, actual].concat(), test);
            }
            Requirement::Suffix(suffix) => {
                self.learn_string(suffix, test);
                self.learn_string(&[actual, suffix].concat(), test);
            }
            Requirement::Format(format) => add_newest(&mut self.formats, format.clone(), MAX_FORMATS),
        }
    }

    fn learn_integer(&mut self, value: i64, test: &TestCase) {
        if has_literal(test, |literal| integer_value(literal) == Some(value)) {
            return;
        }
        add_newest(&mut self.learned.longs, value, MAX_LEARNED);
        if let Ok(value) = i32::try_from(value) {
            add_newest(&mut self.learned.ints, value, MAX_LEARNED);
        }
        if let Some(unit) = text_character(value) {
            add_newest(&mut self.learned.chars, unit, MAX_LEARNED);
        }
    }

    fn learn_float(&mut self, value: f64, test: &TestCase) {
        let is_same = |literal: &Literal| match *literal {
            Literal::Double(it) => it.to_bits() == value.to_bits(),
            Literal::Float(it) => f64::from(it).to_bits() == value.to_bits(),
            _ => false,
        };
        if !value.is_nan() && !has_literal(test, is_same) {
            add_newest(&mut self.learned.doubles, value, MAX_LEARNED);
            add_newest(&mut self.learned.floats, value as f32, MAX_LEARNED);
        }
    }

    fn learn_string(&mut self, text: &[u16], test: &TestCase) {
        let is_same = |literal: &Literal| matches!(literal, Literal::String(it) if **it == *text);
        if text.len() <= MAX_LENGTH && !has_literal(test, is_same) {
            add_newest(&mut self.learned.strings, Arc::from(text), MAX_LEARNED);
        }
    }

    /// Returns a random constant. `list` selects the list of one type from the lists of a source. Constants
    /// of the class under test are selected most often. Returns `None` if the selected lists of all sources
    /// are empty.
    pub(crate) fn draw<T: Clone>(
        &self,
        list: impl Fn(&ConstantLists) -> &[T],
        rng: &mut impl Rng,
    ) -> Option<T> {
        let sources = [(&self.preferred, 4), (&self.own, 4), (&self.others, 2), (&self.learned, 3)];
        let weight = |&(constants, weight): &(&ConstantLists, u32)| {
            if list(constants).is_empty() { 0 } else { weight }
        };
        let (constants, _) = sources.choose_weighted(rng, weight).ok()?;
        list(constants).choose(rng).cloned()
    }

    /// Returns a random string in a learned format. Returns `None` if no format was learned, or if the
    /// generated string is too long.
    pub(crate) fn formatted_string(&self, rng: &mut impl Rng) -> Option<Arc<[u16]>> {
        let text = specialise::generate(self.formats.choose(rng)?, rng)?;
        let text: Arc<[u16]> = text.encode_utf16().collect();
        (text.len() <= MAX_LENGTH).then_some(text)
    }
}

/// Returns the character with the code `value`. Returns `None` for control characters before the tab (9) and
/// for numbers that are not UTF-16 code units.
pub fn text_character(value: i64) -> Option<u16> {
    u16::try_from(value).ok().filter(|&unit| unit >= u16::from(b'\t'))
}

fn has_literal(test: &TestCase, is_match: impl Fn(&Literal) -> bool) -> bool {
    test.statements
        .iter()
        .any(|statement| matches!(&statement.kind, StatementKind::Literal(literal) if is_match(literal)))
}

/// Appends a value to a list, unless the list already contains the value. If the list has the maximum length,
/// drops the first value.
fn add_newest<T: PartialEq>(list: &mut Vec<T>, value: T, max_length: usize) {
    if list.contains(&value) {
        return;
    }
    if list.len() == max_length {
        list.remove(0);
    }
    list.push(value);
}
