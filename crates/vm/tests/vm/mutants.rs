//! Tests of the effects of mutants.

use std::time::{Duration, Instant};

use testcase::{Literal, StatementKind, TestCase};
use types::{Primitive, Type, World};
use vm::{BatchSettings, Config, Effect, Mode, MutantNumber, WorkerPool};

use crate::setup::{Script, call, config, outcome, outcomes, run_on, script, start, world};

const CLASS: &str = "demo.Mutated";
const KILLED: Effect = Effect::Killed;
const NOT_RUN: Effect = Effect::NotRun;

fn survived(impact: u32) -> Effect {
    Effect::Survived { impact }
}

/// Submits tests with the numbers of the mutants on which they run.
fn submit_in_mode(mode: Mode, pool: &mut WorkerPool, world: &World, tests: &[(&TestCase, &[u32])]) {
    let numbers = |mutants: &[u32]| mutants.iter().copied().map(MutantNumber).collect();
    let mutants: Vec<Vec<MutantNumber>> = tests.iter().map(|(_, mutants)| numbers(mutants)).collect();
    let tests = tests.iter().zip(&mutants).map(|((test, _), mutants)| (*test, &mutants[..]));
    pool.submit_mutants(world, &tests.collect::<Vec<_>>(), BatchSettings::new(mode));
}

fn submit(pool: &mut WorkerPool, world: &World, tests: &[(&TestCase, &[u32])]) {
    submit_in_mode(Mode::Mutants, pool, world, tests);
}

fn effects(pool: &mut WorkerPool, world: &World, test: &TestCase, mutants: &[u32]) -> Vec<Effect> {
    submit(pool, world, &[(test, mutants)]);
    pool.next_results().unwrap().remove(0).effects
}

/// Checks the effects of the mutants 1, 2, 3 and so on. The test also runs with the number 0, which no mutant
/// of the fixture has. Branches with ids below 6 count in the impact.
#[track_caller]
fn check_in_mode(mode: Mode, write: impl FnOnce(&mut Script), expect: &[Effect]) {
    let world = world();
    let mut script = script(&world);
    write(&mut script);
    let mutants = Vec::from_iter(0..=expect.len() as u32);
    let mut pool = start(Config { impact_branches: 6, heap_mb: 64, ..config() });
    submit_in_mode(mode, &mut pool, &world, &[(&script.test, &mutants)]);
    let effects = pool.next_results().unwrap().remove(0).effects;
    assert_eq!(effects[1..], *expect);
}

#[track_caller]
fn check(write: impl FnOnce(&mut Script), expect: &[Effect]) {
    check_in_mode(Mode::Mutants, write, expect);
}

/// Checks the effects in the mode that also records the statements that detect each mutant.
#[track_caller]
fn check_detections(write: impl FnOnce(&mut Script), expect: &[Effect]) {
    check_in_mode(Mode::Detections, write, expect);
}

fn detected(statements: &[u32]) -> Effect {
    Effect::Detected(statements.to_vec())
}

fn ends_differently(completed: u32, detected: &[u32]) -> Effect {
    Effect::EndsDifferently { completed, detected: detected.to_vec() }
}

/// Returns a function that writes a test. The test calls a static method with `int` arguments.
fn calls(name: &'static str, args: &'static [i32]) -> impl FnOnce(&mut Script) {
    move |test| test.test = call(test.world, CLASS, name, args)
}

/// Returns a function that writes a test. The test creates an array with the given numbers and passes the
/// array to a static method.
fn passes_array(numbers: &[i32], name: &'static str) -> impl FnOnce(&mut Script) {
    move |test| {
        let int = Type::Primitive(Primitive::Int);
        let kind = StatementKind::NewArray { length: numbers.len() as u32 };
        let array = test.push(kind, Type::Array(int.into()));
        for (index, &number) in numbers.iter().enumerate() {
            let value = test.int(number);
            test.push(StatementKind::WriteElement { array, index: index as u32, value }, Type::Void);
        }
        test.call(CLASS, name, None, &[array]);
    }
}

#[test]
fn a_mutant_is_killed_if_a_result_differs() {
    check(calls("twice", &[1]), &[KILLED, KILLED, survived(0)]);
    check(calls("twice", &[2]), &[survived(0), KILLED]);
}

#[test]
fn a_mutant_is_killed_if_the_test_ends_in_another_way() {
    check(calls("wild", &[1]), &[KILLED, KILLED, KILLED, KILLED, survived(0)]);
}

#[test]
fn a_mutant_that_throws_a_subclass_with_the_same_message_survives() {
    check(calls("fail", &[1]), &[KILLED, survived(0), KILLED]);
}

