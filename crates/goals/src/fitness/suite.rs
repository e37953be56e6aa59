//! How far a whole suite is from covering goals.

use std::collections::BTreeSet;

use analysis::{BranchId, DistanceId, MethodIndex, StatementId};
use mutation::MutantId;
use typed_index_collections::{TiSlice, TiVec};

use crate::criteria::Criterion;
use crate::fitness::{Called, IndexedTrace, nu, zero_if};
use crate::goals::{Goal, Goals};
use crate::ids::{GoalId, NodeId, ValueId};
use crate::trace::Trace;

/// What an execution adds to a suite: found once, for all the suites that its test becomes part of.
#[derive(Clone, Debug, Default)]
pub struct SuiteContribution {
    /// Ids with their normalised distances.
    distances: Vec<(DistanceId, f64)>,
    /// The same of mutants.
    infections: Vec<(MutantId, f64)>,
    /// ControlGraphBuilder whose predicate was executed, in all calls or direct ones, and whether more than once.
    nodes: Vec<(NodeId, usize, bool)>,
    entered: Vec<MethodIndex>,
    statements: Vec<StatementId>,
    called: Vec<(MethodIndex, Called)>,
    values: Vec<(ValueId, f64)>,
    effects: Vec<(MutantId, f64)>,
    thrown: Option<GoalId>,
}

/// The executions of a suite, laid over each other. Made once, then loaded with suite after suite.
#[derive(Clone, Debug, Default)]
pub struct SuiteTrace {
    /// By id the least normalised distance; 1 where there is none.
    distances: TiVec<DistanceId, f64>,
    /// The same by mutant.
    infections: TiVec<MutantId, f64>,
    /// By node whether its predicate was executed more than once; the same for direct calls alone.
    repeated: [TiVec<NodeId, bool>; 2],
    /// The same for at least once.
    executed: [TiVec<NodeId, bool>; 2],
    /// By method whether it was entered.
    entered: TiVec<MethodIndex, bool>,
    /// By statement whether it was executed.
    statements: TiVec<StatementId, bool>,
    called: TiVec<MethodIndex, Called>,
    values: TiVec<ValueId, f64>,
    /// By mutant the least distance from being seen; 1 where it was not tried.
    effects: TiVec<MutantId, f64>,
    thrown: BTreeSet<GoalId>,
}

/// ControlGraphBuilder in all calls.
const ALL_CALLS: usize = 0;
/// ControlGraphBuilder in direct calls.
const DIRECT_CALLS: usize = 1;

impl Goals {
    /// What an execution adds to a suite; `indexed` is room for it.
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
            nodes: self.executed_places(trace),
            entered: different_from(&indexed.entered, false).map(|(method, _)| method).collect(),
            statements: trace.statements.clone(),
            called: different_from(&indexed.called, Called::Not).collect(),
            values: different_from(&indexed.values, 1.0).collect(),
            effects: trace.effects.iter().map(|&(it, _)| (it, indexed.effects[it])).collect(),
            thrown: indexed.thrown,
        }
    }

    fn executed_places(&self, trace: &Trace) -> Vec<(NodeId, usize, bool)> {
        let node = |id: DistanceId| {
            Some((self.control_graph.node_of_branch[self.control_graph.branch(id)?], self.kind(id)))
        };
        let repeated: BTreeSet<(NodeId, usize)> = trace.repeated.iter().filter_map(|&id| node(id)).collect();
        // A predicate has several branches, each of which is met here.
        let executed: BTreeSet<(NodeId, usize)> =
            trace.branches.iter().filter_map(|&(id, _)| node(id)).collect();
        executed.into_iter().map(|(node, kind)| (node, kind, repeated.contains(&(node, kind)))).collect()
    }

    /// Lays the executions of a suite over each other, in node of those loaded before.
    pub fn load_suite<'a>(
        &self,
        executions: impl Iterator<Item = &'a SuiteContribution>,
        suite: &mut SuiteTrace,
    ) {
        suite.clear(self);
        executions.for_each(|contribution| suite.merge(contribution));
    }

    fn kind(&self, id: DistanceId) -> usize {
        if id >= self.control_graph.direct { DIRECT_CALLS } else { ALL_CALLS }
    }

    /// How far the loaded suite is from covering some goals of a criterion, ascending:
    ///
    /// - of branches: the sum of 0 for one that was taken, else its normalised distance where its predicate was executed at
    ///   least twice, else 1; and the number of methods with such goals that it did not enter;
    /// - of lines and statements: the number of those that were not executed, normalised, and the sum over the branches that they
    ///   hang on;
    /// - of mutants: the sum of their normalised infection distances, 1 where they were not reached, and the sum over the branches that
    ///   they hang on; for strong mutation with the sum of their distances from being seen;
    /// - of methods and values: the sum of the least distances of the tests;
    /// - of exceptions: `1 / (1 + n)` for n of them, whatever the goals.
    ///
    /// A predicate that is executed once cannot take both branches: its distance, had it any weight, would lead the
    /// search from one to the other and back (Fraser, Arcuri: "Whole Test Suite Generation", IEEE TSE 2013, Section 3.2).
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

