//! Mutation of a test: delete, change, insert (after Fraser, Arcuri: "Whole Test Suite Generation", IEEE TSE 2013).

use rand::Rng;
use rand::seq::IteratorRandom;
use types::{FieldId, Type};

use crate::asked::Place;
use crate::build::{Builder, gives, is_null};
use crate::cluster::{Call, Cluster};
use crate::literals;
use crate::random::{insert_call, random_test};
use crate::valid::check_statement;
use testcase::hashes::uses_hash;
use testcase::stubs;
use testcase::{Implemented, Literal, Statement, StatementKind, TestCase, Var};

/// Probability with which each of the three mutations is tried.
const TRY: f64 = 1.0 / 3.0;
/// Probability that a change of an object puts `null` in its place, or lifts a `null`.
const NULL: f64 = 0.1;
/// Probability that a changed call becomes another call, or another way to its value.
const RENEW: f64 = 0.2;
/// Probability that of a changed object of a class made for the test, a method is changed.
const EXCHANGE: f64 = 0.5;
/// How often all three mutations may come to nothing.
const ATTEMPTS: u32 = 10;

/// Mutates a test in place, of which `completed` statements completed when it ran last: all of them, or those before
/// the one that threw. That one is changed and deleted like those before it, insertions come before it, and what stands
/// behind it stays: it never ran. An empty test is replaced by a random one.
pub fn mutate(test: &mut TestCase, completed: usize, cluster: &Cluster, rng: &mut impl Rng) {
    let _ = (0..ATTEMPTS).any(|_| mutate_once(test, completed, cluster, rng));
    if test.is_empty() {
        *test = random_test(cluster, rng);
    }
}

/// Whether anything changed: the dice may say that nothing is to be deleted or changed, and a long test may have no room
/// for an insertion.
fn mutate_once(test: &mut TestCase, completed: usize, cluster: &Cluster, rng: &mut impl Rng) -> bool {
    let threw = completed < test.len();
    let mut live = Live(if threw { completed + 1 } else { test.len() });
    let mut changed = false;
    if rng.random_bool(TRY) {
        changed |= delete(test, &mut live, cluster, rng);
    }
    if rng.random_bool(TRY) {
        changed |= change(test, &mut live, cluster, rng);
    }
    if !changed || rng.random_bool(TRY) {
        live.0 -= usize::from(threw && live.0 > 0);
        changed |= insert(test, &mut live, cluster, rng);
    }
    changed
}

/// How many statements of the test are known to run.
struct Live(usize);

/// Deletes each statement with probability 1/n. What used its variable uses another of the same type, where
/// there is one; else it goes too.
fn delete(test: &mut TestCase, live: &mut Live, cluster: &Cluster, rng: &mut impl Rng) -> bool {
    let before = test.len();
    let rate = 1.0 / live.0.max(1) as f64;
    for index in (0..live.0).rev() {
        if rng.random_bool(rate) && index < test.len() {
            remove(test, index, cluster, rng);
        }
    }
    live.0 = live.0.saturating_sub(before - test.len());
    test.len() < before
}

/// Removes one statement, repairing what used it.
pub(crate) fn remove(test: &mut TestCase, index: usize, cluster: &Cluster, rng: &mut impl Rng) {
    let gone = Var(index as u32);
    for user in index + 1..test.len() {
        if test.statements[user].mentions(gone) {
            let written = test.statements[user].written() == Some(gone);
            if let Some(other) = substitute(test, gone, user, written, cluster, rng) {
                let mut repaired = test.statements[user].clone();
                replace_use(&mut repaired, gone, other);
                if still_fits(test, user, &repaired, cluster) {
                    test.statements[user] = repaired;
                }
            }
        }
    }
    test.retain(|at| at != index);
}

/// Another variable that may stand wherever `gone` stands in statement `user`.
fn substitute(
    test: &TestCase,
    gone: Var,
    user: usize,
    written: bool,
    cluster: &Cluster,
    rng: &mut impl Rng,
) -> Option<Var> {
    let ty = &test.definition(gone).ty;
    let usable = |candidate: &Statement| match written {
        true => candidate.ty == *ty && !is_null(candidate),
        false => gives(cluster.world, candidate, ty),
    };
    let candidates = test.statements[..user].iter().enumerate();
    let found =
        candidates.filter(|&(at, s)| at != gone.0 as usize && usable(s)).map(|(at, _)| Var(at as u32));
    found.choose(rng)
}

