//! Plain values, as people write them in tests: zeros, ones, short words.

mod buffers;
mod collections;
mod constants;
mod creations;
mod direct_calls;
mod encoded;
mod environment;
mod literals;
mod setup;
mod sources;
mod values;

use std::collections::BTreeSet;

use testcase::{Args, Literal, Statement, StatementKind, TestCase, Var};
use types::access::STATIC;
use types::{ClassKind, Deprecated, MethodId, Primitive, Type, World};

use super::typical::{typical_character, typical_text};
use literals::plainer_literals;

pub use buffers::with_buffer;
use collections::use_class;
pub use collections::with_plain_collection;
pub use constants::with_constant;
pub use creations::{Creations, internal_calls, is_internal};
pub use direct_calls::with_direct_call;
pub use encoded::with_zeros;
pub use environment::with_fixed_environment;
pub use setup::{with_call_without_arguments, with_factory_without_arguments, with_shorter_constructor};
pub use sources::with_plain_source;
pub use values::{PlainValue, with_value, with_value_as_argument};

/// Maximum number of parameters of a constructor that replaces a call.
const MAX_PARAMETERS: usize = 3;
/// The arguments of a constructor that replaces a call.
#[derive(Clone, Copy)]
struct Defaults {
    /// The argument for parameters of the type `String`: null or a text.
    text: Option<&'static str>,
    /// The argument for parameters of numeric types.
    number: i8,
}

/// Arguments for a constructor: null or the empty text.
const PLAINEST: [Defaults; 2] = [Defaults { text: None, number: 0 }, Defaults { text: Some(""), number: 0 }];
/// Arguments for a constructor of an object that must possibly differ from another object.
const DIFFERENT: [Defaults; 2] =
    [Defaults { text: Some(""), number: 0 }, Defaults { text: Some("a"), number: 1 }];
/// Minimum reduction of a test's size for which null replaces an object, in the unit of [`TestCase::size`].
const MIN_REDUCTION: usize = 2;