/// SuiteSums over goals in the making.
struct SuiteSums<'a> {
    goals: &'a Goals,
    suite: &'a SuiteTrace,
    sum: f64,
    /// By method whether it has goals and was not entered.
    not_entered: TiVec<MethodIndex, bool>,
    /// Branches that goals hang on.
    controlling_branches: BTreeSet<BranchId>,
}

impl SuiteSums<'_> {
    /// Adds a goal; whether the suite misses it.
    fn add(&mut self, goal: GoalId) -> bool {
        let (goals, suite) = (self.goals, self.suite);
        let distance = match goals.goals[goal] {
            Goal::Branch(branch) => suite.branch_fitness(goals, branch, ALL_CALLS),
            Goal::DirectBranch(branch) => {
                let direct = goals.needs_direct_call[goals.control_graph.method_of_branch(branch)];
                suite.branch_fitness(goals, branch, if direct { DIRECT_CALLS } else { ALL_CALLS })
            }
            Goal::BranchlessMethod(_) => 0.0,
            Goal::DirectBranchlessMethod(method) if goals.needs_direct_call[method] => {
                zero_if(suite.called[method] >= Called::Begun)
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
            Goal::TopMethod(method) => zero_if(suite.called[method] >= Called::Begun),
            Goal::TopMethodNoException(method) => zero_if(suite.called[method] == Called::Returned),
            Goal::Exception(_) => zero_if(suite.thrown.contains(&goal)),
            Goal::Output(value) | Goal::Input(value) => suite.values[value],
        };
        self.sum += distance;
        self.note_method(goal);
        if distance > 0.0 {
            let parents = goals.nodes(goal).into_iter().flat_map(|node| &goals.control_graph.parents[node]);
            self.controlling_branches.extend(parents);
        }
        distance > 0.0
    }

    fn note_method(&mut self, goal: GoalId) {
        if let Goal::Branch(_)
        | Goal::BranchlessMethod(_)
        | Goal::DirectBranch(_)
        | Goal::DirectBranchlessMethod(_) = self.goals.goals[goal]
        {
            let method = self.goals.method_of_goal[goal];
            self.not_entered[method] = !self.suite.entered[method];
        }
    }

    fn control_sum(&self) -> f64 {
        self.controlling_branches
            .iter()
            .map(|branch| self.suite.branch_fitness(self.goals, *branch, ALL_CALLS))
            .sum()
    }
}

/// The items that are not as where nothing happened, with their indexes.
fn different_from<K: From<usize>, T: Copy + PartialEq>(
    items: &TiSlice<K, T>,
    nothing: T,
) -> impl Iterator<Item = (K, T)> {
    items.iter_enumerated().map(|(key, item)| (key, *item)).filter(move |(_, item)| *item != nothing)
}

fn lower(so_far: &mut f64, now: f64) {
    *so_far = so_far.min(now);
}

fn reset<K, T: Clone>(items: &mut TiVec<K, T>, value: T, length: usize) {
    items.clear();
    items.resize(length, value);
}

impl SuiteTrace {
    fn clear(&mut self, goals: &Goals) {
        reset(&mut self.distances, 1.0, goals.control_graph.ids);
        reset(&mut self.infections, 1.0, goals.mutants.mutants.len());
        for nodes in self.repeated.iter_mut().chain(&mut self.executed) {
            reset(nodes, false, goals.control_graph.nodes.len());
        }
        reset(&mut self.entered, false, goals.control_graph.method_count);
        reset(&mut self.statements, false, goals.line_of.len());
        reset(&mut self.called, Called::Not, goals.control_graph.method_count);
        reset(&mut self.values, 1.0, goals.values.len());
        reset(&mut self.effects, 1.0, goals.mutants.mutants.len());
        self.thrown.clear();
    }

    fn merge(&mut self, contribution: &SuiteContribution) {
        for &(id, distance) in &contribution.distances {
            lower(&mut self.distances[id], distance);
        }
        contribution.infections.iter().for_each(|&(id, distance)| lower(&mut self.infections[id], distance));
        for &(node, kind, is_repeated) in &contribution.nodes {
            // What is done in direct calls is done in all. Once in each of two executions is twice.
            for kind in [ALL_CALLS, kind].into_iter().take(1 + kind) {
                let before = std::mem::replace(&mut self.executed[kind][node], true);
                self.repeated[kind][node] |= before || is_repeated;
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

    fn branch_fitness(&self, goals: &Goals, branch: BranchId, kind: usize) -> f64 {
        let id =
            if kind == DIRECT_CALLS { goals.control_graph.direct_distance(branch) } else { branch.into() };
        match self.distances[id] {
            0.0 => 0.0,
            distance if self.repeated[kind][goals.control_graph.node_of_branch[branch]] => distance,
            _ => 1.0,
        }
    }

    fn infection_fitness(&self, goals: &Goals, mutant: MutantId) -> f64 {
        let distance = |id: MutantId| Some(self.infections[id]).filter(|&distance| distance < 1.0);
        goals.infections.distance(mutant, &distance).unwrap_or(1.0)
    }
}
