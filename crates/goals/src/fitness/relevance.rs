//! Finds the distances that no open goal needs. An open goal is a goal that the search has not covered yet.

use analysis::{BranchId, DistanceId, MethodIndex};
use fixedbitset::FixedBitSet;

use crate::fitness::control_graph::ControlGraph;
use crate::goals::{Goal, Goals};
use crate::ids::{GoalId, NodeId};

/// The distances that the coverage and the fitness of some goals need.
struct NeededDistances<'a> {
    control_graph: &'a ControlGraph,
    /// The needed distances of branches and of outcomes of boolean values. Contains no ids of direct calls.
    distances: FixedBitSet,
    /// The nodes whose approach is needed.
    nodes: FixedBitSet,
    /// The methods with a goal that requires a direct call. All their branches are needed, because any branch
    /// can be the only branch that shows a direct call.
    methods: FixedBitSet,
    /// The needed distances whose definitions were not added yet.
    pending: Vec<DistanceId>,
}

impl Goals {
    /// Returns the distances that neither the coverage nor the fitness of open goals depends on. For each
    /// predicate and each boolean value, the result contains either all distances or none. If fewer goals are
    /// open, the result never becomes smaller. The ids are in ascending order.
    pub fn unneeded_distances(&self, is_open: &dyn Fn(GoalId) -> bool) -> Vec<DistanceId> {
        let control_graph = &self.control_graph;
        let (distances, nodes) = (control_graph.method_of.len(), control_graph.nodes.len());
        let mut needed = NeededDistances {
            control_graph,
            distances: FixedBitSet::with_capacity(distances),
            nodes: FixedBitSet::with_capacity(nodes),
            methods: FixedBitSet::with_capacity(control_graph.method_count),
            pending: Vec::new(),
        };
        self.goals.keys().filter(|&goal| is_open(goal)).for_each(|goal| needed.add_goal(self, goal));
        needed.add_dependences();
        let needed_probes = needed.probes();
        let unneeded =
            control_graph.method_of.keys().filter(|&id| !needed_probes.contains(probe_of(control_graph, id)));
        let unneeded_branches = control_graph
            .node_of_branch
            .keys()
            .filter(|&id| !needed_probes.contains(probe_of(control_graph, id.into())));
        unneeded.chain(unneeded_branches.map(|branch| control_graph.direct_distance(branch))).collect()
    }
}

impl NeededDistances<'_> {
    fn add_goal(&mut self, goals: &Goals, goal: GoalId) {
        match goals.goals[goal] {
            Goal::Branch(branch) => {
                self.add_distance(branch.into());
                self.add_node(self.control_graph.node_of_branch[branch]);
            }
            Goal::DirectBranch(branch) => self.add_method(self.control_graph.method_of_branch(branch)),
            Goal::TopMethod(method) => self.add_method(method),
            Goal::Line(_) | Goal::Statement(_) => {
                for statement in goals.statements(goal) {
                    self.add_node(goals.node_of_statement[statement]);
                }
            }
            Goal::WeakMutant(mutant) | Goal::StrongMutant(mutant) => {
                let point = goals.mutants.mutants[mutant].point;
                self.add_node(goals.node_of_point[point]);
            }
            Goal::BranchlessMethod(_)
            | Goal::DirectBranchlessMethod(_)
            | Goal::Method(_)
            | Goal::TopMethodNoException(_)
            | Goal::OrdinaryCall(_)
            | Goal::SeveralResults(_)
            | Goal::Exception(_)
            | Goal::Output(_)
            | Goal::Input(_) => {}
        }
    }

    fn add_method(&mut self, method: MethodIndex) {
        self.methods.insert(method.index());
    }

    fn add_node(&mut self, node: NodeId) {
        if !self.nodes.put(node.index()) {
            let control_graph = self.control_graph;
            control_graph.steps[node].iter().for_each(|step| self.add_distance(step.branch.into()));
            // The fitness of suites also needs these branches.
            control_graph.parents[node].iter().for_each(|&branch| self.add_distance(branch.into()));
        }
    }

    fn add_distance(&mut self, id: DistanceId) {
        if !self.distances.put(id.index()) {
            self.pending.push(id);
        }
    }

    /// Adds the branches of needed methods, then the distances that the definitions of needed booleans
    /// require.
    fn add_dependences(&mut self) {
        let control_graph = self.control_graph;
        for (branch, &method) in control_graph.node_of_branch.keys().zip(&control_graph.method_of) {
            if self.methods.contains(method.index()) {
                self.add_distance(branch.into());
            }
        }
        while let Some(id) = self.pending.pop() {
            for definition in &control_graph.definitions[id] {
                self.add_node(definition.node);
                definition.distance.into_iter().for_each(|id| self.add_distance(id));
            }
        }
    }

    /// Returns the probes that report the needed distances.
    fn probes(&self) -> FixedBitSet {
        let mut probes =
            FixedBitSet::with_capacity(self.control_graph.nodes.len() + self.control_graph.method_of.len());
        self.distances
            .ones()
            .for_each(|id| probes.insert(probe_of(self.control_graph, DistanceId::from(id))));
        probes
    }
}

/// Returns the number of the probe that reports a distance. The probe of a predicate has the number of its
/// node. The probes of boolean values have numbers above all nodes.
fn probe_of(control_graph: &ControlGraph, id: DistanceId) -> usize {
    match id.index().checked_sub(control_graph.branch_count) {
        None => control_graph.node_of_branch[BranchId(id.0)].index(),
        Some(outcome) => control_graph.nodes.len() + outcome / 2,
    }
}
