//! Dominance and control dependence over a control flow graph.

use petgraph::algo::dominators::simple_fast;
use petgraph::visit::Reversed;
use typed_index_collections::TiVec;

use crate::cfg::{BlockId, Cfg, EdgeKind};

/// The immediate dominator of every block: the last block but itself that every path from the entry to it passes.
/// `None` for the entry and for blocks that cannot be reached.
pub fn dominators(cfg: &Cfg) -> TiVec<BlockId, Option<BlockId>> {
    let dominators = simple_fast(&cfg.graph(), Cfg::ENTRY.0.into());
    immediate(cfg, |block| dominators.immediate_dominator(block.into()).map(|node| node.index()))
}

/// The immediate post-dominator of every block: the first block but itself that every path from it to the exit
/// passes. `None` for the exit.
pub fn post_dominators(cfg: &Cfg) -> TiVec<BlockId, Option<BlockId>> {
    let graph = cfg.graph();
    let dominators = simple_fast(Reversed(&graph), cfg.exit().0.into());
    immediate(cfg, |block| dominators.immediate_dominator(block.into()).map(|node| node.index()))
}

fn immediate(cfg: &Cfg, of: impl Fn(u32) -> Option<usize>) -> TiVec<BlockId, Option<BlockId>> {
    cfg.blocks.keys().map(|block| of(block.0).map(BlockId::from)).collect()
}

/// What every block is control dependent on: the blocks that decide whether it runs, each with the edge that leads to
/// it, in order of block and edge.
///
/// Block `b` depends on edge `a -> s` when `b` post-dominates `s` but not, or not strictly, `a` (Ferrante, Ottenstein
/// and Warren, The Program Dependence Graph and Its Use in Optimization, 1987, section 3). A block may depend on
/// itself, through a loop. Virtual edges make nothing depend on them, and code that cannot be reached has no part;
/// every other block of the code depends on the entry, directly or through others.
pub fn control_dependences(cfg: &Cfg) -> TiVec<BlockId, Vec<(BlockId, EdgeKind)>> {
    let dominators = dominators(cfg);
    let post_dominators = post_dominators(cfg);
    let mut dependences = TiVec::from(vec![Vec::new(); cfg.blocks.len()]);
    for (from, block) in cfg.blocks.iter_enumerated() {
        if from != Cfg::ENTRY && dominators[from].is_none() {
            continue;
        }
        for edge in block.successors.iter().filter(|edge| edge.kind != EdgeKind::Virtual) {
            let mut dependent = Some(edge.to);
            while dependent != post_dominators[from] {
                let block = dependent.expect("the post-dominator of a block post-dominates its successors");
                dependences[block].push((from, edge.kind));
                dependent = post_dominators[block];
            }
        }
    }
    dependences.iter_mut().for_each(Vec::dedup);
    dependences
}
