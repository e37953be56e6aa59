//! What all goals stand on: nodes in the control dependence graphs, and how near an execution came to them.

use std::collections::BTreeMap;

use analysis::{BlockId, BranchId, DistanceId, Method, MethodIndex, Program};
use typed_index_collections::TiVec;

use crate::fitness::IndexedTrace;
use crate::fitness::flags::{self, Definition};
use crate::fitness::paths::{Step, parents, paths};
use crate::ids::NodeId;
use crate::list_table::ListTable;

/// A block as a node in its method's control dependence graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) method: MethodIndex,
    /// Control dependences between it and the method's entry on the shortest way, at least 1.
    pub(crate) depth: u32,
    /// Whether it hangs on the method's entry.
    pub(crate) depends_on_entry: bool,
}

/// The nodes that are measured from, and the branches on the ways to them.
#[derive(Clone, Debug)]
pub(crate) struct ControlGraph {
    pub(crate) method_count: usize,
    pub(crate) branch_count: usize,
    /// The first id of distances that is for direct calls; see [`Program::direct`].
    pub(crate) direct: DistanceId,
    /// How many ids of distances there are.
    pub(crate) ids: usize,
    pub(crate) nodes: TiVec<NodeId, Node>,
    /// For every node the branches on the ways to it.
    pub(crate) steps: ListTable<NodeId, Step>,
    /// For every node the branches that it hangs on.
    pub(crate) parents: ListTable<NodeId, BranchId>,
    /// By branch the node of its predicate.
    pub(crate) node_of_branch: TiVec<BranchId, NodeId>,
    /// By branch and, behind these, by outcome of a value, its method.
    pub(crate) method_of: TiVec<DistanceId, MethodIndex>,
    /// The same: what gives the boolean that it is about the value that it asks for.
    pub(crate) definitions: ListTable<DistanceId, Definition>,
}

/// ControlGraphBuilder in the making.
pub(crate) struct ControlGraphBuilder<'a> {
    pub(crate) program: &'a Program,
    nodes: TiVec<NodeId, Node>,
    steps: Vec<Vec<Step>>,
    parents: Vec<Vec<BranchId>>,
    known: BTreeMap<(MethodIndex, BlockId), NodeId>,
}

impl<'a> ControlGraphBuilder<'a> {
    pub(crate) fn new(program: &'a Program) -> ControlGraphBuilder<'a> {
        ControlGraphBuilder {
            program,
            nodes: TiVec::new(),
            steps: Vec::new(),
            parents: Vec::new(),
            known: BTreeMap::new(),
        }
    }

    /// The node of a block that a path from its method's entry reaches.
    pub(crate) fn of_block(&mut self, id: MethodIndex, block: BlockId) -> NodeId {
        if let Some(&node) = self.known.get(&(id, block)) {
            return node;
        }
        let method = &self.program.methods[id];
        let (steps, depth) = paths(self.program, method, block);
        let (parents, depends_on_entry) = parents(method, block);
        let node = self.nodes.push_and_get_key(Node { method: id, depth, depends_on_entry });
        self.steps.push(steps);
        self.parents.push(parents.into_iter().collect());
        self.known.insert((id, block), node);
        node
    }

    pub(crate) fn finish(mut self) -> ControlGraph {
        let program = self.program;
        let node_of_branch = program.branches.iter().map(|branch| {
            let method = &program.methods[branch.method];
            self.of_block(branch.method, method.predicates[branch.predicate as usize].block)
        });
        let node_of_branch = node_of_branch.collect();
        let definitions = flags::definitions(program, &mut self);
        ControlGraph {
            method_count: program.methods.len(),
            branch_count: program.branches.len(),
            direct: program.direct(BranchId(0)),
            ids: program.distance_count() as usize,
            nodes: self.nodes,
            steps: self.steps.into_iter().collect(),
            parents: self.parents.into_iter().collect(),
            node_of_branch,
            method_of: method_of(program),
            definitions,
        }
    }
}

impl ControlGraph {
    /// How near a loaded execution came to a node; found once for all the goals that are there.
    pub(crate) fn approach(&self, node: NodeId, indexed: &IndexedTrace) -> f64 {
        let known = &indexed.approaches[node];
        if known.get().is_nan() {
            known.set(self.measure(node, indexed));
        }
        known.get()
    }

    /// Level and distance of the nearest branch whose predicate ran on the ways to a node, the node's depth where none
    /// did; that depth + 1 + `nu(1)` where the method was not entered.
    pub(crate) fn measure(&self, node: NodeId, indexed: &IndexedTrace) -> f64 {
        let Node { method, depth, .. } = self.nodes[node];
        match indexed.entered[method] {
            true => self.approach_by(node, DistanceId(0), indexed),
            false => fitness_if_not_entered(depth),
        }
    }

    /// The same in an entered method, by the distances of its branches from `first` on.
    pub(crate) fn approach_by(&self, node: NodeId, first: DistanceId, indexed: &IndexedTrace) -> f64 {
        let mut best = f64::INFINITY;
        for step in &self.steps[node] {
            let level = f64::from(step.level);
            // A normalised distance is below 1, so a further level cannot win.
            if level > best {
                break;
            }
            let distance = indexed.distances[DistanceId(first.0 + step.branch.0)];
            if !distance.is_nan() {
                best = best.min(level + distance);
            }
        }
        if best.is_finite() { best } else { self.nodes[node].depth.into() }
    }

    pub(crate) fn method_of_branch(&self, branch: BranchId) -> MethodIndex {
        self.method_of[DistanceId::from(branch)]
    }

    /// The distance of a branch in direct calls.
    pub(crate) fn direct_distance(&self, branch: BranchId) -> DistanceId {
        DistanceId(self.direct.0 + branch.0)
    }

    /// The branch that an id of a distance is about, where it is one: also in a direct call.
    pub(crate) fn branch(&self, id: DistanceId) -> Option<BranchId> {
        if id.index() < self.branch_count {
            return Some(BranchId(id.0));
        }
        id.0.checked_sub(self.direct.0).map(BranchId)
    }
}

/// The fitness of a goal at that depth of a method that was not entered.
pub(crate) fn fitness_if_not_entered(depth: u32) -> f64 {
    f64::from(depth) + 1.0 + 0.5
}

fn method_of(program: &Program) -> TiVec<DistanceId, MethodIndex> {
    let of_values = |(id, method): (MethodIndex, &Method)| vec![id; 2 * method.values.len()];
    let values = program.methods.iter_enumerated().flat_map(of_values);
    program.branches.iter().map(|branch| branch.method).chain(values).collect()
}
