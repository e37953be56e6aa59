//! Dominators and control dependences of a control flow graph.

use petgraph::algo::dominators::simple_fast;
use petgraph::visit::Reversed;
use typed_index_collections::TiVec;

use crate::cfg::{BlockId, Cfg, EdgeKind};

/// Returns the immediate dominator of every block: the nearest other block that is on every path from the
/// entry to the block. `None` for the entry and for unreachable blocks.
pub fn dominators(cfg: &Cfg) -> TiVec<BlockId, Option<BlockId>> {
    let dominators = simple_fast(&cfg.graph(), Cfg::ENTRY.0.into());
    collect_dominators(cfg, |block| dominators.immediate_dominator(block.into()).map(|node| node.index()))
}

/// Returns the immediate post-dominator of every block: the nearest other block that is on every path from
/// the block to the exit. `None` for the exit.
pub fn post_dominators(cfg: &Cfg) -> TiVec<BlockId, Option<BlockId>> {
    let graph = cfg.graph();
    let dominators = simple_fast(Reversed(&graph), cfg.exit().0.into());
    collect_dominators(cfg, |block| dominators.immediate_dominator(block.into()).map(|node| node.index()))
}

fn collect_dominators(
    cfg: &Cfg,
    dominator: impl Fn(u32) -> Option<usize>,
) -> TiVec<BlockId, Option<BlockId>> {
    cfg.blocks.keys().map(|block| dominator(block.0).map(BlockId::from)).collect()
}

/// Returns the control dependences of every block: the blocks that decide whether the block runs, each with
/// the kind of the edge that leads to the block. The dependences are in the order of the deciding blocks and
/// their edges.
///
/// Block `b` depends on edge `a -> s` if `b` post-dominates `s`, but does not strictly post-dominate `a`
/// (Ferrante, Ottenstein and Warren, The Program Dependence Graph and Its Use in Optimization, 1987, section
/// 3). A loop can make a block depend on itself. No block depends on virtual edges, and unreachable code has
/// no dependences. Every reachable block of the code depends on the entry, directly or through other blocks.
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
