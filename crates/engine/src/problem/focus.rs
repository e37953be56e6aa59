//! Which calls can still cover something, and which prepare others for it: budget where it matters.

use std::collections::BTreeSet;

use analysis::{MethodIndex, Program, TiSlice};
use generation::{Cluster, ClusterCall};
use goals::{GoalId, Goals};

use crate::subject::dependencies::{Dependencies, Field};
use crate::subject::method_table::{MethodTable, method_table};

/// Calls of a cluster, with what is known of their worth for the goals that are left.
pub struct Focus {
    /// By goal that guides the search: the method it is in.
    method_of: Vec<Option<usize>>,
    /// By method: goals not covered yet.
    open: Vec<usize>,
    /// By method: the fields it reads.
    reads: Vec<Vec<Field>>,
    /// By call of the cluster.
    calls: Vec<Effects>,
}

/// What a call may do inside the class under test.
#[derive(Default)]
struct Effects {
    /// The methods it may run; none for a field write.
    runs: Vec<usize>,
    /// The fields it may change.
    changes: Vec<Field>,
}

impl Focus {
    /// Every goal that guides the search is open.
    pub fn new(cluster: &Cluster, program: &Program, dependencies: &Dependencies, goals: &Goals) -> Focus {
        let method_of = |goal| goals.is_objective(goal).then(|| goals.method(goal).index());
        let method_of: Vec<Option<usize>> = (0..goals.len()).map(GoalId::from).map(method_of).collect();
        let mut open = vec![0; program.methods.len()];
        method_of.iter().flatten().for_each(|&method| open[method] += 1);
        let ids = method_table(program);
        let effects = |call: &ClusterCall| effects(call, cluster, &ids, dependencies);
        Focus {
            method_of,
            open,
            reads: dependencies.reads.clone().into(),
            calls: cluster.calls.iter().map(effects).collect(),
        }
    }

    /// Notes that a goal is covered.
    pub fn close(&mut self, goal: usize) {
        if let Some(&Some(method)) = self.method_of.get(goal) {
            self.open[method] -= 1;
        }
    }

    /// The methods of the program in which there is something to cover.
    pub fn open_methods(&self) -> impl Iterator<Item = usize> {
        self.open.iter().enumerate().filter(|(_, open)| **open > 0).map(|(method, _)| method)
    }

    /// How many goals are left in the methods that some calls, given by position, enter first.
    pub fn blocked(&self, calls: &[usize]) -> usize {
        self.entered_by(calls).into_iter().map(|method| self.open[method]).sum()
    }

    /// The methods that some calls are of.
    pub fn entered_by(&self, calls: &[usize]) -> BTreeSet<usize> {
        calls.iter().filter_map(|&call| self.calls[call].runs.first().copied()).collect()
    }

    /// The methods that no call runs, as far as that can be told.
    pub fn apart(&self) -> impl Iterator<Item = usize> {
        let run: BTreeSet<usize> = self.calls.iter().flat_map(|call| &call.runs).copied().collect();
        (0..self.open.len()).filter(move |method| !run.contains(method))
    }

    /// Positions of the calls that can still cover something.
    pub fn useful(&self) -> Vec<usize> {
        self.positions(|effects| effects.runs.iter().any(|&method| self.open[method] > 0))
    }

    /// Positions of the calls that change fields which methods with uncovered goals read.
    pub fn preparing(&self) -> Vec<usize> {
        let open = self.open.iter().zip(&self.reads).filter(|(open, _)| **open > 0);
        let read: BTreeSet<Field> = open.flat_map(|(_, reads)| reads.iter().copied()).collect();
        self.positions(|effects| effects.changes.iter().any(|field| read.contains(field)))
    }

    fn positions(&self, is_wanted: impl Fn(&Effects) -> bool) -> Vec<usize> {
        let wanted = self.calls.iter().enumerate().filter(|(_, effects)| is_wanted(effects));
        wanted.map(|(position, _)| position).collect()
    }
}

fn effects(call: &ClusterCall, cluster: &Cluster, ids: &MethodTable, dependencies: &Dependencies) -> Effects {
    let world = cluster.world;
    match call {
        ClusterCall::Method(id) => {
            let method = world.method(*id);
            let class = world.name(method.class).to_string();
            let start = ids.get(&(class, &*method.name, &*method.descriptor));
            start.map_or_else(Effects::default, |&start| {
                let runs = reachable(start, &dependencies.callees);
                let changes: BTreeSet<Field> =
                    runs.iter().flat_map(|&it| dependencies.writes[MethodIndex::from(it)].clone()).collect();
                Effects { runs, changes: changes.into_iter().collect() }
            })
        }
        ClusterCall::WriteField(id) => {
            let field = world.field(*id);
            let class = world.name(field.class).replace('.', "/");
            Effects {
                runs: Vec::new(),
                changes: dependencies.field(&class, &field.name).into_iter().collect(),
            }
        }
    }
}

fn reachable(start: usize, callees: &TiSlice<MethodIndex, Vec<MethodIndex>>) -> Vec<usize> {
    let mut found = vec![start];
    let mut next = 0;
    while next < found.len() {
        for callee in &callees[MethodIndex::from(found[next])] {
            if !found.contains(&callee.index()) {
                found.push(callee.index());
            }
        }
        next += 1;
    }
    found
}
