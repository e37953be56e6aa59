//! How far a whole suite is from covering goals.

use std::collections::BTreeSet;

use analysis::{BranchId, DistanceId, MethodIndex, StatementId};
use mutation::MutantId;
use typed_index_collections::{TiSlice, TiVec};

use crate::criterion::Criterion;
use crate::fitness::{Called, IndexedTrace, nu, unless};
use crate::goals::{Goal, Goals};
use crate::ids::{GoalId, PlaceId, ValueId};
use crate::trace::Trace;

/// What an execution adds to a suite: found once, for all the suites that its test becomes part of.
#[derive(Clone, Debug, Default)]
pub struct SuiteContribution {
    /// Ids with their normalised distances.
    distances: Vec<(DistanceId, f64)>,
    /// The same of mutants.
    infections: Vec<(MutantId, f64)>,
    /// Places whose predicate was executed, in all calls or direct ones, and whether more than once.
    places: Vec<(PlaceId, usize, bool)>,
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
    /// By place whether its predicate was executed more than once; the same for direct calls alone.
    repeated: [TiVec<PlaceId, bool>; 2],
    /// The same for at least once.
    executed: [TiVec<PlaceId, bool>; 2],
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

/// Places in all calls.
const ALL: usize = 0;
/// Places in direct calls.
const DIRECT: usize = 1;

impl Goals {
    /// What an execution adds to a suite; `dense` is room for it.
    pub fn contribution(&self, trace: &Trace, dense: &mut IndexedTrace) -> SuiteContribution {
        self.load(trace, dense);
        let branches = trace.branches.iter().filter_map(|&(id, _)| Some(self.ground.branch(id)?.into()));
        let mut ids: Vec<DistanceId> = trace.branches.iter().map(|&(id, _)| id).chain(branches).collect();
        ids.sort_unstable();
        ids.dedup();
        SuiteContribution {
            distances: ids.into_iter().map(|id| (id, dense.distances[id])).collect(),
            infections: trace.mutants.iter().map(|&(id, distance)| (id, nu(distance))).collect(),
            places: self.executed_places(trace),
            entered: telling(&dense.entered, false).map(|(method, _)| method).collect(),
            statements: trace.statements.clone(),
            called: telling(&dense.called, Called::Not).collect(),
            values: telling(&dense.values, 1.0).collect(),
            effects: trace.effects.iter().map(|&(it, _)| (it, dense.effects[it])).collect(),
            thrown: dense.thrown,
        }
    }

    fn executed_places(&self, trace: &Trace) -> Vec<(PlaceId, usize, bool)> {
        let place = |id: DistanceId| Some((self.ground.place_of[self.ground.branch(id)?], self.kind(id)));
        let repeated: BTreeSet<(PlaceId, usize)> =
            trace.repeated.iter().filter_map(|&id| place(id)).collect();
        // A predicate has several branches, each of which is met here.
        let executed: BTreeSet<(PlaceId, usize)> =
            trace.branches.iter().filter_map(|&(id, _)| place(id)).collect();
        executed.into_iter().map(|(place, kind)| (place, kind, repeated.contains(&(place, kind)))).collect()
    }

    /// Lays the executions of a suite over each other, in place of those loaded before.
    pub fn load_suite<'a>(
        &self,
        executions: impl Iterator<Item = &'a SuiteContribution>,
        suite: &mut SuiteTrace,
    ) {
        suite.clear(self);
        executions.for_each(|imprint| suite.lay_over(imprint));
    }

    fn kind(&self, id: DistanceId) -> usize {
        if id >= self.ground.direct { DIRECT } else { ALL }
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
        let mut sums = Sums {
            goals: self,
            suite,
            sum: 0.0,
            missing: vec![false; self.ground.method_count].into(),
            controls: BTreeSet::new(),
        };
        let count = goals.filter(|&goal| sums.add(goal)).count();
        match criterion {
            Criterion::Exception => 1.0 / (1.0 + suite.thrown.len() as f64),
            Criterion::Line | Criterion::Statement => nu(count as f64) + sums.of_controls(),
            Criterion::WeakMutation | Criterion::StrongMutation => sums.sum + sums.of_controls(),
            _ => sums.sum + sums.missing.iter().filter(|&&missing| missing).count() as f64,
        }
    }
}

/// Sums over goals in the making.
struct Sums<'a> {
    goals: &'a Goals,
    suite: &'a SuiteTrace,
    sum: f64,
    /// By method whether it has goals and was not entered.
    missing: TiVec<MethodIndex, bool>,
    /// Branches that goals hang on.
    controls: BTreeSet<BranchId>,
}