#[test]
fn a_test_on_a_mutant_can_use_four_times_as_many_ticks_as_without_the_mutant() {
    check(calls("tick", &[500]), &[survived(0), KILLED]);
}

#[test]
fn every_statement_whose_result_differs_detects_a_mutant() {
    let several = |test: &mut Script| {
        for value in [1, 2, 0] {
            let value = test.int(value);
            test.call(CLASS, "twice", None, &[value]);
        }
    };
    check_detections(several, &[detected(&[1, 5]), detected(&[1, 3]), survived(0)]);
    check_detections(calls("restless", &[]), &[survived(0)]);
}

#[test]
fn an_array_that_differs_at_the_end_detects_a_mutant() {
    check_detections(passes_array(&[2, 1], "sort"), &[detected(&[0]), detected(&[0]), survived(0)]);
    check_detections(passes_array(&[1, 2], "read"), &[survived(1)]);
}

#[test]
fn the_statement_that_throws_with_another_message_detects_a_mutant() {
    let does_not_throw = ends_differently(2, &[1]);
    check_detections(calls("fail", &[1]), &[detected(&[1]), survived(0), does_not_throw]);
}

#[test]
fn the_statement_at_which_a_test_ends_in_another_way_is_reported() {
    let calls = |test: &mut Script| {
        let one = test.int(1);
        test.call(CLASS, "twice", None, &[one]);
        test.call(CLASS, "wild", None, &[one]);
    };
    let ends_after_detection = ends_differently(2, &[1]);
    let ends = ends_differently(2, &[]);
    check_detections(
        calls,
        &[ends_after_detection.clone(), ends_after_detection, ends.clone(), ends, survived(0)],
    );
}

#[test]
fn no_mutant_is_active_after_its_run() {
    let world = world();
    let tests = [call(&world, CLASS, "twice", &[1]), call(&world, CLASS, "wild", &[1])];
    let mut pool = start(config());
    let results = [1, 2].map(|mutant| effects(&mut pool, &world, &tests[1], &[mutant]));
    assert_eq!(results, [[KILLED], [KILLED]]);
    assert_eq!(outcomes(&run_on(&mut pool, &world, &tests, Mode::Observe)), ["Returned"; 2]);
    let usual_effects = [survived(0), KILLED, survived(0)];
    assert_eq!(effects(&mut pool, &world, &tests[0], &[0, 1, 3]), usual_effects);
}

#[test]
fn an_array_is_asserted_if_the_code_changes_it() {
    check(passes_array(&[2, 1], "sort"), &[KILLED, KILLED]);
    check(passes_array(&[1, 2], "sort"), &[survived(0), survived(1)]);
    check(passes_array(&[1, 2], "read"), &[survived(1)]);
}

#[test]
fn a_field_is_asserted() {
    let field = |name: &'static str| {
        |test: &mut Script| {
            let object = test.construct(CLASS, None, &[]);
            let kind = StatementKind::ReadField { field: test.field(CLASS, name), receiver: Some(object) };
            test.push(kind, Type::Primitive(Primitive::Int));
        }
    };
    check(field("open"), &[KILLED]);
    check(field("closed"), &[KILLED]);
}

#[test]
fn objects_and_results_of_collection_add_are_not_asserted() {
    check(calls("make", &[]), &[survived(1)]);
    let fills = |test: &mut Script| {
        let list = test.call(CLASS, "list", None, &[]);
        let null = test.literal(Literal::Null);
        let list_class = test.world.class(test.world.class_named("java.util.List").unwrap());
        let has_one_parameter = |id: &&types::MethodId| test.world.method(**id).arguments.len() == 1;
        let is_add = |id: &&types::MethodId| &*test.world.method(**id).name == "add";
        let method = *list_class.methods.iter().filter(is_add).find(has_one_parameter).unwrap();
        let kind = StatementKind::Call { method, receiver: Some(list), args: [null].as_slice().into() };
        test.push(kind, Type::Primitive(Primitive::Boolean));
    };
    check(fills, &[survived(1)]);
}

#[test]
fn values_that_depend_on_time_or_differ_in_each_run_are_not_asserted() {
    check(calls("time", &[]), &[survived(0)]);
    check(calls("restless", &[]), &[survived(0)]);
}

#[test]
fn a_test_that_does_not_always_end_in_the_same_way_kills_no_mutant() {
    check(calls("fickle", &[]), &[NOT_RUN; 3]);
}