/// Whether a statement may take its own place with other variables. Where the receiver has another type than before,
/// its type arguments, or their lack, may not go with the arguments; where it used a `null`, nothing else may do.
fn still_fits(test: &TestCase, at: usize, repaired: &Statement, cluster: &Cluster) -> bool {
    let receiver = |statement: &Statement| statement.receiver().map(|var| &test.definition(var).ty);
    let unquestioned =
        receiver(repaired) == receiver(&test.statements[at]) && !uses_null(test, &test.statements[at]);
    is_within(test, repaired)
        && !uses_hash(cluster.world, &test.statements[..at], repaired)
        && (unquestioned || check_statement(cluster, &test.statements[..at], repaired).is_ok())
}

/// Whether a write to an array comes before its end, where that is known.
fn is_within(test: &TestCase, statement: &Statement) -> bool {
    let StatementKind::WriteElement { array, index, .. } = statement.kind else { return true };
    !matches!(test.definition(array).kind, StatementKind::NewArray { length } if index >= length)
}

/// Whether a statement uses a `null`: the only value of a type that the test cannot name.
pub(crate) fn uses_null(test: &TestCase, statement: &Statement) -> bool {
    let mut found = false;
    statement.uses(|var| found |= is_null(test.definition(var)));
    found
}

fn replace_use(statement: &mut Statement, old: Var, new: Var) {
    statement.uses_mut(|var| {
        if *var == old {
            *var = new;
        }
    });
}

/// Changes each statement with probability 1/n: a value moves; a call gets another argument, receiver or
/// method.
fn change(test: &mut TestCase, live: &mut Live, cluster: &Cluster, rng: &mut impl Rng) -> bool {
    let rate = 1.0 / live.0.max(1) as f64;
    let mut changed = false;
    // From the end: what comes in before a statement or goes behind it moves none that is still to come.
    for index in (0..live.0).rev() {
        if index < test.len() && rng.random_bool(rate) {
            let before = test.len();
            changed |= change_statement(test, index, cluster, rng);
            live.0 = (live.0 + test.len()).saturating_sub(before);
        }
    }
    changed
}

fn change_statement(test: &mut TestCase, index: usize, cluster: &Cluster, rng: &mut impl Rng) -> bool {
    match &test.statements[index].kind {
        StatementKind::Literal(Literal::Null) => renew(test, index, cluster, rng),
        StatementKind::Literal(Literal::Enum(id)) => match other_constant(*id, cluster, rng) {
            Some(other) => {
                test.statements[index].kind = StatementKind::Literal(Literal::Enum(other));
                true
            }
            None => false,
        },
        StatementKind::Literal(Literal::Class(_)) => renew(test, index, cluster, rng),
        StatementKind::Literal(literal) => {
            let moved = literals::mutated(literal, &cluster.pools, rng);
            let changed = moved != *literal;
            test.statements[index].kind = StatementKind::Literal(moved);
            changed
        }
        StatementKind::NewArray { length } => {
            let length = *length;
            resize(test, index, length, rng);
            true
        }
        StatementKind::WriteElement { array, .. } => {
            let array = *array;
            change_element(test, index, array, cluster, rng)
        }
        StatementKind::Implement { .. } if rng.random_bool(EXCHANGE) => {
            exchange_behaviour(test, index, cluster, rng)
        }
        _ if rng.random_bool(RENEW) => {
            change_call(test, index, cluster, rng) || renew(test, index, cluster, rng)
        }
        _ => change_use(test, index, cluster, rng),
    }
}

fn other_constant(id: FieldId, cluster: &Cluster, rng: &mut impl Rng) -> Option<FieldId> {
    cluster.constants(cluster.world.field(id).class).filter(|&field| field != id).choose(rng)
}

/// Array lengths move by small steps.
fn resize(test: &mut TestCase, index: usize, length: u32, rng: &mut impl Rng) {
    let step = rng.random_range(1..=4);
    let new = if length > 0 && rng.random() { length.saturating_sub(step) } else { length + step };
    test.set_length(index, new);
}

fn change_element(
    test: &mut TestCase,
    index: usize,
    array: Var,
    cluster: &Cluster,
    rng: &mut impl Rng,
) -> bool {
    let StatementKind::NewArray { length } = test.definition(array).kind else {
        return change_use(test, index, cluster, rng);
    };
    if length == 0 || rng.random() {
        return change_use(test, index, cluster, rng);
    }
    let to = rng.random_range(0..length);
    let StatementKind::WriteElement { index: at, .. } = &mut test.statements[index].kind else {
        return false;
    };
    std::mem::replace(at, to) != to
}

