//! Producers and users of values on the operand stack.

use analysis::stack::effect;
use classfile::{Code, Index, Instruction, op};

use crate::code::body::Body;

/// An instruction that pops a value.
pub(crate) struct Use {
    /// The instruction that pops the value.
    pub(crate) at: Index,
    /// Number of stack slots above the value. The instruction pops these slots as well.
    pub(crate) above: usize,
}

impl Body<'_> {
    /// Returns the instruction that pops the value that the instruction at `at` pushes. If an instruction
    /// copies the value, follows the topmost copy. Returns `None` if the value cannot be followed.
    pub(crate) fn use_of(&self, at: Index) -> Option<Use> {
        let mut above = 0;
        let mut at = self.next_instruction(at)?;
        // The number of steps is limited, because a chain of jumps can be an endless loop.
        for _ in 0..self.code.instructions.len() {
            let instruction = self.code.instructions.get(at)?;
            above = match copies(instruction.op()) {
                Some(copies) => copies.position_after(above),
                None => {
                    let (popped, pushed) = effect(instruction, &self.class.constants)?;
                    if popped > above {
                        return Some(Use { at, above });
                    }
                    above - popped + pushed
                }
            };
            at = self.next_instruction(at)?;
        }
        None
    }

    /// Returns the instruction that produced the value below the top `below` slots of the stack before an
    /// instruction. Skips instructions that only copy the value. If several paths produce the value, as in `a
    /// ? b : c`, returns one of the producers. Returns `None` if the value cannot be followed.
    pub(crate) fn producer(&self, at: Index, below: usize) -> Option<Index> {
        let mut below = below;
        let mut at = at;
        for _ in 0..self.code.instructions.len() {
            at = self.predecessors[at]?;
            let instruction = &self.code.instructions[at];
            below = match copies(instruction.op()) {
                Some(copies) => copies.position_before(below),
                None => {
                    let (popped, pushed) = effect(instruction, &self.class.constants)?;
                    if pushed > below {
                        return Some(at);
                    }
                    below - pushed + popped
                }
            };
        }
        None
    }

    /// Returns the instruction that runs next. Assumes that a conditional jump is not taken.
    fn next_instruction(&self, at: Index) -> Option<Index> {
        match &self.code.instructions[at] {
            Instruction::Jump { op: op::GOTO | op::GOTO_W, target } => Some(*target),
            instruction => (!instruction.ends_flow()).then_some(at + 1),
        }
    }
}

/// For each instruction, returns an instruction that can run directly before it. Prefers the preceding
/// instruction in the code. Ignores jumps to exception handlers.
pub(crate) fn predecessors(code: &Code) -> Vec<Option<Index>> {
    let mut predecessors = vec![None; code.instructions.len() + 1];
    for at in (0..code.instructions.len()).rev() {
        code.instructions[at].targets().for_each(|target| predecessors[target] = Some(at));
    }
    for (at, instruction) in code.instructions.iter().enumerate().filter(|(_, it)| !it.ends_flow()) {
        predecessors[at + 1] = (!instruction.is_subroutine_instruction()).then_some(at);
    }
    predecessors
}

/// The effect of a copying instruction on the top of the stack. Element `n` is the position, before the
/// instruction, of the value that is at position `n` after the instruction. Position 0 is the top.
struct Copies(&'static [usize]);

fn copies(op: u8) -> Option<Copies> {
    Some(Copies(match op {
        op::DUP => &[0, 0],
        op::DUP_X1 => &[0, 1, 0],
        op::DUP_X2 => &[0, 1, 2, 0],
        op::DUP2 => &[0, 1, 0, 1],
        op::DUP2_X1 => &[0, 1, 2, 0, 1],
        op::DUP2_X2 => &[0, 1, 2, 3, 0, 1],
        op::SWAP => &[1, 0],
        _ => return None,
    }))
}

impl Copies {
    /// Returns the position, before the instruction, of the value that is at `position` after the
    /// instruction.
    fn position_before(&self, position: usize) -> usize {
        self.0.get(position).copied().unwrap_or_else(|| position - self.added_slots())
    }

    /// Returns the topmost position, after the instruction, of the value that is at `position` before the
    /// instruction.
    fn position_after(&self, position: usize) -> usize {
        self.0.iter().position(|&before| before == position).unwrap_or(position + self.added_slots())
    }

    /// Returns the number of slots that the instruction adds to the stack.
    fn added_slots(&self) -> usize {
        let span = self.0.iter().max().expect("every copying instruction copies a slot") + 1;
        self.0.len() - span
    }
}
