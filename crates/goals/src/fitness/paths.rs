//! The ways of control dependence from a predicate back to the entry of its method.

use std::collections::BTreeSet;

use analysis::{BlockId, BranchId, Dependence, Method, Program};

/// A branch on the way to a predicate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Control dependences between the branch and the predicate, at least 1.
    pub(crate) level: u32,
    pub(crate) branch: BranchId,
}

/// The branches on the ways to a block, nearest first, and the control dependences between it and the method's entry
/// on the shortest way.
///
/// A branch stands there once, with its lowest level, and not at all where its predicate is nearer by another outcome
/// or where the entry is as near: such a step would never decide a fitness. A dependence on an exception counts as a
/// level but has no branch.
pub(crate) fn paths(program: &Program, method: &Method, block: BlockId) -> (Vec<Step>, u32) {
    let mut steps = Vec::new();
    let mut seen = BTreeSet::from([block]);
    let mut frontier = seen.clone();
    let mut level = 1;
    loop {
        let dependences: BTreeSet<_> =
            frontier.iter().flat_map(|&block| dependences(method, block)).collect();
        assert!(!dependences.is_empty(), "every block that can be reached depends on the entry in the end");
        if dependences.contains(&Dependence::Entry) {
            return (steps, level);
        }
        frontier.clear();
        for dependence in dependences {
            let (block, branch) = match dependence {
                Dependence::Entry => continue,
                Dependence::Branch(branch) => (program.predicate(branch).block, Some(branch)),
                Dependence::Exception(block) => (block, None),
            };
            if !seen.contains(&block) {
                steps.extend(branch.map(|branch| Step { level, branch }));
                frontier.insert(block);
            }
        }
        seen.extend(&frontier);
        level += 1;
    }
}

/// The branches that a block hangs on, and whether it hangs on the method's entry: what controlling_branches a block that decides
/// by an exception stands for it.
pub(crate) fn parents(method: &Method, block: BlockId) -> (BTreeSet<BranchId>, bool) {
    let mut branches = BTreeSet::new();
    let mut depends_on_entry = false;
    let mut seen = BTreeSet::from([block]);
    let mut open = vec![block];
    while let Some(block) = open.pop() {
        for dependence in dependences(method, block) {
            match dependence {
                Dependence::Entry => depends_on_entry = true,
                Dependence::Branch(branch) => drop(branches.insert(branch)),
                Dependence::Exception(block) => open.extend(seen.insert(block).then_some(block)),
            }
        }
    }
    (branches, depends_on_entry)
}

fn dependences(method: &Method, block: BlockId) -> impl Iterator<Item = Dependence> + '_ {
    method.dependences[block].iter().copied()
}
