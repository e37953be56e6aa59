//! Conditions as text for people.

use std::fmt::{self, Display, Formatter};

use super::{Condition, Operand, Origin, Relation};
use crate::predicate::Outcome;

impl Condition {
    /// Returns the condition that holds for an outcome of the predicate, as in Java source:
    /// `amount > balance`. Returns `None` if the outcome does not belong to the condition.
    pub fn text(&self, outcome: &Outcome) -> Option<String> {
        let is_jump = *outcome == Outcome::Jump;
        Some(match (self, outcome) {
            (Condition::Switch { operand }, Outcome::Switch { keys, default }) => {
                let keys = keys.iter().map(|&key| constant(key.into(), &operand.descriptor));
                let other = default.then(|| "another value".to_owned());
                format!("{operand} is {}", keys.chain(other).collect::<Vec<_>>().join(" or "))
            }
            (_, Outcome::Switch { .. }) | (Condition::Switch { .. }, _) => return None,
            (Condition::Boolean { operand, jumps_if }, _) if is_jump == *jumps_if => operand.to_string(),
            (Condition::Boolean { operand, .. }, _) => match operand.origin {
                Origin::InstanceOf { .. } => format!("!({operand})"),
                _ => format!("!{operand}"),
            },
            (Condition::Comparison { left, relation, right }, _) => {
                let relation = if is_jump { *relation } else { relation.negated() };
                let right = match right.origin {
                    Origin::Integer(value) => constant(value, &left.descriptor),
                    _ => right.to_string(),
                };
                format!("{left} {relation} {right}")
            }
        })
    }
}

/// Returns the source of a constant that is compared with a value of the given type.
fn constant(value: i64, descriptor: &str) -> String {
    let character = || u32::try_from(value).ok().and_then(char::from_u32);
    match descriptor {
        "C" => character().map_or_else(|| value.to_string(), |c| format!("{c:?}")),
        _ => value.to_string(),
    }
}

impl Display for Relation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Equal => "==",
            Relation::NotEqual => "!=",
            Relation::Less => "<",
            Relation::AtLeast => ">=",
            Relation::Greater => ">",
            Relation::AtMost => "<=",
        })
    }
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.origin {
            Origin::This => f.write_str("this"),
            Origin::Parameter { name: Some(name), .. } | Origin::Variable(name) => f.write_str(name),
            Origin::Parameter { index, name: None } => write!(f, "argument{}", index + 1),
            Origin::Null => f.write_str("null"),
            Origin::Integer(value) => value.fmt(f),
            Origin::Float(value) => write!(f, "{value:?}"),
            Origin::Text(text) => write!(f, "{text:?}"),
            Origin::Field { owner, name } => member(f, owner.as_deref(), name),
            Origin::Call { receiver, name, args } => {
                member(f, receiver.as_deref(), name)?;
                let args: Vec<String> = args.iter().map(Operand::to_string).collect();
                write!(f, "({})", args.join(", "))
            }
            Origin::Length(array) => write!(f, "{array}.length"),
            Origin::InstanceOf { value, class } => {
                write!(f, "{value} instanceof {}", class.rsplit(['/', '$']).next().unwrap_or(class))
            }
            Origin::Arithmetic { left, operator, right } => {
                nested(f, left)?;
                write!(f, " {operator} ")?;
                nested(f, right)
            }
            Origin::Compared(operands) => write!(f, "compare({}, {})", operands.0, operands.1),
        }
    }
}

/// Writes a field or method. Members of `this` and static members have no qualifier.
fn member(f: &mut Formatter<'_>, owner: Option<&Operand>, name: &str) -> fmt::Result {
    match owner {
        Some(Operand { origin: Origin::This, .. }) | None => f.write_str(name),
        Some(owner) => {
            nested(f, owner)?;
            write!(f, ".{name}")
        }
    }
}

/// Writes an operand of an operator or of a member access, in parentheses if it has an operator itself.
fn nested(f: &mut Formatter<'_>, operand: &Operand) -> fmt::Result {
    match operand.origin {
        Origin::Arithmetic { .. } | Origin::InstanceOf { .. } => write!(f, "({operand})"),
        _ => operand.fmt(f),
    }
}
