//! The body of a method as instructions that refer to each other by index.

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

/// One instruction; opcodes are those of the JVM specification, [`op`] names the ones in use.
#[derive(Clone, Debug, PartialEq)]
pub enum Instruction {
    /// An opcode without operands (`iadd`, `aload_0`, `return`, ...).
    Simple(u8),
    /// `bipush`, `sipush`.
    Push { op: u8, value: i16 },
    /// `ldc`, `ldc_w`, `ldc2_w`: a constant pool index.
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
