//! What mutants do to tests.

use std::time::{Duration, Instant};

use testcase::{Literal, StatementKind, TestCase};
use types::{Primitive, Type, World};
use vm::{BatchSettings, Config, Effect, Mode, WorkerPool};

use crate::setup::{Script, call, config, outcome, outcomes, run_on, script, start, world};

const CLASS: &str = "demo.Mutated";
const KILLED: Effect = Effect::Killed;
const NOT_RUN: Effect = Effect::NotRun;

fn survived(impact: u32) -> Effect {
    Effect::Survived { impact }
}

fn effects(vm: &mut WorkerPool, world: &World, test: &TestCase, mutants: &[u32]) -> Vec<Effect> {
    vm.submit_mutants(world, &[(test, mutants)], BatchSettings::new(Mode::Mutants));
    vm.next_results().unwrap().remove(0).effects
}

/// What the mutants from 1 on do to a test, where number 0 is none; branches below 6 count.
#[track_caller]
fn check_in(mode: Mode, write: impl FnOnce(&mut Script), expect: &[Effect]) {
    let world = world();
    let mut script = script(&world);
    write(&mut script);
    let mutants = Vec::from_iter(0..=expect.len() as u32);
    let mut vm = start(Config { impact_branches: 6, heap_mb: 64, ..config() });
    vm.submit_mutants(&world, &[(&script.test, &mutants)], BatchSettings::new(mode));
    let effects = vm.next_results().unwrap().remove(0).effects;
    assert_eq!(effects[1..], *expect);
}

#[track_caller]
fn check(write: impl FnOnce(&mut Script), expect: &[Effect]) {
    check_in(Mode::Mutants, write, expect);
}

/// The same with all that sees them.
#[track_caller]
fn check_sightings(write: impl FnOnce(&mut Script), expect: &[Effect]) {
    check_in(Mode::Detections, write, expect);
}

fn seen(statements: &[u32]) -> Effect {
    Effect::Detected(statements.to_vec())
}

/// A static method without arguments, or with `int` ones.
fn calls(name: &'static str, args: &'static [i32]) -> impl FnOnce(&mut Script) {
    move |test| test.test = call(test.world, CLASS, name, args)
}

