//! One method being edited, and the instructions that snippets are made of.

use classfile::{Code, ConstantPool, Editor, Index, Instruction, Result, op};

use crate::class::Options;

/// The greatest room that a snippet needs on the operand stack, in slots: a comparison of two copied references or
/// numbers and its two branches.
const STACK: u16 = 4;

/// The name of static initialisers.
pub(crate) const INITIALISER: &str = "<clinit>";

/// A method being edited.
pub(crate) struct Patch<'a> {
    pub(crate) code: Code,
    pub(crate) editor: Editor,
    /// Whether a jump or an exception may lead to an instruction.
    is_target: Vec<bool>,
    constants: &'a mut ConstantPool,
    pub(crate) options: Options,
}

impl<'a> Patch<'a> {
    pub(crate) fn new(mut editor: Editor, constants: &'a mut ConstantPool, options: Options) -> Patch<'a> {
        let code = editor.code().clone();
        editor.raise_stack(STACK);
        let mut is_target = vec![false; code.instructions.len()];
        let jumps = code.instructions.iter().flat_map(Instruction::targets);
        for target in jumps.chain(code.handlers.iter().map(|row| row.handler)) {
            is_target[target] = true;
        }
        Patch { code, editor, is_target, constants, options }
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
