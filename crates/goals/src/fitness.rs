//! From what an execution did to how far it was from a goal.

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
use crate::trace::{Effect, Trace};

/// A trace laid out for looking up. Made once, then loaded with trace after trace.
#[derive(Clone, Debug, Default)]
pub struct IndexedTrace {
    /// By id of a distance the normalised one; NaN where there is none. Those of branches are the least of direct and other
    /// calls.
    pub(crate) distances: TiVec<DistanceId, f64>,
    /// The same by mutant, not normalised: of most nobody asks.
    pub(crate) infections: TiVec<MutantId, f64>,
    /// By method whether it was entered.
    pub(crate) entered: TiVec<MethodIndex, bool>,
    /// By statement whether it was executed.
    pub(crate) executed: TiVec<StatementId, bool>,
    /// By method how the test called it.
    pub(crate) called: TiVec<MethodIndex, Called>,
    /// By value asked for how far it was; 1 where its method was not called.
    pub(crate) values: TiVec<ValueId, f64>,
    /// By mutant how far its effect was from being seen; NaN where it was not tried.
    pub(crate) effects: TiVec<MutantId, f64>,
    /// The goal of what it threw.
    pub(crate) thrown: Option<GoalId>,
    /// By node how near it came, as far as that was asked for.
    pub(crate) approaches: TiVec<NodeId, Cell<f64>>,
    /// What to wipe.
    touched: Vec<DistanceId>,
    reached: Vec<MutantId>,
    statements: Vec<StatementId>,
    tried: Vec<MutantId>,
}

/// How a test called a method itself; each includes those before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Called {
    #[default]
    Not,
    Begun,
    Returned,
}

/// Normalises a distance from `[0, inf]` to `[0, 1)`: `x / (x + 1)`.
///
/// Strictly increasing up to about 10^8; from there on neighbouring integers may give the same `f64`.
pub fn nu(distance: f64) -> f64 {
    debug_assert!(distance >= 0.0, "a distance is not negative: {distance}");
    // The minimum also replaces the NaN that infinity gives.
    (distance / (distance + 1.0)).min(1.0 - f64::EPSILON)
}

/// The distance of what holds or does not.
pub(crate) fn zero_if(holds: bool) -> f64 {
    if holds { 0.0 } else { 1.0 }
}

impl Goals {
    /// Lays a trace out in node of the one loaded before. Takes time for what these two touch, and a byte for every method, not for all goals.
    pub fn load(&self, trace: &Trace, indexed: &mut IndexedTrace) {
        indexed.clear();
        indexed.resize(self);
        for &method in &trace.methods {
            indexed.entered[method] = true;
        }
        for &(id, distance) in &trace.branches {
            indexed.distances[id] = nu(distance);
        }
        indexed.touched.extend(trace.branches.iter().map(|&(id, _)| id));
        self.enter(trace, indexed);
        self.fold_direct(trace, indexed);
        self.grade(trace, indexed);
        self.fold_direct(trace, indexed);
        for &(id, distance) in &trace.mutants {
            indexed.infections[id] = distance;
        }
        indexed.reached.extend(trace.mutants.iter().map(|&(id, _)| id));
        for &statement in &trace.statements {
            indexed.executed[statement] = true;
        }
        indexed.statements.extend(&trace.statements);
        self.load_calls(trace, indexed);
        for &(mutant, effect) in &trace.effects {
            indexed.effects[mutant] = match effect {
                Effect::Killed => 0.0,
                Effect::Survived { impact } => 1.0 / (1.0 + f64::from(impact)),
            };
            indexed.tried.push(mutant);
        }
        indexed.thrown = self.thrown(trace);
    }

    /// A thread that outlives one test runs on in the next one, into methods that it does not enter there.
    fn enter(&self, trace: &Trace, indexed: &mut IndexedTrace) {
        for &(id, _) in &trace.branches {
            let id = self.control_graph.branch(id).map_or(id, DistanceId::from);
            if let Some(&method) = self.control_graph.method_of.get(id) {
                indexed.entered[method] = true;
            }
        }
    }