#[test]
fn kills_after_a_change_of_state_that_is_not_restored_are_dropped_and_the_worker_is_replaced() {
    let world = world();
    let test = call(&world, CLASS, "remember", &[]);
    let mut pool = start(config());
    let mutants: [&[u32]; 3] = [&[3, 2], &[2, 1, 2, 3], &[3, 2]];
    submit(&mut pool, &world, &mutants.map(|mutants| (&test, mutants)));
    let effects_of_all: Vec<_> = pool.next_results().unwrap().into_iter().map(|it| it.effects).collect();
    let usual_effects = vec![survived(0), KILLED];
    // In the second list of mutants, mutant 1 changes state that is not restored. The worker checks only
    // after several kills whether the kills are reliable. Therefore all effects of this list are dropped.
    assert_eq!(effects_of_all, [usual_effects.clone(), vec![NOT_RUN; 4], usual_effects]);
}

#[test]
fn static_state_is_restored_between_runs_on_mutants() {
    check(calls("count", &[]), &[KILLED, survived(0)]);
}

/// Checks that the state is restored that a method reads and its mutant 1 changes.
#[track_caller]
fn check_restored(method: &str) {
    let world = world();
    let test = call(&world, CLASS, method, &[]);
    let mut pool = start(config());
    assert_eq!(effects(&mut pool, &world, &test, &[1, 2, 1]), [KILLED, survived(0), KILLED]);
    assert_eq!(effects(&mut pool, &world, &test, &[2]), [survived(0)]);
}

#[test]
fn a_table_that_a_mutant_changed_is_restored() {
    check_restored("lookUp");
}

#[test]
fn a_list_among_many_objects_that_a_mutant_changed_is_restored() {
    check_restored("lookUpInList");
}

#[test]
fn a_list_that_an_earlier_test_changed_is_the_same_before_and_after_mutants() {
    let world = world();
    let mut pool = start(config());
    effects(&mut pool, &world, &call(&world, CLASS, "addToList", &[]), &[]);
    let test = call(&world, CLASS, "lookUpInList", &[]);
    assert_eq!(effects(&mut pool, &world, &test, &[1, 2]), [KILLED, survived(0)]);
}

#[test]
fn the_impact_counts_statements_and_branches_that_run_only_with_or_only_without_the_mutant() {
    check(calls("walk", &[]), &[survived(2), survived(2), survived(0)]);
}

#[test]
fn a_change_of_the_trace_by_another_thread_is_tolerated() {
    check(calls("race", &[]), &[survived(0)]);
}

#[test]
fn each_test_of_a_batch_has_its_own_mutants() {
    let world = world();
    let (one, two) = (call(&world, CLASS, "twice", &[1]), call(&world, CLASS, "twice", &[2]));
    let mut pool = start(config());
    submit(&mut pool, &world, &[(&one, &[1, 2]), (&two, &[]), (&two, &[1])]);
    let effects_of_all: Vec<_> = pool.next_results().unwrap().into_iter().map(|it| it.effects).collect();
    assert_eq!(effects_of_all, [vec![KILLED, KILLED], vec![], vec![survived(0)]]);
}

#[test]
fn the_result_without_mutants_is_reported_too() {
    let world = world();
    let test = call(&world, CLASS, "walk", &[]);
    let mut pool = start(config());
    let plain = run_on(&mut pool, &world, std::slice::from_ref(&test), Mode::Run).remove(0);
    submit(&mut pool, &world, &[(&test, &[1, 2, 3])]);
    let result = pool.next_results().unwrap().remove(0);
    assert_eq!((result.outcome, result.executed, result.trace), (plain.outcome, 1, plain.trace));
}

/// Returns a configuration with a short time limit. The limit is longer than 300 ms, because a JVM takes this
/// time to end by itself.
fn short_timeout() -> Config {
    Config { test_timeout: Duration::from_millis(800), ..config() }
}

/// Checks the effects of the mutants of a method. A worker is lost on mutant 2, and the effects of the other
/// mutants must not change.
fn check_loss(method: &str) {
    let world = world();
    let (bad_test, fine_test) = (call(&world, CLASS, method, &[]), call(&world, CLASS, "twice", &[1]));
    let mut pool = start(short_timeout());
    submit(&mut pool, &world, &[(&fine_test, &[1]), (&bad_test, &[1, 2, 3, 4]), (&fine_test, &[1])]);
    let results = pool.next_results().unwrap();
    assert_eq!(outcomes(&results), ["Returned"; 3]);
    let effects_of_all: Vec<_> = results.into_iter().map(|it| it.effects).collect();
    assert_eq!(effects_of_all, [vec![KILLED], vec![KILLED, KILLED, survived(0), KILLED], vec![KILLED]]);
}

#[test]
fn a_mutant_that_hangs_is_killed() {
    check_loss("hang");
}

#[test]
fn a_mutant_that_ends_the_jvm_is_killed() {
    check_loss("halt");
}

#[test]
fn a_mutant_that_makes_the_jvm_unfit_is_killed() {
    check_loss("spoil");
}

