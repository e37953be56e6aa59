//! Focus of the search: the calls that can still cover a goal, and the calls that prepare these calls. The
//! generator prefers both kinds of calls.

use std::collections::BTreeSet;

use analysis::{MethodIndex, TiSlice, TiVec};
use generation::{Cluster, ClusterCall};
use goals::{GoalId, Goals};

use crate::subject::Subject;
use crate::subject::dependencies::Field;
use crate::subject::method_table::{MethodTable, method_table};

/// Selects the calls that the generator of tests should prefer. The selection depends on the effects of each
/// call and on the uncovered goals of each method.
pub struct Focus {
    /// For each goal, the method that contains the goal; `None` if the goal is no objective.
    method_of: TiVec<GoalId, Option<MethodIndex>>,
    /// Number of uncovered objectives in each method.
    open_counts: TiVec<MethodIndex, usize>,
    /// The fields that each method reads.
    reads: TiVec<MethodIndex, Vec<Field>>,
    /// The effects of each call of the cluster.
    calls: Vec<Effects>,
}

/// The possible effects of a call inside the class under test.
#[derive(Default)]
struct Effects {
    /// The called method. `None` for a write to a field, and for a method outside the program.
    called: Option<MethodIndex>,
    /// The methods of the program that the call can run, including the called method.
    methods: Vec<MethodIndex>,
    /// The fields that the call can change.
    changed_fields: Vec<Field>,
}

impl Focus {
    /// Returns a focus in which every objective is uncovered.
    pub fn new(cluster: &Cluster, subject: &Subject, goals: &Goals) -> Focus {
        let Subject { program, dependencies, .. } = subject;
        let method_of = |goal| goals.is_objective(goal).then(|| goals.method(goal));
        let method_of: TiVec<GoalId, Option<MethodIndex>> =
            (0..goals.len()).map(GoalId::from).map(method_of).collect();
        let mut open_counts = TiVec::from(vec![0; program.methods.len()]);
        method_of.iter().flatten().for_each(|&method| open_counts[method] += 1);
        let ids = method_table(program);
        let effects = |call: &ClusterCall| effects(call, cluster, &ids, subject);
        Focus {
            method_of,
            open_counts,
            reads: dependencies.reads.clone(),
            calls: cluster.calls.iter().map(effects).collect(),
        }
    }

    /// Records that a goal is covered.
    pub fn cover(&mut self, goal: GoalId) {
        if let Some(&Some(method)) = self.method_of.get(goal) {
            self.open_counts[method] -= 1;
        }
    }

    /// Returns the methods of the program that contain uncovered objectives.
    pub fn open_methods(&self) -> impl Iterator<Item = MethodIndex> {
        self.open_counts.iter_enumerated().filter(|(_, open)| **open > 0).map(|(method, _)| method)
    }

    /// Returns the number of uncovered objectives in the methods that `calls` call directly. `calls` are
    /// positions in the list of calls of the cluster.
    pub fn open_goals_of(&self, calls: &[usize]) -> usize {
        self.called_methods(calls).into_iter().map(|method| self.open_counts[method]).sum()
    }

    /// Returns the methods that `calls` call directly. `calls` are positions in the list of calls of the
    /// cluster.
    pub fn called_methods(&self, calls: &[usize]) -> BTreeSet<MethodIndex> {
        calls.iter().filter_map(|&call| self.calls[call].called).collect()
    }

    /// Returns the methods that no call can run, directly or indirectly.
    pub fn unreachable_methods(&self) -> impl Iterator<Item = MethodIndex> {
        let reachable: BTreeSet<MethodIndex> =
            self.calls.iter().flat_map(|call| &call.methods).copied().collect();
        self.open_counts.keys().filter(move |method| !reachable.contains(method))
    }

    /// Returns the calls that can still cover an objective, as positions in the list of calls of the cluster.
    pub fn useful_calls(&self) -> Vec<usize> {
        self.positions(|effects| effects.methods.iter().any(|&method| self.open_counts[method] > 0))
    }

    /// Returns the calls that prepare other calls, as positions in the list of calls of the cluster. A
    /// preparing call can change a field that a method with uncovered objectives reads.
    pub fn preparing_calls(&self) -> Vec<usize> {
        let open_methods = self.open_counts.iter().zip(&self.reads).filter(|(open, _)| **open > 0);
        let read_fields: BTreeSet<Field> =
            open_methods.flat_map(|(_, reads)| reads.iter().copied()).collect();
        self.positions(|effects| effects.changed_fields.iter().any(|field| read_fields.contains(field)))
    }

    /// Returns the calls whose effects meet a condition, as positions in the list of calls of the cluster.
    fn positions(&self, is_wanted: impl Fn(&Effects) -> bool) -> Vec<usize> {
        let wanted = self.calls.iter().enumerate().filter(|(_, effects)| is_wanted(effects));
        wanted.map(|(position, _)| position).collect()
    }
}

/// Returns the effects of a call. `ids` is the table of the methods of the program.
fn effects(call: &ClusterCall, cluster: &Cluster, ids: &MethodTable, subject: &Subject) -> Effects {
    let world = cluster.world;
    let dependencies = &subject.dependencies;
    match call {
        ClusterCall::Method(id) => {
            let method = world.method(*id);
            let class = world.name(method.class).to_string();
            let called = ids.get(&(class, &*method.name, &*method.descriptor)).copied();
            let template = subject.template_methods.iter().find(|template| template.method == *id);
            let hooks = template.iter().flat_map(|template| &template.hooks).copied();
            let methods = reachable(called.into_iter().chain(hooks).collect(), &dependencies.callees);
            let writes = methods.iter().flat_map(|&it| &dependencies.writes[it]);
            let changed_fields: BTreeSet<Field> = writes.copied().collect();
            Effects { called, methods, changed_fields: changed_fields.into_iter().collect() }
        }
        ClusterCall::WriteField(id) => {
            let field = world.field(*id);
            let class = world.name(field.class).replace('.', "/");
            let changed_fields = dependencies.field(&class, &field.name).into_iter().collect();
            Effects { changed_fields, ..Effects::default() }
        }
    }
}

/// Returns methods and all methods that they can call, directly or indirectly.
fn reachable(
    mut methods: Vec<MethodIndex>,
    callees: &TiSlice<MethodIndex, Vec<MethodIndex>>,
) -> Vec<MethodIndex> {
    let mut next = 0;
    while next < methods.len() {
        for &callee in &callees[methods[next]] {
            if !methods.contains(&callee) {
                methods.push(callee);
            }
        }
        next += 1;
    }
    methods
}
