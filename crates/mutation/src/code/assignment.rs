//! Definite assignment: the kinds of values that local variables have on every path to an instruction.
//!
//! The table of local variables in the class file can be wrong or outdated. Therefore this analysis uses only
//! the descriptor and the instructions of the method, like a bytecode verifier.

use std::collections::BTreeSet;
use std::ops::Range;

use analysis::{BlockId, Cfg};
use classfile::Index;
use typed_index_collections::TiVec;

use crate::code::body::Body;
use crate::code::variables::{SlotKind, parameters, stored_slot};

/// The kind of value in each slot of the local variables.
///
/// The kind is `None` in three cases:
///
/// - Not every path assigns a value of the same kind to the slot.
/// - The slot is the second slot of a `long` or `double`.
/// - The slot contains `this`, in a constructor that has not called another constructor yet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SlotKinds(Vec<Option<SlotKind>>);

impl SlotKinds {
    /// Returns the kinds at the entry of a method.
    fn at_entry(body: &Body<'_>) -> SlotKinds {
        let mut slot_kinds = SlotKinds(vec![None; body.code.max_locals.into()]);
        if !body.is_static() && !body.is_constructor() {
            slot_kinds.set(0, Some(SlotKind::Reference));
        }
        for (slot, descriptor) in parameters(&body.method.descriptor, body.method.access) {
            slot_kinds.set(slot, Some(SlotKind::of(descriptor)));
        }
        slot_kinds
    }

    pub(crate) fn get(&self, slot: u16) -> Option<SlotKind> {
        self.0.get(usize::from(slot)).copied().flatten()
    }

    /// Updates the kind of each local variable to its kind after the instruction at `at`.
    pub(crate) fn step(&mut self, body: &Body<'_>, at: Index) {
        if body.constructor_calls.contains(&at) {
            self.set(0, Some(SlotKind::Reference));
        }
        if let Some((kind, slot)) = stored_slot(&body.code.instructions[at]) {
            self.set(slot, Some(kind));
        }
    }

    fn set(&mut self, slot: u16, kind: Option<SlotKind>) {
        let slot = usize::from(slot);
        let lower_kind = slot.checked_sub(1).and_then(|lower_slot| self.0.get_mut(lower_slot));
        lower_kind
            .filter(|lower_kind| lower_kind.is_some_and(|kind| kind.slots() == 2))
            .into_iter()
            .for_each(|lower_kind| *lower_kind = None);
        let mut kinds = self.0.iter_mut().skip(slot).take(kind.map_or(1, SlotKind::slots));
        kinds.next().into_iter().for_each(|first_kind| *first_kind = kind);
        kinds.for_each(|second_kind| *second_kind = None);
    }

    /// Drops the kinds that are different on another path. Returns whether a kind was dropped.
    fn join(&mut self, other: &SlotKinds) -> bool {
        let mut is_dropped = false;
        for (kind, other_kind) in self.0.iter_mut().zip(&other.0) {
            is_dropped |= kind.is_some() && *kind != *other_kind;
            *kind = kind.filter(|kind| Some(*kind) == *other_kind);
        }
        is_dropped
    }
}

/// Returns the kinds before each block of the control flow graph; `None` for unreachable blocks.
pub(crate) fn before_blocks(body: &Body<'_>) -> TiVec<BlockId, Option<SlotKinds>> {
    let cfg = &body.method.cfg;
    let handlers = handlers(body);
    let mut kinds_before = TiVec::from(vec![None; cfg.blocks.len()]);
    kinds_before[Cfg::ENTRY] = Some(SlotKinds::at_entry(body));
    let mut pending = BTreeSet::from([Cfg::ENTRY]);
    while let Some(block) = pending.pop_first() {
        let mut slot_kinds: SlotKinds = kinds_before[block].clone().expect("every pending block was reached");
        let mut flow = |to: BlockId, slot_kinds: &SlotKinds| {
            let is_changed = match &mut kinds_before[to] {
                Some(kinds) => kinds.join(slot_kinds),
                unreached => {
                    *unreached = Some(slot_kinds.clone());
                    true
                }
            };
            if is_changed {
                pending.insert(to);
            }
        };
        for at in cfg.blocks[block].instructions.clone() {
            // Like a bytecode verifier, assume that every instruction of the block can jump to the handlers.
            handlers[block].iter().for_each(|&handler| flow(handler, &slot_kinds));
            slot_kinds.step(body, at);
        }
        cfg.blocks[block].successors.iter().for_each(|edge| flow(edge.to, &slot_kinds));
    }
    kinds_before
}

/// For each block, returns the first blocks of the exception handlers that guard the block.
fn handlers(body: &Body<'_>) -> TiVec<BlockId, Vec<BlockId>> {
    let cfg = &body.method.cfg;
    let handlers_of = |range: &Range<Index>| {
        let guards = body.code.handlers.iter().filter(|row| (row.start..row.end).contains(&range.start));
        guards.map(|row| cfg.block_of(row.handler)).collect()
    };
    cfg.blocks.iter().map(|block| handlers_of(&block.instructions)).collect()
}
