//! From what an execution did to how far it was from a goal.

use std::cell::Cell;

use analysis::BranchId;
use mutation::MutantId;

use crate::goals::{Goal, Goals};
use crate::ground::not_entered;
use crate::trace::{Effect, Trace};

/// A trace laid out for looking up. Made once, then loaded with trace after trace.
#[derive(Clone, Debug, Default)]
pub struct Dense {
    /// By id of a distance the normalised one; NaN where there is none. Those of branches are the least of direct and other
    /// calls.
    pub(crate) distances: Vec<f64>,
    /// The same by mutant, not normalised: of most nobody asks.
    pub(crate) infections: Vec<f64>,
    /// By method whether it was entered.
    pub(crate) entered: Vec<bool>,
    /// By statement whether it was executed.
    pub(crate) executed: Vec<bool>,
    /// By method how the test called it.
    pub(crate) called: Vec<Called>,
    /// By value asked for how far it was; 1 where its method was not called.
    pub(crate) values: Vec<f64>,
    /// By mutant how far its effect was from being seen; NaN where it was not tried.
    pub(crate) effects: Vec<f64>,
    /// The goal of what it threw.
    pub(crate) thrown: Option<u32>,
    /// By place how near it came, as far as that was asked for.
    pub(crate) approaches: Vec<Cell<f64>>,
    /// What to wipe.
    touched: Vec<u32>,
    reached: Vec<u32>,
    statements: Vec<u32>,
    tried: Vec<u32>,
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
    pub fn load(&self, trace: &Trace, dense: &mut Dense) {
        dense.clear();
        dense.resize(self);
        for &method in &trace.methods {
            dense.entered[method as usize] = true;
        }
        for &(id, distance) in &trace.branches {
            dense.distances[id as usize] = nu(distance);
        }
        dense.touched.extend(trace.branches.iter().map(|&(id, _)| id));
        self.enter(trace, dense);
        self.fold_direct(trace, dense);
        self.grade(trace, dense);
        self.fold_direct(trace, dense);
        for &(id, distance) in &trace.mutants {
            dense.infections[id as usize] = distance;
        }
        dense.reached.extend(trace.mutants.iter().map(|&(id, _)| id));
        for &statement in &trace.statements {
            dense.executed[statement as usize] = true;
        }
        dense.statements.extend(&trace.statements);
        self.load_calls(trace, dense);
        for &(mutant, effect) in &trace.effects {
            dense.effects[mutant as usize] = match effect {
                Effect::Killed => 0.0,
                Effect::Survived { impact } => 1.0 / (1.0 + f64::from(impact)),
            };
            dense.tried.push(mutant);
        }
        dense.thrown = self.thrown(trace);
    }

    /// A thread that outlives one test runs on in the next one, into methods that it does not enter there.
    fn enter(&self, trace: &Trace, dense: &mut Dense) {
        for &(id, _) in &trace.branches {
            let id = self.ground.branch(id).unwrap_or(id);
            if let Some(&method) = self.ground.method_of.get(id as usize) {
                dense.entered[method as usize] = true;
            }
        }
    }

    /// What is true of a branch in a direct call is true of it.
    fn fold_direct(&self, trace: &Trace, dense: &mut Dense) {
        for &(id, _) in trace.branches.iter().filter(|(id, _)| *id >= self.ground.direct) {
            let branch = id - self.ground.direct;
            let least = dense.distances[branch as usize].min(dense.distances[id as usize]);
            dense.distances[branch as usize] = least;
            dense.touched.push(branch);
            let method = self.ground.method_of[branch as usize];
            let called = &mut dense.called[method as usize];
            *called = (*called).max(Called::Begun);
        }
    }

