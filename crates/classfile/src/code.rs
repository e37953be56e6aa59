//! The body of a method: instructions that refer to each other by index.

pub(crate) mod decode;
pub(crate) mod encode;
pub(crate) mod frames;

use crate::container::constants::ConstantPool;
use crate::error::Result;
use crate::op;

/// The index of an instruction in [`Code::instructions`]; `instructions.len()` is the end of the code.
pub type Index = usize;

/// A decoded `Code` attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// Maximum depth of the operand stack, in slots.
    pub max_stack: u16,
    /// Number of local variable slots, parameters included.
    pub max_locals: u16,
    /// The instructions in class file order. There is at least one.
    pub instructions: Vec<Instruction>,
    /// The exception table, in the order in which the JVM searches it.
    pub handlers: Vec<Handler>,
    /// The entries `(first instruction, line number)` of all line tables, in class file order.
    pub lines: Vec<(Index, u16)>,
}

/// One row of the exception table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    /// First instruction of the guarded range.
    pub start: Index,
    /// One past the last instruction of the guarded range.
    pub end: Index,
    /// First instruction of the handler.
    pub handler: Index,
    /// Constant pool index of the caught class; 0 catches everything.
    pub catch_type: u16,
}

/// One instruction. The module [`op`] names the opcodes.
#[allow(missing_docs)] // The JVM specification, section 6.5, defines the fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// An opcode without operands (`iadd`, `aload_0`, `return`, ...).
    Simple(u8),
    /// `bipush` or `sipush`, with the pushed value.
    Push { op: u8, value: i16 },
    /// `ldc`, `ldc_w` or `ldc2_w` with a constant pool index. The encoder writes `ldc` as `ldc_w` if the
    /// index needs two bytes.
    Ldc { op: u8, index: u16 },
    /// A load, store or `ret` with an explicit slot. `wide` is true if the class file had a `wide` prefix.
    /// If the slot exceeds 255, the encoder adds the prefix.
    Local { op: u8, slot: u16, wide: bool },
    /// `iinc`, with the number to add to the local variable in the slot.
    Iinc { slot: u16, delta: i16, wide: bool },
    /// A jump: conditional, unconditional or `jsr`. The encoder does not shorten `goto_w` and `jsr_w`.
    Jump { op: u8, target: Index },
    /// `tableswitch`: the key `low + i` jumps to `targets[i]`.
    TableSwitch { default: Index, low: i32, targets: Vec<Index> },
    /// `lookupswitch` with ascending keys.
    LookupSwitch { default: Index, pairs: Vec<(i32, Index)> },
    /// An opcode with a constant pool index: field access, `invokevirtual`, `invokespecial`, `invokestatic`,
    /// `new`, `anewarray`, `checkcast`, `instanceof`.
    Pool { op: u8, index: u16 },
    /// `invokeinterface` with its operand `count`: the number of argument slots.
    InvokeInterface { index: u16, count: u8 },
    /// `invokedynamic`.
    InvokeDynamic { index: u16 },
    /// `newarray` with the number of its element type (JVM specification, table 6.5.newarray-A).
    NewArray { kind: u8 },
    /// `multianewarray`.
    MultiNewArray { index: u16, dimensions: u8 },
}

impl Code {
    /// Returns the instructions that can run directly after the instruction at `index` if no exception
    /// occurs.
    ///
    /// The next instruction comes first if control can fall through. The targets follow in class file order,
    /// the default of a switch before its cases. A target that occurs several times is listed several times.
    /// `ret` has no successors.
    pub fn successors(&self, index: Index) -> Vec<Index> {
        let instruction = &self.instructions[index];
        let next = (!instruction.ends_flow()).then_some(index + 1);
        next.into_iter().chain(instruction.targets()).collect()
    }

    /// Returns the source line of an instruction: the line of the last table entry at or before the
    /// instruction. Returns `None` if there is no such entry.
    pub fn line(&self, index: Index) -> Option<u16> {
        // If several entries have the same instruction, the last entry is valid, as in the JVM.
        let entries = self.lines.iter().filter(|(start, _)| *start <= index);
        entries.max_by_key(|(start, _)| *start).map(|&(_, line)| line)
    }
}

