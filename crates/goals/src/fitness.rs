//! The fitness of an execution for a goal: how far the execution is from covering the goal.

pub(crate) mod control_graph;
pub(crate) mod flags;
pub(crate) mod infection;
mod paths;
mod relevance;
pub(crate) mod suite;

use std::cell::Cell;

use analysis::{BranchId, DistanceId, LineId, MethodIndex, StatementId};
use mutation::MutantId;
use typed_index_collections::TiVec;

use crate::fitness::control_graph::fitness_if_not_entered;
use crate::goals::{Goal, Goals};
use crate::ids::{GoalId, NodeId, ValueId};
use crate::trace::{Effect, RecordedCall, Trace, Usage};

/// A trace as tables for fast lookup. A caller creates one `IndexedTrace` and loads one trace after another.
/// Each loaded trace replaces the previous trace.
#[derive(Clone, Debug, Default)]
pub struct IndexedTrace {
    /// For each distance id, the normalised distance; NaN if the trace contains no distance. The distance of
    /// a branch is the minimum over direct calls and other calls.
    pub(crate) distances: TiVec<DistanceId, f64>,
    /// For each mutant, the infection distance; NaN if the trace contains no distance. The distances are not
    /// normalised, because the fitness functions read only a few of these distances.
    pub(crate) infections: TiVec<MutantId, f64>,
    /// For each method, whether it was entered.
    pub(crate) entered: TiVec<MethodIndex, bool>,
    /// For each statement, whether it was executed.
    pub(crate) executed: TiVec<StatementId, bool>,
    /// For each method, the best outcome of the calls that the test itself made.
    pub(crate) called: TiVec<MethodIndex, CallState>,
    /// For each goal of input or output coverage, the smallest distance of an observed value from the values
    /// that the goal requires; 1 if no value was observed.
    pub(crate) values: TiVec<ValueId, f64>,
    /// For each mutant, how far the test is from killing the mutant; NaN if the test did not run on the
    /// mutant.
    pub(crate) effects: TiVec<MutantId, f64>,
    /// The goal of the exception that the execution threw.
    pub(crate) thrown: Option<GoalId>,
    /// For each node, the result of [`ControlGraph::approach`](control_graph::ControlGraph::approach); NaN if
    /// the result was not computed yet.
    pub(crate) approaches: TiVec<NodeId, Cell<f64>>,
    /// The entries of `distances` to reset before the next trace is loaded.
    changed_distances: Vec<DistanceId>,
    /// The entries of `infections` to reset before the next trace is loaded.
    changed_infections: Vec<MutantId>,
    /// The entries of `executed` to reset before the next trace is loaded.
    changed_statements: Vec<StatementId>,
    /// The entries of `effects` to reset before the next trace is loaded.
    changed_effects: Vec<MutantId>,
}

/// The best outcome of the calls of one method that the test itself made. A later variant is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CallState {
    /// The test did not call the method.
    #[default]
    NotCalled,
    /// The test called the method, but the trace contains no call that returned normally.
    Begun,
    /// At least one call returned normally. The usage is the best usage of these calls.
    Returned(Usage),
}

impl CallState {
    fn of(call: &RecordedCall) -> CallState {
        match call.returned {
            true => CallState::Returned(call.usage),
            false => CallState::Begun,
        }
    }

    /// Returns how far the calls are from a usage, from 0 to 1.
    fn distance_from(self, wanted: Usage) -> f64 {
        let steps = |usage: Usage| f64::from(usage as u8);
        match self {
            CallState::NotCalled | CallState::Begun => 1.0,
            CallState::Returned(usage) => (steps(wanted) - steps(usage)).max(0.0) / (steps(wanted) + 1.0),
        }
    }
}

/// Normalises a distance from `[0, inf]` to `[0, 1)`: `x / (x + 1)`.
///
/// Up to a distance of about 10^8, different integers have different results. Above this distance,
/// neighbouring integers can have equal results.
pub fn nu(distance: f64) -> f64 {
    debug_assert!(distance >= 0.0, "a distance must not be negative: {distance}");
    // `min` also replaces the NaN that an infinite distance causes.
    (distance / (distance + 1.0)).min(1.0 - f64::EPSILON)
}

/// Returns the distance of a condition: 0 if it is true, 1 if it is false.
pub(crate) fn zero_if(condition: bool) -> f64 {
    if condition { 0.0 } else { 1.0 }
}

