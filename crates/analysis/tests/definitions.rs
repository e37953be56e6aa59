//! Dominators and control dependences of random code, compared with their definitions. The definitions are
//! evaluated by removing blocks.

use std::collections::BTreeSet;

use analysis::control::{control_dependences, dominators, post_dominators};
use analysis::{BlockId, Cfg, EdgeKind, TiSlice};
use classfile::{Code, Handler, Instruction, op};
use proptest::prelude::*;

const LENGTH: usize = 14;

fn instruction() -> impl Strategy<Value = Instruction> {
    let target = 0..LENGTH;
    prop_oneof![
        2 => Just(Instruction::Simple(op::NOP)),
        2 => Just(Instruction::Simple(op::ARRAYLENGTH)),
        1 => Just(Instruction::Simple(op::RETURN)),
        1 => Just(Instruction::Simple(op::ATHROW)),
        2 => target.clone().prop_map(|target| Instruction::Jump { op: op::GOTO, target }),
        4 => target.clone().prop_map(|target| Instruction::Jump { op: op::IFEQ, target }),
        1 => (target.clone(), prop::collection::vec(target, 0..4))
            .prop_map(|(default, targets)| Instruction::TableSwitch { default, low: 3, targets }),
    ]
}

fn handler() -> impl Strategy<Value = Handler> {
    (0..LENGTH, 1..=LENGTH, 0..LENGTH, 0..2_u16)
        .prop_filter("an empty range", |(start, end, ..)| start < end)
        .prop_map(|(start, end, handler, catch_type)| Handler { start, end, handler, catch_type })
}

prop_compose! {
    fn code()(
        instructions in prop::collection::vec(instruction(), LENGTH),
        handlers in prop::collection::vec(handler(), 0..3),
    ) -> Code {
        Code { max_stack: 9, max_locals: 9, instructions, handlers, lines: Vec::new() }
    }
}

/// Returns the blocks that are reachable from `from` without passing `without`.
fn reached(cfg: &Cfg, from: BlockId, without: Option<BlockId>) -> BTreeSet<BlockId> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        if Some(block) != without && reached.insert(block) {
            open.extend(cfg.blocks[block].successors.iter().map(|edge| edge.to));
        }
    }
    reached
}

fn ancestors(parents: &TiSlice<BlockId, Option<BlockId>>, block: BlockId) -> BTreeSet<BlockId> {
    std::iter::successors(Some(block), |&block| parents[block]).collect()
}

/// Returns the blocks of `blocks` that are on every path from one block to another.
fn on_every_path(cfg: &Cfg, blocks: &BTreeSet<BlockId>, from: BlockId, to: BlockId) -> BTreeSet<BlockId> {
    blocks.iter().copied().filter(|&block| !reached(cfg, from, Some(block)).contains(&to)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_dominator_is_on_every_path_from_the_entry(code in code()) {
        let cfg = Cfg::new(&code);
        let dominators = dominators(&cfg);
        let live = reached(&cfg, Cfg::ENTRY, None);
        for &block in &live {
            let expected = on_every_path(&cfg, &live, Cfg::ENTRY, block);
            prop_assert_eq!(ancestors(&dominators, block), expected);
        }
    }

    #[test]
    fn a_post_dominator_is_on_every_path_to_the_exit(code in code()) {
        let cfg = Cfg::new(&code);
        let post_dominators = post_dominators(&cfg);
        let live = reached(&cfg, Cfg::ENTRY, None);
        for &block in &live {
            let expected = on_every_path(&cfg, &live, block, cfg.exit());
            prop_assert_eq!(ancestors(&post_dominators, block), expected);
        }
    }

    #[test]
    fn a_block_depends_on_the_edges_after_which_it_is_inevitable(code in code()) {
        let cfg = Cfg::new(&code);
        let live = reached(&cfg, Cfg::ENTRY, None);
        let inevitable = |block, from| !reached(&cfg, from, Some(block)).contains(&cfg.exit());
        let found = control_dependences(&cfg);
        for &block in live.iter().filter(|&&block| block != cfg.exit()) {
            let mut expected = BTreeSet::new();
            for &from in &live {
                for edge in &cfg.blocks[from].successors {
                    let was_open = block == from || !inevitable(block, from);
                    if edge.kind != EdgeKind::Virtual && was_open && inevitable(block, edge.to) {
                        expected.insert((from, edge.kind));
                    }
                }
            }
            let found: Vec<_> = found[block].clone();
            prop_assert_eq!(found.iter().copied().collect::<BTreeSet<_>>(), expected);
            prop_assert!(found.is_sorted_by_key(|&(from, _)| from));
        }
    }

    #[test]
    fn every_reachable_block_depends_on_the_entry_directly_or_indirectly(code in code()) {
        let cfg = Cfg::new(&code);
        let live = reached(&cfg, Cfg::ENTRY, None);
        let dependences = control_dependences(&cfg);
        for (id, direct) in dependences.iter_enumerated() {
            let is_code = id != Cfg::ENTRY && id != cfg.exit();
            prop_assert_eq!(!direct.is_empty(), is_code && live.contains(&id));
            let mut seen = BTreeSet::new();
            let mut open = vec![id];
            while let Some(block) = open.pop() {
                if seen.insert(block) {
                    open.extend(dependences[block].iter().map(|&(from, _)| from));
                }
            }
            prop_assert!(!is_code || !live.contains(&id) || seen.contains(&Cfg::ENTRY));
        }
    }
}
