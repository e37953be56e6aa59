//! Replaces values by typical or plainer values, if the test still covers the same goals.

use std::collections::BTreeSet;
use std::time::Instant;

use execution::run::{Evaluation, Executor, executed_part, thrown_class};
use testcase::{Literal, Observation, Statement, StatementKind, TestCase, Var};
use types::{ClassId, ClassKind, Type, World};
use vm::{Execution, Mode};

use super::SuiteTest;
use super::improve::{improve, improve_if};
use super::plain::{self, Creations, PlainValue};
use super::shorten::shorten;
use super::typical;

/// Maximum number of changes of a test that are tried because its values depend on the environment.
const MAX_FIXED_VALUES: usize = 12;
/// Maximum number of such changes that are made to a test, one after the other.
const MAX_UNSTABLE_ROUNDS: usize = 8;

/// Maximum number of times that the tests are compared to make them more alike. What is usual can change each
/// time.
const MAX_ALIKE_ROUNDS: usize = 8;

/// What the simplification of tests must know about their test class.
pub struct Surroundings<'a> {
    /// The class that the tests are for.
    pub class_under_test: ClassId,
    /// Package of the test class.
    pub package: &'a str,
    /// Whether stubs are short, as with Mockito. Then null does not replace a stub that a constructor
    /// receives.
    pub keeps_stubs: bool,
    /// Other tests of the test class, which are already simplified.
    pub other_tests: Vec<TestCase>,
}

/// Makes the values of tests typical or plainer until the deadline.
///
/// First replaces values that depend on a clock, the default locale or the default time zone, because nothing
/// can be asserted about them. Then replaces calls by plainer values: the value that the call returned, the
/// object that it copied, a new object, a constructor call, or null. No change adds calls of methods that are
/// not public. Creates objects as other tests do, if these call fewer such methods. Replaces stubs by
/// constants of their class. Replaces an object that a method receives although the method belongs to it.
/// Replaces writers and output streams by buffers, and readers and input streams by texts and bytes. Replaces
/// the bytes of random texts by zeros, and unusual collections by usual ones. Replaces a receiver that is an
/// argument of its own call. If a call only prepares a later call, a call with fewer arguments replaces it.
/// Then makes the tests more alike: see [`make_alike`]. Then removes calls that are no longer needed, for
/// example because no statement uses their results any more. Then makes values typical: see
/// [`typical::with_typical_value`]. Then makes the other literals plainer: see [`plain::plainer`]. Then makes
/// the changed values typical again. At last, creates values directly before their first use, so that equal
/// tests become recognisable.
pub fn simplify(
    executor: &mut Executor,
    suite: &mut [SuiteTest],
    surroundings: &Surroundings,
    deadline: Instant,
) {
    replace_all_unstable_values(executor, suite, surroundings.package, deadline);
    replace_calls(executor, suite, surroundings, deadline);
    let Surroundings { other_tests, class_under_test, .. } = surroundings;
    make_alike(executor, suite, other_tests, *class_under_test, deadline);
    // A simpler call can depend on the environment again.
    replace_all_unstable_values(executor, suite, surroundings.package, deadline);
    shorten(executor, suite, deadline);
    make_values_typical(executor, suite, deadline, &|_, _| true);
    let before: Vec<TestCase> = suite.iter().map(|it| it.test.clone()).collect();
    make_literals_plainer(executor, suite, deadline);
    // Words can replace the letters that are left.
    make_values_typical(executor, suite, deadline, &|index, test| *test != before[index]);
    create_values_late(executor, suite, deadline);
}

/// Creates the values of each test directly before their first use.
fn create_values_late(executor: &mut Executor, suite: &mut [SuiteTest], deadline: Instant) {
    improve(executor, suite, deadline, &mut |_, SuiteTest { test, .. }, was_accepted| {
        let changed = test.with_late_creations();
        (was_accepted.is_none() && changed != *test).then_some(changed)
    });
}

