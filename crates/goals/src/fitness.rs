//! From what an execution did to how far it was from a goal.

use std::cell::Cell;

use analysis::{BranchId, DistanceId, LineId, MethodIndex, StatementId};
use mutation::MutantId;
use typed_index_collections::TiVec;

use crate::goals::{Goal, Goals};
use crate::ground::not_entered;
use crate::ids::{GoalId, PlaceId, ValueId};
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
    /// By place how near it came, as far as that was asked for.
    pub(crate) approaches: TiVec<PlaceId, Cell<f64>>,
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
pub(crate) fn unless(holds: bool) -> f64 {
    if holds { 0.0 } else { 1.0 }
}

impl Goals {
    /// Lays a trace out in place of the one loaded before. Takes time for what these two touch, and a byte for every method, not for all goals.
    pub fn load(&self, trace: &Trace, dense: &mut IndexedTrace) {
        dense.clear();
        dense.resize(self);
        for &method in &trace.methods {
            dense.entered[method] = true;
        }
        for &(id, distance) in &trace.branches {
            dense.distances[id] = nu(distance);
        }
        dense.touched.extend(trace.branches.iter().map(|&(id, _)| id));
        self.enter(trace, dense);
        self.fold_direct(trace, dense);
        self.grade(trace, dense);
        self.fold_direct(trace, dense);
        for &(id, distance) in &trace.mutants {
            dense.infections[id] = distance;
        }
        dense.reached.extend(trace.mutants.iter().map(|&(id, _)| id));
        for &statement in &trace.statements {
            dense.executed[statement] = true;
        }
        dense.statements.extend(&trace.statements);
        self.load_calls(trace, dense);
        for &(mutant, effect) in &trace.effects {
            dense.effects[mutant] = match effect {
                Effect::Killed => 0.0,
                Effect::Survived { impact } => 1.0 / (1.0 + f64::from(impact)),
            };
            dense.tried.push(mutant);
        }
        dense.thrown = self.thrown(trace);
    }

    /// A thread that outlives one test runs on in the next one, into methods that it does not enter there.
    fn enter(&self, trace: &Trace, dense: &mut IndexedTrace) {
        for &(id, _) in &trace.branches {
            let id = self.ground.branch(id).map_or(id, DistanceId::from);
            if let Some(&method) = self.ground.method_of.get(id) {
                dense.entered[method] = true;
            }
        }
    }

    /// What is true of a branch in a direct call is true of it.
    fn fold_direct(&self, trace: &Trace, dense: &mut IndexedTrace) {
        for &(id, _) in trace.branches.iter().filter(|(id, _)| *id >= self.ground.direct) {
            let branch = DistanceId(id.0 - self.ground.direct.0);
            let least = dense.distances[branch].min(dense.distances[id]);
            dense.distances[branch] = least;
            dense.touched.push(branch);
            let method = self.ground.method_of[branch];
            let called = &mut dense.called[method];
            *called = (*called).max(Called::Begun);
        }
    }

    fn load_calls(&self, trace: &Trace, dense: &mut IndexedTrace) {
        for call in &trace.calls {
            let called = &mut dense.called[call.method];
            *called = (*called).max(if call.returned { Called::Returned } else { Called::Begun });
            for &value in &self.values_of[call.method] {
                let asked = &self.values[value];
                if let Some(&facet) = call.facets.get(asked.facet as usize) {
                    let least = &mut dense.values[value];
                    *least = least.min(asked.class.distance(facet));
                }
            }
        }
    }

