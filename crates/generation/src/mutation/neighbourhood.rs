//! The neighbourhood of a test for local search: tests that differ in one literal or array length by a given
//! step.
//!
//! A *search variable* is a number that a step changes, such as the value of an `int` literal, a character of
//! a string, or the length of an array. Every completed literal or array that an executed statement uses has
//! one or more search variables. Three kinds of literals have no search variables: `null`, class literals,
//! and a constant of an enum with only one constant. A step of a search variable is an integer. The variables
//! and steps follow Fraser, Arcuri, McMinn: "A Memetic Algorithm for Whole Test Suite Generation", JSS 2015,
//! Section 3.

use std::sync::Arc;

use types::{Primitive, Type};

use crate::cluster::Cluster;
use testcase::{Literal, Statement, StatementKind, TestCase, Var};

/// Step sizes of floating point numbers, as numbers of decimal places. If local search doubles a step several
/// times, the step reaches the next larger size.
const DECIMALS: [i32; 3] = [0, 3, 7];
/// Number of characters at the beginning of a string that are search variables.
const MAX_CHARACTERS: usize = 32;
/// Maximum length of a string to which a step adds characters.
const MAX_STRING_LENGTH: usize = 100;
/// Maximum length of an array after a step.
const MAX_ARRAY_LENGTH: u32 = 100;
/// Number of elements at the beginning of a primitive array that are search variables, unless a statement
/// writes to them.
const MAX_ELEMENTS: u32 = 8;
/// Maximum number of search variables of an enum constant: one for each other constant of the enum.
const MAX_CONSTANTS: usize = 16;

/// Returns the number of search variables of a test. `completed` is the number of statements that completed
/// in its last run.
///
/// Search variables are numbered in the order of the statements. After a step of a search variable, this
/// variable and all earlier variables still have the same numbers.
pub fn variable_count(test: &TestCase, completed: usize, cluster: &Cluster) -> usize {
    used_statements(test, completed).map(|index| statement_variable_count(test, index, cluster)).sum()
}

/// Returns the test after a step of one search variable. `step` is not 0. Returns `None` if there is no such
/// variable or the step is not possible. For example, a step is not possible if the result is out of the
/// range of the type.
///
/// The result is valid if `test` is valid. Its length is at most the larger of [`Cluster::max_length`] and
/// the length of `test`.
pub fn neighbour(
    test: &TestCase,
    completed: usize,
    cluster: &Cluster,
    mut variable: usize,
    step: i64,
) -> Option<TestCase> {
    let index = used_statements(test, completed).find(|&index| {
        let count = statement_variable_count(test, index, cluster);
        let is_in_statement = variable < count;
        variable -= if is_in_statement { 0 } else { count };
        is_in_statement
    })?;
    let mut moved = test.clone();
    match &test.statements[index].kind {
        StatementKind::NewArray { length } => match variable.checked_sub(1) {
            None => resize_array(&mut moved, index, *length, step)?,
            Some(element) => write_element(&mut moved, index, element as u32, step, cluster)?,
        },
        StatementKind::Literal(literal) => {
            moved.statements[index].kind =
                StatementKind::Literal(moved_literal(literal, variable, step, cluster)?);
        }
        _ => return None,
    }
    Some(moved)
}

/// Returns the indexes of the completed statements whose variable a later executed statement uses.
fn used_statements(test: &TestCase, completed: usize) -> impl Iterator<Item = usize> {
    let executed = &test.statements[..test.len().min(completed + 1)];
    (0..test.len().min(completed))
        .filter(move |&index| executed[index + 1..].iter().any(|user| user.mentions(Var(index as u32))))
}

/// Returns the number of search variables of a statement.
fn statement_variable_count(test: &TestCase, index: usize, cluster: &Cluster) -> usize {
    match &test.statements[index].kind {
        StatementKind::NewArray { length } => match primitive_element(test, index) {
            Some(_) => 1 + MAX_ELEMENTS.min(*length) as usize,
            None => 1,
        },
        StatementKind::Literal(literal) => match literal {
            Literal::Null | Literal::Class(_) => 0,
            Literal::Boolean(_)
            | Literal::Byte(_)
            | Literal::Char(_)
            | Literal::Short(_)
            | Literal::Int(_)
            | Literal::Long(_) => 1,
            Literal::Float(_) | Literal::Double(_) => DECIMALS.len() + 1,
            Literal::String(text) => 2 * text.len().min(MAX_CHARACTERS) + 1,
            Literal::Enum(field) => {
                let constants = cluster.enum_constants(cluster.world.field(*field).class).count();
                constants.saturating_sub(1).min(MAX_CONSTANTS)
            }
        },
        _ => 0,
    }
}

/// Returns a literal after a step of one of its search variables.
fn moved_literal(literal: &Literal, variable: usize, step: i64, cluster: &Cluster) -> Option<Literal> {
    Some(match literal {
        Literal::Boolean(value) => Literal::Boolean(*value ^ single_step(step)?),
        Literal::Byte(value) => Literal::Byte(moved_integer(*value, step)?),
        Literal::Char(value) => Literal::Char(moved_integer(*value, step)?),
        Literal::Short(value) => Literal::Short(moved_integer(*value, step)?),
        Literal::Int(value) => Literal::Int(moved_integer(*value, step)?),
        Literal::Long(value) => Literal::Long(moved_integer(*value, step)?),
        Literal::Float(value) => {
            let moved = moved_fraction(f64::from(*value), variable, step)? as f32;
            (moved.is_finite() && moved != *value).then_some(Literal::Float(moved))?
        }
        Literal::Double(value) => {
            let moved = moved_fraction(*value, variable, step)?;
            (moved != *value).then_some(Literal::Double(moved))?
        }
        Literal::String(text) => Literal::String(moved_string(text, variable, step)?),
        Literal::Enum(field) => {
            let constants = cluster.enum_constants(cluster.world.field(*field).class);
            let mut others = constants.filter(|constant| constant != field);
            single_step(step).and_then(|_| others.nth(variable)).map(Literal::Enum)?
        }
        Literal::Null | Literal::Class(_) => return None,
    })
}

