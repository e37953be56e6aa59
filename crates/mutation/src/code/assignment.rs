//! Definite assignment: what local variables hold on every way to an instruction.
//!
//! The class file's table of variables may be wrong or stale; what a verifier makes of the code is not.

use std::collections::BTreeSet;
use std::ops::Range;

use analysis::{BlockId, Cfg};
use classfile::Index;
use typed_index_collections::TiVec;

use crate::code::body::Body;
use crate::code::variables::{Kind, parameters, stored};

/// What the slots of local variables hold; `None` where that differs from way to way, in the second slot of `long` and
/// `double`, and of `this` in a constructor before the one of its superclass was called.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Assigned(Vec<Option<Kind>>);

impl Assigned {
    /// What there is when a method is entered.
    fn at_entry(body: &Body<'_>) -> Assigned {
        let mut assigned = Assigned(vec![None; body.code.max_locals.into()]);
        if !body.is_static() && !body.is_constructor() {
            assigned.set(0, Some(Kind::Reference));
        }
        for (slot, descriptor) in parameters(&body.method.descriptor, body.method.access) {
            assigned.set(slot, Some(Kind::of(descriptor)));
        }
        assigned
    }

    pub(crate) fn get(&self, slot: u16) -> Option<Kind> {
        self.0.get(usize::from(slot)).copied().flatten()
    }

    /// Runs an instruction.
    pub(crate) fn step(&mut self, body: &Body<'_>, at: Index) {
        if body.super_calls.contains(&at) {
            self.set(0, Some(Kind::Reference));
        }
        if let Some((kind, slot)) = stored(&body.code.instructions[at]) {
            self.set(slot, Some(kind));
        }
    }

    fn set(&mut self, slot: u16, kind: Option<Kind>) {
        let slot = usize::from(slot);
        let below = slot.checked_sub(1).and_then(|below| self.0.get_mut(below));
        below
            .filter(|below| below.is_some_and(|kind| kind.slots() == 2))
            .into_iter()
            .for_each(|it| *it = None);
        let mut slots = self.0.iter_mut().skip(slot).take(kind.map_or(1, Kind::slots));
        slots.next().into_iter().for_each(|it| *it = kind);
        slots.for_each(|it| *it = None);
    }

    /// Keeps what both agree on; tells whether that is less.
    fn join(&mut self, other: &Assigned) -> bool {
        let mut is_less = false;
        for (mine, other) in self.0.iter_mut().zip(&other.0) {
            is_less |= mine.is_some() && *mine != *other;
            *mine = mine.filter(|mine| Some(*mine) == *other);
        }
        is_less
    }
}

/// What there is before each block of the method's graph; `None` where no path gets to.
pub(crate) fn before_blocks(body: &Body<'_>) -> TiVec<BlockId, Option<Assigned>> {
    let cfg = &body.method.cfg;
    let handlers = handlers(body);
    let mut before = TiVec::from(vec![None; cfg.blocks.len()]);
    before[Cfg::ENTRY] = Some(Assigned::at_entry(body));
    let mut open = BTreeSet::from([Cfg::ENTRY]);
    while let Some(block) = open.pop_first() {
        let mut assigned: Assigned = before[block].clone().expect("only blocks that are reached are open");
        let mut flow = |to: BlockId, assigned: &Assigned| {
            let is_news = match &mut before[to] {
                Some(known) => known.join(assigned),
                unknown => {
                    *unknown = Some(assigned.clone());
                    true
                }
            };
            if is_news {
                open.insert(to);
            }
        };
        for at in cfg.blocks[block].instructions.clone() {
            // A verifier wants handlers to fit whether the instruction can throw or not.
            handlers[block].iter().for_each(|&handler| flow(handler, &assigned));
            assigned.step(body, at);
        }
        cfg.blocks[block].successors.iter().for_each(|edge| flow(edge.to, &assigned));
    }
    before
}

/// By block the blocks of the handlers that guard it.
fn handlers(body: &Body<'_>) -> TiVec<BlockId, Vec<BlockId>> {
    let cfg = &body.method.cfg;
    let of = |range: &Range<Index>| {
        let guards = body.code.handlers.iter().filter(|row| (row.start..row.end).contains(&range.start));
        guards.map(|row| cfg.block_of(row.handler)).collect()
    };
    cfg.blocks.iter().map(|block| of(&block.instructions)).collect()
}