/// Returns copies of a test with a plainer value in the statement with the index `position`, the plainest
/// value first.
///
/// Each value is plainer than the current value. Therefore repeated replacement ends.
pub fn plainer(world: &World, test: &TestCase, position: usize) -> Vec<TestCase> {
    match &test.statements[position].kind {
        StatementKind::Literal(Literal::Char(unit))
            if typical_character(world, test, position) == Some(*unit) =>
        {
            Vec::new()
        }
        StatementKind::Literal(literal) => plainer_literals(literal)
            .into_iter()
            .map(|literal| with_literal(test, position, literal))
            .collect(),
        StatementKind::NewArray { length } => {
            let lengths = [0, 1, length / 2, length.saturating_sub(1)];
            let mut shorter_lengths: Vec<u32> = lengths.into_iter().filter(|it| it < length).collect();
            shorter_lengths.dedup();
            let with_length = |length: u32| {
                let mut changed = test.clone();
                changed.set_array_length(position, length);
                changed
            };
            let shorter = shorter_lengths.into_iter().map(with_length);
            without_unwritten_elements(test, position, *length).into_iter().chain(shorter).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the test without the elements that it does not write to an array. Returns `None` if there are no
/// such elements, if the test writes no element, or if it reads elements of the array.
fn without_unwritten_elements(test: &TestCase, position: usize, length: u32) -> Option<TestCase> {
    let array = Var(position as u32);
    let is_read = |statement: &Statement| matches!(statement.kind, StatementKind::ReadElement { array: read, .. } if read == array);
    let written = test.written_elements(array).collect::<BTreeSet<u32>>().len();
    let is_partial = (1..length as usize).contains(&written);
    (is_partial && !test.statements.iter().any(is_read)).then(|| {
        let mut changed = test.clone();
        changed.remove_unwritten_elements(position);
        changed
    })
}

/// Returns whether there is no hope that a plainer value is accepted: the same value was rejected, or an
/// integer farther from zero was rejected.
pub fn is_plainer_than_rejected(value: &StatementKind, rejected: &[StatementKind]) -> bool {
    let is_nearer_to_zero = |other: &StatementKind| {
        magnitude(value).zip(magnitude(other)).is_some_and(|(value, other)| value < other)
    };
    rejected.iter().any(|other| other == value || is_nearer_to_zero(other))
}

/// Returns the absolute value of an integer literal.
fn magnitude(value: &StatementKind) -> Option<u64> {
    match *value {
        StatementKind::Literal(Literal::Byte(value)) => Some(i64::from(value).unsigned_abs()),
        StatementKind::Literal(Literal::Short(value)) => Some(i64::from(value).unsigned_abs()),
        StatementKind::Literal(Literal::Int(value)) => Some(i64::from(value).unsigned_abs()),
        StatementKind::Literal(Literal::Long(value)) => Some(value.unsigned_abs()),
        _ => None,
    }
}

/// Replaces the object with the index `position` by a new `Object`. Returns `None` unless every use of the
/// object is an argument for a parameter of the type `Object`. Also returns `None` for a literal, for a
/// variable of the type `Object`, and for an unused variable.
pub fn with_object(world: &World, test: &TestCase, position: usize) -> Option<TestCase> {
    let object = Type::class(world.object());
    let is_literal = matches!(test.statements[position].kind, StatementKind::Literal(_));
    if is_literal || test.statements[position].ty == object {
        return None;
    }
    let constructor = *world.class(world.object()).constructors.first()?;
    is_any_object(world, test, Var(position as u32)).then(|| {
        let mut plainer = test.clone();
        let kind = StatementKind::Construct { constructor, receiver: None, args: Args::new() };
        plainer.statements[position] = Statement { kind, ty: object };
        plainer.remove_unused_since(test);
        plainer
    })
}

/// Returns whether a test uses a variable, and only as an argument for parameters of the type `Object`.
pub(super) fn is_any_object(world: &World, test: &TestCase, var: Var) -> bool {
    let object = [Type::class(world.object())];
    let mut uses = test.statements.iter().filter(|statement| statement.mentions(var)).peekable();
    let is_replaceable = |statement: &Statement| {
        let mut uses = 0;
        statement.uses(|used| uses += usize::from(used == var));
        arguments_for(world, test, statement, var, &object).count() == uses
    };
    uses.peek().is_some() && uses.all(is_replaceable)
}

/// Passes a word instead of the object with the index `position` to all parameters of the types `Object` and
/// `CharSequence`. Returns `None` if there is no such parameter, or if the object is a literal.
pub fn with_word_as_argument(world: &World, test: &TestCase, position: usize) -> Option<TestCase> {
    pass_word(world, test, &[position])
}

/// Passes the same word instead of all objects to all parameters of the types `Object` and `CharSequence`.
/// Returns `None` unless the word replaces at least two objects, because the objects are possibly equal, such
/// as two empty lists.
pub fn with_word_as_all_arguments(world: &World, test: &TestCase) -> Option<TestCase> {
    let types = types_of_words(world);
    let is_replaceable = |&position: &usize| {
        let object = Var(position as u32);
        let is_passed = |it: &Statement| arguments_for(world, test, it, object, &types).next().is_some();
        !is_literal(test, position) && test.statements.iter().any(is_passed)
    };
    let positions: Vec<usize> = (0..test.len()).filter(is_replaceable).collect();
    if positions.len() < 2 { None } else { pass_word(world, test, &positions) }
}

/// Returns the types of parameters that accept any word: `Object` and `CharSequence`.
fn types_of_words(world: &World) -> Vec<Type> {
    let char_sequence = world.class_named("java.lang.CharSequence").map(Type::class);
    std::iter::once(Type::class(world.object())).chain(char_sequence).collect()
}

fn is_literal(test: &TestCase, position: usize) -> bool {
    matches!(test.statements[position].kind, StatementKind::Literal(_))
}

/// Passes a word instead of the objects with the given ascending indices to all parameters of the types
/// `Object` and `CharSequence`.
fn pass_word(world: &World, test: &TestCase, positions: &[usize]) -> Option<TestCase> {
    if positions.iter().any(|&position| is_literal(test, position)) {
        return None;
    }
    let first = *positions.first()?;
    let word = Literal::String(typical_text(test, None));
    let word = Statement { kind: StatementKind::Literal(word), ty: Type::class(world.string()) };
    let mut with_unused_word = test.clone();
    with_unused_word.splice(first + 1, vec![word]);
    let word = Var(first as u32 + 1);
    let object = |position: usize| Var(if position == first { position } else { position + 1 } as u32);
    let types = types_of_words(world);
    let mut changed = with_unused_word.clone();
    let mut is_changed = false;
    for index in first + 2..changed.len() {
        let statement = &changed.statements[index];
        let replaced: Vec<usize> = positions
            .iter()
            .flat_map(|&position| arguments_for(world, &changed, statement, object(position), &types))
            .collect();
        if let StatementKind::Call { args, .. } | StatementKind::Construct { args, .. } =
            &mut changed.statements[index].kind
        {
            is_changed |= !replaced.is_empty();
            replaced.into_iter().for_each(|argument| args[argument] = word);
        }
    }
    changed.remove_unused_since(&with_unused_word);
    is_changed.then_some(changed)
}

/// Replaces the object with the index `position` by null. Returns `None` if no statement uses the object, or
/// if the object is a receiver. Also returns `None` if the size of the test decreases by less than 2.
pub fn with_null(test: &TestCase, position: usize) -> Option<TestCase> {
    let var = Var(position as u32);
    let is_object = matches!(test.statements[position].ty, Type::Class(..))
        && !matches!(test.statements[position].kind, StatementKind::Literal(_));
    let mut uses = test.statements.iter().filter(|statement| statement.mentions(var)).peekable();
    if !is_object || uses.peek().is_none() || uses.any(|it| it.receiver() == Some(var)) {
        return None;
    }
    let mut plainer = with_literal(test, position, Literal::Null);
    plainer.remove_unused_since(test);
    (plainer.size() + MIN_REDUCTION <= test.size()).then_some(plainer)
}

/// Returns whether the statement with the index `position` creates a stub that a constructor receives.
pub fn is_injected_stub(test: &TestCase, position: usize) -> bool {
    let var = Var(position as u32);
    let receives =
        |it: &Statement| matches!(&it.kind, StatementKind::Construct { args, .. } if args.contains(&var));
    matches!(test.statements[position].kind, StatementKind::Implement { .. })
        && test.statements.iter().any(receives)
}

/// Returns copies of a test in which a constructor call replaces the call or field read with the index
/// `position`. The arguments of the constructor call are default values, such as zeros, null, or empty texts.
/// Omits copies that are not smaller than the test.
pub fn with_constructor(world: &World, package: &str, test: &TestCase, position: usize) -> Vec<TestCase> {
    let is_replaceable = matches!(
        test.statements[position].kind,
        StatementKind::Call { .. } | StatementKind::ReadField { .. }
    );
    if !is_replaceable {
        return Vec::new();
    }
    let mut smaller_tests = with_each_constructor(world, package, test, position, PLAINEST);
    smaller_tests.retain(|changed| changed.size() < test.size());
    smaller_tests
}

/// Returns copies of a test in which another constructor call replaces the constructor call or static call
/// with the index `position`. The arguments of the constructor call are default values. Constructors with
/// only primitive parameters come first. Among these, constructors without `long` parameters come first,
/// because the meaning of a time in milliseconds often depends on the time zone.
pub fn with_other_constructor(
    world: &World,
    package: &str,
    test: &TestCase,
    position: usize,
) -> Vec<TestCase> {
    let is_replaceable = matches!(
        test.statements[position].kind,
        StatementKind::Construct { receiver: None, .. } | StatementKind::Call { receiver: None, .. }
    );
    if !is_replaceable {
        return Vec::new();
    }
    let rank = |changed: &TestCase| {
        let created = changed.statements.iter().skip(position).find_map(Statement::called_method);
        let arguments = created.map_or(&[][..], |constructor| &world.method(constructor).arguments);
        let count = |is_counted: fn(&Type) -> bool| arguments.iter().filter(|ty| is_counted(ty)).count();
        (count(Type::is_reference), count(|ty| *ty == Type::Primitive(Primitive::Long)))
    };
    let mut changed_tests = with_each_constructor(world, package, test, position, DIFFERENT);
    changed_tests.retain(|changed| changed != test);
    changed_tests.sort_by_key(rank);
    changed_tests
}

/// Returns copies of a test with each usable constructor of its class in place of the statement with the
/// index `position`.
fn with_each_constructor(
    world: &World,
    package: &str,
    test: &TestCase,
    position: usize,
    defaults: [Defaults; 2],
) -> Vec<TestCase> {
    let is_used = test.statements.iter().any(|other| other.mentions(Var(position as u32)));
    let Some(class) = test.statements[position].ty.class_id().filter(|_| is_used) else {
        return Vec::new();
    };
    let class = world.class(class);
    let is_inner = class.outer.is_some() && class.access & STATIC == 0;
    if class.is_abstract() || is_inner || !class.parameters.is_empty() || class.kind != ClassKind::Class {
        return Vec::new();
    }
    let is_usable = |id: &MethodId| {
        let constructor = world.method(*id);
        world.is_accessible_class(class.id, package)
            && world.is_accessible_method(constructor, package)
            && constructor.deprecated == Deprecated::No
            && constructor.arguments.len() <= MAX_PARAMETERS
    };
    let constructors = class.constructors.iter().copied().filter(is_usable);
    let changed_tests = constructors
        .flat_map(|id| defaults.map(|defaults| with_constructor_call(world, test, position, id, defaults)));
    let mut changed_tests: Vec<TestCase> = changed_tests.flatten().collect();
    changed_tests.dedup();
    changed_tests
}

/// Replaces the statement with the index `position` by a constructor call with default arguments. Returns
/// `None` if a parameter has no default value.
fn with_constructor_call(
    world: &World,
    test: &TestCase,
    position: usize,
    constructor: MethodId,
    defaults: Defaults,
) -> Option<TestCase> {
    let arguments = world.method(constructor).arguments.iter();
    let values =
        arguments.map(|ty| default_value(world, ty, defaults)).collect::<Option<Vec<Statement>>>()?;
    let ty = test.statements[position].ty.clone();
    Some(with_construction(test, position, constructor, ty, values))
}

/// Replaces the statement with the index `position` by a constructor call with new arguments. `ty` is the
/// type of the created object. Removes the variables that no statement uses any more.
fn with_construction(
    test: &TestCase,
    position: usize,
    constructor: MethodId,
    ty: Type,
    arguments: Vec<Statement>,
) -> TestCase {
    let end = position + arguments.len();
    let args = (position..end).map(|index| Var(index as u32)).collect();
    let mut with_unused_arguments = test.clone();
    with_unused_arguments.splice(position, arguments);
    let mut changed = with_unused_arguments.clone();
    changed.statements[end] =
        Statement { kind: StatementKind::Construct { constructor, receiver: None, args }, ty };
    changed.remove_unused_since(&with_unused_arguments);
    changed
}

/// Returns a literal with the default value of a type: a number, false, the letter a, a text, or null.
fn default_value(world: &World, ty: &Type, defaults: Defaults) -> Option<Statement> {
    use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    let Defaults { text, number } = defaults;
    let literal = match ty {
        Type::Primitive(Boolean) => Literal::Boolean(false),
        Type::Primitive(Byte) => Literal::Byte(number),
        Type::Primitive(Char) => Literal::Char(u16::from(b'a')),
        Type::Primitive(Short) => Literal::Short(number.into()),
        Type::Primitive(Int) => Literal::Int(number.into()),
        Type::Primitive(Long) => Literal::Long(number.into()),
        Type::Primitive(Float) => Literal::Float(number.into()),
        Type::Primitive(Double) => Literal::Double(number.into()),
        Type::Class(class, _) if *class == world.string() => {
            text.map_or(Literal::Null, |text| Literal::String(text.encode_utf16().collect()))
        }
        Type::Class(..) | Type::Array(_) => Literal::Null,
        _ => return None,
    };
    Some(Statement { kind: StatementKind::Literal(literal), ty: world.erase(ty) })
}

/// Returns the indices of the arguments of a call that are the variable `var`, for parameters with one of the
/// given types. Type variables of the parameters are replaced first.
fn arguments_for<'a>(
    world: &'a World,
    test: &'a TestCase,
    statement: &'a Statement,
    var: Var,
    types: &'a [Type],
) -> impl Iterator<Item = usize> + 'a {
    let call = match &statement.kind {
        StatementKind::Call { method, receiver, args }
        | StatementKind::Construct { constructor: method, receiver, args }
            if args.contains(&var) =>
        {
            Some((*method, *receiver, args))
        }
        _ => None,
    };
    call.into_iter().flat_map(move |(method, receiver, args)| {
        let receiver = receiver.map(|receiver| &test.definition(receiver).ty);
        let bindings = world.bind(method, receiver, Some(&statement.ty));
        let parameters = &world.method(method).arguments;
        let has_type =
            move |index: &usize| types.contains(&world.substitute_parameter(&parameters[*index], &bindings));
        (0..args.len()).filter(move |&index| args[index] == var).filter(has_type)
    })
}

/// Replaces the variable with the index `position` by the earlier variable `same`, which refers to the same
/// object. Removes the statement of the replaced variable, and the statements that only this statement
/// needed. Returns `None` in these cases:
///
/// - The types of the variables differ.
/// - The replaced variable is not used.
/// - A receiver would become an argument of its own call.
pub fn with_variable(test: &TestCase, position: usize, same: Var) -> Option<TestCase> {
    let var = Var(position as u32);
    let is_used = test.statements.iter().any(|other| other.mentions(var));
    if !is_used || test.definition(same).ty != test.definition(var).ty {
        return None;
    }
    let mut changed = with_uses(test, var, same)?;
    changed.remove_unused_since(test);
    Some(changed)
}

/// Replaces the object with the index `position` by an object from which a call or a constructor created it.
/// Such an object can be a copy without purpose: `new ArrayList<>(list)` instead of `list`. Returns one
/// changed test for each such earlier object, the earliest first. The changed tests contain neither the call
/// nor the statements that only the call needed.
pub fn with_original(world: &World, test: &TestCase, position: usize) -> Vec<TestCase> {
    let kind = &test.statements[position].kind;
    if !matches!(kind, StatementKind::Call { .. } | StatementKind::Construct { .. }) {
        return Vec::new();
    }
    let originals = dependencies(test, position).into_iter();
    originals.filter_map(|original| with_original_as(world, test, position, original)).collect()
}

/// Uses an earlier variable in place of the object with the index `position`. Returns `None` in these cases:
///
/// - The object is not used, or a statement uses the object and the earlier variable.
/// - The objects have different type arguments.
/// - A statement needs the class of the replaced object.
fn with_original_as(world: &World, test: &TestCase, position: usize, original: Var) -> Option<TestCase> {
    let copy = Var(position as u32);
    let Type::Class(class, arguments) = &test.definition(original).ty else { return None };
    let has_same_arguments = matches!(&test.definition(copy).ty, Type::Class(_, it) if it == arguments);
    let mut changed = test.clone();
    let mut uses = changed.statements.iter_mut().filter(|it| it.mentions(copy)).peekable();
    if !has_same_arguments || uses.peek().is_none() {
        return None;
    }
    for statement in uses {
        if statement.mentions(original) {
            return None;
        }
        use_class(world, statement, copy, *class)?;
    }
    let mut changed = with_uses(&changed, copy, original)?;
    changed.remove_unused_since(test);
    Some(changed)
}

/// Returns the variables that a statement needs directly or indirectly, the earliest first.
fn dependencies(test: &TestCase, position: usize) -> Vec<Var> {
    let mut is_needed = vec![false; position + 1];
    is_needed[position] = true;
    for index in (0..=position).rev() {
        if is_needed[index] {
            test.statements[index].uses(|Var(used)| is_needed[used as usize] = true);
        }
    }
    (0..position).filter(|index| is_needed[*index]).map(|index| Var(index as u32)).collect()
}

/// Uses the earlier variable `same` in place of the result of the call with the index `position`. Both refer
/// to the same object. The call remains in the test. Returns `None` in these cases:
///
/// - The types of the variables differ.
/// - The result is not used, or the statement is not a call.
/// - A receiver would become an argument of its own call.
pub fn with_variable_as_argument(test: &TestCase, position: usize, same: Var) -> Option<TestCase> {
    let result = Var(position as u32);
    let is_call = matches!(test.statements[position].kind, StatementKind::Call { .. });
    let is_used = test.statements.iter().any(|it| it.mentions(result));
    if !is_call || !is_used || test.definition(same).ty != test.definition(result).ty {
        return None;
    }
    with_uses(test, result, same)
}

/// Returns the test with `new` in place of all uses of `old`. Returns `None` if a receiver would become an
/// argument of its own call.
fn with_uses(test: &TestCase, old: Var, new: Var) -> Option<TestCase> {
    let mut changed = test.clone();
    for statement in &mut changed.statements {
        statement.uses_mut(|it| *it = if *it == old { new } else { *it });
    }
    let self_arguments = |test: &TestCase| test.statements.iter().filter(|it| has_self_argument(it)).count();
    (self_arguments(&changed) <= self_arguments(test)).then_some(changed)
}

/// Uses the receiver of the call with the index `position` in place of the call's result. The call must
/// return its receiver. Returns `None` in these cases:
///
/// - No statement uses the result.
/// - No later statement uses the receiver, so the calls can be a chain.
/// - The types of the result and of the receiver differ.
/// - A receiver would become an argument of its own call.
pub fn with_receiver(test: &TestCase, position: usize, receiver: Var) -> Option<TestCase> {
    let result = Var(position as u32);
    let has_uses =
        is_used_after(test, position, result) && has_replaceable_receiver(test, position, receiver);
    if has_uses { with_uses(test, result, receiver) } else { None }
}

/// Uses the result of the call with the index `position` in place of the receiver in all later statements.
/// The call must return its receiver. So the calls can become a chain. Returns `None` in these cases:
///
/// - No later statement uses the receiver.
/// - The types of the result and of the receiver differ.
/// - A receiver would become an argument of its own call.
pub fn with_result(test: &TestCase, position: usize, receiver: Var) -> Option<TestCase> {
    if !has_replaceable_receiver(test, position, receiver) {
        return None;
    }
    let mut changed = with_uses(test, receiver, Var(position as u32))?;
    changed.statements[..=position].clone_from_slice(&test.statements[..=position]);
    Some(changed)
}

/// Returns whether the call with the index `position` has this receiver and returns a value of the same type.
/// A later statement must use the receiver.
fn has_replaceable_receiver(test: &TestCase, position: usize, receiver: Var) -> bool {
    let call = &test.statements[position];
    call.receiver() == Some(receiver)
        && test.definition(receiver).ty == call.ty
        && is_used_after(test, position, receiver)
}

fn is_used_after(test: &TestCase, position: usize, var: Var) -> bool {
    test.statements[position + 1..].iter().any(|it| it.mentions(var))
}

/// Returns whether the receiver of a call is also one of its arguments.
fn has_self_argument(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Call { receiver: Some(receiver), args, .. } => args.contains(receiver),
        _ => false,
    }
}

/// Passes a new object instead of the receiver in the call with the index `position`. The new object has the
/// same definition as the receiver. Returns `None` if the receiver is no argument of the call.
pub fn without_self_argument(test: &TestCase, position: usize) -> Option<TestCase> {
    let receiver = test.statements[position].receiver()?;
    if !has_self_argument(&test.statements[position]) {
        return None;
    }
    let mut changed = test.clone();
    changed.splice(position, vec![test.definition(receiver).clone()]);
    if let StatementKind::Call { args, .. } = &mut changed.statements[position + 1].kind {
        args.iter_mut().filter(|arg| **arg == receiver).for_each(|arg| *arg = Var(position as u32));
    }
    Some(changed)
}

fn with_literal(test: &TestCase, position: usize, literal: Literal) -> TestCase {
    let mut changed = test.clone();
    changed.statements[position].kind = StatementKind::Literal(literal);
    changed
}
