//! How different the tests of a suite are: by the distances between the texts of their statements.
//!
//! Almulla, Gay: "Learning How to Search: Generating Effective Test Cases Through Adaptive Fitness Function Selection",
//! EMSE 2022, Section 3.4.2.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use types::World;

use crate::levenshtein::{LONGEST, Pattern};
use testcase::{Literal, Statement, StatementKind};

/// Tests that are remembered, and distances between them. When there are more all are forgotten.
const KEPT_TESTS: usize = 1 << 14;
const KEPT_DISTANCES: usize = 1 << 20;

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
    /// Tests as the texts of their statements.
    tests: IndexSet<Vec<String>, FxBuildHasher>,
    /// By two tests, the lower first.
    distances: FxHashMap<(usize, usize), u64>,
}

impl Diversity {
    /// The diversity of a suite, given by the [`texts`] of its tests: the sum, over each two tests, of the Levenshtein
    /// distances between each statement of one and each of the other (the paper, Equation 8).
    pub fn of<'a>(&mut self, suite: impl Iterator<Item = &'a [String]>) -> u64 {
        if self.tests.len() > KEPT_TESTS || self.distances.len() > KEPT_DISTANCES {
            *self = Diversity::default();
        }
        let tests: Vec<usize> = suite.map(|texts| self.number(texts)).collect();
        let mut sum = 0;
        for (place, &first) in tests.iter().enumerate() {
            for &second in &tests[..place] {
                sum += self.between(first.min(second), first.max(second));
            }
        }
        sum
    }

    /// The fitness of a suite: 1 where nothing differs, near 0 where much does (the paper, Equation 9).
    pub fn fitness<'a>(&mut self, suite: impl Iterator<Item = &'a [String]>) -> f64 {
        1.0 / (1.0 + self.of(suite) as f64)
    }

    fn number(&mut self, texts: &[String]) -> usize {
        let known = self.tests.get_index_of(texts);
        known.unwrap_or_else(|| self.tests.insert_full(texts.to_vec()).0)
    }

    fn between(&mut self, a: usize, b: usize) -> u64 {
        *self.distances.entry((a, b)).or_insert_with(|| between(&self.tests[a], &self.tests[b]))
    }
}

fn between(a: &[String], b: &[String]) -> u64 {
    let distances = a.iter().flat_map(|text| {
        let pattern = Pattern::new(text);
        b.iter().map(move |other| u64::from(pattern.distance(other)))
    });
    distances.sum()
}
