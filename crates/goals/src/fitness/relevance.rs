//! Which distances tell nothing any more.

use analysis::{BranchId, DistanceId, MethodIndex};
use fixedbitset::FixedBitSet;

use crate::fitness::control_graph::ControlGraph;
use crate::goals::{Goal, Goals};
use crate::ids::{GoalId, NodeId};

/// What the fitness of some goals hangs on.
struct Needed<'a> {
    control_graph: &'a ControlGraph,
    /// By branch and, behind these, by outcome of a value.
    distances: FixedBitSet,
    nodes: FixedBitSet,
    /// Methods of which it matters whether the test called them itself: any of their branches may tell.
    methods: FixedBitSet,
    /// Of these distances those that others may still hang on.
    new: Vec<DistanceId>,
}

impl Goals {
    /// The ids of distances that tell nothing of goals that are open: neither whether they are covered nor how far from that a
    /// test is. Ascending. Of a predicate, or a value, all distances are among them or none. Where a goal is no longer open
    /// there are more.
    pub fn unneeded_distances(&self, is_open: &dyn Fn(GoalId) -> bool) -> Vec<DistanceId> {
        let control_graph = &self.control_graph;
        let (distances, nodes) = (control_graph.method_of.len(), control_graph.nodes.len());
        let mut needed = Needed {
            control_graph,
            distances: FixedBitSet::with_capacity(distances),
            nodes: FixedBitSet::with_capacity(nodes),
            methods: FixedBitSet::with_capacity(control_graph.method_count),
            new: Vec::new(),
        };
        self.goals.keys().filter(|&goal| is_open(goal)).for_each(|goal| needed.goal(self, goal));
        needed.follow();
        let reported = needed.probes();
        let idle = control_graph.method_of.keys().filter(|&id| !reported.contains(probe(control_graph, id)));
        let direct = control_graph
            .node_of_branch
            .keys()
            .filter(|&id| !reported.contains(probe(control_graph, id.into())));
        idle.chain(direct.map(|branch| control_graph.direct_distance(branch))).collect()
    }
}

impl Needed<'_> {
    fn goal(&mut self, goals: &Goals, goal: GoalId) {
        match goals.goals[goal] {
            Goal::Branch(branch) => {
                self.distance(branch.into());
                self.node(self.control_graph.node_of_branch[branch]);
            }
            Goal::DirectBranch(branch) => self.method(self.control_graph.method_of_branch(branch)),
            Goal::TopMethod(method) => self.method(method),
            Goal::Line(_) | Goal::Statement(_) => {
                for statement in goals.statements(goal) {
                    self.node(goals.node_of_statement[statement]);
                }
            }
            Goal::WeakMutant(mutant) | Goal::StrongMutant(mutant) => {
                let point = goals.mutants.mutants[mutant].point;
                self.node(goals.node_of_point[point]);
            }
            Goal::BranchlessMethod(_)
            | Goal::DirectBranchlessMethod(_)
            | Goal::Method(_)
            | Goal::TopMethodNoException(_)
            | Goal::Exception(_)
            | Goal::Output(_)
            | Goal::Input(_) => {}
        }
    }

    fn method(&mut self, method: MethodIndex) {
        self.methods.insert(method.index());
    }

    fn node(&mut self, node: NodeId) {
        if !self.nodes.put(node.index()) {
            let control_graph = self.control_graph;
            control_graph.steps[node].iter().for_each(|step| self.distance(step.branch.into()));
            // Those that the fitness of suites asks for.
            control_graph.parents[node].iter().for_each(|&branch| self.distance(branch.into()));
        }
    }

    fn distance(&mut self, id: DistanceId) {
        if !self.distances.put(id.index()) {
            self.new.push(id);
        }
    }

    /// Adds the branches of methods, then what the distances of booleans are graded by.
    fn follow(&mut self) {
        let control_graph = self.control_graph;
        for (branch, &method) in control_graph.node_of_branch.keys().zip(&control_graph.method_of) {
            if self.methods.contains(method.index()) {
                self.distance(branch.into());
            }
        }
        while let Some(id) = self.new.pop() {
            for definition in &control_graph.definitions[id] {
                self.node(definition.node);
                definition.branch.into_iter().for_each(|branch| self.distance(branch));
            }
        }
    }

    /// The probes that tell of these distances.
    fn probes(&self) -> FixedBitSet {
        let mut probes =
            FixedBitSet::with_capacity(self.control_graph.nodes.len() + self.control_graph.method_of.len());
        self.distances.ones().for_each(|id| probes.insert(probe(self.control_graph, DistanceId::from(id))));
        probes
    }
}

/// The number of the probe that tells of a distance: the node of a predicate, or behind all nodes that of a value.
fn probe(control_graph: &ControlGraph, id: DistanceId) -> usize {
    match id.index().checked_sub(control_graph.branch_count) {
        None => control_graph.node_of_branch[BranchId(id.0)].index(),
        Some(outcome) => control_graph.nodes.len() + outcome / 2,
    }
}
