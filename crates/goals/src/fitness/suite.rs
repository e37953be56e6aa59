//! The fitness of a whole suite: how far the suite is from covering the goals.

use std::collections::BTreeSet;

use analysis::{BranchId, DistanceId, MethodIndex, StatementId};
use mutation::MutantId;
use typed_index_collections::{TiSlice, TiVec};

use crate::criteria::Criterion;
use crate::fitness::{CallState, IndexedTrace, nu, zero_if};
use crate::goals::{Goal, Goals};
use crate::ids::{GoalId, NodeId, ValueId};
use crate::trace::{Trace, Usage};

/// The contribution of one execution to the fitness of suites. Computed once for all suites that contain the
/// test.
#[derive(Clone, Debug, Default)]
pub struct SuiteContribution {
    /// Normalised distances.
    distances: Vec<(DistanceId, f64)>,
    /// Normalised infection distances.
    infections: Vec<(MutantId, f64)>,
    /// The nodes whose predicate was executed. Each entry contains the node, the kind of calls ([`ALL_CALLS`]
    /// or [`DIRECT_CALLS`]), and whether the predicate was executed more than once.
    nodes: Vec<(NodeId, usize, bool)>,
    /// The methods that were entered.
    entered: Vec<MethodIndex>,
    /// The statements that were executed.
    statements: Vec<StatementId>,
    /// The methods that the test itself called, each with the best outcome of these calls.
    called: Vec<(MethodIndex, CallState)>,
    /// For goals of input or output coverage, the smallest distance of an observed value from the values that
    /// the goal requires. Distances of 1 are omitted.
    values: Vec<(ValueId, f64)>,
    /// For each mutant on which the test ran, how far the test is from killing the mutant.
    effects: Vec<(MutantId, f64)>,
    /// The goal of the exception that the execution threw.
    thrown: Option<GoalId>,
}

/// The combined executions of a suite. A caller creates one `SuiteTrace` and loads one suite after another.
/// Each loaded suite replaces the previous suite.
#[derive(Clone, Debug, Default)]
pub struct SuiteTrace {
    /// For each distance id, the smallest normalised distance; 1 if no trace contains a distance.
    distances: TiVec<DistanceId, f64>,
    /// For each mutant, the smallest normalised infection distance; 1 if no trace contains a distance.
    infections: TiVec<MutantId, f64>,
    /// For each node, whether its predicate was executed more than once. The first table counts all calls,
    /// the second table counts only direct calls.
    repeated: [TiVec<NodeId, bool>; 2],
    /// For each node, whether its predicate was executed. The first table counts all calls, the second table
    /// counts only direct calls.
    executed: [TiVec<NodeId, bool>; 2],
    /// For each method, whether it was entered.
    entered: TiVec<MethodIndex, bool>,
    /// For each statement, whether it was executed.
    statements: TiVec<StatementId, bool>,
    /// For each method, the best outcome of the calls that the tests themselves made.
    called: TiVec<MethodIndex, CallState>,
    /// For each goal of input or output coverage, the smallest distance of an observed value from the values
    /// that the goal requires; 1 if no value was observed.
    values: TiVec<ValueId, f64>,
    /// For each mutant, how far the nearest test is from killing the mutant; 1 if no test ran on the mutant.
    effects: TiVec<MutantId, f64>,
    /// The goals of the exceptions that the executions threw.
    thrown: BTreeSet<GoalId>,
}

/// Index of the tables for all calls.
const ALL_CALLS: usize = 0;
/// Index of the tables for direct calls.
const DIRECT_CALLS: usize = 1;

impl Goals {
    /// Returns the contribution of an execution to a suite. The function uses `indexed` as working memory and
    /// replaces its content.
    pub fn contribution(&self, trace: &Trace, indexed: &mut IndexedTrace) -> SuiteContribution {
        self.load(trace, indexed);
        let branches =
            trace.branches.iter().filter_map(|&(id, _)| Some(self.control_graph.branch(id)?.into()));
        let mut ids: Vec<DistanceId> = trace.branches.iter().map(|&(id, _)| id).chain(branches).collect();
        ids.sort_unstable();
        ids.dedup();
        SuiteContribution {
            distances: ids.into_iter().map(|id| (id, indexed.distances[id])).collect(),
            infections: trace.mutants.iter().map(|&(id, distance)| (id, nu(distance))).collect(),
            nodes: self.executed_nodes(trace),
            entered: different_from(&indexed.entered, false).map(|(method, _)| method).collect(),
            statements: trace.statements.clone(),
            called: different_from(&indexed.called, CallState::NotCalled).collect(),
            values: different_from(&indexed.values, 1.0).collect(),
            effects: trace.effects.iter().map(|&(it, _)| (it, indexed.effects[it])).collect(),
            thrown: indexed.thrown,
        }
    }

