//! The types of values on the operand stack, derived from the surrounding instructions.
//!
//! The operand stack represents `boolean`, `byte`, `char` and `short` as `int`. The exact types come from
//! fields, methods and the tables of local variables.

use classfile::{Index, Instruction, descriptor, op};

use crate::code::body::Body;
use crate::code::variables::{loaded_slot, stored_slot};

impl Body<'_> {
    /// Returns the descriptor of the type of the value that an instruction pushes.
    pub(crate) fn pushed_type(&self, at: Index) -> Option<String> {
        let mut at = at;
        let mut array_loads = 0;
        loop {
            at = match self.op(at) {
                op::IALOAD..=op::SALOAD => {
                    array_loads += 1;
                    self.producer(at, 1)?
                }
                // Either both operands are booleans, or neither is.
                op::IAND | op::IOR | op::IXOR => self.producer(at, 1)?,
                _ => break,
            }
        }
        let full_type = self.own_pushed_type(at)?;
        let element = full_type
            .get(array_loads..)
            .filter(|_| full_type.bytes().take(array_loads).all(|byte| byte == b'['));
        element.map(str::to_owned)
    }

    /// Returns the descriptor of the type of the value that an instruction pushes. Returns `None` if the
    /// instruction alone does not determine the type.
    fn own_pushed_type(&self, at: Index) -> Option<String> {
        match self.code.instructions[at] {
            Instruction::Pool { op: op::INSTANCEOF, .. } => Some("Z".into()),
            Instruction::Pool { op: op::CHECKCAST, index } => {
                // `checkcast` names an array type by its descriptor.
                self.class.constants.class_name(index).ok().map(|name| name.to_str().into_owned())
            }
            Instruction::NewArray { kind: 4 } => Some("[Z".into()),
            Instruction::NewArray { kind: 8 } => Some("[B".into()),
            ref instruction => match loaded_slot(instruction) {
                Some((_, slot)) => self.variables.descriptor(slot, at).map(str::to_owned),
                None => self.member(at)?.descriptor.to_str().rsplit(')').next().map(str::to_owned),
            },
        }
    }

    /// Returns the descriptor of the type that the user of a pushed value requires. The user is the
    /// instruction that pops the value. This type is the type of a variable, field, parameter, result or
    /// array element. For a comparison or bitwise operator, it is the type of the other operand.
    pub(crate) fn expected_type(&self, at: Index) -> Option<String> {
        let user = self.use_of(at)?;
        let instruction = &self.code.instructions[user.at];
        if let Some((_, slot)) = stored_slot(instruction) {
            let variable_type = self.variables.descriptor(slot, user.at + 1);
            return variable_type.map(str::to_owned);
        }
        match instruction.op() {
            op::CASTORE => Some("C".into()),
            op::SASTORE => Some("S".into()),
            op::BASTORE if user.above == 0 => {
                self.pushed_type(self.producer(user.at, 2)?)?.strip_prefix('[').map(str::to_owned)
            }
            op::IRETURN => self.method.descriptor.rsplit(')').next().map(str::to_owned),
            op::IF_ICMPEQ..=op::IF_ICMPLE | op::IAND | op::IOR | op::IXOR => {
                self.pushed_type(self.producer(user.at, 1 - user.above.min(1))?)
            }
            op::PUTSTATIC | op::PUTFIELD => Some(self.member(user.at)?.descriptor.to_str().into_owned()),
            _ => parameter_at(&self.member(user.at)?.descriptor.to_str(), user.above).map(str::to_owned),
        }
    }
}

/// Returns the descriptor of the parameter whose argument is on the stack below `below` other slots.
fn parameter_at(descriptor: &str, below: usize) -> Option<&str> {
    let parameters: Vec<&str> = descriptor::parameters(descriptor).collect();
    let mut above = 0;
    parameters.into_iter().rev().find(|parameter| {
        above += usize::from(descriptor::slots(parameter));
        above > below
    })
}