/// Another call of the class under test with the same result, in place of one of its calls; on the same object where
/// that fits.
fn change_call(test: &mut TestCase, index: usize, cluster: &Cluster, rng: &mut impl Rng) -> bool {
    let statement = &test.statements[index];
    let old = match statement.kind {
        StatementKind::Call { method, .. }
        | StatementKind::Construct { constructor: method, .. }
        | StatementKind::Implement { constructor: Some(method), .. } => Call::Method(method),
        StatementKind::WriteField { field, .. } => Call::Write(field),
        _ => return false,
    };
    if !cluster.calls.contains(&old) {
        return false;
    }
    let result = |call: Call| match call {
        Call::Method(id) => &cluster.world.method(id).result,
        Call::Write(_) => &Type::Void,
    };
    let same = |call: &Call| *call != old && result(*call) == result(old);
    let Some(call) = cluster.calls.iter().copied().filter(same).choose(rng) else { return false };
    let mut builder = Builder::new(cluster, &test.statements[..index], rng);
    let Some(new) = builder.call_in_place(call, statement.receiver()) else { return false };
    let added = builder.added;
    let same_type = added.last().is_some_and(|last| last.ty == statement.ty);
    if !same_type || test.len() - 1 + added.len() > cluster.length {
        return false;
    }
    supersede(test, index, new, added, cluster);
    true
}

/// Another way to come to a value of the same type, in place of the statement.
fn renew(test: &mut TestCase, index: usize, cluster: &Cluster, rng: &mut impl Rng) -> bool {
    let ty = test.statements[index].ty.clone();
    if matches!(ty, Type::Void | Type::Primitive(_)) {
        return change_use(test, index, cluster, rng);
    }
    let mut builder = Builder::new(cluster, &test.statements[..index], rng);
    let Some(fresh) = builder.fresh(&ty, 1) else { return false };
    let added = builder.added;
    let too_long = test.len() - 1 + added.len() > cluster.length;
    if too_long || added.last().is_none_or(|last| last.ty != ty) && needs_exact_type(test, index) {
        return false;
    }
    supersede(test, index, fresh, added, cluster);
    true
}

/// One method of an object of a class made for the test does something else.
fn exchange_behaviour(test: &mut TestCase, index: usize, cluster: &Cluster, rng: &mut impl Rng) -> bool {
    let Statement { kind: StatementKind::Implement { methods, .. }, ty } = &test.statements[index] else {
        return false;
    };
    let Some(slot) = (0..methods.len()).choose(rng) else { return false };
    let Implemented { method, behaviour: old } = &methods[slot];
    let mut builder = Builder::new(cluster, &test.statements[..index], rng);
    let behaviour = builder.other_behaviour(old, &stubs::signature(cluster.world, ty, *method));
    let added = builder.added;
    if behaviour == *old || test.len() + added.len() > cluster.length {
        return false;
    }
    let at = index + added.len();
    test.splice(index, added);
    let StatementKind::Implement { methods, .. } = &mut test.statements[at].kind else { return false };
    methods[slot].behaviour = behaviour;
    true
}

fn needs_exact_type(test: &TestCase, index: usize) -> bool {
    test.statements[index..].iter().any(|statement| statement.written() == Some(Var(index as u32)))
}

/// Puts statements in before `index`; uses of its variable become uses of `new`, and it goes.
fn supersede(test: &mut TestCase, index: usize, new: Var, added: Vec<Statement>, cluster: &Cluster) {
    let old = Var((index + added.len()) as u32);
    test.splice(index, added);
    for user in old.0 as usize + 1..test.len() {
        let mut repaired = test.statements[user].clone();
        replace_use(&mut repaired, old, new);
        if still_fits(test, user, &repaired, cluster) {
            test.statements[user] = repaired;
        }
    }
    test.retain(|at| at != old.0 as usize);
}

/// One of the variables that a statement uses becomes another one, found or made.
fn change_use(test: &mut TestCase, index: usize, cluster: &Cluster, rng: &mut impl Rng) -> bool {
    let written = test.statements[index].written();
    let mut used = Vec::new();
    test.statements[index].uses(|var| used.push(var));
    let Some(slot) = (0..used.len()).filter(|&slot| Some(used[slot]) != written).choose(rng) else {
        return false;
    };
    let receiver = test.statements[index].receiver().is_some() && slot == 0;
    let ty = declared(test, index, slot, cluster).unwrap_or_else(|| test.definition(used[slot]).ty.clone());
    let mut builder = Builder::new(cluster, &test.statements[..index], rng);
    let ty = match place(&test.statements[index], slot) {
        Some(place) => builder.turn_to(place, ty),
        None => ty,
    };
    let Some(new) = builder.another(used[slot], &ty, !receiver) else { return false };
    let added = builder.added;
    if test.len() + added.len() > cluster.length {
        return false;
    }
    let at = index + added.len();
    test.splice(index, added);
    let mut changed = test.statements[at].clone();
    let mut seen = 0;
    changed.uses_mut(|var| {
        if seen == slot {
            *var = new;
        }
        seen += 1;
    });
    let fits = still_fits(test, at, &changed, cluster);
    if fits {
        test.statements[at] = changed;
    } else {
        test.retain(|it| !(index..at).contains(&it));
    }
    fits
}

