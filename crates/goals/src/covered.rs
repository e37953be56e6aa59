//! What an execution covers.

use std::collections::BTreeSet;
use std::ops::Range;

use fixedbitset::FixedBitSet;

use crate::criterion::Criterion;
use crate::goals::Goals;
use crate::trace::{Call, Effect, Trace};

/// Goals that an execution covers.
struct Found<'a> {
    goals: &'a Goals,
    trace: &'a Trace,
    found: FixedBitSet,
}

impl Goals {
    /// Calls `visit` with every goal that the execution covered, ascending, each once.
    pub fn covered(&self, trace: &Trace, visit: &mut dyn FnMut(u32)) {
        let mut found = Found { goals: self, trace, found: FixedBitSet::with_capacity(self.goals.len()) };
        for section in &self.sections {
            found.add(section.criterion, section.goals.start);
        }
        found.mark(self.thrown(trace).into_iter());
        found.found.ones().for_each(|goal| visit(goal as u32));
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

impl<'a> Found<'a> {
    fn add(&mut self, criterion: Criterion, first: u32) {
        match criterion {
            Criterion::Branch => self.add_branches(first),
            Criterion::DirectBranch => self.add_direct_branches(first),
            Criterion::Line => {
                let line = |&statement: &u32| first + self.goals.line_of[statement as usize];
                self.mark(self.trace.statements.iter().map(line));
            }
            Criterion::Statement => self.mark(self.trace.statements.iter().map(|it| first + it)),
            Criterion::WeakMutation => {
                let mark = &mut |mutants: Range<u32>| {
                    self.found.insert_range((first + mutants.start) as usize..(first + mutants.end) as usize);
                };
                self.goals.infections.infect(self.trace, mark);
            }
            Criterion::StrongMutation => self.add_killed(first),
            Criterion::Method => self.mark(self.entered().into_iter().map(|method| first + method)),
            Criterion::TopMethod => self.add_called(&self.called(), criterion),
            Criterion::TopMethodNoException => {
                let returned = self.trace.calls.iter().filter(|call| call.returned).map(|call| call.method);
                self.add_called(&returned.collect(), criterion);
            }
            Criterion::Exception => {}
            Criterion::Output | Criterion::Input => self.add_values(criterion),
        }
    }

    fn mark(&mut self, goals: impl Iterator<Item = u32>) {
        self.found.extend(goals.map(|goal| goal as usize));
    }

    fn add_branches(&mut self, first: u32) {
        let (ground, root_of) = (&self.goals.ground, &self.goals.root_of);
        self.mark(self.taken().filter_map(|id| ground.branch(id)).map(|branch| first + branch));
        let entered = self.entered();
        self.mark(entered.iter().filter_map(|&it| root_of[it as usize]).map(|root| first + root));
    }

    fn add_direct_branches(&mut self, first: u32) {
        let Goals { ground, root_of, is_direct, .. } = self.goals;
        let counts = |&id: &u32| {
            let Some(branch) = ground.branch(id) else { return false };
            id >= ground.direct || !is_direct[ground.method_of[branch as usize] as usize]
        };
        let taken = self.taken().filter(counts);
        self.mark(taken.filter_map(|id| ground.branch(id)).map(|branch| first + branch));
        let (entered, called) = (self.entered(), self.called());
        let counts = |method: &&u32| !is_direct[**method as usize] || called.contains(method);
        let roots = entered.iter().filter(counts).filter_map(|&it| root_of[it as usize]);
        self.mark(roots.map(|root| first + root));
    }

    /// Ids of branches that were taken, in direct calls or others.
    fn taken(&self) -> impl Iterator<Item = u32> + use<'a> {
        let taken = self.trace.branches.iter().filter(|(_, distance)| *distance == 0.0);
        taken.map(|&(id, _)| id)
    }

    fn add_killed(&mut self, first: u32) {
        let infected = self.goals.infected_by(self.trace);
        let killed = self.trace.effects.iter().filter(|(_, effect)| *effect == Effect::Killed);
        let killed = killed.map(|&(mutant, _)| mutant).filter(|mutant| infected.contains(*mutant as usize));
        self.mark(killed.map(|mutant| first + mutant));
    }

    /// The methods entered, also by a thread that an earlier test left behind; some perhaps twice.
    fn entered(&self) -> Vec<u32> {
        let ground = &self.goals.ground;
        let by_branch =
            |&(id, _): &(u32, f64)| ground.method_of.get(ground.branch(id).unwrap_or(id) as usize).copied();
        self.trace.methods.iter().copied().chain(self.trace.branches.iter().filter_map(by_branch)).collect()
    }

    /// The methods that the test called itself.
    fn called(&self) -> BTreeSet<u32> {
        let ground = &self.goals.ground;
        let direct = self.trace.branches.iter().filter(|(id, _)| *id >= ground.direct);
        let by_branch = direct.map(|(id, _)| ground.method_of[(id - ground.direct) as usize]);
        self.trace.calls.iter().map(|call| call.method).chain(by_branch).collect()
    }

    /// Adds the goals of some methods; those of callable methods are in their order.
    fn add_called(&mut self, methods: &BTreeSet<u32>, criterion: Criterion) {
        let numbered = self.goals.section(criterion).zip(&self.goals.callable);
        self.mark(numbered.filter(|(_, method)| methods.contains(method)).map(|(goal, _)| goal));
    }

    fn add_values(&mut self, criterion: Criterion) {
        let values = |call: &Call| self.goals.values_of.row(call.method as usize);
        for call in &self.trace.calls {
            for &value in values(call) {
                let asked = &self.goals.values[value as usize];
                let facet = call.facets.get(asked.facet as usize);
                if asked.criterion == criterion && facet.is_some_and(|&it| asked.class.distance(it) == 0.0) {
                    self.found.insert(asked.goal as usize);
                }
            }
        }
    }
}
