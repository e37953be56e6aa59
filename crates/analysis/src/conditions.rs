//! Conditions: what predicates compare, in terms of the source.

mod simulation;
mod text;

use std::collections::BTreeMap;

use classfile::{ClassFile, Code, Index, Member, op};

use crate::predicate::Predicate;
use simulation::Simulation;

/// What a predicate compares.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// The predicate tests a boolean.
    Boolean {
        /// The tested boolean.
        operand: Operand,
        /// The value of the boolean for which the jump is taken.
        jumps_if: bool,
    },
    /// The predicate compares two values.
    Comparison {
        /// The value on the left of the operator.
        left: Operand,
        /// The relation that holds if the jump is taken.
        relation: Relation,
        /// The value on the right of the operator.
        right: Operand,
    },
    /// The predicate is a switch on a number or character.
    Switch {
        /// The value that the keys are compared with.
        operand: Operand,
    },
}

/// A relation between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The operators `==`, `!=`, `<`, `>=`, `>` and `<=`.
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    AtLeast,
    Greater,
    AtMost,
}

impl Relation {
    /// The relations in the order of the opcodes.
    const ALL: [Relation; 6] = [
        Relation::Equal,
        Relation::NotEqual,
        Relation::Less,
        Relation::AtLeast,
        Relation::Greater,
        Relation::AtMost,
    ];

    /// Returns the relation that holds exactly if this relation does not.
    pub fn negated(self) -> Relation {
        let index = Relation::ALL.iter().position(|&it| it == self).expect("the list is complete");
        Relation::ALL[index ^ 1]
    }

    /// Returns the relation of a jump, if `first` is the jump for [`Relation::Equal`].
    fn of_jump(jump: u8, first: u8) -> Option<Relation> {
        Relation::ALL.get(usize::from(jump.checked_sub(first)?)).copied()
    }
}

/// A value that a predicate compares.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// Where the value comes from.
    pub origin: Origin,
    /// Descriptor of the static type of the value, such as `Z` for a boolean. `I` for a number if the type is
    /// unknown.
    pub descriptor: String,
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// The object whose method runs.
    This,
    /// A parameter with the value that the caller passed.
    Parameter {
        /// Index among the parameters.
        index: usize,
        /// Name of the parameter. `None` if the class file does not contain it.
        name: Option<String>,
    },
    /// A local variable, or a parameter that the method has assigned.
    Variable(String),
    /// The constant null.
    Null,
    /// A constant of the type `int`, `long`, `boolean`, `byte`, `char` or `short`.
    Integer(i64),
    /// A constant of the type `float` or `double`.
    Float(f64),
    /// A constant text.
    Text(String),
    /// A field: of an object, or static if `owner` is `None`.
    Field {
        /// The object. `None` for a static field.
        owner: Option<Box<Operand>>,
        /// Name of the field.
        name: String,
    },
    /// The result of a method: of an object, or static if `receiver` is `None`.
    Call {
        /// The object whose method is called. `None` for a static method.
        receiver: Option<Box<Operand>>,
        /// Name of the method.
        name: String,
        /// The arguments.
        args: Vec<Operand>,
    },
    /// The length of an array.
    Length(Box<Operand>),
    /// The result of `instanceof`.
    InstanceOf {
        /// The tested value.
        value: Box<Operand>,
        /// Binary name of the class with slashes, or the descriptor of an array type.
        class: String,
    },
    /// The result of an arithmetic operation.
    Arithmetic {
        /// The value on the left of the operator.
        left: Box<Operand>,
        /// The operator: `+`, `-`, `*`, `/` or `%`.
        operator: char,
        /// The value on the right of the operator.
        right: Box<Operand>,
    },
    /// The result of an instruction that compares two numbers, such as `lcmp`. Only a conditional jump uses
    /// the result.
    Compared(Box<(Operand, Operand)>),
}

/// Finds the condition of each predicate of a method, and stores it in the predicate.
pub(crate) fn find(
    class: &ClassFile,
    member: &Member,
    descriptor: &str,
    code: &Code,
    predicates: &mut [Predicate],
) {
    let jumps: Vec<Index> = predicates.iter().map(|predicate| predicate.at).collect();
    let mut stacks = Simulation::new(class, member, descriptor, code).stacks_at(&jumps);
    for predicate in predicates {
        predicate.condition = condition(code, predicate.at, &mut stacks);
    }
}

/// Returns the condition of the predicate at `at`. `stacks` are the values on the operand stack before each
/// predicate.
fn condition(
    code: &Code,
    at: Index,
    stacks: &mut BTreeMap<Index, Vec<Option<Operand>>>,
) -> Option<Condition> {
    let stack = stacks.get_mut(&at)?;
    let instruction = &code.instructions[at];
    let top = stack.pop().flatten()?;
    if instruction.is_switch() {
        return Some(Condition::Switch { operand: top });
    }
    let jump = instruction.op();
    match jump {
        op::IFEQ..=op::IFLE => Some(unary_condition(top, Relation::of_jump(jump, op::IFEQ)?)),
        op::IF_ICMPEQ..=op::IF_ACMPNE => {
            let relation = Relation::of_jump(jump, op::IF_ICMPEQ);
            let relation = relation.or_else(|| Relation::of_jump(jump, op::IF_ACMPEQ))?;
            Some(Condition::Comparison { left: stack.pop().flatten()?, relation, right: top })
        }
        _ => {
            let relation = Relation::of_jump(jump, op::IFNULL)?;
            let null = Operand { origin: Origin::Null, descriptor: "Ljava/lang/Object;".to_owned() };
            Some(Condition::Comparison { left: top, relation, right: null })
        }
    }
}

/// Returns the condition of a jump that compares a value with zero.
fn unary_condition(operand: Operand, relation: Relation) -> Condition {
    if let Origin::Compared(operands) = operand.origin {
        let (left, right) = *operands;
        return Condition::Comparison { left, relation, right };
    }
    if operand.descriptor == "Z" {
        return Condition::Boolean { operand, jumps_if: relation == Relation::NotEqual };
    }
    let zero = Operand { origin: Origin::Integer(0), descriptor: operand.descriptor.clone() };
    Condition::Comparison { left: operand, relation, right: zero }
}
