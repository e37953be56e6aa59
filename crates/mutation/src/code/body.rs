//! The code of one method, with the facts that mutation operators query.

use std::collections::BTreeSet;

use analysis::{BlockId, Method};
use classfile::{ClassFile, Code, Index, Instruction, Member, MemberRef, Result, op};

use crate::code::fields::Fields;
use crate::code::stack_flow;
use crate::code::variables::{SlotKind, Variables, loaded_slot};

const STATIC: u16 = 0x0008;

/// A method of the program that has code.
pub(crate) struct Body<'a> {
    pub(crate) class: &'a ClassFile,
    pub(crate) method: &'a Method,
    pub(crate) code: Code,
    pub(crate) variables: Variables,
    pub(crate) fields: &'a Fields,
    /// For each instruction, an instruction that can run directly before it; see
    /// [`predecessors`](stack_flow::predecessors).
    pub(crate) predecessors: Vec<Option<Index>>,
    /// In a constructor, the calls of another constructor (of the superclass or the same class) on the new
    /// object.
    pub(crate) constructor_calls: BTreeSet<Index>,
}

impl<'a> Body<'a> {
    pub(crate) fn new(
        class: &'a ClassFile,
        member: &Member,
        method: &'a Method,
        fields: &'a Fields,
        has_variable_names: bool,
    ) -> Result<Option<Body<'a>>> {
        let Some(code) = class.code(member)? else { return Ok(None) };
        let variables = Variables::of(class, member, &code, has_variable_names)?;
        let predecessors = stack_flow::predecessors(&code);
        let mut body =
            Body { class, method, code, variables, fields, predecessors, constructor_calls: BTreeSet::new() };
        if body.is_constructor() {
            let starts = (0..body.code.instructions.len()).filter(|&at| body.loads_this(at));
            body.constructor_calls = starts.filter_map(|at| body.constructor_called_on(at)).collect();
        }
        Ok(Some(body))
    }

    pub(crate) fn is_constructor(&self) -> bool {
        self.method.name == "<init>"
    }

    pub(crate) fn is_static(&self) -> bool {
        self.method.access & STATIC != 0
    }

    /// Returns the opcode at an index, or `nop` if the index is out of range.
    pub(crate) fn op(&self, at: Index) -> u8 {
        self.code.instructions.get(at).map_or(op::NOP, Instruction::op)
    }

    /// Returns the source line of an instruction, or 0 if the class file has no line for it.
    pub(crate) fn line(&self, at: Index) -> u16 {
        self.code.line(at).unwrap_or(0)
    }

    pub(crate) fn block(&self, at: Index) -> BlockId {
        self.method.cfg.block_of(at)
    }

    /// Returns the field or method that an instruction accesses. Returns `None` for `invokedynamic` and for
    /// instructions that access no field or method.
    pub(crate) fn member(&self, at: Index) -> Option<MemberRef<'_>> {
        match *self.code.instructions.get(at)? {
            Instruction::Pool { op: op::GETSTATIC..=op::INVOKESTATIC, index }
            | Instruction::InvokeInterface { index, .. } => self.class.constants.member(index).ok(),
            _ => None,
        }
    }

    fn loads_this(&self, at: Index) -> bool {
        !self.is_static() && loaded_slot(&self.code.instructions[at]) == Some((SlotKind::Reference, 0))
    }

    /// Returns whether an instruction reads or writes a field of `this`. Such an instruction cannot throw,
    /// because `this` is never null.
    pub(crate) fn is_access_to_this(&self, at: Index) -> bool {
        let slots_above = match (self.op(at), self.member(at)) {
            (op::GETFIELD, Some(_)) => 0,
            (op::PUTFIELD, Some(field)) => classfile::descriptor::slots(&field.descriptor.to_str()).into(),
            _ => return false,
        };
        // If the producer is in another block, the value can also come from another path.
        let is_in_block = |producer: &Index| self.block(*producer) == self.block(at);
        self.producer(at, slots_above).filter(is_in_block).is_some_and(|producer| self.loads_this(producer))
    }

    /// Returns the `invokespecial` that calls a constructor on the object that an instruction loads.
    fn constructor_called_on(&self, at: Index) -> Option<Index> {
        let user = self.use_of(at)?;
        let callee = self.member(user.at).filter(|callee| callee.name == "<init>")?;
        (self.op(user.at) == op::INVOKESPECIAL && user.above == argument_slots(&callee)).then_some(user.at)
    }
}

/// Returns the number of slots of the arguments of a method, without the receiver.
pub(crate) fn argument_slots(callee: &MemberRef<'_>) -> usize {
    let descriptor = callee.descriptor.to_str();
    classfile::descriptor::parameters(&descriptor)
        .map(|parameter| usize::from(classfile::descriptor::slots(parameter)))
        .sum()
}
