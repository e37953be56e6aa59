//! Tests of lost workers: tests that end their worker, and the tests that run before and after them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use testcase::{Observation, StatementKind, TestCase};
use types::{Jdk, Primitive, Type, World};
use vm::{BatchSettings, Config, Error, Mode, Outcome, Request, Sandbox, WorkerPool};

use crate::setup::{call, classes, config, outcomes, run, run_on, script, start, world};

/// Returns a configuration with a short time limit. The limit is longer than 300 ms, because a JVM takes this
/// time to end by itself.
fn short_timeout() -> Config {
    Config { test_timeout: Duration::from_millis(800), heap_mb: 64, ..config() }
}

fn harmless_test(world: &World) -> TestCase {
    call(world, "demo.Sample", "nothing", &[])
}

/// Runs a test among harmless tests, in several batches, and checks its outcome. The outcomes of the harmless
/// tests must not change. In the second batch, the method of the test can already be in quarantine.
fn check(method: &str, args: &[i32], expect: &str) {
    let world = world();
    let (fine_test, bad_test) = (harmless_test(&world), call(&world, "demo.Wild", method, args));
    let mut pool = start(short_timeout());
    let batch = [&fine_test, &fine_test, &bad_test, &fine_test];
    for _ in 0..2 {
        pool.submit(&world, &batch, BatchSettings::new(Mode::Run));
    }
    pool.submit(&world, &[&fine_test; 3], BatchSettings::new(Mode::Run));
    assert_eq!(outcomes(&pool.next_results().unwrap()), ["Returned", "Returned", expect, "Returned"]);
    let again = outcomes(&pool.next_results().unwrap());
    let expect = if again[2] == "Quarantined" { "Quarantined" } else { expect };
    assert_eq!(again, ["Returned", "Returned", expect, "Returned"]);
    assert_eq!(outcomes(&pool.next_results().unwrap()), ["Returned"; 3]);
}

#[test]
fn a_test_that_hangs_times_out() {
    check("hang", &[], "TimedOut");
}

#[test]
fn a_test_that_exits_the_jvm_crashes() {
    check("exit", &[], "Crashed");
}

#[test]
fn a_test_that_halts_the_jvm_crashes() {
    check("halt", &[], "Crashed");
}

#[test]
fn a_test_that_fills_the_heap_runs_out_of_memory() {
    check("fillHeap", &[], "OutOfMemory");
}

#[test]
fn allocated_memory_counts_even_if_it_is_released() {
    check("takeMemory", &[10_000], "Shortened(OutOfMemory)");
    check("takeMemory", &[10], "Shortened(OutOfBudget)");
}

#[test]
fn deep_recursion_throws_a_stack_overflow_error() {
    check("recurse", &[0], "java.lang.StackOverflowError");
}

#[test]
fn endless_recursion_overflows_the_stack_even_if_the_tick_limit_ends_earlier() {
    check("recurseSlowly", &[20], "java.lang.StackOverflowError");
}

#[test]
fn the_ticks_of_endless_recursion_are_the_tick_limit_because_the_depth_of_the_stack_varies() {
    let world = world();
    let test = call(&world, "demo.Wild", "recurse", &[0]);
    assert_eq!(run(&world, &[test])[0].ticks, vm::DEFAULT_TICK_LIMIT);
}

#[test]
fn a_test_can_print_megabytes() {
    check("print", &[20_000], "Returned");
}

#[test]
fn a_test_can_close_the_standard_streams() {
    check("closeDescriptors", &[], "Returned");
}

#[test]
fn a_test_can_leave_threads_running() {
    check("startThread", &[], "Returned");
}

#[test]
fn a_test_that_sends_empty_messages_for_ever_times_out() {
    let world = world();
    let mut pool = start(Config { test_timeout: Duration::from_millis(100), ..config() });
    let tests = [call(&world, "demo.Wild", "sendEmptyMessages", &[])];
    assert_eq!(outcomes(&run_on(&mut pool, &world, &tests, Mode::Run)), ["TimedOut"]);
}

