//! Generates executions of the subject class, including executions that are impossible in its code.

use std::fmt::Debug;
use std::iter;
use std::ops::Range;

use analysis::{DistanceId, Method, MethodIndex, StatementId};
use classfile::descriptor;
use goals::{Effect, RecordedCall, RecordedValue, Thrown, Trace, Usage};
use mutation::{Change, MutantId, Point, PointId};
use proptest::prelude::*;

use crate::subject::{MUTANTS, PROGRAM};

prop_compose! {
    /// Generates a trace with any entered methods and any executed predicates. The executed predicates can be
    /// in methods that are not entered, as if a thread of an earlier test still ran.
    pub fn trace()(
        control in control_trace(),
        mutants in mutants(),
        effects in effects(),
        statements in some_of::<StatementId>(PROGRAM.statements.len()),
        calls in prop::collection::vec(call(), 0..4),
        thrown in prop::option::of(thrown()),
    ) -> Trace {
        Trace { mutants, effects, statements, calls, thrown, ..control }
    }
}

prop_compose! {
    /// Generates a trace that contains only entered methods and branch distances.
    pub fn control_trace()(
        methods in some_of::<MethodIndex>(PROGRAM.methods.len()),
        has_thread_of_earlier_test in prop::bool::weighted(0.2),
        ran in some_of::<DistanceId>(PROGRAM.distance_count() as usize),
        repeated in some_of::<DistanceId>(PROGRAM.distance_count() as usize),
        distances in repeated_values(distance()),
    ) -> Trace {
        let entered = PROGRAM.methods.iter_enumerated().filter(|(id, _)| has_thread_of_earlier_test || methods.contains(id));
        let ranges = entered.flat_map(|(_, method)| distance_ranges(method));
        let branches: Vec<DistanceId> = ranges.filter(|ids| ran.contains(&ids.start)).flat_map(DistanceId::range).collect();
        let repeated = repeated.into_iter().filter(|id| branches.contains(id)).collect();
        let branches = branches.into_iter().map(|id| (id, value_of_id(&distances, id))).collect();
        Trace { methods, branches, repeated, ..Trace::default() }
    }
}

prop_compose! {
    /// Generates the infection distances of the mutants at some reached points.
    fn mutants()(
        reached in some_of::<PointId>(MUTANTS.points.len()),
        distances in repeated_values(distance()),
        reported in some_of::<MutantId>(MUTANTS.mutants.len()),
    ) -> Vec<(MutantId, f64)> {
        let ids = reached.into_iter().flat_map(|point| reported_by(point, &reported));
        ids.map(|(id, is_graded)| (id, if is_graded { value_of_id(&distances, id) } else { 0.0 })).collect()
    }
}

prop_compose! {
    fn effects()(
        tried in some_of::<MutantId>(MUTANTS.mutants.len()),
        impacts in repeated_values(prop::option::of(0..9_u32)),
    ) -> Vec<(MutantId, Effect)> {
        let effect = |mutant: MutantId| value_of_id(&impacts, mutant).map_or(Effect::Killed, |impact| Effect::Survived { impact });
        tried.into_iter().map(|mutant| (mutant, effect(mutant))).collect()
    }
}

prop_compose! {
    fn call()(
        method in (0..PROGRAM.methods.len()).prop_map(MethodIndex::from),
        returned in any::<bool>(),
        usage in prop::sample::select(vec![Usage::Unusual, Usage::Ordinary, Usage::WithResult, Usage::Shown, Usage::ShownSeveral]),
        recorded_values in prop::collection::vec(recorded_value(), 0..5),
    ) -> RecordedCall {
        let method_of_call = &PROGRAM.methods[method];
        let (_, result) = method_of_call.descriptor.split_once(')').unwrap();
        let types = descriptor::parameters(&method_of_call.descriptor).chain([result]).chain(iter::repeat("I"));
        RecordedCall { method, returned, usage, recorded_values: iter::zip(recorded_values, types).map(with_valid_sign).collect() }
    }
}