/// What [`make_values_typical`] tries next for a test.
struct TypicalValues {
    /// The changed tests that are still to try, the best last.
    pending: Vec<TestCase>,
    /// The next value is before this position. `None` if values were not tried one by one yet.
    end: Option<usize>,
}

/// Replaces values by typical values in the tests for which `is_selected` returns true. Its parameters are
/// the index of the test, and the test. First tries to replace all such values of a test together, then each
/// of them. The changed test must end as before.
fn make_values_typical(
    executor: &mut Executor,
    suite: &mut [SuiteTest],
    deadline: Instant,
    is_selected: &dyn Fn(usize, &TestCase) -> bool,
) {
    let world = executor.world;
    let all_values = |(index, it): (usize, &SuiteTest)| {
        let selected = Some(&it.test).filter(|test| is_selected(index, test));
        let changed = selected.and_then(|test| typical::with_typical_values(world, test));
        TypicalValues { pending: changed.into_iter().collect(), end: None }
    };
    let mut states: Vec<TypicalValues> = suite.iter().enumerate().map(all_values).collect();
    let mut propose = |index: usize, SuiteTest { test, .. }: &SuiteTest, was_accepted: Option<bool>| {
        let TypicalValues { pending, end } = &mut states[index];
        match (was_accepted, *end) {
            (None, _) => return pending.pop(),
            (Some(true), None) => return None,
            (Some(true), _) => pending.clear(),
            _ => {}
        }
        // Additional statements follow the changed value. So the positions of earlier values do not change.
        while pending.is_empty() {
            let position = end.unwrap_or(test.len()).checked_sub(1)?;
            *end = Some(position);
            *pending = typical::with_typical_value(world, test, position);
            pending.reverse();
        }
        pending.pop()
    };
    let ends_as_before = |test: &SuiteTest, changed: &TestCase, evaluation: &Evaluation| {
        thrown_class(&evaluation.execution.outcome) == test.exception.as_ref()
            && executed_part(changed, &evaluation.execution).len() == changed.len()
    };
    improve_if(executor, suite, deadline, &mut propose, &ends_as_before);
}

/// What [`make_literals_plainer`] tries next for a test.
#[derive(Default)]
struct PlainerValues {
    /// Position of the literal.
    position: usize,
    /// The changed tests that are still to try, the best last.
    pending: Vec<TestCase>,
    /// The values that were not accepted at this position.
    rejected: Vec<StatementKind>,
    /// The value that was proposed last.
    last: Option<StatementKind>,
}

impl PlainerValues {
    /// Returns the next changed test, or `None` if all values were tried. Tries values that are plainer than
    /// an accepted value.
    fn propose(&mut self, world: &World, test: &TestCase, was_accepted: Option<bool>) -> Option<TestCase> {
        match was_accepted {
            Some(true) => {
                self.position = self.position.min(test.len());
                self.pending.clear();
                if self.position < test.len() {
                    self.fill(world, test);
                }
            }
            _ => self.rejected.extend(self.last.take()),
        }
        while self.pending.is_empty() {
            self.position = self.position.checked_sub(1)?;
            self.rejected.clear();
            self.fill(world, test);
        }
        let proposal = self.pending.pop();
        self.last = proposal.as_ref().map(|test| test.statements[self.position].kind.clone());
        proposal
    }

    fn fill(&mut self, world: &World, test: &TestCase) {
        let is_hopeless = |test: &TestCase| {
            plain::is_plainer_than_rejected(&test.statements[self.position].kind, &self.rejected)
        };
        self.pending = plain::plainer(world, test, self.position);
        self.pending.retain(|test| !is_hopeless(test));
        self.pending.reverse();
    }
}