    /// What is true of a branch in a direct call is true of it.
    fn fold_direct(&self, trace: &Trace, indexed: &mut IndexedTrace) {
        for &(id, _) in trace.branches.iter().filter(|(id, _)| *id >= self.control_graph.direct) {
            let branch = DistanceId(id.0 - self.control_graph.direct.0);
            let least = indexed.distances[branch].min(indexed.distances[id]);
            indexed.distances[branch] = least;
            indexed.touched.push(branch);
            let method = self.control_graph.method_of[branch];
            let called = &mut indexed.called[method];
            *called = (*called).max(Called::Begun);
        }
    }

    fn load_calls(&self, trace: &Trace, indexed: &mut IndexedTrace) {
        for call in &trace.calls {
            let called = &mut indexed.called[call.method];
            *called = (*called).max(if call.returned { Called::Returned } else { Called::Begun });
            for &value in &self.values_of[call.method] {
                let asked = &self.values[value];
                if let Some(&facet) = call.facets.get(asked.facet as usize) {
                    let least = &mut indexed.values[value];
                    *least = least.min(asked.class.distance(facet));
                }
            }
        }
    }

    /// How far the loaded execution was from a goal: 0 exactly if it covered it, else more.
    ///
    /// For what is in a node of the code: approach level + normalised branch distance, the least over all ways of control
    /// dependence. Where the method was entered but no predicate on the ways ran, the goal's depth in the control dependence
    /// graph; where it was not entered, that depth + 1 + `nu(1)`. A mutant adds its normalised infection distance, `nu(1)` where
    /// it was not reached; under strong mutation 1 for that, and the distance from being seen, 1 where it was not tried.
    ///
    /// A distance is normalised by [`nu`]. That of a boolean that was missed is then made less, the nearer the execution
    /// was to the nodes that give it the wanted value.
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
            Goal::TopMethod(method) => zero_if(indexed.called[method] >= Called::Begun),
            Goal::TopMethodNoException(method) => zero_if(indexed.called[method] == Called::Returned),
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
            true if indexed.called[method] >= Called::Begun && indexed.entered[method] => {
                self.control_graph.approach_by(node, self.control_graph.direct, indexed)
            }
            true => fitness_if_not_entered(self.control_graph.nodes[node].depth),
        }
    }

    /// Whether a method without branches was entered as its direct root asks.
    fn is_entered_as_required(&self, method: MethodIndex, indexed: &IndexedTrace) -> bool {
        let called = !self.needs_direct_call[method] || indexed.called[method] >= Called::Begun;
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

    /// The infection distance; the approach and `otherwise` where the mutant was not reached.
    fn infection_fitness(&self, mutant: MutantId, otherwise: f64, indexed: &IndexedTrace) -> f64 {
        self.infections.distance(mutant, &|id| indexed.infection(id)).unwrap_or_else(|| {
            let node = self.node_of_point[self.mutants.mutants[mutant].point];
            self.control_graph.approach(node, indexed) + otherwise
        })
    }

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
    /// The normalised distance under the id of a mutant, if there is one.
    fn infection(&self, id: MutantId) -> Option<f64> {
        let distance = self.infections[id];
        (!distance.is_nan()).then(|| nu(distance))
    }

    fn resize(&mut self, goals: &Goals) {
        self.distances.resize(goals.control_graph.ids, f64::NAN);
        self.infections.resize(goals.mutants.mutants.len(), f64::NAN);
        self.entered.resize(goals.control_graph.method_count, false);
        self.executed.resize(goals.line_of.len(), false);
        self.called.resize(goals.control_graph.method_count, Called::Not);
        self.values.resize(goals.values.len(), 1.0);
        self.effects.resize(goals.mutants.mutants.len(), f64::NAN);
        self.approaches.resize(goals.control_graph.nodes.len(), Cell::new(f64::NAN));
    }

    fn clear(&mut self) {
        for id in self.touched.drain(..) {
            self.distances[id] = f64::NAN;
        }
        for mutant in self.reached.drain(..) {
            self.infections[mutant] = f64::NAN;
        }
        for statement in self.statements.drain(..) {
            self.executed[statement] = false;
        }
        for mutant in self.tried.drain(..) {
            self.effects[mutant] = f64::NAN;
        }
        self.entered.fill(false);
        self.called.fill(Called::Not);
        self.values.fill(1.0);
        self.approaches.fill(Cell::new(f64::NAN));
        self.thrown = None;
    }
}