/// The type that a statement wants in a place, where generics have no say in it: wider, as a rule, than that of the
/// variable that stands there.
fn declared(test: &TestCase, index: usize, slot: usize, cluster: &Cluster) -> Option<Type> {
    let statement = &test.statements[index];
    let argument = slot.checked_sub(usize::from(statement.receiver().is_some()));
    let ty = match (&statement.kind, argument) {
        (
            StatementKind::Construct { constructor: method, .. } | StatementKind::Call { method, .. },
            Some(argument),
        ) => cluster.world.method(*method).arguments.get(argument)?,
        (StatementKind::Call { method, .. }, None) => {
            return plain_type(cluster, cluster.world.method(*method).class);
        }
        (StatementKind::WriteField { field, .. }, Some(0)) => &cluster.world.field(*field).ty,
        (StatementKind::WriteField { field, .. } | StatementKind::ReadField { field, .. }, None) => {
            return plain_type(cluster, cluster.world.field(*field).class);
        }
        _ => return None,
    };
    (!mentions_variable(ty)).then(|| ty.clone())
}

/// The place where a statement puts a variable that it uses, if it is a parameter or a field.
fn place(statement: &Statement, slot: usize) -> Option<Place> {
    let argument = slot.checked_sub(usize::from(statement.receiver().is_some()))?;
    match statement.kind {
        StatementKind::Construct { constructor: method, .. } | StatementKind::Call { method, .. } => {
            Some(Place::Argument(method, argument))
        }
        StatementKind::WriteField { field, .. } => Some(Place::Field(field)),
        _ => None,
    }
}

/// The type of a class without type parameters that the test can name.
fn plain_type(cluster: &Cluster, class: types::ClassId) -> Option<Type> {
    let plain = cluster.world.class(class).parameters.is_empty()
        && cluster.world.is_accessible_class(class, &cluster.package);
    plain.then(|| Type::class(class))
}

fn mentions_variable(ty: &Type) -> bool {
    match ty {
        Type::Variable(_) => true,
        Type::Class(_, arguments) => arguments.iter().any(mentions_variable),
        Type::Array(element) | Type::Wildcard(_, element) => mentions_variable(element),
        _ => false,
    }
}

/// Inserts calls at random positions: one for sure, then another with probability 1/2, 1/4, ...
fn insert(test: &mut TestCase, live: &mut Live, cluster: &Cluster, rng: &mut impl Rng) -> bool {
    let mut inserted = false;
    let mut chance = 1.0;
    while rng.random_bool(chance) && test.len() < cluster.length {
        let at = if rng.random() { live.0 } else { rng.random_range(0..=live.0) };
        let before = test.len();
        if rng.random_bool(0.02) && insert_assignment(test, at, cluster, rng)
            || insert_call(test, at, cluster, rng)
        {
            live.0 += test.len() - before;
            inserted = true;
        }
        chance /= 2.0;
    }
    inserted
}

/// `a = b` between two variables of one type.
fn insert_assignment(test: &mut TestCase, at: usize, cluster: &Cluster, rng: &mut impl Rng) -> bool {
    let usable = |var: &usize| {
        let statement = &test.statements[*var];
        gives(cluster.world, statement, &statement.ty)
    };
    // A `null` may stand for a type that its variable does not have.
    let assignable = |var: &usize| usable(var) && !is_null(&test.statements[*var]);
    let Some(target) = (0..at).filter(assignable).choose(rng) else { return false };
    let same = |var: &usize| *var != target && test.statements[*var].ty == test.statements[target].ty;
    let Some(value) = (0..at).filter(usable).filter(same).choose(rng) else { return false };
    let kind = StatementKind::Assign { target: Var(target as u32), value: Var(value as u32) };
    test.splice(at, vec![Statement { kind, ty: Type::Void }]);
    true
}

impl<R: Rng> Builder<'_, R> {
    /// A variable other than `old` that may stand in its place.
    fn another(&mut self, old: Var, ty: &Type, nullable: bool) -> Option<Var> {
        if nullable && !matches!(ty, Type::Primitive(_)) && self.chance(NULL) {
            return Some(self.null(ty));
        }
        if self.chance(0.5)
            && let Some(found) = self.other_of_test(old, ty, nullable)
        {
            return Some(found);
        }
        self.fresh(ty, 1)
    }
}