/// Makes literals plainer, one at a time, the last literal of a test first.
fn make_literals_plainer(executor: &mut Executor, suite: &mut [SuiteTest], deadline: Instant) {
    let values = |it: &SuiteTest| PlainerValues { position: it.test.len(), ..PlainerValues::default() };
    let mut states: Vec<PlainerValues> = suite.iter().map(values).collect();
    let world = executor.world;
    improve(executor, suite, deadline, &mut |index, SuiteTest { test, .. }, was_accepted| {
        states[index].propose(world, test, was_accepted)
    });
}

/// Replaces calls whose values depend on a clock, a random number, the default locale or the default time
/// zone.
fn replace_all_unstable_values(
    executor: &mut Executor,
    suite: &mut [SuiteTest],
    package: &str,
    deadline: Instant,
) {
    // A value that changes by chance can seem to be better each time, so the number of rounds is limited.
    for _ in 0..MAX_UNSTABLE_ROUNDS {
        if !replace_unstable_values(executor, suite, package, deadline) {
            return;
        }
    }
}

/// Tries to replace one such call in each test: `new Date(0)` instead of `new Date()`. Returns whether the
/// caller should try again: at least one test changed, and the deadline is not reached.
fn replace_unstable_values(
    executor: &mut Executor,
    suite: &mut [SuiteTest],
    package: &str,
    deadline: Instant,
) -> bool {
    let world = executor.world;
    let tests: Vec<TestCase> = suite.iter().map(|it| it.test.clone()).collect();
    let unstable = unstable_positions(executor, &tests, deadline);
    let changed = tests.iter().zip(&unstable).enumerate().flat_map(|(index, (test, positions))| {
        let UnstablePositions { time_dependent, changing } = positions;
        let constructors = time_dependent
            .iter()
            .filter(|&&position| position < test.len())
            .flat_map(|&position| plain::with_other_constructor(world, package, test, position));
        let fixed_values = with_operands(test, changing)
            .into_iter()
            .flat_map(|position| plain::with_fixed_environment(world, package, test, position))
            .take(MAX_FIXED_VALUES);
        constructors.chain(fixed_values).map(move |changed| (index, changed)).collect::<Vec<_>>()
    });
    let (indices, changed): (Vec<usize>, Vec<TestCase>) = changed.unzip();
    let unstable_after = unstable_positions(executor, &changed, deadline);
    let mut options: Vec<Vec<TestCase>> = vec![Vec::new(); suite.len()];
    // The last option is tried first.
    for ((index, changed), after) in indices.into_iter().zip(changed).zip(unstable_after).rev() {
        if after.counts() < unstable[index].counts() {
            options[index].push(changed);
        }
    }
    replace_by_options(executor, suite, options, deadline)
}

/// The statements of a test whose values are not the same in every run.
struct UnstablePositions {
    /// Positions of statements that read a clock or a random number.
    time_dependent: Vec<usize>,
    /// Positions of statements whose values differ between two environments.
    changing: BTreeSet<usize>,
}

impl UnstablePositions {
    /// Returns the numbers of statements, the more important number first.
    fn counts(&self) -> (usize, usize) {
        (self.time_dependent.len(), self.changing.len())
    }
}

/// Returns statements and all statements from whose values they are computed. For an object, the observed
/// value is only its class, which is often the same although the state of the object depends on the
/// environment.
fn with_operands(test: &TestCase, positions: &BTreeSet<usize>) -> BTreeSet<usize> {
    let mut all = positions.clone();
    for position in (0..test.len()).rev() {
        if all.contains(&position) {
            test.statements[position].uses(|operand| {
                all.insert(operand.0 as usize);
            });
        }
    }
    all
}

