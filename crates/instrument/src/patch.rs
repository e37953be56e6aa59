//! One method being edited, and the instructions that snippets are made of.

use classfile::{Code, ConstantPool, Editor, Index, Instruction, Result, op};

use crate::outlines::Outlines;

/// The greatest room that a snippet needs on the operand stack, in slots: a comparison of two copied references or
/// numbers, its two branches, and what is added to the latter one.
const STACK: u16 = 5;

/// The name of static initialisers.
pub(crate) const INITIALISER: &str = "<clinit>";

/// A method being edited.
pub(crate) struct Patch<'a> {
    pub(crate) code: Code,
    pub(crate) editor: Editor,
    /// Whether a jump or an exception may lead to an instruction.
    is_target: Vec<bool>,
    constants: &'a mut ConstantPool,
    outlines: &'a mut Outlines,
    /// Whether calls are told how near they came, and hints are taken.
    pub(crate) near: bool,
    pub(crate) hints: bool,
    /// What is added to the ids of branches.
    shift: Option<Shift>,
}

/// What makes of the ids of a method's branches those of a call that the test made itself.
struct Shift {
    /// The local variable that holds what is to be added.
    local: u16,
    /// The ids below are those of branches.
    branches: u32,
}

impl<'a> Patch<'a> {
    pub(crate) fn new(
        mut editor: Editor,
        constants: &'a mut ConstantPool,
        outlines: &'a mut Outlines,
    ) -> Patch<'a> {
        let code = editor.code().clone();
        editor.raise_stack(STACK);
        let mut is_target = vec![false; code.instructions.len()];
        let jumps = code.instructions.iter().flat_map(Instruction::targets);
        for target in jumps.chain(code.handlers.iter().map(|row| row.handler)) {
            is_target[target] = true;
        }
        Patch { code, editor, is_target, constants, outlines, near: false, hints: false, shift: None }
    }

    /// The constants of the class.
    pub(crate) fn constants(&self) -> &ConstantPool {
        self.constants
    }

    /// The constants of the class, to add some.
    pub(crate) fn constants_mut(&mut self) -> &mut ConstantPool {
        self.constants
    }

    /// The instruction before one, where control comes to the latter only from there.
    pub(crate) fn only_predecessor(&self, at: Index) -> Option<&Instruction> {
        let before = at.checked_sub(1).map(|before| &self.code.instructions[before])?;
        (!self.is_target[at] && !before.ends_flow()).then_some(before)
    }

    /// A call of a static method of a class of the runner.
    pub(crate) fn call(&mut self, class: &str, method: &str, descriptor: &str) -> Result<Instruction> {
        let index = self.constants.add_method(&runner(class), method, descriptor)?;
        Ok(Instruction::Pool { op: op::INVOKESTATIC, index })
    }

    /// A call of a static method of this class with that code; see [`Outlines::call`].
    pub(crate) fn outline(&mut self, descriptor: &str, code: &Code, frames: &[Index]) -> Result<Instruction> {
        self.outlines.call(descriptor, code, frames, self.constants)
    }

    /// `getstatic` of a field of a class of the runner.
    pub(crate) fn get_static(&mut self, class: &str, field: &str, descriptor: &str) -> Result<Instruction> {
        let index = self.constants.add_field(&runner(class), field, descriptor)?;
        Ok(Instruction::Pool { op: op::GETSTATIC, index })
    }

    /// `putstatic` of a field of a class of the runner.
    pub(crate) fn put_static(&mut self, class: &str, field: &str, descriptor: &str) -> Result<Instruction> {
        let index = self.constants.add_field(&runner(class), field, descriptor)?;
        Ok(Instruction::Pool { op: op::PUTSTATIC, index })
    }

    /// Pushes an `int`.
    pub(crate) fn int(&mut self, value: u32) -> Result<Instruction> {
        Ok(match value {
            0..=5 => Instruction::Simple(op::ICONST_0 + value as u8),
            6..=0x7F => Instruction::Push { op: op::BIPUSH, value: value as i16 },
            0x80..=0x7FFF => Instruction::Push { op: op::SIPUSH, value: value as i16 },
            _ => load(self.constants.add_integer(value as i32)?),
        })
    }

    /// Has [`branch`](Self::branch) add to the ids of branches, which are the ones below a number, what the local
    /// variable holds that it yields.
    pub(crate) fn shift_branches(&mut self, branches: u32) -> u16 {
        let local = self.editor.keep_local();
        self.shift = Some(Shift { local, branches });
        local
    }

    /// Pushes the id under which the outcome of a predicate or value is told.
    pub(crate) fn branch(&mut self, id: u32) -> Result<Vec<Instruction>> {
        let mut pushed = vec![self.int(id)?];
        if let Some(Shift { local, .. }) = self.shift.as_ref().filter(|shift| id < shift.branches) {
            let load = Instruction::Local { op: op::ILOAD, slot: *local, wide: false };
            pushed.extend([load, Instruction::Simple(op::IADD)]);
        }
        Ok(pushed)
    }

    /// Pushes a `String`.
    pub(crate) fn string(&mut self, text: &str) -> Result<Instruction> {
        Ok(load(self.constants.add_string(text)?))
    }

    /// The data of the edited `Code` attribute.
    pub(crate) fn finish(self) -> Result<Vec<u8>> {
        self.editor.finish(self.constants)
    }
}

/// Pushes the constant at an index, of one slot.
pub(crate) fn load(index: u16) -> Instruction {
    Instruction::Ldc { op: if index <= 0xFF { op::LDC } else { op::LDC_W }, index }
}

/// The binary name of a class of the runner.
pub(crate) fn runner(class: &str) -> String {
    format!("testudo/runner/{class}")
}
