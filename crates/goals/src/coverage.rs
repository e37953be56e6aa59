//! What an execution covers.

mod existing_tests;

use std::cell::OnceCell;
use std::collections::BTreeSet;

use analysis::{BranchId, DistanceId, MethodIndex, StatementId};
use fixedbitset::FixedBitSet;

use crate::criteria::Criterion;
use crate::fitness::control_graph::ControlGraph;
use crate::goals::Goals;
use crate::ids::GoalId;
use crate::trace::{Call, Effect, Trace};

/// An execution with what several criteria ask of it.
struct Execution<'a> {
    goals: &'a Goals,
    trace: &'a Trace,
    /// The methods entered, also by a thread that an earlier test left behind; some perhaps twice.
    entered: Vec<MethodIndex>,
    /// The methods that the test called itself, once a criterion asks for them: every test comes through here.
    called: OnceCell<BTreeSet<MethodIndex>>,
}

impl Goals {
    /// Calls `visit` with every goal that the execution covered and that is not [covered_by_existing](Goals::add_existing_test), ascending, each once.
    pub fn covered(&self, trace: &Trace, visit: &mut dyn FnMut(GoalId)) {
        let execution = Execution::new(self, trace);
        let mut found = FixedBitSet::with_capacity(self.goals.len());
        for section in &self.sections {
            execution.add(section.criterion, section.goals.start, &mut found);
        }
        mark(&mut found, self.thrown(trace).into_iter());
        found.difference_with(&self.covered_by_existing);
        found.ones().for_each(|goal| visit(GoalId::from(goal)));
    }

    /// The mutants that an execution infected.
    pub fn infected_by(&self, trace: &Trace) -> FixedBitSet {
        let mut infected = FixedBitSet::with_capacity(self.mutants.mutants.len());
        self.infections.infect(trace, &mut |mutants| {
            infected.insert_range(mutants.start.index()..mutants.end.index());
        });
        infected
    }
}

fn mark(found: &mut FixedBitSet, goals: impl Iterator<Item = GoalId>) {
    goals.for_each(|goal| found.insert(goal.index()));
}