impl Goals {
    /// Loads a trace in place of the previous trace. Except for the first trace, the time depends only on the
    /// sizes of both traces and on the numbers of methods, of nodes in the control graph, and of goals of
    /// input and output coverage. The time does not depend on the numbers of branches, statements and mutants
    /// of the class.
    pub fn load(&self, trace: &Trace, indexed: &mut IndexedTrace) {
        indexed.clear();
        indexed.resize(self);
        for &method in &trace.methods {
            indexed.entered[method] = true;
        }
        for &(id, distance) in &trace.branches {
            indexed.distances[id] = nu(distance);
        }
        indexed.changed_distances.extend(trace.branches.iter().map(|&(id, _)| id));
        self.mark_entered_methods(trace, indexed);
        self.merge_direct_distances(trace, indexed);
        self.grade_flags(trace, indexed);
        self.merge_direct_distances(trace, indexed);
        for &(id, distance) in &trace.mutants {
            indexed.infections[id] = distance;
        }
        indexed.changed_infections.extend(trace.mutants.iter().map(|&(id, _)| id));
        for &statement in &trace.statements {
            indexed.executed[statement] = true;
        }
        indexed.changed_statements.extend(&trace.statements);
        self.load_calls(trace, indexed);
        for &(mutant, effect) in &trace.effects {
            indexed.effects[mutant] = match effect {
                Effect::Killed => 0.0,
                Effect::Survived { impact } => 1.0 / (1.0 + f64::from(impact)),
            };
            indexed.changed_effects.push(mutant);
        }
        indexed.thrown = self.thrown(trace);
    }

    /// Marks the methods of executed predicates as entered. `Trace::methods` does not contain all of these
    /// methods: a thread of an earlier test can still run in a method that the current test does not enter.
    fn mark_entered_methods(&self, trace: &Trace, indexed: &mut IndexedTrace) {
        for &(id, _) in &trace.branches {
            let id = self.control_graph.branch(id).map_or(id, DistanceId::from);
            if let Some(&method) = self.control_graph.method_of.get(id) {
                indexed.entered[method] = true;
            }
        }
    }

    /// Replaces the distance of each branch by its distance in direct calls, if the distance in direct calls
    /// is smaller. Marks a method as called if one of its branches has a distance in direct calls.
    fn merge_direct_distances(&self, trace: &Trace, indexed: &mut IndexedTrace) {
        for &(id, _) in trace.branches.iter().filter(|(id, _)| *id >= self.control_graph.first_direct_id) {
            let branch = DistanceId(id.0 - self.control_graph.first_direct_id.0);
            let smallest = indexed.distances[branch].min(indexed.distances[id]);
            indexed.distances[branch] = smallest;
            indexed.changed_distances.push(branch);
            let method = self.control_graph.method_of[branch];
            let called = &mut indexed.called[method];
            *called = (*called).max(CallState::Begun);
        }
    }

    /// Loads the states of called methods and the distances of observed values.
    fn load_calls(&self, trace: &Trace, indexed: &mut IndexedTrace) {
        for call in &trace.calls {
            let called = &mut indexed.called[call.method];
            *called = (*called).max(CallState::of(call));
            for &value in &self.values_of[call.method] {
                let value_goal = &self.values[value];
                if let Some(&recorded_value) = call.recorded_values.get(value_goal.recorded_value as usize) {
                    let smallest = &mut indexed.values[value];
                    *smallest = smallest.min(value_goal.class.distance(recorded_value));
                }
            }
        }
    }

    /// Returns how far the loaded execution is from covering a goal: 0 exactly if the execution covers the
    /// goal, else a positive number.
    ///
    /// For a goal at a place in the code, the fitness is the approach level plus the normalised branch
    /// distance. The fitness is the minimum over all paths of control dependences. If no predicate on the
    /// paths ran, the fitness is the depth of the goal in the control dependence graph. If the method was not
    /// entered, the fitness is this depth + 1 + `nu(1)`.
    ///
    /// The fitness of weak mutation is the normalised infection distance of the mutant. If the mutant was not
    /// reached, the fitness is the fitness of the place of the mutant + `nu(1)`.
    ///
    /// The fitness of strong mutation depends on what the execution did with the mutant:
    /// - The execution did not reach the mutant: the fitness of the place of the mutant + 2.
    /// - The execution reached the mutant, but did not infect the state: the normalised infection distance +
    ///   1.
    /// - The execution infected the state: the distance from killing the mutant, or 1 if the test did not run
    ///   on the mutant.
    ///
    /// [`nu`] normalises the distances. If a boolean had the wrong value, the fitness uses a reduced
    /// distance: the closer the execution came to a definition of the wanted value, the smaller the distance.
    pub fn fitness(&self, goal: GoalId, indexed: &IndexedTrace) -> f64 {
        match self.goals[goal] {
            Goal::Branch(branch) => self.branch_fitness(branch, indexed),
            Goal::BranchlessMethod(method) if indexed.entered[method] => 0.0,
            Goal::DirectBranch(branch) => self.direct_branch_fitness(branch, indexed),
            Goal::DirectBranchlessMethod(method) if self.is_entered_as_required(method, indexed) => 0.0,
            Goal::BranchlessMethod(_) | Goal::DirectBranchlessMethod(_) => fitness_if_not_entered(0),
            Goal::Line(line) => self.line_fitness(line, indexed),
            Goal::Statement(statement) => self.statement_fitness(statement, indexed),
            Goal::WeakMutant(mutant) => self.infection_fitness(mutant, 0.5, indexed),
            Goal::StrongMutant(mutant) => self.kill_fitness(mutant, indexed),
            Goal::Method(method) => zero_if(indexed.entered[method]),
            Goal::TopMethod(method) => zero_if(indexed.called[method] >= CallState::Begun),
            Goal::TopMethodNoException(method) => {
                zero_if(indexed.called[method] >= CallState::Returned(Usage::Unusual))
            }
            Goal::OrdinaryCall(method) => indexed.called[method].distance_from(Usage::Shown),
            Goal::SeveralResults(method) => indexed.called[method].distance_from(Usage::ShownSeveral),
            Goal::Exception(_) => zero_if(indexed.thrown == Some(goal)),
            Goal::Output(value) | Goal::Input(value) => indexed.values[value],
        }
    }