#[test]
fn no_test_runs_again_on_a_mutant_on_which_a_worker_was_lost() {
    let world = world();
    let (bad_test, fine_test) = (call(&world, CLASS, "halt", &[]), call(&world, CLASS, "twice", &[1]));
    let longer = {
        let mut script = Script { world: &world, test: bad_test.clone() };
        script.int(1);
        script.test
    };
    let mut pool = start(short_timeout());
    submit(&mut pool, &world, &[(&fine_test, &[2]), (&bad_test, &[1, 2]), (&fine_test, &[2])]);
    submit(&mut pool, &world, &[(&fine_test, &[1, 2]), (&longer, &[2, 3])]);
    let effects_of_all: Vec<_> =
        [(); 2].iter().flat_map(|()| pool.next_results().unwrap()).map(|it| it.effects).collect();
    let (before, after) = (vec![KILLED], vec![NOT_RUN]);
    let expect = [before, vec![KILLED; 2], after, vec![KILLED, NOT_RUN], vec![KILLED, survived(0)]];
    assert_eq!(effects_of_all, expect);
}

#[test]
fn the_effects_after_a_lost_worker_do_not_depend_on_the_number_of_workers() {
    let world = world();
    let (bad_test, fine_test) = (call(&world, CLASS, "halt", &[]), call(&world, CLASS, "twice", &[1]));
    let effects_of_all = |workers, reproducible| {
        let mut pool = start(Config { workers, reproducible, ..short_timeout() });
        // All workers are active after these tests.
        pool.submit(&world, &[&fine_test; 5000], BatchSettings::new(Mode::Run));
        for _ in 0..6 {
            submit(&mut pool, &world, &[(&fine_test, &[2]), (&bad_test, &[1, 2]), (&fine_test, &[1, 2])]);
        }
        pool.next_results().unwrap();
        [(); 6].iter().flat_map(|()| pool.next_results().unwrap()).map(|it| it.effects).collect::<Vec<_>>()
    };
    let one = effects_of_all(1, true);
    assert_eq!(one[1], [KILLED; 2]);
    for reproducible in [true, false] {
        assert_eq!(
            [effects_of_all(2, reproducible), effects_of_all(4, reproducible)],
            [one.clone(), one.clone()]
        );
    }
}

#[test]
fn a_test_runs_on_no_further_mutant_after_workers_were_lost_on_three_mutants() {
    let world = world();
    let test = call(&world, CLASS, "park", &[]);
    let mut pool = start(Config { test_timeout: Duration::from_millis(400), ..config() });
    let effects_of_all = effects(&mut pool, &world, &test, &[1, 2, 3, 4, 5, 6]);
    assert_eq!(effects_of_all, [KILLED, KILLED, KILLED, KILLED, NOT_RUN, NOT_RUN]);
}

/// Checks that mutants have no other effect than `NotRun` on a test during which a worker is lost without a
/// mutant.
fn check_loss_without_mutant(class: &str, method: &str, expect: &str) {
    let world = world();
    let (bad_test, fine_test) = (call(&world, class, method, &[]), call(&world, CLASS, "twice", &[1]));
    let mut pool = start(short_timeout());
    submit(&mut pool, &world, &[(&fine_test, &[1]), (&bad_test, &[1, 2, 3]), (&fine_test, &[1])]);
    let results = pool.next_results().unwrap();
    assert_eq!(outcome(&results[1].outcome), expect);
    let effects_of_all: Vec<_> = results.into_iter().map(|it| it.effects).collect();
    assert_eq!((&effects_of_all[0], &effects_of_all[2]), (&vec![KILLED], &vec![KILLED]));
    assert!(effects_of_all[1].iter().all(|effect| *effect == NOT_RUN), "{:?}", effects_of_all[1]);
}

#[test]
fn a_test_that_hangs_without_a_mutant_times_out() {
    check_loss_without_mutant("demo.Wild", "hang", "TimedOut");
    check_loss_without_mutant(CLASS, "hangTheSecondTime", "Returned");
}

#[test]
fn a_test_that_ends_the_jvm_without_a_mutant_crashes() {
    check_loss_without_mutant("demo.Wild", "halt", "Crashed");
}

#[test]
fn cancel_drops_tests_on_mutants_on_which_workers_are_lost() {
    let world = world();
    let (bad_test, fine_test) = (call(&world, CLASS, "park", &[]), call(&world, CLASS, "twice", &[1]));
    let mut pool = start(config());
    assert_eq!(pool.initialisation_failures().unwrap(), []);
    submit(&mut pool, &world, &[(&bad_test, &[1, 2, 4][..]); 50]);
    assert!(pool.next_results_until(Instant::now()).unwrap().is_none());
    pool.cancel();
    assert_eq!(effects(&mut pool, &world, &fine_test, &[1]), [KILLED]);
}
