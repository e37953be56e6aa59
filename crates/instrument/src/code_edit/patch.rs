//! A method that is being edited, and the instructions of inserted code.

use classfile::{Code, ConstantPool, Editor, Index, Instruction, Result, op};

use crate::code_edit::outlined_methods::OutlinedMethods;

/// Maximum number of operand stack slots that inserted code needs: two copied operands, two branch ids, and a
/// number that is added to the second id (see [`Patch::shift_branches`]).
const MAX_SNIPPET_STACK: u16 = 5;

/// Name of static initialisers.
pub(crate) const INITIALISER_NAME: &str = "<clinit>";

/// A method that is being edited.
pub(crate) struct Patch<'a> {
    pub(crate) code: Code,
    pub(crate) editor: Editor,
    /// For each instruction, whether it is the target of a jump or the start of an exception handler.
    is_target: Vec<bool>,
    constants: &'a mut ConstantPool,
    outlined: &'a mut OutlinedMethods,
    /// Whether to insert probes for the distances of calls.
    pub(crate) call_distances: bool,
    /// Whether to insert probes for hints.
    pub(crate) hints: bool,
    /// The shift of branch ids, if direct calls have separate ids.
    shift: Option<Shift>,
}

/// The shift of branch ids, which maps the ids of a method's branches to the ids for direct calls.
struct Shift {
    /// Slot of the local variable with the number to add to an id.
    local: u16,
    /// Only ids below this number are shifted.
    branches: u32,
}

impl<'a> Patch<'a> {
    pub(crate) fn new(
        mut editor: Editor,
        constants: &'a mut ConstantPool,
        outlined: &'a mut OutlinedMethods,
    ) -> Patch<'a> {
        let code = editor.code().clone();
        editor.reserve_stack(MAX_SNIPPET_STACK);
        let mut is_target = vec![false; code.instructions.len()];
        let jumps = code.instructions.iter().flat_map(Instruction::targets);
        for target in jumps.chain(code.handlers.iter().map(|row| row.handler)) {
            is_target[target] = true;
        }
        Patch {
            code,
            editor,
            is_target,
            constants,
            outlined,
            call_distances: false,
            hints: false,
            shift: None,
        }
    }

    /// Returns the constants of the class.
    pub(crate) fn constants(&self) -> &ConstantPool {
        self.constants
    }

    /// Returns the constants of the class, to add constants.
    pub(crate) fn constants_mut(&mut self) -> &mut ConstantPool {
        self.constants
    }

    /// Returns the instruction before `at`, if no other instruction can be executed immediately before `at`.
    pub(crate) fn only_predecessor(&self, at: Index) -> Option<&Instruction> {
        let previous = at.checked_sub(1).map(|index| &self.code.instructions[index])?;
        (!self.is_target[at] && !previous.ends_flow()).then_some(previous)
    }

    /// Returns a call of a static method of a runner class.
    pub(crate) fn call(&mut self, class: &str, method: &str, descriptor: &str) -> Result<Instruction> {
        let index = self.constants.add_method(&runner(class), method, descriptor)?;
        Ok(Instruction::Pool { op: op::INVOKESTATIC, index })
    }

    /// Returns a call of an outlined method with this code; see [`OutlinedMethods::call`].
    pub(crate) fn call_outlined(
        &mut self,
        descriptor: &str,
        code: &Code,
        frames: &[Index],
    ) -> Result<Instruction> {
        self.outlined.call(descriptor, code, frames, self.constants)
    }

    /// Returns a `getstatic` of a field of a runner class.
    pub(crate) fn get_static(&mut self, class: &str, field: &str, descriptor: &str) -> Result<Instruction> {
        let index = self.constants.add_field(&runner(class), field, descriptor)?;
        Ok(Instruction::Pool { op: op::GETSTATIC, index })
    }

    /// Returns a `putstatic` of a field of a runner class.
    pub(crate) fn put_static(&mut self, class: &str, field: &str, descriptor: &str) -> Result<Instruction> {
        let index = self.constants.add_field(&runner(class), field, descriptor)?;
        Ok(Instruction::Pool { op: op::PUTSTATIC, index })
    }

    /// Returns an instruction that pushes an `int`.
    pub(crate) fn int(&mut self, value: u32) -> Result<Instruction> {
        Ok(match value {
            0..=5 => Instruction::Simple(op::ICONST_0 + value as u8),
            6..=0x7F => Instruction::Push { op: op::BIPUSH, value: value as i16 },
            0x80..=0x7FFF => Instruction::Push { op: op::SIPUSH, value: value as i16 },
            _ => load(self.constants.add_integer(value as i32)?),
        })
    }

    /// Makes [`branch`](Self::branch) add the value of a new local variable to each id below `branches`.
    /// Returns the slot of the variable.
    pub(crate) fn shift_branches(&mut self, branches: u32) -> u16 {
        let local = self.editor.add_int_local();
        self.shift = Some(Shift { local, branches });
        local
    }

    /// Returns instructions that push the id of an outcome of a predicate or boolean. The instructions add
    /// the variable of [`shift_branches`](Self::shift_branches), if this id is shifted.
    pub(crate) fn branch(&mut self, id: u32) -> Result<Vec<Instruction>> {
        let mut pushed = vec![self.int(id)?];
        if let Some(Shift { local, .. }) = self.shift.as_ref().filter(|shift| id < shift.branches) {
            let load = Instruction::Local { op: op::ILOAD, slot: *local, wide: false };
            pushed.extend([load, Instruction::Simple(op::IADD)]);
        }
        Ok(pushed)
    }

    /// Returns an instruction that pushes a `String`.
    pub(crate) fn string(&mut self, text: &str) -> Result<Instruction> {
        Ok(load(self.constants.add_string(text)?))
    }

    /// Returns the data of the edited `Code` attribute.
    pub(crate) fn finish(self) -> Result<Vec<u8>> {
        self.editor.finish(self.constants)
    }
}

/// Returns an instruction that pushes the constant with this index, which must take one slot.
pub(crate) fn load(index: u16) -> Instruction {
    Instruction::Ldc { op: if index <= 0xFF { op::LDC } else { op::LDC_W }, index }
}

/// Returns the binary name of a runner class.
pub(crate) fn runner(class: &str) -> String {
    format!("testudo/runner/{class}")
}
