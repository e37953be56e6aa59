//! Which instructions may have made a value: reaching definitions, looked up backwards from where the value is used.

use std::collections::BTreeSet;

use classfile::{Code, Index, Instruction, op};

/// Ways back through the code of one method.
pub(crate) struct Origins<'a> {
    code: &'a Code,
    /// By instruction those that may run right before it, the ones that may throw to it included.
    before: Vec<Vec<Index>>,
}

/// What may have made a value.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The instructions that made it, or the right operand of the `&` or `|` that did.
    pub(crate) made: BTreeSet<Index>,
    /// Whether nothing else can have: no parameter, no `&` or `|`, nothing too involved to follow.
    pub(crate) is_complete: bool,
}

/// Where a value lies before an instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    /// On top of the operand stack.
    Top,
    Local(u16),
}

/// What an instruction says of a value that is there after it.
enum Past {
    /// It was there before.
    Was(Slot),
    /// The right operand of the operator made it, as far as it did.
    InPart,
    Made,
    /// Nothing that can be told without the depth of the stack.
    Unclear,
}

impl<'a> Origins<'a> {
    pub(crate) fn new(code: &'a Code) -> Origins<'a> {
        let mut before = vec![Vec::new(); code.instructions.len() + 1];
        for at in 0..code.instructions.len() {
            code.successors(at).into_iter().for_each(|next| before[next].push(at));
        }
        for row in &code.handlers {
            before[row.handler].extend(row.start..row.end);
        }
        Origins { code, before }
    }

    /// What made the value on top of the stack before an instruction.
    pub(crate) fn of_top(&self, at: Index) -> Found {
        let mut found = Found { is_complete: true, ..Found::default() };
        let mut seen = BTreeSet::from([(at, Slot::Top)]);
        let mut open = vec![(at, Slot::Top)];
        while let Some((at, slot)) = open.pop() {
            // Nothing runs before the entry: what is there is a parameter.
            found.is_complete &= at != 0;
            for &before in &self.before[at] {
                let was = match past(&self.code.instructions[before], slot) {
                    Past::Was(slot) => Some(slot),
                    Past::InPart => {
                        found.is_complete = false;
                        Some(Slot::Top)
                    }
                    Past::Made => {
                        found.made.insert(before);
                        None
                    }
                    Past::Unclear => {
                        found.is_complete = false;
                        None
                    }
                };
                open.extend(was.map(|slot| (before, slot)).filter(|&state| seen.insert(state)));
            }
        }
        found
    }
}

fn past(instruction: &Instruction, slot: Slot) -> Past {
    match slot {
        Slot::Top => past_top(instruction),
        Slot::Local(local) => match instruction {
            _ if stored(instruction) == Some(local) => Past::Was(Slot::Top),
            Instruction::Iinc { slot, .. } if *slot == local => Past::Made,
            _ => Past::Was(slot),
        },
    }
}

fn past_top(instruction: &Instruction) -> Past {
    if let Some(local) = loaded(instruction) {
        return Past::Was(Slot::Local(local));
    }
    match instruction.op() {
        op::NOP | op::GOTO | op::GOTO_W | op::DUP => Past::Was(Slot::Top),
        op::IAND | op::IOR => Past::InPart,
        op::ICONST_M1..=op::LDC
        | op::IALOAD..=op::SALOAD
        | op::IADD..=op::LXOR
        | op::I2L..=op::DCMPG
        | op::GETSTATIC
        | op::GETFIELD
        | op::INVOKEVIRTUAL..=op::INVOKEDYNAMIC
        | op::ARRAYLENGTH
        | op::INSTANCEOF => Past::Made,
        _ => Past::Unclear,
    }
}

/// The local variable that an `iload` loads.
fn loaded(instruction: &Instruction) -> Option<u16> {
    match *instruction {
        Instruction::Local { op: op::ILOAD, slot, .. } => Some(slot),
        Instruction::Simple(op @ op::ILOAD_0..=op::ILOAD_3) => Some((op - op::ILOAD_0).into()),
        _ => None,
    }
}

/// The local variable that an `istore` stores to.
fn stored(instruction: &Instruction) -> Option<u16> {
    match *instruction {
        Instruction::Local { op: op::ISTORE, slot, .. } => Some(slot),
        Instruction::Simple(op @ op::ISTORE_0..=op::ISTORE_3) => Some((op - op::ISTORE_0).into()),
        _ => None,
    }
}
