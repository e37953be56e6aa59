//! Replaces constants (RC).

use classfile::{Constant, Index, Instruction, op};

use crate::code::body::Body;
use crate::model::Change;
use crate::operators::Alternatives;

/// Maximum number of characters that a description shows of a string.
const MAX_SHOWN_CHARACTERS: usize = 20;

/// Proposes 0, 1, -1, the constant plus one and the constant minus one. Each value must differ from the
/// constant and be in the range of the type that the code expects. Proposes only the negated value for a
/// boolean, and only the empty string for a string.
pub(crate) fn replace(body: &Body<'_>, at: Index) -> Option<Alternatives> {
    match body.code.instructions[at] {
        Instruction::Simple(op @ op::ICONST_M1..=op::ICONST_5) => {
            int(body, at, i32::from(op) - i32::from(op::ICONST_0))
        }
        Instruction::Push { value, .. } => int(body, at, value.into()),
        Instruction::Simple(op @ (op::LCONST_0 | op::LCONST_1)) => long((op - op::LCONST_0).into()),
        Instruction::Simple(op @ op::FCONST_0..=op::FCONST_2) => float((op - op::FCONST_0).into()),
        Instruction::Simple(op @ (op::DCONST_0 | op::DCONST_1)) => double((op - op::DCONST_0).into()),
        Instruction::Ldc { index, .. } => match body.class.constants.constant(index).ok()? {
            Constant::Integer(value) => int(body, at, value),
            Constant::Long(value) => long(value),
            Constant::Float(value) => float(value),
            Constant::Double(value) => double(value),
            Constant::String { .. } => string(&body.class.constants.string(index).ok()?.to_str()),
            _ => None,
        },
        _ => None,
    }
}

fn int(body: &Body<'_>, at: Index, value: i32) -> Option<Alternatives> {
    let expected = body.expected_type(at);
    if expected.as_deref() == Some("Z") {
        let description = format!("{} replaced by {}", value != 0, value == 0);
        return Some(Alternatives {
            change: Change::Int(vec![i32::from(value == 0)]),
            descriptions: vec![description],
        });
    }
    let range = match expected.as_deref() {
        Some("B") => -0x80..=0x7F,
        Some("S") => -0x8000..=0x7FFF,
        Some("C") => 0..=0xFFFF,
        _ => i32::MIN..=i32::MAX,
    };
    let mut others =
        distinct_values(value, [0, 1, -1, value.wrapping_add(1), value.wrapping_sub(1)], i32::eq);
    others.retain(|other| range.contains(other));
    alternatives(value, others, Change::Int)
}

fn long(value: i64) -> Option<Alternatives> {
    let others = distinct_values(value, [0, 1, -1, value.wrapping_add(1), value.wrapping_sub(1)], i64::eq);
    alternatives(value, others, Change::Long)
}

fn float(value: f32) -> Option<Alternatives> {
    let is_same = |a: &f32, b: &f32| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    alternatives(
        value,
        distinct_values(value, [0.0, 1.0, -1.0, value + 1.0, value - 1.0], is_same),
        Change::Float,
    )
}

fn double(value: f64) -> Option<Alternatives> {
    let is_same = |a: &f64, b: &f64| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    alternatives(
        value,
        distinct_values(value, [0.0, 1.0, -1.0, value + 1.0, value - 1.0], is_same),
        Change::Double,
    )
}

fn string(value: &str) -> Option<Alternatives> {
    let start: String = value.chars().take(MAX_SHOWN_CHARACTERS).collect();
    let ellipsis = if start.len() < value.len() { "..." } else { "" };
    let description = format!("{start:?}{ellipsis} replaced by \"\"");
    (!value.is_empty())
        .then(|| Alternatives { change: Change::Text(vec![String::new()]), descriptions: vec![description] })
}

/// Returns the `values` that differ from the original and from the earlier `values`.
fn distinct_values<T: Copy>(original: T, values: [T; 5], is_same: impl Fn(&T, &T) -> bool) -> Vec<T> {
    let mut others = vec![original];
    for value in values {
        if !others.iter().any(|other| is_same(other, &value)) {
            others.push(value);
        }
    }
    others.remove(0);
    others
}

fn alternatives<T: std::fmt::Debug>(
    value: T,
    others: Vec<T>,
    change: impl Fn(Vec<T>) -> Change,
) -> Option<Alternatives> {
    let descriptions: Vec<_> =
        others.iter().map(|other| format!("{value:?} replaced by {other:?}")).collect();
    (!descriptions.is_empty()).then(|| Alternatives { change: change(others), descriptions })
}
