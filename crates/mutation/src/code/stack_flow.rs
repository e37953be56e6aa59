//! What makes a value on the operand stack, and what uses it.

use analysis::stack::effect;
use classfile::{Code, Index, Instruction, op};

use crate::code::body::Body;

/// The use of a value.
pub(crate) struct Use {
    /// The instruction that takes it from the stack.
    pub(crate) at: Index,
    /// The slots that it takes from above it.
    pub(crate) above: usize,
}

impl Body<'_> {
    /// The instruction that takes what the one at `at` pushes; of a value that is copied, the copy on top. `None` where
    /// that cannot be followed.
    pub(crate) fn use_of(&self, at: Index) -> Option<Use> {
        let mut above = 0;
        let mut at = self.next(at)?;
        // Nobody leaves a value on the stack for longer; but a loop might.
        for _ in 0..self.code.instructions.len() {
            let instruction = self.code.instructions.get(at)?;
            above = match copies(instruction.op()) {
                Some(copies) => copies.after(above),
                None => {
                    let (taken, put) = effect(instruction, &self.class.constants)?;
                    if taken > above {
                        return Some(Use { at, above });
                    }
                    above - taken + put
                }
            };
            at = self.next(at)?;
        }
        None
    }

    /// The instruction that made what lies below the top `below` slots of the stack before another one, whatever has
    /// copied it since; one of those where ways meet that each made theirs, as of `a ? b : c`. `None` where that cannot be
    /// followed.
    pub(crate) fn maker(&self, at: Index, below: usize) -> Option<Index> {
        let mut below = below;
        let mut at = at;
        for _ in 0..self.code.instructions.len() {
            at = self.before[at]?;
            let instruction = &self.code.instructions[at];
            below = match copies(instruction.op()) {
                Some(copies) => copies.before(below),
                None => {
                    let (taken, put) = effect(instruction, &self.class.constants)?;
                    if put > below {
                        return Some(at);
                    }
                    below - put + taken
                }
            };
        }
        None
    }

    /// The instruction that runs next; of a conditional jump, the one behind it.
    fn next(&self, at: Index) -> Option<Index> {
        match &self.code.instructions[at] {
            Instruction::Jump { op: op::GOTO | op::GOTO_W, target } => Some(*target),
            instruction => (!instruction.ends_flow()).then_some(at + 1),
        }
    }
}

/// For each instruction one that may run right before it, other than by an exception: the one that stands there, if it
/// may.
pub(crate) fn before(code: &Code) -> Vec<Option<Index>> {
    let mut before = vec![None; code.instructions.len() + 1];
    for at in (0..code.instructions.len()).rev() {
        code.instructions[at].targets().for_each(|target| before[target] = Some(at));
    }
    for (at, instruction) in code.instructions.iter().enumerate().filter(|(_, it)| !it.ends_flow()) {
        before[at + 1] = (!instruction.is_subroutine()).then_some(at);
    }
    before
}

/// What a copying instruction does to the top of the stack: by place from the top after it, the place before it.
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
    fn before(&self, place: usize) -> usize {
        self.0.get(place).copied().unwrap_or_else(|| place - self.added())
    }

    /// Of several places, the topmost.
    fn after(&self, place: usize) -> usize {
        self.0.iter().position(|&before| before == place).unwrap_or(place + self.added())
    }

    fn added(&self) -> usize {
        let span = self.0.iter().max().expect("no table is empty") + 1;
        self.0.len() - span
    }
}