/// Runs tests in two environments, and compares their values.
fn unstable_positions(
    executor: &mut Executor,
    tests: &[TestCase],
    deadline: Instant,
) -> Vec<UnstablePositions> {
    let usual = executor.run(tests, Mode::Observe, deadline);
    let other = executor.run(tests, Mode::ObserveOtherwise(1), deadline);
    let compare = |(usual, other): (&Execution, &Execution)| {
        let values = usual.observations.iter().zip(&other.observations).enumerate();
        let changing = values.filter(|(_, (usual, other))| usual != other).map(|(position, _)| position);
        UnstablePositions {
            time_dependent: usual.time_dependent.iter().map(|&position| position as usize).collect(),
            changing: changing.collect(),
        }
    };
    usual.iter().zip(&other).map(compare).collect()
}

/// Replaces calls by plainer values, one call in each test after the other. Tries no copy of a test twice.
/// Does not try an earlier version of a test either, because two kinds of changes can undo each other.
fn replace_calls(
    executor: &mut Executor,
    suite: &mut [SuiteTest],
    surroundings: &Surroundings,
    deadline: Instant,
) {
    let mut tried: Vec<Vec<TestCase>> = vec![Vec::new(); suite.len()];
    loop {
        let mut options = plainer_calls(executor, suite, surroundings, deadline);
        options.iter_mut().zip(&tried).for_each(|(options, tried)| options.retain(|it| !tried.contains(it)));
        let before: Vec<TestCase> = suite.iter().map(|it| it.test.clone()).collect();
        let is_changed = replace_by_options(executor, suite, options.clone(), deadline);
        for (((tried, options), before), after) in tried.iter_mut().zip(options).zip(before).zip(&*suite) {
            if after.test == before {
                tried.extend(options);
            } else {
                tried.push(before);
            }
        }
        if !is_changed {
            return;
        }
    }
}

/// Returns for each test the copies in which a plainer value replaces one call, the best copy last.
fn plainer_calls(
    executor: &mut Executor,
    suite: &[SuiteTest],
    surroundings: &Surroundings,
    deadline: Instant,
) -> Vec<Vec<TestCase>> {
    let world = executor.world;
    let &Surroundings { class_under_test, package, keeps_stubs, .. } = surroundings;
    let tests: Vec<TestCase> = suite.iter().map(|it| it.test.clone()).collect();
    let executions = executor.run(&tests, Mode::Observe, deadline);
    let creations = Creations::of(world, surroundings.other_tests.iter().chain(&tests));
    let mut options: Vec<Vec<TestCase>> = Vec::new();
    for ((test, execution), current) in tests.iter().zip(&executions).zip(suite) {
        let observed_values = execution.observations.iter().enumerate();
        let values: Vec<[Option<TestCase>; 2]> = observed_values
            .filter_map(|(position, value)| Some(with_observed_value(world, test, position, value.as_ref()?)))
            .collect();
        let (without_calls, with_calls): (Vec<_>, Vec<_>) =
            values.into_iter().map(|[without_call, with_call]| (without_call, with_call)).unzip();
        let receivers =
            execution.observations.iter().enumerate().filter_map(|(position, value)| match value {
                Some(Observation::Same(same)) => plain::with_receiver(test, position, *same),
                _ => None,
            });
        let aliases = execution.observations.iter().enumerate().flat_map(|(position, value)| match value {
            Some(Observation::Same(same)) if test.statements[position].receiver() == Some(*same) => {
                creations.instead_of_receiver(world, test, Var(position as u32), *same)
            }
            _ => Vec::new(),
        });
        let originals = (0..test.len())
            .flat_map(|position| plain::with_original(world, test, position).into_iter().rev());
        let words =
            (0..test.len()).filter_map(|position| plain::with_word_as_argument(world, test, position));
        let buffers = (0..test.len()).filter_map(|position| plain::with_buffer(world, test, position));
        let zeros = (0..test.len()).filter_map(|position| plain::with_zeros(world, test, position));
        let sources = (0..test.len())
            .flat_map(|position| plain::with_plain_source(world, test, position).into_iter().rev());
        let collections = (0..test.len())
            .flat_map(|position| plain::with_plain_collection(world, test, position).into_iter().rev());
        let objects = (0..test.len()).filter_map(|position| plain::with_object(world, test, position));
        // Null instead of an object could make another statement throw the expected exception.
        let expects_null_pointer_exception =
            current.exception.as_deref() == Some("java.lang.NullPointerException");
        let constructors = (0..test.len())
            .filter(|_| !expects_null_pointer_exception)
            .flat_map(|position| plain::with_constructor(world, package, test, position));
        let constants = (0..test.len())
            .flat_map(|position| plain::with_constant(world, package, test, position).into_iter().rev());
        let nulls = (0..test.len())
            .filter(|_| !expects_null_pointer_exception)
            .filter(|&position| !keeps_stubs || !plain::is_injected_stub(test, position))
            .filter_map(|position| plain::with_null(test, position));
        let without_self_arguments =
            (0..test.len()).filter_map(|position| plain::without_self_argument(test, position));
        let setups = (0..test.len())
            .flat_map(|position| plain::with_call_without_arguments(world, package, test, position));
        let factories = (0..test.len())
            .filter_map(|position| plain::with_factory_without_arguments(world, package, test, position));
        let shorter_constructors = (0..test.len()).flat_map(|position| {
            plain::with_shorter_constructor(world, package, test, position).into_iter().rev()
        });
        let new_creations =
            (0..test.len()).flat_map(|position| creations.instead(world, class_under_test, test, position));
        // The last option is tried first.
        let mut options_of_test: Vec<TestCase> = setups
            .chain(factories)
            .chain(shorter_constructors)
            .chain(without_self_arguments)
            .chain(nulls)
            .chain(constants)
            .chain(constructors)
            .chain(new_creations)
            .chain(collections)
            .chain(objects)
            .chain(words)
            .chain(plain::with_word_as_all_arguments(world, test))
            .chain(buffers)
            .chain(zeros)
            .chain(sources)
            .chain(aliases)
            .chain(receivers)
            .chain(originals)
            .chain(with_calls.into_iter().flatten())
            .chain(without_calls.into_iter().flatten())
            .collect();
        retain_public(world, test, &mut options_of_test);
        options.push(options_of_test);
    }
    options.resize(suite.len(), Vec::new());
    options
}

