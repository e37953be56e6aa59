//! Tests that compare the dominators and control dependences of random code with their definitions. The tests
//! evaluate the definitions by a search for paths without a certain block.

use std::collections::BTreeSet;

use analysis::control::{control_dependences, dominators, post_dominators};
use analysis::{BlockId, Cfg, EdgeKind, TiSlice};
use classfile::{Code, Handler, Instruction, op};
use proptest::prelude::*;

/// Number of instructions of the random code.
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

/// Returns the blocks that are reachable from `from` on paths without the block `avoided`.
fn reachable_blocks(cfg: &Cfg, from: BlockId, avoided: Option<BlockId>) -> BTreeSet<BlockId> {
    let mut reached_blocks = BTreeSet::new();
    let mut pending = vec![from];
    while let Some(block) = pending.pop() {
        if Some(block) != avoided && reached_blocks.insert(block) {
            pending.extend(cfg.blocks[block].successors.iter().map(|edge| edge.to));
        }
    }
    reached_blocks
}

/// Returns a block, its parent, the parent of this parent and so on.
fn ancestors(parents: &TiSlice<BlockId, Option<BlockId>>, block: BlockId) -> BTreeSet<BlockId> {
    std::iter::successors(Some(block), |&block| parents[block]).collect()
}

/// Returns the blocks of `blocks` that are on every path from one block to another.
fn on_every_path(cfg: &Cfg, blocks: &BTreeSet<BlockId>, from: BlockId, to: BlockId) -> BTreeSet<BlockId> {
    blocks.iter().copied().filter(|&block| !reachable_blocks(cfg, from, Some(block)).contains(&to)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_dominator_is_on_every_path_from_the_entry(code in code()) {
        let cfg = Cfg::new(&code);
        let dominators = dominators(&cfg);
        let reachable = reachable_blocks(&cfg, Cfg::ENTRY, None);
        for &block in &reachable {
            let expected = on_every_path(&cfg, &reachable, Cfg::ENTRY, block);
            prop_assert_eq!(ancestors(&dominators, block), expected);
        }
    }

    #[test]
    fn a_post_dominator_is_on_every_path_to_the_exit(code in code()) {
        let cfg = Cfg::new(&code);
        let post_dominators = post_dominators(&cfg);
        let reachable = reachable_blocks(&cfg, Cfg::ENTRY, None);
        for &block in &reachable {
            let expected = on_every_path(&cfg, &reachable, block, cfg.exit());
            prop_assert_eq!(ancestors(&post_dominators, block), expected);
        }
    }

    #[test]
    fn a_block_depends_on_the_edges_after_which_it_is_inevitable(code in code()) {
        let cfg = Cfg::new(&code);
        let reachable = reachable_blocks(&cfg, Cfg::ENTRY, None);
        let inevitable = |block, from| !reachable_blocks(&cfg, from, Some(block)).contains(&cfg.exit());
        let dependences = control_dependences(&cfg);
        for &block in reachable.iter().filter(|&&block| block != cfg.exit()) {
            let mut expected = BTreeSet::new();
            for &from in &reachable {
                for edge in &cfg.blocks[from].successors {
                    let was_avoidable = block == from || !inevitable(block, from);
                    if edge.kind != EdgeKind::Virtual && was_avoidable && inevitable(block, edge.to) {
                        expected.insert((from, edge.kind));
                    }
                }
            }
            let dependences: Vec<_> = dependences[block].clone();
            prop_assert_eq!(dependences.iter().copied().collect::<BTreeSet<_>>(), expected);
            prop_assert!(dependences.is_sorted_by_key(|&(from, _)| from));
        }
    }

    #[test]
    fn every_reachable_block_depends_on_the_entry_directly_or_indirectly(code in code()) {
        let cfg = Cfg::new(&code);
        let reachable = reachable_blocks(&cfg, Cfg::ENTRY, None);
        let dependences = control_dependences(&cfg);
        for (id, direct) in dependences.iter_enumerated() {
            let is_code = id != Cfg::ENTRY && id != cfg.exit();
            prop_assert_eq!(!direct.is_empty(), is_code && reachable.contains(&id));
            let mut visited = BTreeSet::new();
            let mut pending = vec![id];
            while let Some(block) = pending.pop() {
                if visited.insert(block) {
                    pending.extend(dependences[block].iter().map(|&(from, _)| from));
                }
            }
            prop_assert!(!is_code || !reachable.contains(&id) || visited.contains(&Cfg::ENTRY));
        }
    }
}
