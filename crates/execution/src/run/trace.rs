//! Translates the trace that a worker reports into the trace that goals need.

use std::collections::BTreeMap;

use analysis::{DistanceId, MethodIndex, StatementId};
use goals::{Effect, RecordedCall, RecordedValue, Thrown, Trace, Usage};
use mutation::MutantId;
use testcase::{Statement, StatementKind, TestCase};
use types::MethodId;
use vm::{DistanceProbe, Execution, MutantNumber, Outcome};

/// Ids of branches or mutants, each with its distance.
type Distances<Id> = Vec<(Id, f64)>;

/// Translates executions into traces.
#[derive(Clone, Debug)]
pub struct Tracer {
    /// Index in `Program::methods` of each method and constructor that tests can call. Empty if no criterion
    /// needs the calls in the statements of tests.
    pub methods: BTreeMap<MethodId, MethodIndex>,
    /// Smallest id of a mutant in the distances that workers report. Smaller ids are branches. The value is
    /// `Program::distance_count`.
    pub first_mutant: u32,
}

impl Tracer {
    /// Creates a tracer for criteria that do not need the calls in the statements of tests.
    pub fn new(first_mutant: u32) -> Tracer {
        Tracer { methods: BTreeMap::new(), first_mutant }
    }

    /// Returns the trace of an execution, without the effects of mutants. `reached` is the trace that the
    /// worker reported.
    pub fn trace(&self, test: &TestCase, execution: &Execution, reached: vm::Trace) -> Trace {
        let vm::Trace { methods, branches, repeated, statements } = reached;
        let (branches, mutants) = self.split_distances(branches);
        let methods = methods.into_iter().map(|method| MethodIndex(method.0)).collect();
        let repeated = repeated.into_iter().map(|branch| DistanceId(branch.0)).collect();
        let statements = statements.into_iter().map(|statement| StatementId(statement.0)).collect();
        let calls = if self.methods.is_empty() { Vec::new() } else { self.calls(test, execution) };
        let thrown = self.thrown(test, execution);
        Trace { methods, branches, mutants, repeated, statements, calls, thrown, effects: Vec::new() }
    }

    /// Splits distances into distances of branches and distances of mutants.
    fn split_distances(
        &self,
        distances: Distances<DistanceProbe>,
    ) -> (Distances<DistanceId>, Distances<MutantId>) {
        let mutant_count = distances.iter().filter(|(probe, _)| self.mutant(*probe).is_some()).count();
        if mutant_count == 0 {
            let branch = |(probe, distance): (DistanceProbe, f64)| (DistanceId(probe.0), distance);
            return (distances.into_iter().map(branch).collect(), Vec::new());
        }
        let mut branches = Vec::with_capacity(distances.len() - mutant_count);
        let mut mutants = Vec::with_capacity(mutant_count);
        for (probe, distance) in distances {
            match self.mutant(probe) {
                None => branches.push((DistanceId(probe.0), distance)),
                Some(mutant) => mutants.push((mutant, distance)),
            }
        }
        (branches, mutants)
    }

    /// Returns the mutant whose infection distance a probe reports, or `None` if the probe belongs to a
    /// branch.
    pub fn mutant(&self, probe: DistanceProbe) -> Option<MutantId> {
        probe.0.checked_sub(self.first_mutant).map(MutantId)
    }