impl<'a> Execution<'a> {
    fn new(goals: &'a Goals, trace: &'a Trace) -> Execution<'a> {
        Execution { goals, trace, entered: entered(&goals.control_graph, trace), called: OnceCell::new() }
    }

    fn called(&self) -> &BTreeSet<MethodIndex> {
        self.called.get_or_init(|| called(&self.goals.control_graph, self.trace))
    }

    /// Adds the goals of a criterion that it covers, the first of which has that number.
    fn add(&self, criterion: Criterion, GoalId(first): GoalId, found: &mut FixedBitSet) {
        let trace = self.trace;
        match criterion {
            Criterion::Branch => self.add_branches(GoalId(first), found),
            Criterion::DirectBranch => self.add_direct_branches(GoalId(first), found),
            Criterion::Line => {
                let line = |&statement: &StatementId| GoalId(first + self.goals.line_of[statement].0);
                mark(found, trace.statements.iter().map(line));
            }
            Criterion::Statement => mark(found, trace.statements.iter().map(|it| GoalId(first + it.0))),
            Criterion::WeakMutation => self.goals.infections.infect(trace, &mut |mutants| {
                found.insert_range((first + mutants.start.0) as usize..(first + mutants.end.0) as usize);
            }),
            Criterion::StrongMutation => self.add_killed(GoalId(first), found),
            Criterion::Method => mark(found, self.entered.iter().map(|method| GoalId(first + method.0))),
            Criterion::TopMethod => self.add_called(criterion, self.called(), found),
            Criterion::TopMethodNoException => {
                let returned = trace.calls.iter().filter(|call| call.returned).map(|call| call.method);
                self.add_called(criterion, &returned.collect(), found);
            }
            Criterion::Exception => {}
            Criterion::Output | Criterion::Input => self.add_values(criterion, found),
        }
    }

    fn add_branches(&self, GoalId(first): GoalId, found: &mut FixedBitSet) {
        let branchless_index = &self.goals.branchless_index;
        mark(found, self.taken().map(|(_, branch)| GoalId(first + branch.0)));
        mark(
            found,
            self.entered.iter().filter_map(|&it| branchless_index[it]).map(|root| GoalId(first + root)),
        );
    }

    fn add_direct_branches(&self, GoalId(first): GoalId, found: &mut FixedBitSet) {
        let Goals { control_graph, branchless_index, needs_direct_call, .. } = self.goals;
        let counts = |&(id, branch): &(DistanceId, BranchId)| {
            id >= control_graph.direct || !needs_direct_call[control_graph.method_of_branch(branch)]
        };
        mark(found, self.taken().filter(counts).map(|(_, branch)| GoalId(first + branch.0)));
        let counts = |method: &&MethodIndex| !needs_direct_call[**method] || self.called().contains(method);
        let roots = self.entered.iter().filter(counts).filter_map(|&it| branchless_index[it]);
        mark(found, roots.map(|root| GoalId(first + root)));
    }

    /// Branches that were taken, behind their ids in direct calls or others.
    fn taken(&self) -> impl Iterator<Item = (DistanceId, BranchId)> {
        let taken = self.trace.branches.iter().filter(|(_, distance)| *distance == 0.0);
        taken.filter_map(|&(id, _)| Some((id, self.goals.control_graph.branch(id)?)))
    }

    fn add_killed(&self, GoalId(first): GoalId, found: &mut FixedBitSet) {
        let infected = self.goals.infected_by(self.trace);
        let killed = self.trace.effects.iter().filter(|(_, effect)| *effect == Effect::Killed);
        let killed = killed.map(|&(mutant, _)| mutant).filter(|mutant| infected.contains(mutant.index()));
        mark(found, killed.map(|mutant| GoalId(first + mutant.0)));
    }

    /// Adds the goals of some methods; those of callable methods are in their order.
    fn add_called(&self, criterion: Criterion, methods: &BTreeSet<MethodIndex>, found: &mut FixedBitSet) {
        let numbered = GoalId::range(self.goals.section(criterion)).zip(&self.goals.callable);
        mark(found, numbered.filter(|(_, method)| methods.contains(method)).map(|(goal, _)| goal));
    }

    fn add_values(&self, criterion: Criterion, found: &mut FixedBitSet) {
        let values = |call: &Call| &self.goals.values_of[call.method];
        for call in &self.trace.calls {
            for &value in values(call) {
                let asked = &self.goals.values[value];
                let facet = call.facets.get(asked.facet as usize);
                if asked.criterion == criterion && facet.is_some_and(|&it| asked.class.distance(it) == 0.0) {
                    found.insert(asked.goal.index());
                }
            }
        }
    }
}

fn entered(control_graph: &ControlGraph, trace: &Trace) -> Vec<MethodIndex> {
    let of_branch = |&(id, _): &(DistanceId, f64)| {
        let id = control_graph.branch(id).map_or(id, DistanceId::from);
        control_graph.method_of.get(id).copied()
    };
    let mut entered: Vec<MethodIndex> = trace.branches.iter().filter_map(of_branch).collect();
    // Those of a method follow one another most of the time.
    entered.dedup();
    entered.extend(&trace.methods);
    entered
}

fn called(control_graph: &ControlGraph, trace: &Trace) -> BTreeSet<MethodIndex> {
    let direct = trace.branches.iter().filter(|(id, _)| *id >= control_graph.direct);
    let mut called: Vec<MethodIndex> =
        direct.map(|(id, _)| control_graph.method_of[DistanceId(id.0 - control_graph.direct.0)]).collect();
    called.dedup();
    trace.calls.iter().map(|call| call.method).chain(called).collect()
}
