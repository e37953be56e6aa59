//! Computes the goals that an execution covers.

mod existing_tests;

use std::cell::OnceCell;
use std::collections::BTreeSet;

use analysis::{BranchId, DistanceId, MethodIndex, StatementId};
use fixedbitset::FixedBitSet;

use crate::criteria::Criterion;
use crate::fitness::control_graph::ControlGraph;
use crate::goals::Goals;
use crate::ids::GoalId;
use crate::trace::{Effect, RecordedCall, Trace, Usage};

/// An execution of a test, with facts that several criteria need.
struct Execution<'a> {
    goals: &'a Goals,
    trace: &'a Trace,
    /// The methods that were entered. Can contain a method twice. Includes the methods in which a thread of
    /// an earlier test still ran.
    entered: Vec<MethodIndex>,
    /// The methods that the test itself called. Computed only if a criterion needs these methods, because
    /// [`Goals::covered`] is called for every test.
    called: OnceCell<BTreeSet<MethodIndex>>,
}

impl Goals {
    /// Calls `visit` with each goal that the execution covers, in ascending order. Skips the goals that
    /// [existing tests](Goals::add_existing_test) cover.
    pub fn covered(&self, trace: &Trace, visit: &mut dyn FnMut(GoalId)) {
        let execution = Execution::new(self, trace);
        let mut covered = FixedBitSet::with_capacity(self.goals.len());
        for section in &self.sections {
            execution.add(section.criterion, section.goals.start, &mut covered);
        }
        mark(&mut covered, self.thrown(trace).into_iter());
        covered.difference_with(&self.covered_by_existing);
        covered.ones().for_each(|goal| visit(GoalId::from(goal)));
    }

    /// Returns the mutants that an execution infects.
    pub fn infected_by(&self, trace: &Trace) -> FixedBitSet {
        let mut infected = FixedBitSet::with_capacity(self.mutants.mutants.len());
        self.infections.visit_infected(trace, &mut |mutants| {
            infected.insert_range(mutants.start.index()..mutants.end.index());
        });
        infected
    }
}

/// Adds goals to the covered goals.
fn mark(covered: &mut FixedBitSet, goals: impl Iterator<Item = GoalId>) {
    goals.for_each(|goal| covered.insert(goal.index()));
}