    /// Returns the calls that statements of the test made to methods in [`Tracer::methods`], in order.
    /// Includes the call that threw an exception.
    fn calls(&self, test: &TestCase, execution: &Execution) -> Vec<RecordedCall> {
        let threw = matches!(execution.outcome, Outcome::Threw { .. });
        let executed = execution.executed as usize;
        let started_statements = test.statements.iter().enumerate().take(executed + usize::from(threw));
        let mut watched = execution.calls.iter().peekable();
        let ordinary_statements = test.ordinary_statements();
        let is_tested = |method: MethodId| self.methods.contains_key(&method);
        let mut calls = Vec::new();
        for (index, statement) in started_statements {
            let watched_call = watched.next_if(|call| call.statement as usize == index);
            let Some(method) = self.method(&statement.kind) else { continue };
            // For goals, the enclosing object of an inner class is the first argument of the constructor.
            // Workers do not report this argument.
            let is_inner = matches!(statement.kind, StatementKind::Construct { receiver: Some(_), .. });
            let enclosing = is_inner.then_some(RecordedValue::Unknown);
            let recorded_values =
                watched_call.into_iter().flat_map(|call| &call.recorded_values).map(recorded_value);
            let recorded_values: Vec<RecordedValue> = enclosing.into_iter().chain(recorded_values).collect();
            let usage = if !ordinary_statements[index] {
                Usage::Unusual
            } else if is_empty_result(statement, &recorded_values)
                || watched_call.is_some_and(|call| call.is_trivial)
            {
                Usage::Ordinary
            } else if !test.shows(index, &is_tested) {
                Usage::WithResult
            } else if has_several(statement, &recorded_values) {
                Usage::ShownSeveral
            } else {
                Usage::Shown
            };
            calls.push(RecordedCall { method, returned: index < executed, usage, recorded_values });
        }
        calls
    }

    /// Returns the exception with which a call of a method in [`Tracer::methods`] ended the test. Returns
    /// `None` if no such call ended the test.
    fn thrown(&self, test: &TestCase, execution: &Execution) -> Option<Thrown> {
        let Outcome::Threw { thrown, explicit, .. } = &execution.outcome else { return None };
        let statement = test.statements.get(execution.executed as usize)?;
        let method = self.method(&statement.kind)?;
        Some(Thrown { method, classes: thrown.classes.clone(), explicit: *explicit })
    }

    /// Returns the index in `Program::methods` of the method or constructor that a statement calls.
    fn method(&self, kind: &StatementKind) -> Option<MethodIndex> {
        match kind {
            StatementKind::Construct { constructor: method, .. } | StatementKind::Call { method, .. } => {
                self.methods.get(method).copied()
            }
            _ => None,
        }
    }
}

/// Returns whether a call returned null, `false`, 0 or something empty. `recorded_values` contains the
/// arguments of the call, and then its result.
fn is_empty_result(call: &Statement, recorded_values: &[RecordedValue]) -> bool {
    let StatementKind::Call { args, .. } = &call.kind else { return false };
    matches!(recorded_values.get(args.len()), Some(RecordedValue::Null | RecordedValue::Value(0.0)))
}

/// Returns whether a call returned a number of at least 2, or several elements. `recorded_values` contains
/// the arguments of the call, and then its result.
fn has_several(call: &Statement, recorded_values: &[RecordedValue]) -> bool {
    let StatementKind::Call { args, .. } = &call.kind else { return false };
    matches!(recorded_values.get(args.len()), Some(RecordedValue::Value(value)) if *value >= 2.0)
}

/// Returns the numbers by which workers identify mutants.
pub fn mutant_numbers(mutants: &[MutantId]) -> Vec<MutantNumber> {
    mutants.iter().map(|mutant| MutantNumber(mutant.0)).collect()
}

/// Returns the effects of mutants on a test, in the order of `mutants`. Omits mutants on which the test did
/// not run.
pub fn mutant_effects(mutants: &[MutantId], execution: &Execution) -> Vec<(MutantId, Effect)> {
    let effect = |(&mutant, effect): (&MutantId, &vm::Effect)| match effect {
        vm::Effect::Killed | vm::Effect::Detected(_) | vm::Effect::EndsDifferently { .. } => {
            Some((mutant, Effect::Killed))
        }
        vm::Effect::Survived { impact } => Some((mutant, Effect::Survived { impact: *impact })),
        vm::Effect::NotRun => None,
    };
    mutants.iter().zip(&execution.effects).filter_map(effect).collect()
}

/// Translates a recorded value from the type of `vm` to the type of `goals`.
fn recorded_value(recorded_value: &vm::RecordedValue) -> RecordedValue {
    match recorded_value {
        vm::RecordedValue::Null => RecordedValue::Null,
        vm::RecordedValue::Value(value) => RecordedValue::Value(*value),
        vm::RecordedValue::Unknown => RecordedValue::Unknown,
    }
}