    /// Returns the nodes whose predicate was executed, as [`SuiteContribution`] stores them.
    fn executed_nodes(&self, trace: &Trace) -> Vec<(NodeId, usize, bool)> {
        let node = |id: DistanceId| {
            Some((self.control_graph.node_of_branch[self.control_graph.branch(id)?], self.kind_of_calls(id)))
        };
        let repeated: BTreeSet<(NodeId, usize)> = trace.repeated.iter().filter_map(|&id| node(id)).collect();
        // A predicate has several branches, and each branch is in the trace. The set removes duplicate nodes.
        let executed: BTreeSet<(NodeId, usize)> =
            trace.branches.iter().filter_map(|&(id, _)| node(id)).collect();
        executed.into_iter().map(|(node, calls)| (node, calls, repeated.contains(&(node, calls)))).collect()
    }

    /// Loads the executions of a suite in place of the previous suite.
    pub fn load_suite<'a>(
        &self,
        executions: impl Iterator<Item = &'a SuiteContribution>,
        suite: &mut SuiteTrace,
    ) {
        suite.clear(self);
        executions.for_each(|contribution| suite.merge(contribution));
    }

    /// Returns the kind of calls of a distance id: [`ALL_CALLS`] or [`DIRECT_CALLS`].
    fn kind_of_calls(&self, id: DistanceId) -> usize {
        if id >= self.control_graph.first_direct_id { DIRECT_CALLS } else { ALL_CALLS }
    }

    /// Returns how far the loaded suite is from covering some goals of a criterion. The goals must be in
    /// ascending order.
    ///
    /// - Branches: the sum over the goals, plus the number of methods of these goals that the suite did not
    ///   enter. A branch adds 0 if it was taken. Otherwise it adds its normalised distance if its predicate
    ///   was executed at least twice, else 1. A method without branches adds 1 if its goal requires a direct
    ///   call and no test called the method, else 0.
    /// - Lines and statements: the normalised number of goals that were not executed, plus the sum over the
    ///   branches that these goals depend on. Each of these branches adds the same as a branch goal.
    /// - Mutants: the sum of the normalised infection distances (1 for a mutant that was not reached), plus
    ///   the sum over the branches that the uncovered mutants depend on. For strong mutation, each mutant
    ///   also adds how far the nearest test is from killing the mutant.
    /// - Methods, inputs and outputs: the sum of the distances of the goals. The distance of a goal is the
    ///   smallest distance among the tests.
    /// - Exceptions: `1 / (1 + n)` for the n exceptions that the suite threw. This value does not depend on
    ///   the goals.
    ///
    /// A predicate that is executed only once cannot take both branches. If its distance counted, the search
    /// would switch from one branch to the other and back (Fraser, Arcuri: "Whole Test Suite Generation",
    /// IEEE TSE 2013, Section 3.2).
    pub fn suite_fitness(
        &self,
        criterion: Criterion,
        goals: &mut dyn Iterator<Item = GoalId>,
        suite: &SuiteTrace,
    ) -> f64 {
        let mut sums = SuiteSums {
            goals: self,
            suite,
            sum: 0.0,
            not_entered: vec![false; self.control_graph.method_count].into(),
            controlling_branches: BTreeSet::new(),
        };
        let count = goals.filter(|&goal| sums.add(goal)).count();
        match criterion {
            Criterion::Exception => 1.0 / (1.0 + suite.thrown.len() as f64),
            Criterion::Line | Criterion::Statement => nu(count as f64) + sums.control_sum(),
            Criterion::WeakMutation | Criterion::StrongMutation => sums.sum + sums.control_sum(),
            _ => sums.sum + sums.not_entered.iter().filter(|&&not_entered| not_entered).count() as f64,
        }
    }
}

/// Sums over the goals of a criterion.
struct SuiteSums<'a> {
    goals: &'a Goals,
    suite: &'a SuiteTrace,
    /// Sum of the distances of the goals.
    sum: f64,
    /// For each method, whether it has branch goals and was not entered.
    not_entered: TiVec<MethodIndex, bool>,
    /// The branches that uncovered goals depend on.
    controlling_branches: BTreeSet<BranchId>,
}