/// Makes a value non-negative, unless its type is a signed primitive number.
fn with_valid_sign((recorded_value, descriptor): (RecordedValue, &str)) -> RecordedValue {
    match recorded_value {
        RecordedValue::Value(value) if !"BSIJFD".contains(descriptor) => RecordedValue::Value(value.abs()),
        _ => recorded_value,
    }
}

prop_compose! {
    fn thrown()(
        method in (0..PROGRAM.methods.len()).prop_map(MethodIndex::from),
        class in prop::sample::select(vec!["java.io.IOException", "java.lang.IllegalStateException"]),
        explicit in any::<bool>(),
    ) -> Thrown {
        Thrown { method, classes: vec![class.into(), "java.lang.Exception".into()], explicit }
    }
}

fn recorded_value() -> impl Strategy<Value = RecordedValue> {
    let numbers = prop_oneof![Just(0.0), Just(1.0), Just(-1.0), Just(f64::NAN), Just(65.0), -1e9..1e9];
    prop_oneof![1 => Just(RecordedValue::Null), 1 => Just(RecordedValue::Unknown), 4 => numbers.prop_map(RecordedValue::Value)]
}

fn distance() -> impl Strategy<Value = f64> {
    prop_oneof![
        3 => Just(0.0),
        2 => Just(1.0),
        3 => 0.0..100.0,
        1 => Just(f64::MAX),
        1 => Just(f64::MIN_POSITIVE),
        1 => Just(f64::INFINITY),
    ]
}

/// Generates values for [`value_of_id`], which uses each value for several ids. The generation of one value
/// for each id would take too long.
fn repeated_values<T: Debug>(values: impl Strategy<Value = T>) -> impl Strategy<Value = Vec<T>> {
    prop::collection::vec(values, 23)
}

/// Returns the value for an id.
fn value_of_id<T: Copy>(values: &[T], id: impl Into<usize>) -> T {
    values[id.into() % values.len()]
}

/// Generates some of the ids below `count`, in ascending order.
fn some_of<K: From<usize> + Debug>(count: usize) -> impl Strategy<Value = Vec<K>> {
    let chosen = prop::bits::bool_vec::between(0, count);
    chosen.prop_map(|chosen| {
        (0..).zip(chosen).filter(|(_, chosen)| *chosen).map(|(id, _)| K::from(id)).collect()
    })
}

/// Returns the range of distance ids of each predicate and each boolean value of a method, including the ids
/// of direct calls.
pub fn distance_ranges(method: &Method) -> impl Iterator<Item = Range<DistanceId>> {
    let predicates = method.predicates.iter().flat_map(|predicate| {
        let count = predicate.outcomes.len() as u32;
        [predicate.first.into(), PROGRAM.direct_distance(predicate.first)]
            .map(|first| first..DistanceId(first.0 + count))
    });
    predicates.chain(method.values.iter().map(|value| value.first..DistanceId(value.first.0 + 2)))
}

/// Returns the ids that a reached point reports. The boolean of an id is true if its distance can differ from
/// 0. The ids of a comparison belong to the regions of its operands. The id of the last region can be
/// missing.
fn reported_by(point: PointId, reported: &[MutantId]) -> Vec<(MutantId, bool)> {
    let mutated: &Point = &MUTANTS.points[point];
    let first = mutated.first;
    let after = MUTANTS.points.get(PointId(point.0 + 1));
    let end = after.map_or(MUTANTS.mutants.next_key(), |next| next.first);
    match mutated.change {
        Change::Comparison { .. } => {
            MutantId::range(first..MutantId(first.0 + if reported.contains(&first) { 3 } else { 2 }))
                .map(|id| (id, true))
                .collect()
        }
        _ if mutated.operator.has_infection_condition() => {
            MutantId::range(first..end).filter(|&id| reported.contains(&id)).map(|id| (id, true)).collect()
        }
        _ if mutated.reached_with == point => vec![(first, false)],
        _ => Vec::new(),
    }
}
