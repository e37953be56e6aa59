//! How far a whole suite is from covering goals.

use std::collections::BTreeSet;

use analysis::BranchId;
use mutation::MutantId;

use crate::criterion::Criterion;
use crate::fitness::{Called, Dense, nu};
use crate::goals::{Goal, Goals};
use crate::trace::Trace;

/// The executions of a suite, laid over each other. Made once, then loaded with suite after suite.
#[derive(Clone, Debug, Default)]
pub struct SuiteTrace {
    /// By id the least normalised distance; 1 where there is none.
    distances: Vec<f64>,
    /// By place whether its predicate was executed more than once; the same for direct calls alone.
    repeated: [Vec<bool>; 2],
    /// The same for at least once.
    executed: [Vec<bool>; 2],
    /// By method whether it was entered.
    entered: Vec<bool>,
    /// By statement whether it was executed.
    statements: Vec<bool>,
    called: Vec<Called>,
    values: Vec<f64>,
    /// By mutant the least distance from being seen; 1 where it was not tried.
    effects: Vec<f64>,
    thrown: BTreeSet<u32>,
    /// One execution.
    dense: Dense,
}

/// Places in all calls.
const ALL: usize = 0;
/// Places in direct calls.
const DIRECT: usize = 1;

impl Goals {
    /// Lays the executions of a suite over each other, in place of those loaded before.
    pub fn load_suite<'a>(&self, executions: impl Iterator<Item = &'a Trace>, suite: &mut SuiteTrace) {
        suite.clear(self);
        let mut dense = std::mem::take(&mut suite.dense);
        for trace in executions {
            self.load(trace, &mut dense);
            self.lay_over(trace, &dense, suite);
        }
        suite.dense = dense;
    }

    fn lay_over(&self, trace: &Trace, dense: &Dense, suite: &mut SuiteTrace) {
        for &(id, _) in &trace.branches {
            suite.improve(id, dense);
            if let Some(branch) = self.ground.branch(id) {
                suite.improve(branch, dense);
            }
        }
        self.lay_over_places(trace, suite);
        lay(&mut suite.entered, &dense.entered, |entered, now| *entered |= now);
        lay(&mut suite.called, &dense.called, |called, now| *called = (*called).max(now));
        lay(&mut suite.values, &dense.values, |value, now| *value = value.min(now));
        for &statement in &trace.statements {
            suite.statements[statement as usize] = true;
        }
        for &(mutant, _) in &trace.effects {
            let effect = &mut suite.effects[mutant as usize];
            *effect = effect.min(dense.effects[mutant as usize]);
        }
        suite.thrown.extend(dense.thrown);
    }

    fn lay_over_places(&self, trace: &Trace, suite: &mut SuiteTrace) {
        let place =
            |id: u32| Some((self.ground.place_of[self.ground.branch(id)? as usize] as usize, self.kind(id)));
        for (place, kind) in trace.repeated.iter().filter_map(|&id| place(id)) {
            suite.repeated[kind][place] = true;
            suite.repeated[ALL][place] = true;
        }
        // Once in each of two executions is twice. A predicate has several branches, each of which is met here.
        let mut places: Vec<(usize, usize)> =
            trace.branches.iter().filter_map(|&(id, _)| place(id)).collect();
        places.dedup();
        for (place, kind) in places {
            for kind in [ALL, kind].into_iter().take(1 + kind) {
                let before = std::mem::replace(&mut suite.executed[kind][place], true);
                suite.repeated[kind][place] |= before;
            }
        }
    }

    fn kind(&self, id: u32) -> usize {
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
        goals: &mut dyn Iterator<Item = u32>,
        suite: &SuiteTrace,
    ) -> f64 {
        let mut sums = Sums {
            goals: self,
            suite,
            sum: 0.0,
            missing: vec![false; self.ground.method_count],
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

    /// The exceptions that the loaded suite throws.
    pub fn thrown_by<'a>(&self, suite: &'a SuiteTrace) -> &'a BTreeSet<u32> {
        &suite.thrown
    }
}

/// Sums over goals in the making.
struct Sums<'a> {
    goals: &'a Goals,
    suite: &'a SuiteTrace,
    sum: f64,
    /// By method whether it has goals and was not entered.
    missing: Vec<bool>,
    /// Branches that goals hang on.
    controls: BTreeSet<BranchId>,
}