impl Instruction {
    /// Returns the shortest instruction that pushes an `int`. Adds a constant to the pool if the instruction
    /// needs one.
    pub fn push_int(value: i32, constants: &mut ConstantPool) -> Result<Instruction> {
        Ok(match (value, i16::try_from(value)) {
            (-1..=5, _) => Instruction::Simple((i32::from(op::ICONST_0) + value) as u8),
            (-128..=127, Ok(value)) => Instruction::Push { op: op::BIPUSH, value },
            (_, Ok(value)) => Instruction::Push { op: op::SIPUSH, value },
            (_, Err(_)) => Instruction::Ldc { op: op::LDC, index: constants.add_integer(value)? },
        })
    }

    /// Returns the opcode, without a `wide` prefix.
    pub fn op(&self) -> u8 {
        match *self {
            Instruction::Simple(op)
            | Instruction::Push { op, .. }
            | Instruction::Ldc { op, .. }
            | Instruction::Local { op, .. }
            | Instruction::Jump { op, .. }
            | Instruction::Pool { op, .. } => op,
            Instruction::Iinc { .. } => op::IINC,
            Instruction::TableSwitch { .. } => op::TABLESWITCH,
            Instruction::LookupSwitch { .. } => op::LOOKUPSWITCH,
            Instruction::InvokeInterface { .. } => op::INVOKEINTERFACE,
            Instruction::InvokeDynamic { .. } => op::INVOKEDYNAMIC,
            Instruction::NewArray { .. } => op::NEWARRAY,
            Instruction::MultiNewArray { .. } => op::MULTIANEWARRAY,
        }
    }

    /// Whether the instruction is a jump that depends on values on the stack: `ifeq`, `if_icmplt`, `ifnull`,
    /// ...
    pub fn is_conditional(&self) -> bool {
        matches!(self.op(), op::IFEQ..=op::IF_ACMPNE | op::IFNULL | op::IFNONNULL)
    }

    /// Whether the instruction is `tableswitch` or `lookupswitch`.
    pub fn is_switch(&self) -> bool {
        matches!(self, Instruction::TableSwitch { .. } | Instruction::LookupSwitch { .. })
    }

    /// Whether the instruction is one of the six return instructions.
    pub fn is_return(&self) -> bool {
        matches!(self.op(), op::IRETURN..=op::RETURN)
    }

    /// Whether the instruction is `jsr`, `jsr_w` or `ret`. Old compilers used these instructions for
    /// `finally`.
    pub fn is_subroutine_instruction(&self) -> bool {
        matches!(self.op(), op::JSR | op::JSR_W | op::RET)
    }

    /// Whether the instruction has jump targets: a jump or a switch.
    pub fn has_targets(&self) -> bool {
        matches!(self, Instruction::Jump { .. }) || self.is_switch()
    }

    /// Whether control never continues with the next instruction. A `jsr` does not end the flow, because its
    /// subroutine returns.
    pub fn ends_flow(&self) -> bool {
        let op = self.op();
        matches!(op, op::GOTO | op::GOTO_W | op::RET | op::ATHROW) || self.is_return() || self.is_switch()
    }

    /// Whether a basic block ends with the instruction: a jump, switch, return, throw or `ret`.
    pub fn ends_block(&self) -> bool {
        self.ends_flow() || self.has_targets()
    }

    /// Returns the jump targets in class file order, the default of a switch first.
    pub fn targets(&self) -> impl Iterator<Item = Index> + '_ {
        let (first, table, pairs): (_, &[Index], &[(i32, Index)]) = match self {
            Instruction::Jump { target, .. } => (Some(*target), &[], &[]),
            Instruction::TableSwitch { default, targets, .. } => (Some(*default), targets, &[]),
            Instruction::LookupSwitch { default, pairs } => (Some(*default), &[], pairs),
            _ => (None, &[], &[]),
        };
        first.into_iter().chain(table.iter().copied()).chain(pairs.iter().map(|&(_, target)| target))
    }

    /// Replaces every target by the result of `map`. Stops at the first error.
    pub fn try_map_targets<E>(
        &mut self,
        mut map: impl FnMut(Index) -> std::result::Result<Index, E>,
    ) -> std::result::Result<(), E> {
        match self {
            Instruction::Jump { target, .. } => *target = map(*target)?,
            Instruction::TableSwitch { default, targets, .. } => {
                *default = map(*default)?;
                for target in targets {
                    *target = map(*target)?;
                }
            }
            Instruction::LookupSwitch { default, pairs } => {
                *default = map(*default)?;
                for (_, target) in pairs {
                    *target = map(*target)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Replaces every target by the result of `map`.
    pub fn map_targets(&mut self, mut map: impl FnMut(Index) -> Index) {
        let Ok(()) = self.try_map_targets(|target| Ok::<_, std::convert::Infallible>(map(target)));
    }
}
