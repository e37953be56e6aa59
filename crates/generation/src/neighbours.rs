//! Tests that differ in one literal by a given step: the moves of a local search.
//!
//! Every literal that ran and was used has one or more variables, which move along integers. What counts as a step
//! follows Fraser, Arcuri, McMinn: "A Memetic Algorithm for Whole Test Suite Generation", JSS 2015, Section 3.

use std::sync::Arc;

use types::{Primitive, Type};

use crate::cluster::Cluster;
use testcase::{Literal, Statement, StatementKind, TestCase, Var};

/// Floating point numbers move by steps of so many decimals: doubled, each reaches into the next coarser one.
const DECIMALS: [i32; 3] = [0, 3, 7];
/// Characters at the beginning of a string that are variables.
const CHARACTERS: usize = 32;
/// Longest string that characters are added to.
const LONGEST_STRING: usize = 100;
/// Longest array that a move leads to.
const LONGEST_ARRAY: u32 = 100;
/// Elements at the beginning of an array of primitives that are variables as long as nothing is written to them.
const ELEMENTS: u32 = 8;
/// Most other constants of an enum that are tried.
const CONSTANTS: usize = 16;

/// The variables of a test of which `completed` statements completed when it ran last, in order of statements. A value
/// that moves leaves the numbers of the variables before it, and its own, as they are.
pub fn variables(test: &TestCase, completed: usize, cluster: &Cluster) -> usize {
    live(test, completed).map(|index| count(test, index, cluster)).sum()
}

/// The test with a variable moved by `step`, which is not 0; `None` where its type ends before, or there is no such
/// variable. It is as valid as `test` was, and not longer than [`Cluster::length`] unless `test` was.
pub fn neighbour(
    test: &TestCase,
    completed: usize,
    cluster: &Cluster,
    mut variable: usize,
    step: i64,
) -> Option<TestCase> {
    let index = live(test, completed).find(|&index| {
        let count = count(test, index, cluster);
        let found = variable < count;
        variable -= if found { 0 } else { count };
        found
    })?;
    let mut moved = test.clone();
    match &test.statements[index].kind {
        StatementKind::NewArray { length } => match variable.checked_sub(1) {
            None => resize(&mut moved, index, *length, step)?,
            Some(element) => write(&mut moved, index, element as u32, step, cluster)?,
        },
        StatementKind::Literal(literal) => {
            moved.statements[index].kind =
                StatementKind::Literal(moved_literal(literal, variable, step, cluster)?);
        }
        _ => return None,
    }
    Some(moved)
}

/// The statements that completed and whose variable is used by one that ran.
fn live(test: &TestCase, completed: usize) -> impl Iterator<Item = usize> {
    let ran = &test.statements[..test.len().min(completed + 1)];
    (0..test.len().min(completed))
        .filter(move |&index| ran[index + 1..].iter().any(|user| user.mentions(Var(index as u32))))
}

/// The variables of a statement.
fn count(test: &TestCase, index: usize, cluster: &Cluster) -> usize {
    match &test.statements[index].kind {
        StatementKind::NewArray { length } => match primitive_element(test, index) {
            Some(_) => 1 + ELEMENTS.min(*length) as usize,
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
            Literal::String(text) => 2 * text.len().min(CHARACTERS) + 1,
            Literal::Enum(field) => {
                let constants = cluster.constants(cluster.world.field(*field).class).count();
                constants.saturating_sub(1).min(CONSTANTS)
            }
        },
        _ => 0,
    }
}

fn moved_literal(literal: &Literal, variable: usize, step: i64, cluster: &Cluster) -> Option<Literal> {
    Some(match literal {
        Literal::Boolean(value) => Literal::Boolean(*value ^ (only(step)?)),
        Literal::Byte(value) => Literal::Byte(within(*value, step)?),
        Literal::Char(value) => Literal::Char(within(*value, step)?),
        Literal::Short(value) => Literal::Short(within(*value, step)?),
        Literal::Int(value) => Literal::Int(within(*value, step)?),
        Literal::Long(value) => Literal::Long(within(*value, step)?),
        Literal::Float(value) => {
            let moved = fraction(f64::from(*value), variable, step)? as f32;
            (moved.is_finite() && moved != *value).then_some(Literal::Float(moved))?
        }
        Literal::Double(value) => {
            let moved = fraction(*value, variable, step)?;
            (moved != *value).then_some(Literal::Double(moved))?
        }
        Literal::String(text) => Literal::String(string(text, variable, step)?),
        Literal::Enum(field) => {
            let constants = cluster.constants(cluster.world.field(*field).class);
            let mut others = constants.filter(|constant| constant != field);
            only(step).and_then(|_| others.nth(variable)).map(Literal::Enum)?
        }
        Literal::Null | Literal::Class(_) => return None,
    })
}