/// An array of the test with these numbers, and what is then done with it.
fn with_array(numbers: &[i32], name: &'static str) -> impl FnOnce(&mut Script) {
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
fn a_mutant_is_killed_where_a_result_is_another_one() {
    check(calls("twice", &[1]), &[KILLED, KILLED, survived(0)]);
    check(calls("twice", &[2]), &[survived(0), KILLED]);
}

#[test]
fn a_test_that_a_mutant_ends_otherwise_kills_it() {
    check(calls("wild", &[1]), &[KILLED, KILLED, KILLED, KILLED, survived(0)]);
}

#[test]
fn a_test_that_expects_an_exception_takes_one_of_a_subclass_with_the_same_message() {
    check(calls("fail", &[1]), &[KILLED, survived(0), KILLED]);
}

#[test]
fn on_a_mutant_a_test_may_take_ten_times_as_long() {
    check(calls("tick", &[500]), &[survived(0), KILLED]);
}

#[test]
fn a_sighting_tells_every_statement_whose_result_is_another_one() {
    let several = |test: &mut Script| {
        for value in [1, 2, 0] {
            let value = test.int(value);
            test.call(CLASS, "twice", None, &[value]);
        }
    };
    check_sightings(several, &[seen(&[1, 5]), seen(&[1, 3]), survived(0)]);
    check_sightings(calls("restless", &[]), &[survived(0)]);
}

#[test]
fn a_sighting_tells_an_array_that_is_another_one_at_the_end() {
    check_sightings(with_array(&[2, 1], "sort"), &[seen(&[0]), seen(&[0]), survived(0)]);
    check_sightings(with_array(&[1, 2], "read"), &[survived(1)]);
}

#[test]
fn a_sighting_tells_the_statement_that_throws_with_another_message() {
    check_sightings(calls("fail", &[1]), &[seen(&[1]), survived(0), KILLED]);
}

#[test]
fn a_mutant_with_which_a_test_ends_otherwise_is_killed_whatever_else_sees_it() {
    let calls = |test: &mut Script| {
        let one = test.int(1);
        test.call(CLASS, "twice", None, &[one]);
        test.call(CLASS, "wild", None, &[one]);
    };
    check_sightings(calls, &[KILLED, KILLED, KILLED, KILLED, survived(0)]);
}

#[test]
fn no_mutant_lives_longer_than_its_run() {
    let world = world();
    let tests = [call(&world, CLASS, "twice", &[1]), call(&world, CLASS, "wild", &[1])];
    let mut vm = start(config());
    let results = [1, 2].map(|mutant| effects(&mut vm, &world, &tests[1], &[mutant]));
    assert_eq!(results, [[KILLED], [KILLED]]);
    assert_eq!(outcomes(&run_on(&mut vm, &world, &tests, Mode::Observe)), ["Returned"; 2]);
    let fine = [survived(0), KILLED, survived(0)];
    assert_eq!(effects(&mut vm, &world, &tests[0], &[0, 1, 3]), fine);
}

#[test]
fn an_array_that_the_code_changes_is_asserted_and_one_that_the_test_fills_is_not() {
    check(with_array(&[2, 1], "sort"), &[KILLED, KILLED]);
    check(with_array(&[1, 2], "sort"), &[survived(0), survived(1)]);
    check(with_array(&[1, 2], "read"), &[survived(1)]);
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
fn objects_and_what_collections_answer_to_being_filled_are_not_asserted() {
    check(calls("make", &[]), &[survived(1)]);
    let fills = |test: &mut Script| {
        let list = test.call(CLASS, "list", None, &[]);
        let null = test.literal(Literal::Null);
        let add = test.world.class(test.world.class_named("java.util.List").unwrap());
        let one = |id: &&types::MethodId| test.world.method(**id).arguments.len() == 1;
        let named = |id: &&types::MethodId| &*test.world.method(**id).name == "add";
        let method = *add.methods.iter().filter(named).find(one).unwrap();
        let kind = StatementKind::Call { method, receiver: Some(list), args: [null].as_slice().into() };
        test.push(kind, Type::Primitive(Primitive::Boolean));
    };
    check(fills, &[survived(1)]);
}

#[test]
fn what_depends_on_the_time_or_is_never_the_same_is_not_asserted() {
    check(calls("time", &[]), &[survived(0)]);
    check(calls("restless", &[]), &[survived(0)]);
}

#[test]
fn a_test_that_does_not_end_twice_the_same_way_kills_nothing() {
    check(calls("fickle", &[]), &[NOT_RUN; 3]);
}

#[test]
fn where_state_outlives_a_run_what_was_killed_lately_counts_for_nothing_and_the_next_test_starts_anew() {
    let world = world();
    let test = call(&world, CLASS, "remember", &[]);
    let mut vm = start(config());
    let mutants: [&[u32]; 3] = [&[3, 2], &[2, 1, 2, 3], &[3, 2]];
    vm.submit_mutants(&world, &mutants.map(|mutants| (&test, mutants)), BatchSettings::new(Mode::Mutants));
    let told: Vec<_> = vm.next_results().unwrap().into_iter().map(|it| it.effects).collect();
    let fine = vec![survived(0), KILLED];
    // It is only found out after some kills, which of them are true.
    assert_eq!(told, [fine.clone(), vec![NOT_RUN; 4], fine]);
}

#[test]
fn static_state_is_put_back_between_the_runs() {
    check(calls("count", &[]), &[KILLED, survived(0)]);
}

#[test]
fn the_impact_counts_statements_and_low_branches_on_either_side() {
    check(calls("walk", &[]), &[survived(2), survived(2), survived(0)]);
}

#[test]
fn threads_that_confuse_what_was_executed_do_no_harm() {
    check(calls("race", &[]), &[survived(0)]);
}

#[test]
fn other_tests_of_a_batch_have_their_own_mutants() {
    let world = world();
    let (one, two) = (call(&world, CLASS, "twice", &[1]), call(&world, CLASS, "twice", &[2]));
    let mut vm = start(config());
    vm.submit_mutants(
        &world,
        &[(&one, &[1, 2]), (&two, &[]), (&two, &[1])],
        BatchSettings::new(Mode::Mutants),
    );
    let told: Vec<_> = vm.next_results().unwrap().into_iter().map(|it| it.effects).collect();
    assert_eq!(told, [vec![KILLED, KILLED], vec![], vec![survived(0)]]);
}

#[test]
fn what_went_in_and_out_without_mutants_is_told_as_ever() {
    let world = world();
    let test = call(&world, CLASS, "walk", &[]);
    let mut vm = start(config());
    let plain = run_on(&mut vm, &world, std::slice::from_ref(&test), Mode::Run).remove(0);
    vm.submit_mutants(&world, &[(&test, &[1, 2, 3])], BatchSettings::new(Mode::Mutants));
    let result = vm.next_results().unwrap().remove(0);
    assert_eq!((result.outcome, result.executed, result.trace), (plain.outcome, 1, plain.trace));
}

/// A JVM takes 300 ms to end by itself.
fn short() -> Config {
    Config { test_timeout: Duration::from_millis(800), ..config() }
}

/// The second mutant of a test is of no use to its JVM, and the only one that suffers.
fn check_loss(method: &str) {
    let world = world();
    let (bad, fine) = (call(&world, CLASS, method, &[]), call(&world, CLASS, "twice", &[1]));
    let mut vm = start(short());
    vm.submit_mutants(
        &world,
        &[(&fine, &[1]), (&bad, &[1, 2, 3, 4]), (&fine, &[1])],
        BatchSettings::new(Mode::Mutants),
    );
    let results = vm.next_results().unwrap();
    assert_eq!(outcomes(&results), ["Returned"; 3]);
    let told: Vec<_> = results.into_iter().map(|it| it.effects).collect();
    assert_eq!(told, [vec![KILLED], vec![KILLED, KILLED, survived(0), KILLED], vec![KILLED]]);
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
fn a_mutant_that_spoils_the_jvm_is_killed() {
    check_loss("spoil");
}

#[test]
fn a_mutant_that_took_a_jvm_down_is_not_run_again() {
    let world = world();
    let (bad, fine) = (call(&world, CLASS, "halt", &[]), call(&world, CLASS, "twice", &[1]));
    let longer = {
        let mut script = Script { world: &world, test: bad.clone() };
        script.int(1);
        script.test
    };
    let mut vm = start(short());
    vm.submit_mutants(
        &world,
        &[(&fine, &[2]), (&bad, &[1, 2]), (&fine, &[2])],
        BatchSettings::new(Mode::Mutants),
    );
    vm.submit_mutants(&world, &[(&fine, &[1, 2]), (&longer, &[2, 3])], BatchSettings::new(Mode::Mutants));
    let told: Vec<_> =
        [(); 2].iter().flat_map(|()| vm.next_results().unwrap()).map(|it| it.effects).collect();
    let (before, after) = (vec![KILLED], vec![NOT_RUN]);
    let expect = [before, vec![KILLED; 2], after, vec![KILLED, NOT_RUN], vec![KILLED, survived(0)]];
    assert_eq!(told, expect);
}

#[test]
fn where_a_mutant_takes_a_jvm_down_any_number_of_workers_tells_the_same() {
    let world = world();
    let (bad, fine) = (call(&world, CLASS, "halt", &[]), call(&world, CLASS, "twice", &[1]));
    let told = |workers, round_robin| {
        let mut vm = start(Config { workers, round_robin, ..short() });
        // All have joined then.
        vm.submit(&world, &[&fine; 5000], BatchSettings::new(Mode::Run));
        for _ in 0..6 {
            vm.submit_mutants(
                &world,
                &[(&fine, &[2]), (&bad, &[1, 2]), (&fine, &[1, 2])],
                BatchSettings::new(Mode::Mutants),
            );
        }
        vm.next_results().unwrap();
        [(); 6].iter().flat_map(|()| vm.next_results().unwrap()).map(|it| it.effects).collect::<Vec<_>>()
    };
    let one = told(1, true);
    assert_eq!(one[1], [KILLED; 2]);
    for round_robin in [true, false] {
        assert_eq!([told(2, round_robin), told(4, round_robin)], [one.clone(), one.clone()]);
    }
}

#[test]
fn no_more_than_three_mutants_of_a_test_take_jvms_down() {
    let world = world();
    let test = call(&world, CLASS, "park", &[]);
    let mut vm = start(Config { test_timeout: Duration::from_millis(400), ..config() });
    let told = effects(&mut vm, &world, &test, &[1, 2, 3, 4, 5, 6]);
    assert_eq!(told, [KILLED, KILLED, KILLED, KILLED, NOT_RUN, NOT_RUN]);
}

/// A test that hangs or takes its JVM down without any mutant tells of none.
fn check_original(class: &str, method: &str, expect: &str) {
    let world = world();
    let (bad, fine) = (call(&world, class, method, &[]), call(&world, CLASS, "twice", &[1]));
    let mut vm = start(short());
    vm.submit_mutants(
        &world,
        &[(&fine, &[1]), (&bad, &[1, 2, 3]), (&fine, &[1])],
        BatchSettings::new(Mode::Mutants),
    );
    let results = vm.next_results().unwrap();
    assert_eq!(outcome(&results[1].outcome), expect);
    let told: Vec<_> = results.into_iter().map(|it| it.effects).collect();
    assert_eq!((&told[0], &told[2]), (&vec![KILLED], &vec![KILLED]));
    assert!(told[1].iter().all(|effect| *effect == NOT_RUN), "{:?}", told[1]);
}

#[test]
fn a_test_that_hangs_by_itself_times_out() {
    check_original("demo.Wild", "hang", "TimedOut");
    check_original(CLASS, "hangTheSecondTime", "Returned");
}

#[test]
fn a_test_that_ends_the_jvm_by_itself_is_a_crash() {
    check_original("demo.Wild", "halt", "Crashed");
}

#[test]
fn what_takes_jvms_down_is_given_up_like_all_else() {
    let world = world();
    let (bad, fine) = (call(&world, CLASS, "park", &[]), call(&world, CLASS, "twice", &[1]));
    let mut vm = start(config());
    assert_eq!(vm.initialisation_failures().unwrap(), []);
    vm.submit_mutants(&world, &[(&bad, &[1, 2, 4][..]); 50], BatchSettings::new(Mode::Mutants));
    assert!(vm.next_results_until(Instant::now()).unwrap().is_none());
    vm.cancel();
    assert_eq!(effects(&mut vm, &world, &fine, &[1]), [KILLED]);
}
