//! The values of interpreted code.

use std::sync::Arc;

use testcase::{Literal, Var};
use types::Primitive;

/// A value on the operand stack, in a local variable or in a field. A `long` or `double` occupies two slots;
/// the second one is [`Value::Unknown`].
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// Nothing is known about the value.
    #[default]
    Unknown,
    /// A constant. `boolean`, `byte`, `char` and `short` are [`Literal::Int`], as in the JVM.
    Literal(Literal),
    /// A boxed constant, with its exact type.
    Boxed(Literal),
    /// The result of a statement.
    Variable(Var),
    /// An object that `new` has created and whose constructor has not run yet. The number is different for
    /// each execution of `new`.
    New(u32),
    /// The object of the test class.
    Test,
    /// A function whose body is a method of the test class, with the values that it captures.
    Function(Arc<Function>),
}

/// The body of a lambda expression.
#[derive(Debug, PartialEq)]
pub struct Function {
    /// Internal name of the test class.
    pub class: String,
    pub name: String,
    pub descriptor: String,
    /// The values of the captured variables, by slot.
    pub captured: Vec<Value>,
}

impl Value {
    pub fn int(value: i32) -> Value {
        Value::Literal(Literal::Int(value))
    }

    /// Returns whether the value is null, if this is known.
    pub fn is_null(&self) -> Option<bool> {
        match self {
            Value::Literal(literal) => Some(*literal == Literal::Null),
            Value::Boxed(_) | Value::New(_) | Value::Test | Value::Function(_) => Some(false),
            Value::Unknown | Value::Variable(_) => None,
        }
    }

    /// Returns the `int` of a constant.
    pub fn as_int(&self) -> Option<i32> {
        match self {
            Value::Literal(Literal::Int(value)) => Some(*value),
            _ => None,
        }
    }
}

/// Returns a constant as a literal of a primitive type. Returns `None` if the types do not fit.
pub fn exact(literal: &Literal, primitive: Primitive) -> Option<Literal> {
    Some(match (literal, primitive) {
        (&Literal::Int(value), Primitive::Boolean) => Literal::Boolean(value != 0),
        (&Literal::Int(value), Primitive::Byte) => Literal::Byte(value as i8),
        (&Literal::Int(value), Primitive::Char) => Literal::Char(value as u16),
        (&Literal::Int(value), Primitive::Short) => Literal::Short(value as i16),
        (Literal::Int(_), Primitive::Int)
        | (Literal::Long(_), Primitive::Long)
        | (Literal::Float(_), Primitive::Float)
        | (Literal::Double(_), Primitive::Double) => literal.clone(),
        _ => return None,
    })
}
