//! What an execution covers.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use crate::criterion::Criterion;
use crate::goals::Goals;
use crate::ground::Ground;
use crate::trace::{Call, Effect, Trace};

/// An execution with what several criteria ask of it.
struct Execution<'a> {
    goals: &'a Goals,
    trace: &'a Trace,
    /// The methods entered, also by a thread that an earlier test left behind; some perhaps twice.
    entered: Vec<u32>,
    /// The methods that the test called itself, once a criterion asks for them: every test comes through here.
    called: OnceCell<BTreeSet<u32>>,
}

impl Goals {
    /// Calls `visit` with every goal that the execution covered and that is not [settled](Goals::settle), ascending, each once.
    pub fn covered(&self, trace: &Trace, visit: &mut dyn FnMut(u32)) {
        let execution = Execution::new(self, trace);
        let mut found = FixedBitSet::with_capacity(self.goals.len());
        for section in &self.sections {
            execution.add(section.criterion, section.goals.start, &mut found);
        }
        mark(&mut found, self.thrown(trace).into_iter());
        found.difference_with(&self.settled);
        found.ones().for_each(|goal| visit(goal as u32));
    }

    /// The mutants that an execution infected.
    pub fn infected_by(&self, trace: &Trace) -> FixedBitSet {
        let mut infected = FixedBitSet::with_capacity(self.mutants.mutants.len());
        self.infections.infect(trace, &mut |mutants| {
            infected.insert_range(mutants.start as usize..mutants.end as usize);
        });
        infected
    }
}

fn mark(found: &mut FixedBitSet, goals: impl Iterator<Item = u32>) {
    goals.for_each(|goal| found.insert(goal as usize));
}

impl<'a> Execution<'a> {
    fn new(goals: &'a Goals, trace: &'a Trace) -> Execution<'a> {
        Execution { goals, trace, entered: entered(&goals.ground, trace), called: OnceCell::new() }
    }

    fn called(&self) -> &BTreeSet<u32> {
        self.called.get_or_init(|| called(&self.goals.ground, self.trace))
    }

    /// Adds the goals of a criterion that it covers, the first of which has that number.
    fn add(&self, criterion: Criterion, first: u32, found: &mut FixedBitSet) {
        let trace = self.trace;
        match criterion {
            Criterion::Branch => self.add_branches(first, found),
            Criterion::DirectBranch => self.add_direct_branches(first, found),
            Criterion::Line => {
                let line = |&statement: &u32| first + self.goals.line_of[statement as usize];
                mark(found, trace.statements.iter().map(line));
            }
            Criterion::Statement => mark(found, trace.statements.iter().map(|it| first + it)),
            Criterion::WeakMutation => self.goals.infections.infect(trace, &mut |mutants| {
                found.insert_range((first + mutants.start) as usize..(first + mutants.end) as usize);
            }),
            Criterion::StrongMutation => self.add_killed(first, found),
            Criterion::Method => mark(found, self.entered.iter().map(|method| first + method)),
            Criterion::TopMethod => self.add_called(criterion, self.called(), found),
            Criterion::TopMethodNoException => {
                let returned = trace.calls.iter().filter(|call| call.returned).map(|call| call.method);
                self.add_called(criterion, &returned.collect(), found);
            }
            Criterion::Exception => {}
            Criterion::Output | Criterion::Input => self.add_values(criterion, found),
        }
    }

    fn add_branches(&self, first: u32, found: &mut FixedBitSet) {
        let root_of = &self.goals.root_of;
        mark(found, self.taken().map(|(_, branch)| first + branch));
        mark(found, self.entered.iter().filter_map(|&it| root_of[it as usize]).map(|root| first + root));
    }

    fn add_direct_branches(&self, first: u32, found: &mut FixedBitSet) {
        let Goals { ground, root_of, is_direct, .. } = self.goals;
        let counts = |&(id, branch): &(u32, u32)| {
            id >= ground.direct || !is_direct[ground.method_of[branch as usize] as usize]
        };
        mark(found, self.taken().filter(counts).map(|(_, branch)| first + branch));
        let counts = |method: &&u32| !is_direct[**method as usize] || self.called().contains(method);
        let roots = self.entered.iter().filter(counts).filter_map(|&it| root_of[it as usize]);
        mark(found, roots.map(|root| first + root));
    }

    /// Branches that were taken, behind their ids in direct calls or others.
    fn taken(&self) -> impl Iterator<Item = (u32, u32)> {
        let taken = self.trace.branches.iter().filter(|(_, distance)| *distance == 0.0);
        taken.filter_map(|&(id, _)| Some((id, self.goals.ground.branch(id)?)))
    }

    fn add_killed(&self, first: u32, found: &mut FixedBitSet) {
        let infected = self.goals.infected_by(self.trace);
        let killed = self.trace.effects.iter().filter(|(_, effect)| *effect == Effect::Killed);
        let killed = killed.map(|&(mutant, _)| mutant).filter(|mutant| infected.contains(*mutant as usize));
        mark(found, killed.map(|mutant| first + mutant));
    }

    /// Adds the goals of some methods; those of callable methods are in their order.
    fn add_called(&self, criterion: Criterion, methods: &BTreeSet<u32>, found: &mut FixedBitSet) {
        let numbered = self.goals.section(criterion).zip(&self.goals.callable);
        mark(found, numbered.filter(|(_, method)| methods.contains(method)).map(|(goal, _)| goal));
    }

    fn add_values(&self, criterion: Criterion, found: &mut FixedBitSet) {
        let values = |call: &Call| self.goals.values_of.row(call.method as usize);
        for call in &self.trace.calls {
            for &value in values(call) {
                let asked = &self.goals.values[value as usize];
                let facet = call.facets.get(asked.facet as usize);
                if asked.criterion == criterion && facet.is_some_and(|&it| asked.class.distance(it) == 0.0) {
                    found.insert(asked.goal as usize);
                }
            }
        }
    }
}

fn entered(ground: &Ground, trace: &Trace) -> Vec<u32> {
    let of_branch = |&(id, _): &(u32, f64)| {
        let id = ground.branch(id).unwrap_or(id);
        ground.method_of.get(id as usize).copied()
    };
    let mut entered: Vec<u32> = trace.branches.iter().filter_map(of_branch).collect();
    // Those of a method follow one another most of the time.
    entered.dedup();
    entered.extend(&trace.methods);
    entered
}

fn called(ground: &Ground, trace: &Trace) -> BTreeSet<u32> {
    let direct = trace.branches.iter().filter(|(id, _)| *id >= ground.direct);
    let mut called: Vec<u32> =
        direct.map(|(id, _)| ground.method_of[(id - ground.direct) as usize]).collect();
    called.dedup();
    trace.calls.iter().map(|call| call.method).chain(called).collect()
}