    fn branch_fitness(&self, branch: BranchId, indexed: &IndexedTrace) -> f64 {
        let distance = indexed.distances[DistanceId::from(branch)];
        let node = self.control_graph.node_of_branch[branch];
        if distance.is_nan() { self.control_graph.approach(node, indexed) } else { distance }
    }

    fn direct_branch_fitness(&self, branch: BranchId, indexed: &IndexedTrace) -> f64 {
        let method = self.control_graph.method_of_branch(branch);
        if !self.needs_direct_call[method] {
            return self.branch_fitness(branch, indexed);
        }
        let node = self.control_graph.node_of_branch[branch];
        let distance = indexed.distances[self.control_graph.direct_distance(branch)];
        match distance.is_nan() {
            false => distance,
            true if indexed.called[method] >= CallState::Begun && indexed.entered[method] => {
                self.control_graph.compute_approach_from(node, self.control_graph.first_direct_id, indexed)
            }
            true => fitness_if_not_entered(self.control_graph.nodes[node].depth),
        }
    }

    /// Returns whether a method without branches was entered. If its goal requires a direct call, the test
    /// must also have called the method.
    fn is_entered_as_required(&self, method: MethodIndex, indexed: &IndexedTrace) -> bool {
        let called = !self.needs_direct_call[method] || indexed.called[method] >= CallState::Begun;
        called && indexed.entered[method]
    }

    fn line_fitness(&self, line: LineId, indexed: &IndexedTrace) -> f64 {
        let statements = self.statements_of_line[line].iter();
        statements.map(|&statement| self.statement_fitness(statement, indexed)).fold(f64::INFINITY, f64::min)
    }

    fn statement_fitness(&self, statement: StatementId, indexed: &IndexedTrace) -> f64 {
        match indexed.executed[statement] {
            true => 0.0,
            false => self.control_graph.approach(self.node_of_statement[statement], indexed),
        }
    }

    /// Returns the normalised infection distance of a mutant. If the mutant was not reached, returns the
    /// approach (approach level plus branch distance) to the code of the mutant, plus `unreached_penalty`.
    fn infection_fitness(&self, mutant: MutantId, unreached_penalty: f64, indexed: &IndexedTrace) -> f64 {
        self.infections.distance(mutant, &|id| indexed.infection(id)).unwrap_or_else(|| {
            let node = self.node_of_point[self.mutants.mutants[mutant].point];
            self.control_graph.approach(node, indexed) + unreached_penalty
        })
    }

    /// Returns the fitness of strong mutation; see [`Goals::fitness`].
    fn kill_fitness(&self, mutant: MutantId, indexed: &IndexedTrace) -> f64 {
        let effect = indexed.effects[mutant];
        match self.infection_fitness(mutant, 1.0, indexed) {
            0.0 if effect.is_nan() => 1.0,
            0.0 => effect,
            infection => infection + 1.0,
        }
    }
}

impl IndexedTrace {
    /// Returns the normalised infection distance of a mutant, if the trace contains a distance for the
    /// mutant.
    fn infection(&self, id: MutantId) -> Option<f64> {
        let distance = self.infections[id];
        (!distance.is_nan()).then(|| nu(distance))
    }

    /// Adapts the lengths of the tables to the goals.
    fn resize(&mut self, goals: &Goals) {
        self.distances.resize(goals.control_graph.distance_count, f64::NAN);
        self.infections.resize(goals.mutants.mutants.len(), f64::NAN);
        self.entered.resize(goals.control_graph.method_count, false);
        self.executed.resize(goals.line_of.len(), false);
        self.called.resize(goals.control_graph.method_count, CallState::NotCalled);
        self.values.resize(goals.values.len(), 1.0);
        self.effects.resize(goals.mutants.mutants.len(), f64::NAN);
        self.approaches.resize(goals.control_graph.nodes.len(), Cell::new(f64::NAN));
    }

    /// Removes the loaded trace.
    fn clear(&mut self) {
        for id in self.changed_distances.drain(..) {
            self.distances[id] = f64::NAN;
        }
        for mutant in self.changed_infections.drain(..) {
            self.infections[mutant] = f64::NAN;
        }
        for statement in self.changed_statements.drain(..) {
            self.executed[statement] = false;
        }
        for mutant in self.changed_effects.drain(..) {
            self.effects[mutant] = f64::NAN;
        }
        self.entered.fill(false);
        self.called.fill(CallState::NotCalled);
        self.values.fill(1.0);
        self.approaches.fill(Cell::new(f64::NAN));
        self.thrown = None;
    }
}