/// Makes the tests of a class more alike until the deadline. They create objects as most tests of the class
/// do: see [`Creations::as_usual`]. They call the class under test directly: see
/// [`plain::with_direct_call`]. `other_tests` are further tests of the class, which do not change.
pub fn make_alike(
    executor: &mut Executor,
    suite: &mut [SuiteTest],
    other_tests: &[TestCase],
    class_under_test: ClassId,
    deadline: Instant,
) {
    let world = executor.world;
    for _ in 0..MAX_ALIKE_ROUNDS {
        let creations = Creations::of(world, suite.iter().map(|it| &it.test).chain(other_tests));
        let options = suite.iter().map(|SuiteTest { test, .. }| {
            let positions = 0..test.len();
            let usual = positions.filter_map(|it| creations.as_usual(world, class_under_test, test, it));
            let mut options: Vec<TestCase> =
                usual.chain(direct_calls(world, &creations, class_under_test, test)).collect();
            retain_public(world, test, &mut options);
            options
        });
        let options = options.collect();
        if !replace_by_options(executor, suite, options, deadline) {
            return;
        }
    }
}

/// Returns copies of a test that call the class under test directly, the best copy last.
fn direct_calls(
    world: &World,
    creations: &Creations,
    class_under_test: ClassId,
    test: &TestCase,
) -> Vec<TestCase> {
    let positions = 0..test.len();
    positions.flat_map(|it| plain::with_direct_call(world, creations, class_under_test, test, it)).collect()
}

/// Removes the copies of a test that call more methods that are not public.
fn retain_public(world: &World, test: &TestCase, copies: &mut Vec<TestCase>) {
    let internal_calls = plain::internal_calls(world, test);
    copies.retain(|changed| plain::internal_calls(world, changed) <= internal_calls);
}

