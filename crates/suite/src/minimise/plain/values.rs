//! Replaces the results of calls by the values that the calls returned.

use testcase::{Literal, Statement, StatementKind, TestCase, Var};
use types::Type;

use super::with_uses;

/// Maximum length of a string literal that replaces a call or a field read with this value, in UTF-16 code
/// units.
const MAX_TEXT: usize = 60;
/// Maximum length of an array that replaces a call or a field read with this value.
const MAX_LENGTH: usize = 8;

/// A value that can replace the result of a call or a field read.
#[derive(Clone, Debug, PartialEq)]
pub enum PlainValue {
    /// A literal.
    Literal(Literal),
    /// An array of literals.
    Array(Vec<Literal>),
}

impl PlainValue {
    /// Returns the statement that creates the literal or an array with default elements.
    fn creation(&self) -> StatementKind {
        match self {
            PlainValue::Literal(literal) => StatementKind::Literal(literal.clone()),
            PlainValue::Array(elements) => StatementKind::NewArray { length: elements.len() as u32 },
        }
    }

    /// Returns the statements that write the elements to `array`, which has the type `ty`. These statements
    /// directly follow the statement that creates the array.
    fn writes(&self, array: Var, ty: &Type) -> Vec<Statement> {
        let (PlainValue::Array(elements), Type::Array(element_type)) = (self, ty) else { return Vec::new() };
        let different_elements = elements.iter().enumerate().filter(|(_, element)| !is_default(element));
        let mut writes = Vec::new();
        for (index, element) in different_elements {
            let value = Var(array.0 + 1 + writes.len() as u32);
            let literal = StatementKind::Literal(element.clone());
            writes.push(Statement { kind: literal, ty: (**element_type).clone() });
            let write = StatementKind::WriteElement { array, index: index as u32, value };
            writes.push(Statement { kind: write, ty: Type::Void });
        }
        writes
    }

    /// Returns whether the value is short enough to replace a call or a field read.
    fn is_short(&self) -> bool {
        match self {
            PlainValue::Literal(literal) => is_short_text(literal),
            PlainValue::Array(elements) => elements.len() <= MAX_LENGTH && elements.iter().all(is_short_text),
        }
    }
}

fn is_short_text(literal: &Literal) -> bool {
    !matches!(literal, Literal::String(text) if text.len() > MAX_TEXT)
}

/// Returns whether a literal is the initial value of the elements of a new array.
fn is_default(literal: &Literal) -> bool {
    match *literal {
        Literal::Null => true,
        Literal::Boolean(value) => !value,
        Literal::Byte(value) => value == 0,
        Literal::Char(value) => value == 0,
        Literal::Short(value) => value == 0,
        Literal::Int(value) => value == 0,
        Literal::Long(value) => value == 0,
        Literal::Float(value) => value.to_bits() == 0,
        Literal::Double(value) => value.to_bits() == 0,
        Literal::String(_) | Literal::Enum(_) | Literal::Class(_) => false,
    }
}

/// Replaces the call or field read with the index `position` by its value. Removes the statements that only
/// the call or field read needed.
///
/// Returns `None` in these cases:
///
/// - The statement is neither a call of a method or constructor nor a field read.
/// - No other statement uses the result.
/// - The value is too long.
/// - The value is null, and the result is a receiver.
pub fn with_value(test: &TestCase, position: usize, value: &PlainValue) -> Option<TestCase> {
    let statement = &test.statements[position];
    let is_replaceable = matches!(
        statement.kind,
        StatementKind::Call { .. } | StatementKind::ReadField { .. } | StatementKind::Construct { .. }
    );
    let result = Var(position as u32);
    let is_used = test.statements.iter().any(|other| other.mentions(result));
    let is_null_receiver = *value == PlainValue::Literal(Literal::Null)
        && test.statements.iter().any(|it| it.receiver() == Some(result));
    if !is_replaceable || !value.is_short() || !is_used || is_null_receiver || statement.ty == Type::Void {
        return None;
    }
    let mut with_writes = test.clone();
    with_writes.splice(position + 1, value.writes(result, &statement.ty));
    let mut plainer = with_writes.clone();
    plainer.statements[position].kind = value.creation();
    plainer.remove_unused_since(&with_writes);
    Some(plainer)
}

/// Passes a value instead of the result of the call with the index `position`, which returned this value. The
/// call remains in the test. Returns `None` if no argument is the result, if the result is a receiver, or if
/// the value is too long.
pub fn with_value_as_argument(test: &TestCase, position: usize, value: &PlainValue) -> Option<TestCase> {
    let call = &test.statements[position];
    let result = Var(position as u32);
    let is_receiver = test.statements.iter().any(|it| it.receiver() == Some(result));
    let is_used = test.statements.iter().any(|it| it.mentions(result));
    if !matches!(call.kind, StatementKind::Call { .. }) || !value.is_short() || !is_used || is_receiver {
        return None;
    }
    let created = Var(position as u32 + 1);
    let mut added = vec![Statement { kind: value.creation(), ty: call.ty.clone() }];
    added.extend(value.writes(created, &call.ty));
    let mut changed = test.clone();
    changed.splice(position + 1, added);
    with_uses(&changed, result, created)
}