/// On a busy machine, the thread sometimes ends the JVM much later. Therefore the test has several attempts.
#[test]
fn a_test_whose_thread_ends_the_jvm_after_the_test_crashes() {
    const ATTEMPTS: usize = 5;
    let world = world();
    let (fine_test, bad_test) = (harmless_test(&world), call(&world, "demo.Wild", "haltLater", &[]));
    let tests = [fine_test.clone(), bad_test, fine_test.clone(), fine_test];
    let attempt = |_: usize| outcomes(&run_on(&mut start(short_timeout()), &world, &tests, Mode::Run));
    let expected = ["Returned", "Crashed", "Returned", "Returned"];
    assert!((0..ATTEMPTS).map(attempt).any(|outcomes| outcomes == expected));
}

#[test]
fn a_test_can_start_at_most_fifty_threads() {
    check("announceThreads", &[50], "Returned");
    check("announceThreads", &[51], "Shortened(OutOfMemory)");
}

#[test]
fn a_test_can_call_run_on_the_threads_of_the_runner() {
    check("runAllThreads", &[], "Returned");
}

#[test]
fn standard_streams_that_a_test_replaces_are_restored() {
    let world = world();
    let tests = [
        call(&world, "demo.Wild", "replaceStreams", &[]),
        call(&world, "demo.Wild", "streamsAreRestored", &[]),
        call(&world, "demo.Wild", "input", &[]),
    ];
    let results = run_on(&mut start(short_timeout()), &world, &tests, Mode::Observe);
    assert_eq!(outcomes(&results), ["Returned"; 3]);
    let observed: Vec<_> = results.iter().map(|it| format!("{:?}", it.observations)).collect();
    assert!(observed[1].contains("Boolean(true)"), "{observed:?}");
    assert!(observed[2].contains("Int(-1)"), "{observed:?}");
}

#[test]
fn every_lost_test_of_a_batch_is_detected() {
    let world = world();
    let kinds = ["halt", "hang", "mark", "fillHeap", "halt", "mark"];
    let args = |kind: &str| if kind == "mark" { vec![1] } else { vec![] };
    let tests: Vec<_> = kinds.iter().map(|kind| call(&world, "demo.Wild", kind, &args(kind))).collect();
    let mut pool = start(short_timeout());
    let first = run_on(&mut pool, &world, &tests, Mode::Run);
    assert_eq!(
        outcomes(&first),
        ["Crashed", "TimedOut", "Returned", "OutOfMemory", "Quarantined", "Returned"]
    );
}

#[test]
fn the_worker_survives_a_test_that_waits_without_end() {
    let world = world();
    let tests = ["process", "hang", "process"].map(|method| call(&world, "demo.Wild", method, &[]));
    let results = run_on(&mut start(short_timeout()), &world, &tests, Mode::Observe);
    assert_eq!(outcomes(&results), ["Returned", "TimedOut", "Returned"]);
    assert_eq!(results[0].observations, results[2].observations);
}

#[test]
fn a_call_during_which_a_test_was_lost_is_quarantined_for_a_limited_number_of_tests() {
    let world = world();
    let mut pool = start(short_timeout());
    let tests = vec![test_that_halts_late(&world); 3];
    let results = run_on(&mut pool, &world, &tests, Mode::Run);
    assert_eq!(outcomes(&results), ["Shortened(Crashed)", "Quarantined", "Quarantined"]);
    assert_eq!(results.iter().map(|it| it.executed).collect::<Vec<_>>(), [1; 3]);
    let other_tests = vec![harmless_test(&world); 1000];
    run_on(&mut pool, &world, &other_tests, Mode::Run);
    assert_eq!(
        outcomes(&run_on(&mut pool, &world, &tests, Mode::Run)),
        ["Shortened(Crashed)", "Quarantined", "Quarantined"]
    );
}

