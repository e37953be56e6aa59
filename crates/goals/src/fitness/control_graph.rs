//! Control dependence graphs of all methods, and the approach of an execution to a node: approach level plus
//! branch distance.

use std::collections::BTreeMap;

use analysis::{BlockId, BranchId, DistanceId, Method, MethodIndex, Program};
use typed_index_collections::TiVec;

use crate::fitness::IndexedTrace;
use crate::fitness::flags::{self, Definition};
use crate::fitness::paths::{Step, branches_on_paths, parents};
use crate::ids::NodeId;
use crate::list_table::ListTable;

/// A basic block as a node of the control dependence graph of its method.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) method: MethodIndex,
    /// Number of control dependences on the shortest path to the entry of the method, at least 1.
    pub(crate) depth: u32,
    /// Whether the node is control dependent on the entry of the method.
    pub(crate) depends_on_entry: bool,
}

/// The nodes that goals require to execute, with the branches on the paths from the entry to these nodes.
#[derive(Clone, Debug)]
pub(crate) struct ControlGraph {
    pub(crate) method_count: usize,
    pub(crate) branch_count: usize,
    /// The first distance id of direct calls; see [`Program::direct_distance`].
    pub(crate) first_direct_id: DistanceId,
    /// Number of distance ids.
    pub(crate) distance_count: usize,
    pub(crate) nodes: TiVec<NodeId, Node>,
    /// For each node, the branches on the paths to it.
    pub(crate) steps: ListTable<NodeId, Step>,
    /// For each node, the branches that it is directly control dependent on.
    pub(crate) parents: ListTable<NodeId, BranchId>,
    /// For each branch, the node of its predicate.
    pub(crate) node_of_branch: TiVec<BranchId, NodeId>,
    /// For each branch and each outcome of a boolean value, the method that contains the branch or the value.
    /// Contains no distance ids of direct calls.
    pub(crate) method_of: TiVec<DistanceId, MethodIndex>,
    /// For each branch and each outcome of a boolean value, the definitions of the boolean that lead to this
    /// branch or outcome. Contains no distance ids of direct calls.
    pub(crate) definitions: ListTable<DistanceId, Definition>,
}

/// A [`ControlGraph`] under construction.
pub(crate) struct ControlGraphBuilder<'a> {
    pub(crate) program: &'a Program,
    nodes: TiVec<NodeId, Node>,
    steps: Vec<Vec<Step>>,
    parents: Vec<Vec<BranchId>>,
    node_of_block: BTreeMap<(MethodIndex, BlockId), NodeId>,
}

impl<'a> ControlGraphBuilder<'a> {
    pub(crate) fn new(program: &'a Program) -> ControlGraphBuilder<'a> {
        ControlGraphBuilder {
            program,
            nodes: TiVec::new(),
            steps: Vec::new(),
            parents: Vec::new(),
            node_of_block: BTreeMap::new(),
        }
    }

    /// Returns the node of a block, and adds the node if it does not exist. The block must be reachable from
    /// the entry of its method.
    pub(crate) fn node_of(&mut self, id: MethodIndex, block: BlockId) -> NodeId {
        if let Some(&node) = self.node_of_block.get(&(id, block)) {
            return node;
        }
        let method = &self.program.methods[id];
        let (steps, depth) = branches_on_paths(self.program, method, block);
        let (parents, depends_on_entry) = parents(method, block);
        let node = self.nodes.push_and_get_key(Node { method: id, depth, depends_on_entry });
        self.steps.push(steps);
        self.parents.push(parents.into_iter().collect());
        self.node_of_block.insert((id, block), node);
        node
    }

    pub(crate) fn finish(mut self) -> ControlGraph {
        let program = self.program;
        let node_of_branch = program.branches.iter().map(|branch| {
            let method = &program.methods[branch.method];
            self.node_of(branch.method, method.predicates[branch.predicate as usize].block)
        });
        let node_of_branch = node_of_branch.collect();
        let definitions = flags::definitions(program, &mut self);
        ControlGraph {
            method_count: program.methods.len(),
            branch_count: program.branches.len(),
            first_direct_id: program.direct_distance(BranchId(0)),
            distance_count: program.distance_count() as usize,
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
    /// Returns the approach of the loaded execution to a node; see
    /// [`compute_approach`](Self::compute_approach). Computes the approach only once for all goals at the
    /// node.
    pub(crate) fn approach(&self, node: NodeId, indexed: &IndexedTrace) -> f64 {
        let approach = &indexed.approaches[node];
        if approach.get().is_nan() {
            approach.set(self.compute_approach(node, indexed));
        }
        approach.get()
    }

    /// Computes the approach to a node. The approach is the smallest sum of approach level and normalised
    /// branch distance, over all branches on the paths to the node whose predicate ran. If no predicate on
    /// the paths ran, the approach is the depth of the node. If the method was not entered, the approach is
    /// the depth + 1 + `nu(1)`.
    pub(crate) fn compute_approach(&self, node: NodeId, indexed: &IndexedTrace) -> f64 {
        let Node { method, depth, .. } = self.nodes[node];
        match indexed.entered[method] {
            true => self.compute_approach_from(node, DistanceId(0), indexed),
            false => fitness_if_not_entered(depth),
        }
    }

    /// Computes the approach to a node of a method that the execution entered. `first` is the distance id of
    /// branch 0: either the id for all calls or the id for direct calls.
    pub(crate) fn compute_approach_from(
        &self,
        node: NodeId,
        first: DistanceId,
        indexed: &IndexedTrace,
    ) -> f64 {
        let mut best = f64::INFINITY;
        for step in &self.steps[node] {
            let level = f64::from(step.level);
            // The sum of a step is at least its level, and later steps do not have a lower level. So no later
            // step has a smaller sum.
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

    /// Returns the distance id of a branch in direct calls.
    pub(crate) fn direct_distance(&self, branch: BranchId) -> DistanceId {
        DistanceId(self.first_direct_id.0 + branch.0)
    }

    /// Returns the branch of a distance id. The id can be an id of direct calls. Returns `None` for the ids
    /// of boolean values.
    pub(crate) fn branch(&self, id: DistanceId) -> Option<BranchId> {
        if id.index() < self.branch_count {
            return Some(BranchId(id.0));
        }
        id.0.checked_sub(self.first_direct_id.0).map(BranchId)
    }
}

/// Returns the fitness of a goal in a method that was not entered. `depth` is the depth of the node of the
/// goal.
pub(crate) fn fitness_if_not_entered(depth: u32) -> f64 {
    f64::from(depth) + 1.0 + 0.5
}

/// Returns, for each branch and each outcome of a boolean value, the method that contains the branch or the
/// value.
fn method_of(program: &Program) -> TiVec<DistanceId, MethodIndex> {
    let methods_of_values = |(id, method): (MethodIndex, &Method)| vec![id; 2 * method.values.len()];
    let values = program.methods.iter_enumerated().flat_map(methods_of_values);
    program.branches.iter().map(|branch| branch.method).chain(values).collect()
}