/// Returns `Some(true)` for a step of 1, and `None` for other steps. A step of 1 is the only step of booleans
/// and enum constants.
fn single_step(step: i64) -> Option<bool> {
    (step == 1).then_some(true)
}

/// Returns an integer after a step, if the result is in the range of its type.
fn moved_integer<T: Copy + Into<i64> + TryFrom<i64>>(value: T, step: i64) -> Option<T> {
    value.into().checked_add(step)?.try_into().ok()
}

/// Returns a floating point number after a step. The first variables are the step sizes in [`DECIMALS`]. The
/// last variable multiplies the number by a power of ten. Steps from NaN or infinity start at 0.
fn moved_fraction(value: f64, variable: usize, step: i64) -> Option<f64> {
    let moved = match DECIMALS.get(variable) {
        Some(&decimals) => {
            rounded(if value.is_finite() { value } else { 0.0 } + step as f64 / 10f64.powi(decimals))
        }
        None => value * 10f64.powi(i32::try_from(step).ok()?),
    };
    moved.is_finite().then_some(moved)
}

/// Rounds a number to the finest step size, so that 0.1 + 0.2 is 0.3. Returns large numbers unchanged,
/// because their precision is coarser than the finest step size.
fn rounded(value: f64) -> f64 {
    let finest = 10f64.powi(DECIMALS[DECIMALS.len() - 1]);
    if value.abs() < 1e8 { (value * finest).round() / finest } else { value }
}

/// Returns a string after a step. Odd variables are the characters. Even variables are the positions before
/// characters. At a position, a positive step inserts characters and a negative step deletes characters. The
/// last variable is the end of the string.
fn moved_string(text: &[u16], variable: usize, step: i64) -> Option<Arc<[u16]>> {
    let at = variable / 2;
    if variable % 2 == 1 {
        let mut units = text.to_vec();
        units[at] = moved_integer(units[at], step)?;
        return Some(units.into());
    }
    let at = if at == text.len().min(MAX_CHARACTERS) { text.len() } else { at };
    let count = usize::try_from(step.unsigned_abs()).ok()?;
    if step > 0 { insert_copies(text, at, count) } else { delete_characters(text, at, count) }
}

/// Returns the string with `count` characters inserted at a position. The inserted characters are copies of
/// the character before the position, or of the first character if the position is the beginning.
fn insert_copies(text: &[u16], at: usize, count: usize) -> Option<Arc<[u16]>> {
    if count > MAX_STRING_LENGTH.saturating_sub(text.len()) {
        return None;
    }
    let copied = text[..at].last().or(text.first()).copied().unwrap_or(u16::from(b'a'));
    Some([&text[..at], &vec![copied; count], &text[at..]].concat().into())
}

/// Returns the string without the `count` characters after a position. If the position is the end of the
/// string, deletes the last `count` characters.
fn delete_characters(text: &[u16], at: usize, count: usize) -> Option<Arc<[u16]>> {
    let from = if at == text.len() { at.checked_sub(count)? } else { at };
    let after = text.get(from.checked_add(count)?..)?;
    Some([&text[..from], after].concat().into())
}

/// Changes the length of an array. Deletes the writes to elements after the new end.
fn resize_array(test: &mut TestCase, index: usize, length: u32, step: i64) -> Option<()> {
    let new = u32::try_from(i64::from(length).checked_add(step)?).ok()?;
    if new > MAX_ARRAY_LENGTH.max(length) {
        return None;
    }
    test.set_array_length(index, new);
    Some(())
}

/// Inserts a write to an array element that no statement writes. The written value is a literal, which has
/// its own search variables. Returns `None` if a statement already writes the element, or if the test would
/// be too long.
fn write_element(test: &mut TestCase, array: usize, index: u32, step: i64, cluster: &Cluster) -> Option<()> {
    let element = primitive_element(test, array)?;
    let is_written = test.written_elements(Var(array as u32)).any(|written| written == index);
    if is_written || test.len() + 2 > cluster.max_length {
        return None;
    }
    let value = StatementKind::Literal(moved_literal(&zero(element), 0, step, cluster)?);
    let kind = StatementKind::WriteElement { array: Var(array as u32), index, value: Var(array as u32 + 1) };
    let value = Statement { kind: value, ty: Type::Primitive(element) };
    test.splice(array + 1, vec![value, Statement { kind, ty: Type::Void }]);
    Some(())
}

/// Returns the element type of a primitive array.
fn primitive_element(test: &TestCase, array: usize) -> Option<Primitive> {
    match &test.statements[array].ty {
        Type::Array(element) => match **element {
            Type::Primitive(primitive) => Some(primitive),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the initial value of an array element.
fn zero(primitive: Primitive) -> Literal {
    match primitive {
        Primitive::Boolean => Literal::Boolean(false),
        Primitive::Byte => Literal::Byte(0),
        Primitive::Char => Literal::Char(0),
        Primitive::Short => Literal::Short(0),
        Primitive::Int => Literal::Int(0),
        Primitive::Long => Literal::Long(0),
        Primitive::Float => Literal::Float(0.0),
        Primitive::Double => Literal::Double(0.0),
    }
}
