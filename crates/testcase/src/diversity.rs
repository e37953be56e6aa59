//! How different the tests of a suite are: by the distances between the texts of their statements.
//!
//! Almulla, Gay: "Learning How to Search: Generating Effective Test Cases Through Adaptive Fitness Function Selection",
//! EMSE 2022, Section 3.4.2.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use types::World;

use crate::model::{Literal, Statement, StatementKind};

/// Characters of a text that are compared: what a distance may cost has a bound.
const LONGEST: usize = 100;
/// Distances that are kept. When there are more all are forgotten.
const KEPT: usize = 1 << 20;

/// The texts of the statements of a test: what each does, and with which values. A variable stands for the value that was
/// assigned to it last, so that another name makes no difference, and assignments have no text.
pub fn texts(statements: &[Statement], world: &World) -> Vec<String> {
    let mut values: Vec<String> = Vec::with_capacity(statements.len());
    let mut texts = Vec::with_capacity(statements.len());
    for statement in statements {
        if let StatementKind::Assign { target, value } = statement.kind {
            values[target.0 as usize] = values[value.0 as usize].clone();
            values.push(String::new());
            continue;
        }
        let value = value(statement, world);
        let mut used = Vec::new();
        statement.uses(|var| used.push(values[var.0 as usize].as_str()));
        let text = if used.is_empty() { value.clone() } else { format!("{value}({})", used.join(", ")) };
        texts.push(text.chars().take(LONGEST).collect());
        values.push(value);
    }
    texts
}

/// What a statement does or gives, whatever its operands are.
fn value(statement: &Statement, world: &World) -> String {
    let type_name = || match statement.ty.class_id() {
        Some(class) => world.class(class).simple_name.to_string(),
        None => world.display(&statement.ty),
    };
    match &statement.kind {
        StatementKind::Literal(literal) => text_of(literal, world),
        StatementKind::Construct { .. } | StatementKind::Implement { .. } => format!("new {}", type_name()),
        StatementKind::Call { method, .. } => world.method(*method).name.to_string(),
        StatementKind::ReadField { field, .. } => world.field(*field).name.to_string(),
        StatementKind::WriteField { field, .. } => format!("{} =", world.field(*field).name),
        StatementKind::NewArray { length } => format!("new {} {length}", type_name()),
        StatementKind::WriteElement { index, .. } => format!("[{index}] ="),
        StatementKind::TempFile { name, .. } => name.to_string(),
        StatementKind::Assign { .. } => String::new(),
    }
}

fn text_of(literal: &Literal, world: &World) -> String {
    match literal {
        Literal::Null => "null".to_owned(),
        Literal::Boolean(value) => value.to_string(),
        Literal::Byte(value) => value.to_string(),
        Literal::Char(value) => String::from_utf16_lossy(&[*value]),
        Literal::Short(value) => value.to_string(),
        Literal::Int(value) => value.to_string(),
        Literal::Long(value) => value.to_string(),
        Literal::Float(value) => value.to_string(),
        Literal::Double(value) => value.to_string(),
        Literal::String(value) => String::from_utf16_lossy(value),
        Literal::Enum(field) => world.field(*field).name.to_string(),
        Literal::Class(ty) => world.display(ty),
    }
}

/// Measures suites, each of which has most of its tests in common with others.
#[derive(Debug, Default)]
pub struct Diversity {
    texts: IndexSet<String, FxBuildHasher>,
    /// Tests as their texts' numbers, ascending.
    tests: IndexSet<Vec<usize>, FxBuildHasher>,
    text_distances: FxHashMap<(usize, usize), u64>,
    test_distances: FxHashMap<(usize, usize), u64>,
}

impl Diversity {
    /// The diversity of a suite, given by the [`texts`] of its tests: the sum, over each two tests, of the Levenshtein
    /// distances between each statement of one and each of the other (the paper, Equation 8).
    pub fn of<'a>(&mut self, suite: impl Iterator<Item = &'a [String]>) -> u64 {
        if self.text_distances.len().max(self.test_distances.len()) > KEPT {
            *self = Diversity::default();
        }
        let tests: Vec<usize> = suite.map(|texts| self.number(texts)).collect();
        let mut sum = 0;
        for (place, &first) in tests.iter().enumerate() {
            for &second in &tests[..place] {
                sum += self.between_tests(first, second);
            }
        }
        sum
    }

    /// The fitness of a suite: 1 where nothing differs, near 0 where much does (the paper, Equation 9).
    pub fn fitness<'a>(&mut self, suite: impl Iterator<Item = &'a [String]>) -> f64 {
        1.0 / (1.0 + self.of(suite) as f64)
    }

    fn number(&mut self, texts: &[String]) -> usize {
        let mut test: Vec<usize> = Vec::with_capacity(texts.len());
        for text in texts {
            let known = self.texts.get_index_of(text);
            test.push(known.unwrap_or_else(|| self.texts.insert_full(text.clone()).0));
        }
        test.sort_unstable();
        self.tests.insert_full(test).0
    }

    fn between_tests(&mut self, a: usize, b: usize) -> u64 {
        let (a, b) = (a.min(b), a.max(b));
        if let Some(&known) = self.test_distances.get(&(a, b)) {
            return known;
        }
        let (first, second) = (&self.tests[a], &self.tests[b]);
        let mut sum = 0;
        for &text in first {
            for &other in second {
                sum += between_texts(&mut self.text_distances, &self.texts, text, other);
            }
        }
        self.test_distances.insert((a, b), sum);
        sum
    }
}

fn between_texts(
    known: &mut FxHashMap<(usize, usize), u64>,
    texts: &IndexSet<String, FxBuildHasher>,
    a: usize,
    b: usize,
) -> u64 {
    let distance = || strsim::levenshtein(&texts[a], &texts[b]) as u64;
    if a == b { 0 } else { *known.entry((a.min(b), a.max(b))).or_insert_with(distance) }
}
