//! The body of a method as instructions that refer to each other by index.

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
    /// Greatest depth of the operand stack, in slots.
    pub max_stack: u16,
    /// Slots of local variables, parameters included.
    pub max_locals: u16,
    /// The instructions in order. Never empty.
    pub instructions: Vec<Instruction>,
    /// The exception table, in the order in which the JVM searches it.
    pub handlers: Vec<Handler>,
    /// Line table entries `(first instruction, line)` in class file order, of all line tables.
    pub lines: Vec<(Index, u16)>,
}

/// One row of the exception table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    /// First instruction of the guarded range.
    pub start: Index,
    /// One past the last instruction of the guarded range.
    pub end: Index,
    /// The first instruction of the handler.
    pub handler: Index,
    /// Constant pool index of the caught class, 0 for all.
    pub catch_type: u16,
}

/// One instruction; opcodes are named in [`op`].
#[allow(missing_docs)] // The fields are those of the JVM specification, section 6.5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// An opcode without operands (`iadd`, `aload_0`, `return`, ...).
    Simple(u8),
    /// `bipush`, `sipush`.
    Push { op: u8, value: i16 },
    /// `ldc`, `ldc_w`, `ldc2_w`: a constant pool index. `ldc` is written as `ldc_w` where the index needs it.
    Ldc { op: u8, index: u16 },
    /// A load, store or `ret` with an explicit slot; `wide` where the slot needs or had it.
    Local { op: u8, slot: u16, wide: bool },
    /// `iinc`.
    Iinc { slot: u16, delta: i16, wide: bool },
    /// A jump, conditional or not, `jsr` included. `goto_w`/`jsr_w` keep their opcode.
    Jump { op: u8, target: Index },
    /// `tableswitch`: `targets[i]` belongs to the key `low + i`.
    TableSwitch { default: Index, low: i32, targets: Vec<Index> },
    /// `lookupswitch`, keys ascending.
    LookupSwitch { default: Index, pairs: Vec<(i32, Index)> },
    /// An opcode with a constant pool index: field access, `invokevirtual/special/static`, `new`, `anewarray`,
    /// `checkcast`, `instanceof`.
    Pool { op: u8, index: u16 },
    /// `invokeinterface`.
    InvokeInterface { index: u16, count: u8 },
    /// `invokedynamic`.
    InvokeDynamic { index: u16 },
    /// `newarray` with its element type code.
    NewArray { kind: u8 },
    /// `multianewarray`.
    MultiNewArray { index: u16, dimensions: u8 },
}

impl Code {
    /// The instructions that may run right after the one at `index`, other than by an exception: the next one first
    /// where control can fall through, then the targets in class file order, a switch's default before its cases.
    /// A target that stands several times is named several times. `ret` has none.
    pub fn successors(&self, index: Index) -> Vec<Index> {
        let instruction = &self.instructions[index];
        let next = (!instruction.ends_flow()).then_some(index + 1);
        next.into_iter().chain(instruction.targets()).collect()
    }

    /// The line of an instruction: that of the last table entry at or before it, if there is one.
    pub fn line(&self, index: Index) -> Option<u16> {
        // Of entries for the same instruction the last one written wins, as in the JVM.
        let before = self.lines.iter().filter(|(start, _)| *start <= index);
        before.max_by_key(|(start, _)| *start).map(|&(_, line)| line)
    }
}

impl Instruction {
    /// The shortest instruction that pushes an `int`; a constant is added to the pool where it takes one.
    pub fn int(value: i32, constants: &mut ConstantPool) -> Result<Instruction> {
        Ok(match (value, i16::try_from(value)) {
            (-1..=5, _) => Instruction::Simple((i32::from(op::ICONST_0) + value) as u8),
            (-128..=127, Ok(value)) => Instruction::Push { op: op::BIPUSH, value },
            (_, Ok(value)) => Instruction::Push { op: op::SIPUSH, value },
            (_, Err(_)) => Instruction::Ldc { op: op::LDC, index: constants.add_integer(value)? },
        })
    }

    /// The opcode, without a `wide` before it.
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

    /// Whether it is a jump that is taken or not, depending on values: `ifeq`, `if_icmplt`, `ifnull`, ...
    pub fn is_conditional(&self) -> bool {
        matches!(self.op(), op::IFEQ..=op::IF_ACMPNE | op::IFNULL | op::IFNONNULL)
    }

    /// Whether it is `tableswitch` or `lookupswitch`.
    pub fn is_switch(&self) -> bool {
        matches!(self, Instruction::TableSwitch { .. } | Instruction::LookupSwitch { .. })
    }

    /// Whether it is one of the six returns.
    pub fn is_return(&self) -> bool {
        matches!(self.op(), op::IRETURN..=op::RETURN)
    }

    /// Whether it is `jsr`, `jsr_w` or `ret`, as compilers before Java 6 wrote for `finally`.
    pub fn is_subroutine(&self) -> bool {
        matches!(self.op(), op::JSR | op::JSR_W | op::RET)
    }

    /// Whether it names other instructions: a jump or a switch.
    pub fn has_targets(&self) -> bool {
        matches!(self, Instruction::Jump { .. }) || self.is_switch()
    }

    /// Whether control never goes on to the next instruction. A `jsr` does not end the flow: its subroutine returns.
    pub fn ends_flow(&self) -> bool {
        let op = self.op();
        matches!(op, op::GOTO | op::GOTO_W | op::RET | op::ATHROW) || self.is_return() || self.is_switch()
    }

    /// Whether a basic block ends with it: it jumps, switches, returns or throws.
    pub fn ends_block(&self) -> bool {
        self.ends_flow() || self.has_targets()
    }

    /// The instructions it names, a switch's default first, in class file order.
    pub fn targets(&self) -> impl Iterator<Item = Index> + '_ {
        let (first, table, pairs): (_, &[Index], &[(i32, Index)]) = match self {
            Instruction::Jump { target, .. } => (Some(*target), &[], &[]),
            Instruction::TableSwitch { default, targets, .. } => (Some(*default), targets, &[]),
            Instruction::LookupSwitch { default, pairs } => (Some(*default), &[], pairs),
            _ => (None, &[], &[]),
        };
        first.into_iter().chain(table.iter().copied()).chain(pairs.iter().map(|&(_, target)| target))
    }

    /// Replaces every target by what `map` makes of it; stops at the first error.
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

    /// Replaces every target by what `map` makes of it.
    pub fn map_targets(&mut self, mut map: impl FnMut(Index) -> Index) {
        let Ok(()) = self.try_map_targets(|target| Ok::<_, std::convert::Infallible>(map(target)));
    }
}
