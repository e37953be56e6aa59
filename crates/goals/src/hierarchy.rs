//! The hierarchy of goals: the control dependences of goals on branches.

use analysis::BranchId;
use typed_index_collections::TiVec;

use crate::criteria::Criterion;
use crate::goals::{Goal, Goals};
use crate::ids::{GoalId, NodeId};

impl Goals {
    /// Connects every objective with the goals of the branches that its code is control dependent on: see
    /// [`Goals::dependents`].
    pub(crate) fn connect(&mut self) {
        let mut dependents = TiVec::from(vec![Vec::new(); self.goals.len()]);
        for goal in self.goals.keys().filter(|&goal| self.objectives[goal]) {
            let nodes = self.nodes(goal);
            let depends_on_entry = nodes.iter().any(|&node| self.control_graph.nodes[node].depends_on_entry);
            if nodes.is_empty() || depends_on_entry {
                self.roots.push(goal);
            }
            for parent in nodes.iter().flat_map(|&node| &self.control_graph.parents[node]) {
                let parent = self.parent(goal, *parent);
                match parent {
                    Some(parent) if parent != goal => dependents[parent].push(goal),
                    Some(_) => {}
                    // No goal exists for the branch, so the objective is a root.
                    None if self.roots.last() == Some(&goal) => {}
                    None => self.roots.push(goal),
                }
            }
        }
        dependents.iter_mut().for_each(|goals: &mut Vec<GoalId>| goals.dedup());
        self.dependents = dependents.into_iter().collect();
    }

    /// Returns the goal of `branch` that `goal` depends on. A goal of direct branch coverage depends on a
    /// goal of direct branch coverage. Any other goal depends on a goal of branch coverage. `None` if this
    /// criterion has no goals.
    fn parent(&self, goal: GoalId, branch: BranchId) -> Option<GoalId> {
        let criterion = match self.goals[goal] {
            Goal::DirectBranch(_) => Criterion::DirectBranch,
            _ => Criterion::Branch,
        };
        let section = self.section(criterion);
        (!section.is_empty()).then_some(section.start.plus(branch.0))
    }

    /// Returns the nodes of the code that a goal requires to execute. Empty for goals that concern a whole
    /// method.
    pub(crate) fn nodes(&self, goal: GoalId) -> Vec<NodeId> {
        match self.goals[goal] {
            Goal::Branch(branch) | Goal::DirectBranch(branch) => {
                vec![self.control_graph.node_of_branch[branch]]
            }
            Goal::Line(line) => {
                let statements = self.statements_of_line[line].iter();
                statements.map(|&statement| self.node_of_statement[statement]).collect()
            }
            Goal::Statement(statement) => vec![self.node_of_statement[statement]],
            Goal::WeakMutant(mutant) | Goal::StrongMutant(mutant) => {
                vec![self.node_of_point[self.mutants.mutants[mutant].point]]
            }
            _ => Vec::new(),
        }
    }
}