impl Sums<'_> {
    /// Adds a goal; whether the suite misses it.
    fn add(&mut self, goal: u32) -> bool {
        let (goals, suite) = (self.goals, self.suite);
        let distance = match goals.goals[goal as usize] {
            Goal::Branch(branch) => suite.to_branch(goals, branch.0, ALL),
            Goal::DirectBranch(branch) => {
                let direct = goals.is_direct[goals.ground.method_of[branch.0 as usize] as usize];
                suite.to_branch(goals, branch.0, if direct { DIRECT } else { ALL })
            }
            Goal::Root(_) => 0.0,
            Goal::DirectRoot(method) if goals.is_direct[method.0 as usize] => {
                unless(suite.called[method.0 as usize] >= Called::Called)
            }
            Goal::DirectRoot(_) => 0.0,
            Goal::Line(line) => {
                let mut statements = goals.places_of_line.row(line.0 as usize).iter();
                unless(statements.any(|(_, statement)| suite.statements[*statement as usize]))
            }
            Goal::Statement(statement) => unless(suite.statements[statement.0 as usize]),
            Goal::WeakMutant(mutant) => suite.to_infection(goals, mutant),
            Goal::StrongMutant(mutant) => {
                suite.to_infection(goals, mutant) + suite.effects[mutant.0 as usize]
            }
            Goal::Method(method) => unless(suite.entered[method.0 as usize]),
            Goal::TopMethod(method) => unless(suite.called[method.0 as usize] >= Called::Called),
            Goal::TopMethodNoException(method) => unless(suite.called[method.0 as usize] == Called::Returned),
            Goal::Exception(_) => unless(suite.thrown.contains(&goal)),
            Goal::Output(value) | Goal::Input(value) => suite.values[value as usize],
        };
        self.sum += distance;
        self.note_method(goal);
        if distance > 0.0 {
            let parents =
                goals.places(goal).into_iter().flat_map(|place| goals.ground.parents.row(place as usize));
            self.controls.extend(parents);
        }
        distance > 0.0
    }

    fn note_method(&mut self, goal: u32) {
        if let Goal::Branch(_) | Goal::Root(_) | Goal::DirectBranch(_) | Goal::DirectRoot(_) =
            self.goals.goals[goal as usize]
        {
            let method = self.goals.method_of_goal[goal as usize] as usize;
            self.missing[method] = !self.suite.entered[method];
        }
    }

    fn of_controls(&self) -> f64 {
        self.controls.iter().map(|branch| self.suite.to_branch(self.goals, branch.0, ALL)).sum()
    }
}

fn unless(holds: bool) -> f64 {
    if holds { 0.0 } else { 1.0 }
}

fn lay<T: Copy>(over: &mut [T], now: &[T], combine: impl Fn(&mut T, T)) {
    over.iter_mut().zip(now).for_each(|(over, now)| combine(over, *now));
}

fn wipe<T: Clone>(items: &mut Vec<T>, value: T, length: usize) {
    items.clear();
    items.resize(length, value);
}

impl SuiteTrace {
    fn clear(&mut self, goals: &Goals) {
        let ids = goals.ground.mutants as usize + goals.mutants.mutants.len();
        wipe(&mut self.distances, 1.0, ids);
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

    fn improve(&mut self, id: u32, dense: &Dense) {
        let least = &mut self.distances[id as usize];
        *least = least.min(dense.distances[id as usize]);
    }

    fn to_branch(&self, goals: &Goals, branch: u32, kind: usize) -> f64 {
        let id = if kind == DIRECT { goals.ground.direct + branch } else { branch };
        match self.distances[id as usize] {
            0.0 => 0.0,
            distance if self.repeated[kind][goals.ground.place_of[branch as usize] as usize] => distance,
            _ => 1.0,
        }
    }

    fn to_infection(&self, goals: &Goals, mutant: MutantId) -> f64 {
        let distance = |id: u32| Some(self.distances[id as usize]).filter(|&distance| distance < 1.0);
        goals.infection(mutant, &distance).unwrap_or(1.0)
    }
}
