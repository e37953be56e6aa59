//! Diversity of a test suite: the sum of the edit distances between the statements of its tests.
//!
//! Almulla, Gay: "Learning How to Search: Generating Effective Test Cases Through Adaptive Fitness Function
//! Selection", EMSE 2022, Section 3.4.2.

mod levenshtein;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use types::World;

use levenshtein::{MAX_LENGTH, Pattern};
use testcase::{Literal, Statement, StatementKind};

/// Maximum number of cached tests. If the number of cached tests or of cached distances exceeds its maximum,
/// the whole cache is cleared.
const MAX_TESTS: usize = 1 << 14;
/// Maximum number of cached distances between tests.
const MAX_DISTANCES: usize = 1 << 20;

/// Returns one text for each statement of a test, except for assignments. A text such as `price(new Shop, 5)`
/// contains the operation of the statement. In place of each operand, it contains the operation that created
/// the current value of the operand.
pub fn texts(statements: &[Statement], world: &World) -> Vec<String> {
    let mut values: Vec<String> = Vec::with_capacity(statements.len());
    let mut texts = Vec::with_capacity(statements.len());
    for statement in statements {
        if let StatementKind::Assign { target, value } = statement.kind {
            values[target.0 as usize] = values[value.0 as usize].clone();
            values.push(String::new());
            continue;
        }
        let value = operation(statement, world);
        let mut operands = Vec::new();
        statement.uses(|var| operands.push(values[var.0 as usize].as_str()));
        let text =
            if operands.is_empty() { value.clone() } else { format!("{value}({})", operands.join(", ")) };
        texts.push(text.chars().take(MAX_LENGTH).collect());
        values.push(value);
    }
    texts
}

/// Returns the text of a statement without its operands.
fn operation(statement: &Statement, world: &World) -> String {
    let type_name = || match statement.ty.class_id() {
        Some(class) => world.class(class).simple_name.to_string(),
        None => world.display(&statement.ty),
    };
    match &statement.kind {
        StatementKind::Literal(literal) => literal_text(literal, world),
        StatementKind::Construct { .. } | StatementKind::Implement { .. } => format!("new {}", type_name()),
        StatementKind::Call { method, .. } => world.method(*method).name.to_string(),
        StatementKind::ReadField { field, .. } => world.field(*field).name.to_string(),
        StatementKind::WriteField { field, .. } => format!("{} =", world.field(*field).name),
        StatementKind::NewArray { length } => format!("new {} {length}", type_name()),
        StatementKind::ReadElement { index, .. } => format!("[{index}]"),
        StatementKind::WriteElement { index, .. } => format!("[{index}] ="),
        StatementKind::TempFile { name, .. } => name.to_string(),
        StatementKind::Assign { .. } => String::new(),
    }
}

fn literal_text(literal: &Literal, world: &World) -> String {
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

/// Computes the diversity of suites. Caches the distances between tests, because most suites share most of
/// their tests.
#[derive(Debug, Default)]
pub struct Diversity {
    /// The cached tests, each as the texts of its statements.
    tests: IndexSet<Vec<String>, FxBuildHasher>,
    /// The distance between two cached tests, by their indexes. The smaller index comes first.
    distances: FxHashMap<(usize, usize), u64>,
}

impl Diversity {
    /// Returns the diversity of a suite from the [`texts`] of its tests: the sum of the distances between all
    /// pairs of tests. The distance between two tests is the sum of the Levenshtein distances between all
    /// pairs of their statements (Almulla, Gay, Equation 8).
    pub fn of<'a>(&mut self, suite: impl Iterator<Item = &'a [String]>) -> u64 {
        if self.tests.len() > MAX_TESTS || self.distances.len() > MAX_DISTANCES {
            *self = Diversity::default();
        }
        let tests: Vec<usize> = suite.map(|texts| self.index(texts)).collect();
        let mut sum = 0;
        for (position, &first) in tests.iter().enumerate() {
            for &second in &tests[..position] {
                sum += self.distance(first.min(second), first.max(second));
            }
        }
        sum
    }

    /// Returns the fitness of a suite; lower is better. The fitness is 1 if the diversity is 0, and close to
    /// 0 if the diversity is large (Almulla, Gay, Equation 9).
    pub fn fitness<'a>(&mut self, suite: impl Iterator<Item = &'a [String]>) -> f64 {
        1.0 / (1.0 + self.of(suite) as f64)
    }

    fn index(&mut self, texts: &[String]) -> usize {
        let cached = self.tests.get_index_of(texts);
        cached.unwrap_or_else(|| self.tests.insert_full(texts.to_vec()).0)
    }

    fn distance(&mut self, a: usize, b: usize) -> u64 {
        *self.distances.entry((a, b)).or_insert_with(|| distance(&self.tests[a], &self.tests[b]))
    }
}

fn distance(a: &[String], b: &[String]) -> u64 {
    let distances = a.iter().flat_map(|text| {
        let pattern = Pattern::new(text);
        b.iter().map(move |other| u64::from(pattern.distance(other)))
    });
    distances.sum()
}