    fn load_calls(&self, trace: &Trace, dense: &mut Dense) {
        for call in &trace.calls {
            let called = &mut dense.called[call.method as usize];
            *called = (*called).max(if call.returned { Called::Returned } else { Called::Begun });
            for &value in self.values_of.row(call.method as usize) {
                let asked = &self.values[value as usize];
                if let Some(&facet) = call.facets.get(asked.facet as usize) {
                    let least = &mut dense.values[value as usize];
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
    pub fn fitness(&self, goal: u32, dense: &Dense) -> f64 {
        match self.goals[goal as usize] {
            Goal::Branch(branch) => self.to_branch(branch, dense),
            Goal::Root(method) if dense.entered[method.0 as usize] => 0.0,
            Goal::DirectBranch(branch) => self.to_direct_branch(branch, dense),
            Goal::DirectRoot(method) if self.is_rooted(method.0, dense) => 0.0,
            Goal::Root(_) | Goal::DirectRoot(_) => not_entered(0),
            Goal::Line(line) => self.to_line(line.0, dense),
            Goal::Statement(statement) => self.to_statement(statement.0, dense),
            Goal::WeakMutant(mutant) => self.to_infection(mutant, 0.5, dense),
            Goal::StrongMutant(mutant) => self.to_effect(mutant, dense),
            Goal::Method(method) => unless(dense.entered[method.0 as usize]),
            Goal::TopMethod(method) => unless(dense.called[method.0 as usize] >= Called::Begun),
            Goal::TopMethodNoException(method) => unless(dense.called[method.0 as usize] == Called::Returned),
            Goal::Exception(_) => unless(dense.thrown == Some(goal)),
            Goal::Output(value) | Goal::Input(value) => dense.values[value as usize],
        }
    }

    fn to_branch(&self, BranchId(branch): BranchId, dense: &Dense) -> f64 {
        let distance = dense.distances[branch as usize];
        let place = self.ground.place_of[branch as usize];
        if distance.is_nan() { self.ground.approach(place, dense) } else { distance }
    }

    fn to_direct_branch(&self, branch: BranchId, dense: &Dense) -> f64 {
        let method = self.ground.method_of[branch.0 as usize] as usize;
        if !self.is_direct[method] {
            return self.to_branch(branch, dense);
        }
        let place = self.ground.place_of[branch.0 as usize];
        let distance = dense.distances[(self.ground.direct + branch.0) as usize];
        match distance.is_nan() {
            false => distance,
            true if dense.called[method] >= Called::Begun && dense.entered[method] => {
                self.ground.approach_by(place, self.ground.direct, dense)
            }
            true => not_entered(self.ground.places[place as usize].depth),
        }
    }

    /// Whether a method without branches was entered as its direct root asks.
    fn is_rooted(&self, method: u32, dense: &Dense) -> bool {
        let called = !self.is_direct[method as usize] || dense.called[method as usize] >= Called::Begun;
        called && dense.entered[method as usize]
    }

    fn to_line(&self, line: u32, dense: &Dense) -> f64 {
        let statements = self.statements_of_line.row(line as usize).iter();
        statements.map(|&statement| self.to_statement(statement, dense)).fold(f64::INFINITY, f64::min)
    }

    fn to_statement(&self, statement: u32, dense: &Dense) -> f64 {
        match dense.executed[statement as usize] {
            true => 0.0,
            false => self.ground.approach(self.place_of_statement[statement as usize], dense),
        }
    }

    /// The infection distance; the approach and `otherwise` where the mutant was not reached.
    fn to_infection(&self, mutant: MutantId, otherwise: f64, dense: &Dense) -> f64 {
        self.infections.distance(mutant, &|id| dense.infection(id)).unwrap_or_else(|| {
            let place = self.place_of_point[self.mutants.mutants[mutant.0 as usize].point as usize];
            self.ground.approach(place, dense) + otherwise
        })
    }

    fn to_effect(&self, mutant: MutantId, dense: &Dense) -> f64 {
        let effect = dense.effects[mutant.0 as usize];
        match self.to_infection(mutant, 1.0, dense) {
            0.0 if effect.is_nan() => 1.0,
            0.0 => effect,
            infection => infection + 1.0,
        }
    }
}

impl Dense {
    /// The normalised distance under the id of a mutant, if there is one.
    fn infection(&self, id: u32) -> Option<f64> {
        let distance = self.infections[id as usize];
        (!distance.is_nan()).then(|| nu(distance))
    }

    fn resize(&mut self, goals: &Goals) {
        self.distances.resize(goals.ground.ids as usize, f64::NAN);
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
            self.distances[id as usize] = f64::NAN;
        }
        for mutant in self.reached.drain(..) {
            self.infections[mutant as usize] = f64::NAN;
        }
        for statement in self.statements.drain(..) {
            self.executed[statement as usize] = false;
        }
        for mutant in self.tried.drain(..) {
            self.effects[mutant as usize] = f64::NAN;
        }
        self.entered.fill(false);
        self.called.fill(Called::Not);
        self.values.fill(1.0);
        self.approaches.fill(Cell::new(f64::NAN));
        self.thrown = None;
    }
}
