//! The instructions that produce a value. A backward search from the use of the value finds these
//! instructions, which the literature calls reaching definitions.

use std::collections::BTreeSet;

use classfile::{Code, Index, Instruction, op};

/// The code of one method with the predecessors of each instruction.
pub(crate) struct Origins<'a> {
    code: &'a Code,
    /// For each instruction, the instructions that can run directly before it. For the start of a handler,
    /// these include the instructions that the handler guards.
    predecessors: Vec<Vec<Index>>,
}

/// The producers of a value.
#[derive(Debug, Default)]
pub(crate) struct Producers {
    /// The instructions that can produce the value. An `&` or `|` is replaced by the instructions that can
    /// produce its right operand.
    pub(crate) instructions: BTreeSet<Index>,
    /// Whether `instructions` contains all producers. False if a parameter, `&`, `|` or an instruction that
    /// the search cannot follow can produce the value.
    pub(crate) is_complete: bool,
}

/// The place of a value before an instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    /// The top of the operand stack.
    Top,
    /// A local variable, by its slot.
    Local(u16),
}

/// The place of a value before an instruction, computed from its place after the instruction.
enum Before {
    /// The value existed before the instruction, in this place.
    At(Slot),
    /// The instruction is `&` or `|`. The search continues with its right operand on top of the stack.
    ProducedInPart,
    /// The instruction produced the value.
    Produced,
    /// The place depends on the depth of the stack, which is unknown.
    Unknown,
}

impl<'a> Origins<'a> {
    pub(crate) fn new(code: &'a Code) -> Origins<'a> {
        let mut predecessors = vec![Vec::new(); code.instructions.len() + 1];
        for at in 0..code.instructions.len() {
            code.successors(at).into_iter().for_each(|next| predecessors[next].push(at));
        }
        for row in &code.handlers {
            predecessors[row.handler].extend(row.start..row.end);
        }
        Origins { code, predecessors }
    }

    /// Finds the producers of the value on top of the stack before an instruction.
    pub(crate) fn producers_of_top(&self, at: Index) -> Producers {
        let mut producers = Producers { is_complete: true, ..Producers::default() };
        let mut visited = BTreeSet::from([(at, Slot::Top)]);
        let mut pending = vec![(at, Slot::Top)];
        while let Some((at, slot)) = pending.pop() {
            // No instruction precedes the first instruction, so the value can be a parameter.
            producers.is_complete &= at != 0;
            for &predecessor in &self.predecessors[at] {
                let place = match slot_before(&self.code.instructions[predecessor], slot) {
                    Before::At(slot) => Some(slot),
                    Before::ProducedInPart => {
                        producers.is_complete = false;
                        Some(Slot::Top)
                    }
                    Before::Produced => {
                        producers.instructions.insert(predecessor);
                        None
                    }
                    Before::Unknown => {
                        producers.is_complete = false;
                        None
                    }
                };
                pending.extend(place.map(|slot| (predecessor, slot)).filter(|&state| visited.insert(state)));
            }
        }
        producers
    }
}

fn slot_before(instruction: &Instruction, slot: Slot) -> Before {
    match slot {
        Slot::Top => top_before(instruction),
        Slot::Local(local) => match instruction {
            _ if stored_local(instruction) == Some(local) => Before::At(Slot::Top),
            Instruction::Iinc { slot, .. } if *slot == local => Before::Produced,
            _ => Before::At(slot),
        },
    }
}

fn top_before(instruction: &Instruction) -> Before {
    if let Some(local) = loaded_local(instruction) {
        return Before::At(Slot::Local(local));
    }
    match instruction.op() {
        op::NOP | op::GOTO | op::GOTO_W | op::DUP => Before::At(Slot::Top),
        op::IAND | op::IOR => Before::ProducedInPart,
        op::ICONST_M1..=op::LDC
        | op::IALOAD..=op::SALOAD
        | op::IADD..=op::LXOR
        | op::I2L..=op::DCMPG
        | op::GETSTATIC
        | op::GETFIELD
        | op::INVOKEVIRTUAL..=op::INVOKEDYNAMIC
        | op::ARRAYLENGTH
        | op::INSTANCEOF => Before::Produced,
        _ => Before::Unknown,
    }
}

/// Returns the local variable that an `iload` loads.
fn loaded_local(instruction: &Instruction) -> Option<u16> {
    match *instruction {
        Instruction::Local { op: op::ILOAD, slot, .. } => Some(slot),
        Instruction::Simple(op @ op::ILOAD_0..=op::ILOAD_3) => Some((op - op::ILOAD_0).into()),
        _ => None,
    }
}

/// Returns the local variable that an `istore` stores to.
fn stored_local(instruction: &Instruction) -> Option<u16> {
    match *instruction {
        Instruction::Local { op: op::ISTORE, slot, .. } => Some(slot),
        Instruction::Simple(op @ op::ISTORE_0..=op::ISTORE_3) => Some((op - op::ISTORE_0).into()),
        _ => None,
    }
}