/// True for the one step that a variable with two values has.
fn only(step: i64) -> Option<bool> {
    (step == 1).then_some(true)
}

fn within<T: Copy + Into<i64> + TryFrom<i64>>(value: T, step: i64) -> Option<T> {
    value.into().checked_add(step)?.try_into().ok()
}

/// The first variables are steps of so many decimals, from no number or infinity as from 0; the last is the power of
/// ten that the number is multiplied with.
fn fraction(value: f64, variable: usize, step: i64) -> Option<f64> {
    let moved = match DECIMALS.get(variable) {
        Some(&decimals) => {
            rounded(if value.is_finite() { value } else { 0.0 } + step as f64 / 10f64.powi(decimals))
        }
        None => value * 10f64.powi(i32::try_from(step).ok()?),
    };
    moved.is_finite().then_some(moved)
}

/// Rounded to the finest step where such numbers are told apart: 0.1 + 0.2 is to be 0.3.
fn rounded(value: f64) -> f64 {
    let finest = 10f64.powi(DECIMALS[DECIMALS.len() - 1]);
    if value.abs() < 1e8 { (value * finest).round() / finest } else { value }
}

/// Even variables are the gaps between characters, odd ones the characters. The last gap is the end.
fn string(text: &[u16], variable: usize, step: i64) -> Option<Arc<[u16]>> {
    let at = variable / 2;
    if variable % 2 == 1 {
        let mut units = text.to_vec();
        units[at] = within(units[at], step)?;
        return Some(units.into());
    }
    let at = if at == text.len().min(CHARACTERS) { text.len() } else { at };
    let count = usize::try_from(step.unsigned_abs()).ok()?;
    if step > 0 { widened(text, at, count) } else { narrowed(text, at, count) }
}

/// With as many more characters like the one before the gap, or behind it at the beginning.
fn widened(text: &[u16], at: usize, count: usize) -> Option<Arc<[u16]>> {
    if count > LONGEST_STRING.saturating_sub(text.len()) {
        return None;
    }
    let like = text[..at].last().or(text.first()).copied().unwrap_or(u16::from(b'a'));
    Some([&text[..at], &vec![like; count], &text[at..]].concat().into())
}

/// With as many fewer characters behind the gap, or before it at the end.
fn narrowed(text: &[u16], at: usize, count: usize) -> Option<Arc<[u16]>> {
    let from = if at == text.len() { at.checked_sub(count)? } else { at };
    let behind = text.get(from.checked_add(count)?..)?;
    Some([&text[..from], behind].concat().into())
}

/// Writes behind the new end go.
fn resize(test: &mut TestCase, index: usize, length: u32, step: i64) -> Option<()> {
    let new = u32::try_from(i64::from(length).checked_add(step)?).ok()?;
    if new > LONGEST_ARRAY.max(length) {
        return None;
    }
    test.set_length(index, new);
    Some(())
}

/// Writes to an element that is still 0: its value is a literal from then on, and moves as one.
fn write(test: &mut TestCase, array: usize, index: u32, step: i64, cluster: &Cluster) -> Option<()> {
    let element = primitive_element(test, array)?;
    let is_written = test.statements.iter().any(|statement| {
        matches!(statement.kind, StatementKind::WriteElement { array: written, index: at, .. }
            if written.0 as usize == array && at == index)
    });
    if is_written || test.len() + 2 > cluster.length {
        return None;
    }
    let value = StatementKind::Literal(moved_literal(&zero(element), 0, step, cluster)?);
    let kind = StatementKind::WriteElement { array: Var(array as u32), index, value: Var(array as u32 + 1) };
    let value = Statement { kind: value, ty: Type::Primitive(element) };
    test.splice(array + 1, vec![value, Statement { kind, ty: Type::Void }]);
    Some(())
}

/// The primitive type of an array's elements.
fn primitive_element(test: &TestCase, array: usize) -> Option<Primitive> {
    match &test.statements[array].ty {
        Type::Array(element) => match **element {
            Type::Primitive(primitive) => Some(primitive),
            _ => None,
        },
        _ => None,
    }
}

/// What an element is before anything is written to it.
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