#[test]
fn a_call_that_fills_the_heap_runs_only_once() {
    let world = world();
    let requests = Arc::new(AtomicU32::new(0));
    let classes = classes();
    let counting = {
        let requests = requests.clone();
        Arc::new(move |request: Request| {
            let is_counted = matches!(&request, Request::Class(name) if name.starts_with("demo/Absent"));
            requests.fetch_add(is_counted.into(), Ordering::Relaxed);
            classes(request)
        })
    };
    let mut pool = WorkerPool::start(short_timeout(), counting).unwrap();
    // A worker that completed tests receives many tests at once. A new worker receives one test at first.
    run_on(&mut pool, &world, &vec![harmless_test(&world); 100], Mode::Run);
    pool.replace_workers();
    let tests = vec![call(&world, "demo.Wild", "fillHeapAfterRequest", &[]); 16];
    let results = outcomes(&run_on(&mut pool, &world, &tests, Mode::Run));
    assert_eq!((&*results[0], &results[1..]), ("OutOfMemory", &vec!["Quarantined".to_owned(); 15][..]));
    assert_eq!(requests.load(Ordering::Relaxed), 1);
}

#[test]
fn a_static_field_whose_class_initialiser_hangs_is_quarantined() {
    let world = world();
    let mut test = script(&world);
    let field = test.field("demo.EndlessAtStart", "size");
    test.push(StatementKind::ReadField { field, receiver: None }, Type::Primitive(Primitive::Int));
    // The initialiser exceeds its tick limit, long before the time limit.
    let mut pool = start(Config { test_timeout: Duration::from_secs(3600), ..short_timeout() });
    let results =
        run_on(&mut pool, &world, &[test.test.clone(), test.test, harmless_test(&world)], Mode::Run);
    assert_eq!(outcomes(&results), ["TimedOut", "Quarantined", "Returned"]);
}

#[test]
fn an_initialiser_that_exceeds_its_tick_limit_is_skipped_before_the_time_limit() {
    let names = ["demo.EndlessAtStart", "demo.Sample"].map(String::from).into();
    let mut pool =
        start(Config { initialise: names, test_timeout: Duration::from_secs(3600), ..short_timeout() });
    let failures = pool.initialisation_failures().unwrap();
    let failed: Vec<_> = failures.iter().map(|it| (it.class.as_str(), it.thrown.is_none())).collect();
    assert_eq!(failed, [("demo.EndlessAtStart", true)]);
}

#[test]
fn a_lost_test_runs_again_without_the_statement_during_which_it_was_lost() {
    let world = world();
    let mut pool = start(short_timeout());
    for (bad_method, outcome) in
        [("spin", Outcome::TimedOut), ("exit", Outcome::Crashed), ("fillHeap", Outcome::OutOfMemory)]
    {
        let mut test = script(&world);
        test.call("demo.Sample", "nothing", None, &[]);
        test.call("demo.Wild", bad_method, None, &[]);
        test.call("demo.Sample", "nothing", None, &[]);
        let tests = [test.test, harmless_test(&world)];
        let results = run_on(&mut pool, &world, &tests, Mode::Run);
        assert_eq!(results[0].outcome, Outcome::Shortened(Box::new(outcome)), "{bad_method}");
        assert_eq!((results[0].executed, &results[1].outcome), (1, &Outcome::Returned), "{bad_method}");
        let observed = run_on(&mut pool, &world, &tests, Mode::Observe);
        assert!(
            !matches!(observed[0].outcome, Outcome::Shortened(_)),
            "{bad_method}: the mode Observe does not shorten tests"
        );
    }
}

#[test]
fn quarantine_does_not_depend_on_the_number_of_workers() {
    let world = world();
    let tests: Vec<_> = (0..90)
        .map(|test| if test % 9 == 4 { test_that_halts_late(&world) } else { harmless_test(&world) })
        .collect();
    let outcomes_of = |workers, reproducible| {
        let mut pool = start(Config { workers, reproducible, ..short_timeout() });
        run_on(&mut pool, &world, &vec![harmless_test(&world); 3000], Mode::Run);
        let tests: Vec<&TestCase> = tests.iter().collect();
        tests.chunks(20).for_each(|batch| pool.submit(&world, batch, BatchSettings::new(Mode::Run)));
        tests.chunks(20).flat_map(|_| pool.next_results().unwrap()).map(|it| it.outcome).collect::<Vec<_>>()
    };
    let alone = outcomes_of(1, true);
    let crashed = Outcome::Shortened(Box::new(Outcome::Crashed));
    assert_eq!(alone.iter().filter(|it| **it == crashed).count(), 1);
    assert_eq!(alone.iter().filter(|it| **it == Outcome::Quarantined).count(), 9);
    assert_eq!(outcomes_of(3, true), alone);
    assert_eq!(outcomes_of(3, false), alone);
}