impl Sums<'_> {
    /// Adds a goal; whether the suite misses it.
    fn add(&mut self, goal: GoalId) -> bool {
        let (goals, suite) = (self.goals, self.suite);
        let distance = match goals.goals[goal] {
            Goal::Branch(branch) => suite.to_branch(goals, branch, ALL),
            Goal::DirectBranch(branch) => {
                let direct = goals.is_direct[goals.ground.method_of_branch(branch)];
                suite.to_branch(goals, branch, if direct { DIRECT } else { ALL })
            }
            Goal::Root(_) => 0.0,
            Goal::DirectRoot(method) if goals.is_direct[method] => {
                unless(suite.called[method] >= Called::Begun)
            }
            Goal::DirectRoot(_) => 0.0,
            Goal::Line(line) => {
                let mut statements = goals.statements_of_line[line].iter();
                unless(statements.any(|statement| suite.statements[*statement]))
            }
            Goal::Statement(statement) => unless(suite.statements[statement]),
            Goal::WeakMutant(mutant) => suite.to_infection(goals, mutant),
            Goal::StrongMutant(mutant) => suite.to_infection(goals, mutant) + suite.effects[mutant],
            Goal::Method(method) => unless(suite.entered[method]),
            Goal::TopMethod(method) => unless(suite.called[method] >= Called::Begun),
            Goal::TopMethodNoException(method) => unless(suite.called[method] == Called::Returned),
            Goal::Exception(_) => unless(suite.thrown.contains(&goal)),
            Goal::Output(value) | Goal::Input(value) => suite.values[value],
        };
        self.sum += distance;
        self.note_method(goal);
        if distance > 0.0 {
            let parents = goals.places(goal).into_iter().flat_map(|place| &goals.ground.parents[place]);
            self.controls.extend(parents);
        }
        distance > 0.0
    }

    fn note_method(&mut self, goal: GoalId) {
        if let Goal::Branch(_) | Goal::Root(_) | Goal::DirectBranch(_) | Goal::DirectRoot(_) =
            self.goals.goals[goal]
        {
            let method = self.goals.method_of_goal[goal];
            self.missing[method] = !self.suite.entered[method];
        }
    }

    fn of_controls(&self) -> f64 {
        self.controls.iter().map(|branch| self.suite.to_branch(self.goals, *branch, ALL)).sum()
    }
}

/// The items that are not as where nothing happened, with their indexes.
fn telling<K: From<usize>, T: Copy + PartialEq>(
    items: &TiSlice<K, T>,
    nothing: T,
) -> impl Iterator<Item = (K, T)> {
    items.iter_enumerated().map(|(key, item)| (key, *item)).filter(move |(_, item)| *item != nothing)
}

fn least(so_far: &mut f64, now: f64) {
    *so_far = so_far.min(now);
}

fn wipe<K, T: Clone>(items: &mut TiVec<K, T>, value: T, length: usize) {
    items.clear();
    items.resize(length, value);
}

impl SuiteTrace {
    fn clear(&mut self, goals: &Goals) {
        wipe(&mut self.distances, 1.0, goals.ground.ids);
        wipe(&mut self.infections, 1.0, goals.mutants.mutants.len());
        for places in self.repeated.iter_mut().chain(&mut self.executed) {
            wipe(places, false, goals.ground.places.len());
        }
        wipe(&mut self.entered, false, goals.ground.method_count);
        wipe(&mut self.statements, false, goals.line_of.len());
        wipe(&mut self.called, Called::Not, goals.ground.method_count);
        wipe(&mut self.values, 1.0, goals.values.len());
        wipe(&mut self.effects, 1.0, goals.mutants.mutants.len());
        self.thrown.clear();
    }

    fn lay_over(&mut self, imprint: &SuiteContribution) {
        for &(id, distance) in &imprint.distances {
            least(&mut self.distances[id], distance);
        }
        imprint.infections.iter().for_each(|&(id, distance)| least(&mut self.infections[id], distance));
        for &(place, kind, is_repeated) in &imprint.places {
            // What is done in direct calls is done in all. Once in each of two executions is twice.
            for kind in [ALL, kind].into_iter().take(1 + kind) {
                let before = std::mem::replace(&mut self.executed[kind][place], true);
                self.repeated[kind][place] |= before || is_repeated;
            }
        }
        imprint.entered.iter().for_each(|&method| self.entered[method] = true);
        imprint.statements.iter().for_each(|&statement| self.statements[statement] = true);
        for &(method, called) in &imprint.called {
            self.called[method] = self.called[method].max(called);
        }
        imprint.values.iter().for_each(|&(value, distance)| least(&mut self.values[value], distance));
        imprint.effects.iter().for_each(|&(it, distance)| least(&mut self.effects[it], distance));
        self.thrown.extend(imprint.thrown);
    }

    fn to_branch(&self, goals: &Goals, branch: BranchId, kind: usize) -> f64 {
        let id = if kind == DIRECT { goals.ground.direct_distance(branch) } else { branch.into() };
        match self.distances[id] {
            0.0 => 0.0,
            distance if self.repeated[kind][goals.ground.place_of[branch]] => distance,
            _ => 1.0,
        }
    }

    fn to_infection(&self, goals: &Goals, mutant: MutantId) -> f64 {
        let distance = |id: MutantId| Some(self.infections[id]).filter(|&distance| distance < 1.0);
        goals.infections.distance(mutant, &distance).unwrap_or(1.0)
    }
}
