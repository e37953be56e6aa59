//! From what the worker tells of a test to what goals ask for.

use std::collections::BTreeMap;

use analysis::{DistanceId, MethodIndex, StatementId};
use goals::{Call, Effect, Facet, Thrown, Trace};
use mutation::MutantId;
use testcase::{StatementKind, TestCase};
use types::MethodId;
use vm::{Execution, Outcome};

/// Distances by their ids.
type Distances = Vec<(u32, f64)>;

/// Knows the methods of the program that tests call. One that knows none is all that criteria need which do not ask for
/// direct calls.
#[derive(Clone, Debug)]
pub struct Tracer {
    /// By method or constructor its index in `Program::methods`.
    pub methods: BTreeMap<MethodId, MethodIndex>,
    /// The id of distances that is the first mutant's: `Program::distances`.
    pub first_mutant: u32,
}

impl Tracer {
    /// One that knows no methods.
    pub fn new(first_mutant: u32) -> Tracer {
        Tracer { methods: BTreeMap::new(), first_mutant }
    }

    /// What an execution of a test did, runs on mutants aside; `reached` is the trace of it.
    pub fn trace(&self, test: &TestCase, execution: &Execution, reached: vm::Trace) -> Trace {
        let vm::Trace { methods, branches, repeated, statements } = reached;
        let (branches, mutants) = self.split(branches);
        let methods = methods.into_iter().map(MethodIndex).collect();
        let branches = branches.into_iter().map(|(id, distance)| (DistanceId(id), distance)).collect();
        let mutants = mutants.into_iter().map(|(id, distance)| (MutantId(id), distance)).collect();
        let repeated = repeated.into_iter().map(DistanceId).collect();
        let statements = statements.into_iter().map(StatementId).collect();
        let calls = if self.methods.is_empty() { Vec::new() } else { self.calls(test, execution) };
        let thrown = self.thrown(test, execution);
        Trace { methods, branches, mutants, repeated, statements, calls, thrown, effects: Vec::new() }
    }

    /// Distances of branches, and those of mutants by their numbers.
    fn split(&self, distances: Distances) -> (Distances, Distances) {
        let mutants = distances.iter().filter(|(id, _)| *id >= self.first_mutant).count();
        if mutants == 0 {
            return (distances, Vec::new());
        }
        let mut split = (Vec::with_capacity(distances.len() - mutants), Vec::with_capacity(mutants));
        for (id, distance) in distances {
            match id.checked_sub(self.first_mutant) {
                None => split.0.push((id, distance)),
                Some(mutant) => split.1.push((mutant, distance)),
            }
        }
        split
    }

    fn calls(&self, test: &TestCase, execution: &Execution) -> Vec<Call> {
        let threw = matches!(execution.outcome, Outcome::Threw { .. });
        let executed = execution.executed as usize;
        let begun = test.statements.iter().enumerate().take(executed + usize::from(threw));
        let mut seen = execution.calls.iter().peekable();
        let mut calls = Vec::new();
        for (index, statement) in begun {
            let facets = seen.next_if(|seen| seen.statement as usize == index);
            let Some(method) = self.method(&statement.kind) else { continue };
            let outer = matches!(statement.kind, StatementKind::Construct { receiver: Some(_), .. });
            let unseen = outer.then_some(Facet::Unknown);
            let facets = facets.into_iter().flat_map(|seen| &seen.facets).map(facet);
            calls.push(Call {
                method,
                returned: index < executed,
                facets: unseen.into_iter().chain(facets).collect(),
            });
        }
        calls
    }

    fn thrown(&self, test: &TestCase, execution: &Execution) -> Option<Thrown> {
        let Outcome::Threw { thrown, explicit, .. } = &execution.outcome else { return None };
        let statement = test.statements.get(execution.executed as usize)?;
        let method = self.method(&statement.kind)?;
        Some(Thrown { method, classes: thrown.classes.clone(), explicit: *explicit })
    }

    fn method(&self, kind: &StatementKind) -> Option<MethodIndex> {
        match kind {
            StatementKind::Construct { constructor: method, .. } | StatementKind::Call { method, .. } => {
                self.methods.get(method).copied()
            }
            _ => None,
        }
    }
}

/// What came of running a test on those of some mutants that it ran on, in this order.
pub fn effects(mutants: &[MutantId], execution: &Execution) -> Vec<(MutantId, Effect)> {
    let effect = |(&mutant, effect): (&MutantId, &vm::Effect)| match effect {
        vm::Effect::Killed | vm::Effect::Detected(_) => Some((mutant, Effect::Killed)),
        vm::Effect::Survived { impact } => Some((mutant, Effect::Survived { impact: *impact })),
        vm::Effect::NotRun => None,
    };
    mutants.iter().zip(&execution.effects).filter_map(effect).collect()
}

fn facet(facet: &vm::Facet) -> Facet {
    match facet {
        vm::Facet::Null => Facet::Null,
        vm::Facet::Value(value) => Facet::Value(*value),
        vm::Facet::Unknown => Facet::Unknown,
    }
}