/// Returns a test with a harmless call, then a call that ends the JVM.
fn test_that_halts_late(world: &World) -> TestCase {
    let mut test = script(world);
    test.call("demo.Sample", "nothing", None, &[]);
    test.call("demo.Wild", "halt", None, &[]);
    test.test
}

#[test]
fn settings_of_the_jvm_are_restored() {
    let world = world();
    let tests =
        ["settings", "changeSettings", "settings"].map(|method| call(&world, "demo.Wild", method, &[]));
    let results = run_on(&mut start(short_timeout()), &world, &tests, Mode::Observe);
    assert_eq!(outcomes(&results), ["Returned"; 3]);
    assert_eq!(results[0].observations, results[2].observations);
}

/// Runs a test and returns the values of its variables.
fn observe(pool: &mut WorkerPool, world: &World, test: &TestCase, mode: Mode) -> Vec<Option<Observation>> {
    run_on(pool, world, std::slice::from_ref(test), mode).remove(0).observations
}

#[test]
fn language_and_time_zone_differ_in_the_mode_observe_otherwise_and_are_restored() {
    let world = world();
    let test = call(&world, "demo.Wild", "settings", &[]);
    let mut pool = start(short_timeout());
    let mut values = |mode| observe(&mut pool, &world, &test, mode);
    let usual_values = values(Mode::Observe);
    let other_values = [1, 2, 3].map(|number| values(Mode::ObserveOtherwise(number)));
    assert!(
        !other_values.contains(&usual_values)
            && other_values[0] != other_values[1]
            && other_values[0] == other_values[2]
    );
    assert_eq!(values(Mode::Observe), usual_values);
}

#[test]
fn files_that_a_test_creates_are_removed_after_the_test() {
    let world = world();
    let tests = vec![call(&world, "demo.Wild", "leaveFiles", &[]); 3];
    let results = run_on(&mut start(short_timeout()), &world, &tests, Mode::Observe);
    let created_all = |it: &vm::Execution| format!("{:?}", it.observations).contains("Boolean(true)");
    assert!(results.iter().all(created_all), "{results:?}");
}

#[test]
fn classes_that_fail_to_initialise_are_reported() {
    let names = ["demo.Sample", "demo.FailsToInitialise", "demo.HaltsAtStart", "demo.Absent"];
    let mut pool = start(Config { initialise: names.map(String::from).into(), ..short_timeout() });
    let failures = pool.initialisation_failures().unwrap();
    let reported: Vec<_> = failures
        .iter()
        .map(|it| {
            (it.class.as_str(), it.thrown.as_ref().map_or("", |thrown| thrown.class()), it.message.as_deref())
        })
        .collect();
    let expect = [
        ("demo.HaltsAtStart", "", None),
        ("demo.FailsToInitialise", "java.lang.NumberFormatException", Some("For input string: \"none\"")),
        ("demo.Absent", "java.lang.ClassNotFoundException", Some("demo.Absent")),
    ];
    assert_eq!(reported, expect);
    let world = world();
    assert_eq!(outcomes(&run_on(&mut pool, &world, &[harmless_test(&world)], Mode::Run)), ["Returned"]);
}

#[test]
fn a_missing_java_program_is_an_error() {
    let result = WorkerPool::start(Config::new("/no/such/java".into()), classes());
    assert!(matches!(result, Err(Error::Launch { .. })));
}

#[test]
fn the_error_for_a_jvm_that_cannot_start_contains_the_end_of_its_output() {
    let world = world();
    let mut pool = start(Config { heap_mb: 1_000_000_000, ..config() });
    pool.submit(&world, &[&harmless_test(&world)], BatchSettings::new(Mode::Run));
    let error = pool.next_results().unwrap_err().to_string();
    assert!(error.contains("3 times") && error.contains("heap"), "{error}");
}