/// Replaces each test by the first of its options that covers the same goals. The last option is tried first.
/// Returns whether the caller should try again with new options: at least one test changed, and the deadline
/// is not reached.
fn replace_by_options(
    executor: &mut Executor,
    suite: &mut [SuiteTest],
    mut options: Vec<Vec<TestCase>>,
    deadline: Instant,
) -> bool {
    let mut is_changed = false;
    improve(executor, suite, deadline, &mut |index, _, was_accepted| {
        // After a change, the observations are out of date.
        if was_accepted == Some(true) {
            is_changed = true;
            return None;
        }
        options[index].pop()
    });
    is_changed && Instant::now() < deadline
}

/// Returns two copies of the test that use an observed value instead of the result of the call. The first
/// copy does not contain the call, and the second copy does. Returns no copies if a literal or a variable
/// cannot represent the value, or if the call returns all constants of an enum.
fn with_observed_value(
    world: &World,
    test: &TestCase,
    position: usize,
    value: &Observation,
) -> [Option<TestCase>; 2] {
    if let Observation::Same(same) = value {
        let copies = [plain::with_variable, plain::with_variable_as_argument];
        return copies.map(|copy| copy(test, position, *same));
    }
    let statement = &test.statements[position];
    let value = plain_value(world, &statement.ty, value).filter(|_| !returns_all_constants(world, statement));
    let Some(value) = value else { return [None, None] };
    [plain::with_value, plain::with_value_as_argument].map(|copy| copy(test, position, &value))
}

/// Returns whether a statement calls the method `values` of an enum.
fn returns_all_constants(world: &World, statement: &Statement) -> bool {
    statement.called_method().is_some_and(|method| {
        let method = world.method(method);
        let is_of_enum = world.class(method.class).kind == ClassKind::Enum;
        is_of_enum && method.is_static() && *method.name == *"values" && method.arguments.is_empty()
    })
}

/// Returns the plain value that represents an observed value of a type, if there is one.
fn plain_value(world: &World, ty: &Type, value: &Observation) -> Option<PlainValue> {
    match (value, ty) {
        (Observation::Array(elements), Type::Array(element_type)) => {
            let literals = elements.iter().map(|element| observed_literal(world, element_type, element));
            literals.collect::<Option<_>>().map(PlainValue::Array)
        }
        _ => observed_literal(world, ty, value).map(PlainValue::Literal),
    }
}

/// Returns the literal that represents an observed value of a type, if there is one.
fn observed_literal(world: &World, ty: &Type, value: &Observation) -> Option<Literal> {
    match value {
        Observation::Null => Some(Literal::Null),
        Observation::Literal(literal) | Observation::Boxed(literal) => {
            has_literals(world, ty).then(|| literal.clone())
        }
        Observation::Enum { name, .. } => {
            let class = world.class(ty.class_id()?);
            let mut constants = class.fields.iter().filter(|&&field| world.field(field).enum_constant);
            constants.find(|&&field| world.field(field).name == *name).copied().map(Literal::Enum)
        }
        _ => None,
    }
}

/// Returns whether values of a type can be written as literals.
fn has_literals(world: &World, ty: &Type) -> bool {
    match ty {
        Type::Primitive(_) => true,
        Type::Class(class, _) => *class == world.string() || world.unboxed(*class).is_some(),
        _ => false,
    }
}

/// Simplifies the methods of stubs, one method at a time.
pub(super) fn simplify_stubs(executor: &mut Executor, suite: &mut [SuiteTest], deadline: Instant) {
    let mut method_indices = vec![0; suite.len()];
    improve(executor, suite, deadline, &mut |index, current, was_accepted| {
        method_indices[index] += usize::from(was_accepted == Some(false));
        current.test.with_simpler_method(method_indices[index])
    });
}
