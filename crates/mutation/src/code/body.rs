//! The code of one method with all that there is to ask about it.

use std::collections::BTreeSet;

use analysis::{BlockId, Method};
use classfile::{ClassFile, Code, Index, Instruction, Member, MemberRef, Result, op};

use crate::code::fields::Fields;
use crate::code::stack_flow;
use crate::code::variables::{Kind, Variables, loaded};

const STATIC: u16 = 0x0008;

/// A method of the program.
pub(crate) struct Body<'a> {
    pub(crate) class: &'a ClassFile,
    pub(crate) method: &'a Method,
    pub(crate) code: Code,
    pub(crate) variables: Variables,
    pub(crate) fields: &'a Fields,
    /// See [`before`](flow::before).
    pub(crate) before: Vec<Option<Index>>,
    /// In a constructor the calls of one of its superclass or another of its class for the object that it makes.
    pub(crate) super_calls: BTreeSet<Index>,
}

impl<'a> Body<'a> {
    pub(crate) fn new(
        class: &'a ClassFile,
        member: &Member,
        method: &'a Method,
        fields: &'a Fields,
        are_named: bool,
    ) -> Result<Option<Body<'a>>> {
        let Some(code) = class.code(member)? else { return Ok(None) };
        let variables = Variables::of(class, member, &code, are_named)?;
        let before = stack_flow::before(&code);
        let mut body = Body { class, method, code, variables, fields, before, super_calls: BTreeSet::new() };
        if body.is_constructor() {
            let starts = (0..body.code.instructions.len()).filter(|&at| body.loads_this(at));
            body.super_calls = starts.filter_map(|at| body.constructor_called_on(at)).collect();
        }
        Ok(Some(body))
    }

    pub(crate) fn is_constructor(&self) -> bool {
        self.method.name == "<init>"
    }

    pub(crate) fn is_static(&self) -> bool {
        self.method.access & STATIC != 0
    }

    /// The opcode at an index, which may be one past the end; then it is `nop`.
    pub(crate) fn op(&self, at: Index) -> u8 {
        self.code.instructions.get(at).map_or(op::NOP, Instruction::op)
    }

    /// The source line of an instruction, 0 where there is none.
    pub(crate) fn line(&self, at: Index) -> u16 {
        self.code.line(at).unwrap_or(0)
    }

    pub(crate) fn block(&self, at: Index) -> BlockId {
        self.method.cfg.block_of(at)
    }

    /// The field or method that an instruction names; `None` for `invokedynamic`.
    pub(crate) fn member(&self, at: Index) -> Option<MemberRef<'_>> {
        match *self.code.instructions.get(at)? {
            Instruction::Pool { op: op::GETSTATIC..=op::INVOKESTATIC, index }
            | Instruction::InvokeInterface { index, .. } => self.class.constants.member(index).ok(),
            _ => None,
        }
    }

    fn loads_this(&self, at: Index) -> bool {
        !self.is_static() && loaded(&self.code.instructions[at]) == Some((Kind::Reference, 0))
    }

    /// Whether it reads or writes a field of `this`, which is never null.
    pub(crate) fn is_access_to_this(&self, at: Index) -> bool {
        let above = match (self.op(at), self.member(at)) {
            (op::GETFIELD, Some(_)) => 0,
            (op::PUTFIELD, Some(field)) => classfile::descriptor::slots(&field.descriptor.to_str()).into(),
            _ => return false,
        };
        // Elsewhere there may be other ways to what is on the stack.
        let is_here = |maker: &Index| self.block(*maker) == self.block(at);
        self.maker(at, above).filter(is_here).is_some_and(|maker| self.loads_this(maker))
    }

    /// The `invokespecial` of a constructor that takes what is loaded there as the object that it makes.
    fn constructor_called_on(&self, at: Index) -> Option<Index> {
        let used = self.use_of(at)?;
        let called = self.member(used.at).filter(|called| called.name == "<init>")?;
        (self.op(used.at) == op::INVOKESPECIAL && used.above == argument_slots(&called)).then_some(used.at)
    }
}

/// The slots that the arguments of a method take, without the object that it is called on.
pub(crate) fn argument_slots(called: &MemberRef<'_>) -> usize {
    let descriptor = called.descriptor.to_str();
    classfile::descriptor::parameters(&descriptor)
        .map(|it| usize::from(classfile::descriptor::slots(it)))
        .sum()
}