impl<'a> Execution<'a> {
    fn new(goals: &'a Goals, trace: &'a Trace) -> Execution<'a> {
        Execution { goals, trace, entered: entered(&goals.control_graph, trace), called: OnceCell::new() }
    }

    fn called(&self) -> &BTreeSet<MethodIndex> {
        self.called.get_or_init(|| called(&self.goals.control_graph, self.trace))
    }

    /// Marks the covered goals of one criterion. `first` is the first goal of the criterion.
    fn add(&self, criterion: Criterion, first: GoalId, covered: &mut FixedBitSet) {
        let trace = self.trace;
        match criterion {
            Criterion::Branch => self.add_branches(first, covered),
            Criterion::DirectBranch => self.add_direct_branches(first, covered),
            Criterion::Line => {
                let line = |&statement: &StatementId| first.plus(self.goals.line_of[statement].0);
                mark(covered, trace.statements.iter().map(line));
            }
            Criterion::Statement => mark(covered, trace.statements.iter().map(|it| first.plus(it.0))),
            Criterion::WeakMutation => self.goals.infections.visit_infected(trace, &mut |mutants| {
                covered.insert_range(first.plus(mutants.start.0).index()..first.plus(mutants.end.0).index());
            }),
            Criterion::StrongMutation => self.add_killed(first, covered),
            Criterion::Method => mark(covered, self.entered.iter().map(|method| first.plus(method.0))),
            Criterion::TopMethod => {
                self.add_called(first, &self.goals.callable_methods, self.called(), covered);
            }
            Criterion::TopMethodNoException => {
                let returned = trace.calls.iter().filter(|call| call.returned).map(|call| call.method);
                self.add_called(first, &self.goals.callable_methods, &returned.collect(), covered);
            }
            Criterion::OrdinaryCall => {
                let Goals { callable_methods, container_methods, .. } = self.goals;
                self.add_called(first, callable_methods, &self.used(Usage::Shown), covered);
                let first_container = first.plus(callable_methods.len() as u32);
                self.add_called(first_container, container_methods, &self.used(Usage::ShownSeveral), covered);
            }
            Criterion::Exception => {}
            Criterion::Output | Criterion::Input => self.add_values(criterion, covered),
        }
    }

    fn add_branches(&self, first: GoalId, covered: &mut FixedBitSet) {
        let branchless_index = &self.goals.branchless_index;
        mark(covered, self.taken_branches().map(|(_, branch)| first.plus(branch.0)));
        mark(
            covered,
            self.entered.iter().filter_map(|&it| branchless_index[it]).map(|index| first.plus(index)),
        );
    }

    fn add_direct_branches(&self, first: GoalId, covered: &mut FixedBitSet) {
        let Goals { control_graph, branchless_index, needs_direct_call, .. } = self.goals;
        let is_taken_as_required = |&(id, branch): &(DistanceId, BranchId)| {
            id >= control_graph.first_direct_id || !needs_direct_call[control_graph.method_of_branch(branch)]
        };
        mark(
            covered,
            self.taken_branches().filter(is_taken_as_required).map(|(_, branch)| first.plus(branch.0)),
        );
        let is_entered_as_required =
            |method: &&MethodIndex| !needs_direct_call[**method] || self.called().contains(method);
        let indexes =
            self.entered.iter().filter(is_entered_as_required).filter_map(|&it| branchless_index[it]);
        mark(covered, indexes.map(|index| first.plus(index)));
    }

    /// Returns the branches that were taken, each with the id of its distance. A branch has one id for direct
    /// calls and another id for all other calls.
    fn taken_branches(&self) -> impl Iterator<Item = (DistanceId, BranchId)> {
        let taken = self.trace.branches.iter().filter(|(_, distance)| *distance == 0.0);
        taken.filter_map(|&(id, _)| Some((id, self.goals.control_graph.branch(id)?)))
    }

    /// Marks the goals of the killed mutants. A killed mutant counts only if the execution also infects the
    /// mutant.
    fn add_killed(&self, first: GoalId, covered: &mut FixedBitSet) {
        let infected = self.goals.infected_by(self.trace);
        let killed = self.trace.effects.iter().filter(|(_, effect)| *effect == Effect::Killed);
        let killed = killed.map(|&(mutant, _)| mutant).filter(|mutant| infected.contains(mutant.index()));
        mark(covered, killed.map(|mutant| first.plus(mutant.0)));
    }

    /// Returns the methods that a call of the test used at least in this way.
    fn used(&self, usage: Usage) -> BTreeSet<MethodIndex> {
        let calls = self.trace.calls.iter().filter(|call| call.returned && call.usage >= usage);
        calls.map(|call| call.method).collect()
    }

    /// Marks the goals of the methods in `called`. Each method in `methods` has one goal, in the order of the
    /// methods, from `first`.
    fn add_called(
        &self,
        first: GoalId,
        methods: &[MethodIndex],
        called: &BTreeSet<MethodIndex>,
        covered: &mut FixedBitSet,
    ) {
        let goals = (0..).map(|index| first.plus(index)).zip(methods);
        mark(covered, goals.filter(|(_, method)| called.contains(method)).map(|(goal, _)| goal));
    }

    fn add_values(&self, criterion: Criterion, covered: &mut FixedBitSet) {
        let values = |call: &RecordedCall| &self.goals.values_of[call.method];
        for call in &self.trace.calls {
            for &value in values(call) {
                let value_goal = &self.goals.values[value];
                let recorded_value = call.recorded_values.get(value_goal.recorded_value as usize);
                if value_goal.criterion == criterion
                    && recorded_value.is_some_and(|&it| value_goal.class.distance(it) == 0.0)
                {
                    covered.insert(value_goal.goal.index());
                }
            }
        }
    }
}

/// Returns the methods that an execution entered. Can return a method twice.
fn entered(control_graph: &ControlGraph, trace: &Trace) -> Vec<MethodIndex> {
    let method_of_branch = |&(id, _): &(DistanceId, f64)| {
        let id = control_graph.branch(id).map_or(id, DistanceId::from);
        control_graph.method_of.get(id).copied()
    };
    let mut entered: Vec<MethodIndex> = trace.branches.iter().filter_map(method_of_branch).collect();
    // The branches of a method are usually adjacent, so `dedup` removes most duplicates.
    entered.dedup();
    entered.extend(&trace.methods);
    entered
}

/// Returns the methods that the test itself called.
fn called(control_graph: &ControlGraph, trace: &Trace) -> BTreeSet<MethodIndex> {
    let direct = trace.branches.iter().filter(|(id, _)| *id >= control_graph.first_direct_id);
    let mut called: Vec<MethodIndex> = direct
        .map(|(id, _)| control_graph.method_of[DistanceId(id.0 - control_graph.first_direct_id.0)])
        .collect();
    called.dedup();
    trace.calls.iter().map(|call| call.method).chain(called).collect()
}
