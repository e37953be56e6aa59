//! Paths of control dependences from a block back to the entry of its method.

use std::collections::BTreeSet;

use analysis::{BlockId, BranchId, Dependence, Method, Program};

/// A branch on a path to a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Number of control dependences between the branch and the block, at least 1.
    pub(crate) level: u32,
    pub(crate) branch: BranchId,
}

/// Returns the branches on the paths to a block, nearest first, and the length of the shortest path from the
/// entry of the method.
///
/// Each branch appears once, with its lowest level. A dependence on an exception counts as a level but has no
/// branch. Two kinds of branches are omitted, because they never determine a fitness:
/// - A branch whose predicate is in the block itself, or has another branch at a lower level.
/// - A branch at the same level as the entry.
pub(crate) fn branches_on_paths(program: &Program, method: &Method, block: BlockId) -> (Vec<Step>, u32) {
    let mut steps = Vec::new();
    let mut visited = BTreeSet::from([block]);
    let mut frontier = visited.clone();
    let mut level = 1;
    loop {
        let dependences: BTreeSet<_> =
            frontier.iter().flat_map(|&block| dependences(method, block)).collect();
        assert!(
            !dependences.is_empty(),
            "a reachable block depends on the entry, directly or through other blocks"
        );
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
            if !visited.contains(&block) {
                steps.extend(branch.map(|branch| Step { level, branch }));
                frontier.insert(block);
            }
        }
        visited.extend(&frontier);
        level += 1;
    }
}

/// Returns the branches that a block is control dependent on, and whether it is control dependent on the
/// entry. If the block depends on an exception, the dependences of the block that can throw replace this
/// dependence.
pub(crate) fn parents(method: &Method, block: BlockId) -> (BTreeSet<BranchId>, bool) {
    let mut branches = BTreeSet::new();
    let mut depends_on_entry = false;
    let mut visited = BTreeSet::from([block]);
    let mut unvisited = vec![block];
    while let Some(block) = unvisited.pop() {
        for dependence in dependences(method, block) {
            match dependence {
                Dependence::Entry => depends_on_entry = true,
                Dependence::Branch(branch) => drop(branches.insert(branch)),
                Dependence::Exception(block) => unvisited.extend(visited.insert(block).then_some(block)),
            }
        }
    }
    (branches, depends_on_entry)
}

fn dependences(method: &Method, block: BlockId) -> impl Iterator<Item = Dependence> + '_ {
    method.dependences[block].iter().copied()
}
