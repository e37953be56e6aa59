//! Executions of any kind, whether the code allows them or not.

use std::fmt::Debug;
use std::iter;
use std::ops::Range;

use analysis::{DistanceId, Method, MethodIndex, StatementId};
use classfile::descriptor;
use goals::{Call, Effect, Facet, Thrown, Trace};
use mutation::{Change, MutantId, Point, PointId};
use proptest::prelude::*;

use crate::subject::{MUTANTS, PROGRAM};

prop_compose! {
    /// Any predicates ran and any methods were entered; a thread may also run on in a method that is not entered.
    pub fn trace()(
        control in control(),
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
    /// The same with control flow alone.
    pub fn control()(
        methods in some_of::<MethodIndex>(PROGRAM.methods.len()),
        runs_on in prop::bool::weighted(0.2),
        ran in some_of::<DistanceId>(PROGRAM.distance_count() as usize),
        repeated in some_of::<DistanceId>(PROGRAM.distance_count() as usize),
        distances in some(distance()),
    ) -> Trace {
        let entered = PROGRAM.methods.iter_enumerated().filter(|(id, _)| runs_on || methods.contains(id));
        let probed = entered.flat_map(|(_, method)| probed(method));
        let branches: Vec<DistanceId> = probed.filter(|ids| ran.contains(&ids.start)).flat_map(DistanceId::range).collect();
        let repeated = repeated.into_iter().filter(|id| branches.contains(id)).collect();
        let branches = branches.into_iter().map(|id| (id, of_id(&distances, id))).collect();
        Trace { methods, branches, repeated, ..Trace::default() }
    }
}

prop_compose! {
    /// Every point was reached or not.
    fn mutants()(
        reached in some_of::<PointId>(MUTANTS.points.len()),
        distances in some(distance()),
        told in some_of::<MutantId>(MUTANTS.mutants.len()),
    ) -> Vec<(MutantId, f64)> {
        let ids = reached.into_iter().flat_map(|point| told_by(point, &told));
        ids.map(|(id, is_graded)| (id, if is_graded { of_id(&distances, id) } else { 0.0 })).collect()
    }
}

prop_compose! {
    fn effects()(
        tried in some_of::<MutantId>(MUTANTS.mutants.len()),
        impacts in some(prop::option::of(0..9_u32)),
    ) -> Vec<(MutantId, Effect)> {
        let effect = |mutant: MutantId| of_id(&impacts, mutant).map_or(Effect::Killed, |impact| Effect::Survived { impact });
        tried.into_iter().map(|mutant| (mutant, effect(mutant))).collect()
    }
}

prop_compose! {
    fn call()(
        method in (0..PROGRAM.methods.len()).prop_map(MethodIndex::from),
        returned in any::<bool>(),
        facets in prop::collection::vec(facet(), 0..5),
    ) -> Call {
        let method_of_call = &PROGRAM.methods[method];
        let (_, result) = method_of_call.descriptor.split_once(')').unwrap();
        let types = descriptor::parameters(&method_of_call.descriptor).chain([result]).chain(iter::repeat("I"));
        Call { method, returned, facets: iter::zip(facets, types).map(sized).collect() }
    }
}

/// Lengths and characters are not below zero.
fn sized((facet, descriptor): (Facet, &str)) -> Facet {
    match facet {
        Facet::Value(value) if !"BSIJFD".contains(descriptor) => Facet::Value(value.abs()),
        _ => facet,
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

fn facet() -> impl Strategy<Value = Facet> {
    let numbers = prop_oneof![Just(0.0), Just(1.0), Just(-1.0), Just(f64::NAN), Just(65.0), -1e9..1e9];
    prop_oneof![1 => Just(Facet::Null), 1 => Just(Facet::Unknown), 4 => numbers.prop_map(Facet::Value)]
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

/// Values that are gone through again and again, as one for each id would take long to make.
fn some<T: Debug>(of: impl Strategy<Value = T>) -> impl Strategy<Value = Vec<T>> {
    prop::collection::vec(of, 23)
}

fn of_id<T: Copy>(values: &[T], id: impl Into<usize>) -> T {
    values[id.into() % values.len()]
}

/// Some of the numbers below one, ascending.
fn some_of<K: From<usize> + Debug>(count: usize) -> impl Strategy<Value = Vec<K>> {
    let chosen = prop::bits::bool_vec::between(0, count);
    chosen.prop_map(|chosen| {
        (0..).zip(chosen).filter(|(_, chosen)| *chosen).map(|(id, _)| K::from(id)).collect()
    })
}

/// The ids under which is told of every predicate and value of a method, those of predicates in direct calls too.
pub fn probed(method: &Method) -> impl Iterator<Item = Range<DistanceId>> {
    let predicates = method.predicates.iter().flat_map(|predicate| {
        let count = predicate.outcomes.len() as u32;
        [predicate.first.into(), PROGRAM.direct(predicate.first)]
            .map(|first| first..DistanceId(first.0 + count))
    });
    predicates.chain(method.values.iter().map(|value| value.first..DistanceId(value.first.0 + 2)))
}

/// The ids under which a reached point is told of, and whether with a distance: those of a comparison are of regions of its operands,
/// of which the last one may not be there.
fn told_by(point: PointId, told: &[MutantId]) -> Vec<(MutantId, bool)> {
    let it: &Point = &MUTANTS.points[point];
    let first = it.first;
    let after = MUTANTS.points.get(PointId(point.0 + 1));
    let end = after.map_or(MUTANTS.mutants.next_key(), |next| next.first);
    match it.change {
        Change::Comparison { .. } => {
            MutantId::range(first..MutantId(first.0 + if told.contains(&first) { 3 } else { 2 }))
                .map(|id| (id, true))
                .collect()
        }
        _ if it.operator.is_graded() => {
            MutantId::range(first..end).filter(|&id| told.contains(&id)).map(|id| (id, true)).collect()
        }
        _ if it.reached_with == point => vec![(first, false)],
        _ => Vec::new(),
    }
}