/// Writes a program `java` that works until its folder contains a file named `broken`. Returns the path of
/// the program.
fn breakable_java(folder: &Path) -> PathBuf {
    let (java, real) = (folder.join("java"), Jdk::find(None).unwrap().java());
    let broken = folder.join("broken");
    let script = format!(
        "#!/bin/sh\n[ ! -e '{}' ] || {{ echo 'out of order' >&2; exit 1; }}\nexec '{}' \"$@\"\n",
        broken.display(),
        real.display()
    );
    fixtures::write_program(&java, &script);
    java
}

#[test]
fn a_pool_that_lost_all_workers_and_cannot_start_another_reports_a_start_error() {
    let folder = tempfile::tempdir().unwrap();
    let world = world();
    let java = breakable_java(folder.path());
    let mut pool = start(Config { java, sandbox: Sandbox::Off, ..short_timeout() });
    let (fine_test, bad_test) = (harmless_test(&world), call(&world, "demo.Wild", "halt", &[]));
    assert_eq!(
        outcomes(&run_on(&mut pool, &world, std::slice::from_ref(&fine_test), Mode::Run)),
        ["Returned"]
    );
    std::fs::write(folder.path().join("broken"), "").unwrap();
    pool.submit(&world, &[&bad_test, &fine_test], BatchSettings::new(Mode::Run));
    for _ in 0..2 {
        let error = pool.next_results().unwrap_err();
        assert!(matches!(&error, Error::Start { output, .. } if output.contains("out of order")), "{error}");
    }
    pool.cancel();
    pool.submit(&world, &[&fine_test], BatchSettings::new(Mode::Run));
    assert!(matches!(pool.next_results(), Err(Error::Start { .. })));
}

#[test]
fn cancel_does_not_wait_for_running_tests() {
    let world = world();
    let (hanging_test, fine_test) =
        (call(&world, "demo.Wild", "hang", &[]), call(&world, "demo.Wild", "mark", &[1]));
    let mut pool = start(config());
    assert_eq!(pool.initialisation_failures().unwrap(), []);
    pool.submit(&world, &[&hanging_test; 50], BatchSettings::new(Mode::Run));
    assert!(pool.next_results_until(Instant::now()).unwrap().is_none());
    pool.cancel();
    assert_eq!(outcomes(&run_on(&mut pool, &world, &[fine_test], Mode::Run)), ["Returned"]);
}

#[test]
fn a_worker_that_finishes_cancelled_tests_also_runs_later_tests() {
    let world = world();
    let (counting_test, failing_test) =
        (call(&world, "demo.Mutated", "lasting", &[]), call(&world, "demo.Failing", "withMessage", &[1]));
    let mut pool = start(config());
    let values = |pool: &mut WorkerPool| observe(pool, &world, &counting_test, Mode::Observe);
    let first = values(&mut pool);
    pool.submit(&world, &[&failing_test], BatchSettings::new(Mode::Observe));
    pool.cancel();
    assert_ne!(values(&mut pool), first, "the worker still has the counter of its first test");
    let threw = outcomes(&run_on(&mut pool, &world, &[failing_test], Mode::Run));
    assert!(threw == ["java.lang.IllegalArgumentException"], "{threw:?}");
}

#[test]
fn new_workers_have_no_state_of_earlier_tests() {
    let world = world();
    let test = call(&world, "demo.Mutated", "lasting", &[]);
    let mut pool = start(config());
    let values = |pool: &mut WorkerPool| observe(pool, &world, &test, Mode::Observe);
    let first = values(&mut pool);
    assert_ne!(values(&mut pool), first, "the counter is in a class whose static fields are not restored");
    pool.replace_workers();
    assert_eq!(values(&mut pool), first);
}

#[test]
fn exchanged_workers_keep_their_state() {
    let world = world();
    let test = call(&world, "demo.Mutated", "lasting", &[]);
    let mut pool = start(config());
    let values = |pool: &mut WorkerPool| observe(pool, &world, &test, Mode::Observe);
    let first = values(&mut pool);
    let second = values(&mut pool);
    pool.swap_workers();
    assert_eq!(
        values(&mut pool),
        first,
        "the second set of workers does not have the state of the first set"
    );
    pool.swap_workers();
    let third = values(&mut pool);
    assert!(third != first && third != second);
    pool.swap_workers();
    assert_eq!(values(&mut pool), second, "the second set of workers keeps its own state");
}