impl SuiteSums<'_> {
    /// Adds a goal. Returns whether the suite does not cover the goal.
    fn add(&mut self, goal: GoalId) -> bool {
        let (goals, suite) = (self.goals, self.suite);
        let distance = match goals.goals[goal] {
            Goal::Branch(branch) => suite.branch_fitness(goals, branch, ALL_CALLS),
            Goal::DirectBranch(branch) => {
                let needs_direct_call = goals.needs_direct_call[goals.control_graph.method_of_branch(branch)];
                suite.branch_fitness(goals, branch, if needs_direct_call { DIRECT_CALLS } else { ALL_CALLS })
            }
            Goal::BranchlessMethod(_) => 0.0,
            Goal::DirectBranchlessMethod(method) if goals.needs_direct_call[method] => {
                zero_if(suite.called[method] >= CallState::Begun)
            }
            Goal::DirectBranchlessMethod(_) => 0.0,
            Goal::Line(line) => {
                let mut statements = goals.statements_of_line[line].iter();
                zero_if(statements.any(|statement| suite.statements[*statement]))
            }
            Goal::Statement(statement) => zero_if(suite.statements[statement]),
            Goal::WeakMutant(mutant) => suite.infection_fitness(goals, mutant),
            Goal::StrongMutant(mutant) => suite.infection_fitness(goals, mutant) + suite.effects[mutant],
            Goal::Method(method) => zero_if(suite.entered[method]),
            Goal::TopMethod(method) => zero_if(suite.called[method] >= CallState::Begun),
            Goal::TopMethodNoException(method) => {
                zero_if(suite.called[method] >= CallState::Returned(Usage::Unusual))
            }
            Goal::OrdinaryCall(method) => suite.called[method].distance_from(Usage::Shown),
            Goal::SeveralResults(method) => suite.called[method].distance_from(Usage::ShownSeveral),
            Goal::Exception(_) => zero_if(suite.thrown.contains(&goal)),
            Goal::Output(value) | Goal::Input(value) => suite.values[value],
        };
        self.sum += distance;
        self.add_method(goal);
        if distance > 0.0 {
            let parents = goals.nodes(goal).into_iter().flat_map(|node| &goals.control_graph.parents[node]);
            self.controlling_branches.extend(parents);
        }
        distance > 0.0
    }

    /// Records whether the suite did not enter the method of a branch goal.
    fn add_method(&mut self, goal: GoalId) {
        if let Goal::Branch(_)
        | Goal::BranchlessMethod(_)
        | Goal::DirectBranch(_)
        | Goal::DirectBranchlessMethod(_) = self.goals.goals[goal]
        {
            let method = self.goals.method_of_goal[goal];
            self.not_entered[method] = !self.suite.entered[method];
        }
    }

    /// Returns the sum of the fitness of the branches that uncovered goals depend on.
    fn control_sum(&self) -> f64 {
        self.controlling_branches
            .iter()
            .map(|branch| self.suite.branch_fitness(self.goals, *branch, ALL_CALLS))
            .sum()
    }
}

/// Returns the items that differ from a default, with their keys.
fn different_from<K: From<usize>, T: Copy + PartialEq>(
    items: &TiSlice<K, T>,
    default: T,
) -> impl Iterator<Item = (K, T)> {
    items.iter_enumerated().map(|(key, item)| (key, *item)).filter(move |(_, item)| *item != default)
}

fn lower(smallest: &mut f64, distance: f64) {
    *smallest = smallest.min(distance);
}

fn reset<K, T: Clone>(items: &mut TiVec<K, T>, value: T, length: usize) {
    items.clear();
    items.resize(length, value);
}

impl SuiteTrace {
    fn clear(&mut self, goals: &Goals) {
        reset(&mut self.distances, 1.0, goals.control_graph.distance_count);
        reset(&mut self.infections, 1.0, goals.mutants.mutants.len());
        for nodes in self.repeated.iter_mut().chain(&mut self.executed) {
            reset(nodes, false, goals.control_graph.nodes.len());
        }
        reset(&mut self.entered, false, goals.control_graph.method_count);
        reset(&mut self.statements, false, goals.line_of.len());
        reset(&mut self.called, CallState::NotCalled, goals.control_graph.method_count);
        reset(&mut self.values, 1.0, goals.values.len());
        reset(&mut self.effects, 1.0, goals.mutants.mutants.len());
        self.thrown.clear();
    }

    /// Adds the contribution of one execution.
    fn merge(&mut self, contribution: &SuiteContribution) {
        for &(id, distance) in &contribution.distances {
            lower(&mut self.distances[id], distance);
        }
        contribution.infections.iter().for_each(|&(id, distance)| lower(&mut self.infections[id], distance));
        for &(node, calls, is_repeated) in &contribution.nodes {
            // A direct call also counts in the tables for all calls. If each of two tests executes a
            // predicate once, the predicate counts as executed twice.
            for calls in [ALL_CALLS, calls].into_iter().take(1 + calls) {
                let before = std::mem::replace(&mut self.executed[calls][node], true);
                self.repeated[calls][node] |= before || is_repeated;
            }
        }
        contribution.entered.iter().for_each(|&method| self.entered[method] = true);
        contribution.statements.iter().for_each(|&statement| self.statements[statement] = true);
        for &(method, called) in &contribution.called {
            self.called[method] = self.called[method].max(called);
        }
        contribution.values.iter().for_each(|&(value, distance)| lower(&mut self.values[value], distance));
        contribution.effects.iter().for_each(|&(it, distance)| lower(&mut self.effects[it], distance));
        self.thrown.extend(contribution.thrown);
    }

    fn branch_fitness(&self, goals: &Goals, branch: BranchId, calls: usize) -> f64 {
        let id =
            if calls == DIRECT_CALLS { goals.control_graph.direct_distance(branch) } else { branch.into() };
        match self.distances[id] {
            0.0 => 0.0,
            distance if self.repeated[calls][goals.control_graph.node_of_branch[branch]] => distance,
            _ => 1.0,
        }
    }

    fn infection_fitness(&self, goals: &Goals, mutant: MutantId) -> f64 {
        let distance = |id: MutantId| Some(self.infections[id]).filter(|&distance| distance < 1.0);
        goals.infections.distance(mutant, &distance).unwrap_or(1.0)
    }
}