    /// How far the loaded execution was from a goal: 0 exactly if it covered it, else more.
    ///
    /// For what is in a place of the code: approach level + normalised branch distance, the least over all ways of control
    /// dependence. Where the method was entered but no predicate on the ways ran, the goal's depth in the control dependence
    /// graph; where it was not entered, that depth + 1 + `nu(1)`. A mutant adds its normalised infection distance, `nu(1)` where
    /// it was not reached; under strong mutation 1 for that, and the distance from being seen, 1 where it was not tried.
    ///
    /// A distance is normalised by [`nu`]. That of a boolean that was missed is then made less, the nearer the execution
    /// was to the places that give it the wanted value.
    pub fn fitness(&self, goal: GoalId, dense: &IndexedTrace) -> f64 {
        match self.goals[goal] {
            Goal::Branch(branch) => self.to_branch(branch, dense),
            Goal::Root(method) if dense.entered[method] => 0.0,
            Goal::DirectBranch(branch) => self.to_direct_branch(branch, dense),
            Goal::DirectRoot(method) if self.is_rooted(method, dense) => 0.0,
            Goal::Root(_) | Goal::DirectRoot(_) => not_entered(0),
            Goal::Line(line) => self.to_line(line, dense),
            Goal::Statement(statement) => self.to_statement(statement, dense),
            Goal::WeakMutant(mutant) => self.to_infection(mutant, 0.5, dense),
            Goal::StrongMutant(mutant) => self.to_effect(mutant, dense),
            Goal::Method(method) => unless(dense.entered[method]),
            Goal::TopMethod(method) => unless(dense.called[method] >= Called::Begun),
            Goal::TopMethodNoException(method) => unless(dense.called[method] == Called::Returned),
            Goal::Exception(_) => unless(dense.thrown == Some(goal)),
            Goal::Output(value) | Goal::Input(value) => dense.values[value],
        }
    }

    fn to_branch(&self, branch: BranchId, dense: &IndexedTrace) -> f64 {
        let distance = dense.distances[DistanceId::from(branch)];
        let place = self.ground.place_of[branch];
        if distance.is_nan() { self.ground.approach(place, dense) } else { distance }
    }

    fn to_direct_branch(&self, branch: BranchId, dense: &IndexedTrace) -> f64 {
        let method = self.ground.method_of_branch(branch);
        if !self.is_direct[method] {
            return self.to_branch(branch, dense);
        }
        let place = self.ground.place_of[branch];
        let distance = dense.distances[self.ground.direct_distance(branch)];
        match distance.is_nan() {
            false => distance,
            true if dense.called[method] >= Called::Begun && dense.entered[method] => {
                self.ground.approach_by(place, self.ground.direct, dense)
            }
            true => not_entered(self.ground.places[place].depth),
        }
    }

    /// Whether a method without branches was entered as its direct root asks.
    fn is_rooted(&self, method: MethodIndex, dense: &IndexedTrace) -> bool {
        let called = !self.is_direct[method] || dense.called[method] >= Called::Begun;
        called && dense.entered[method]
    }

    fn to_line(&self, line: LineId, dense: &IndexedTrace) -> f64 {
        let statements = self.statements_of_line[line].iter();
        statements.map(|&statement| self.to_statement(statement, dense)).fold(f64::INFINITY, f64::min)
    }

    fn to_statement(&self, statement: StatementId, dense: &IndexedTrace) -> f64 {
        match dense.executed[statement] {
            true => 0.0,
            false => self.ground.approach(self.place_of_statement[statement], dense),
        }
    }

    /// The infection distance; the approach and `otherwise` where the mutant was not reached.
    fn to_infection(&self, mutant: MutantId, otherwise: f64, dense: &IndexedTrace) -> f64 {
        self.infections.distance(mutant, &|id| dense.infection(id)).unwrap_or_else(|| {
            let place = self.place_of_point[self.mutants.mutants[mutant].point];
            self.ground.approach(place, dense) + otherwise
        })
    }

    fn to_effect(&self, mutant: MutantId, dense: &IndexedTrace) -> f64 {
        let effect = dense.effects[mutant];
        match self.to_infection(mutant, 1.0, dense) {
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
        self.distances.resize(goals.ground.ids, f64::NAN);
        self.infections.resize(goals.mutants.mutants.len(), f64::NAN);
        self.entered.resize(goals.ground.method_count, false);
        self.executed.resize(goals.line_of.len(), false);
        self.called.resize(goals.ground.method_count, Called::Not);
        self.values.resize(goals.values.len(), 1.0);
        self.effects.resize(goals.mutants.mutants.len(), f64::NAN);
        self.approaches.resize(goals.ground.places.len(), Cell::new(f64::NAN));
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
