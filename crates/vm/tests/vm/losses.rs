//! Tests that take their JVM down, and their neighbours.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use testcase::{Observation, StatementKind, TestCase};
use types::{Jdk, Primitive, Type, World};
use vm::{BatchSettings, Config, Error, Mode, Outcome, Request, Sandbox, WorkerPool};

use crate::setup::{call, classes, config, outcomes, run_on, script, start, world};

/// A JVM takes 300 ms to end by itself.
fn short() -> Config {
    Config { test_timeout: Duration::from_millis(800), heap_mb: 64, ..config() }
}

fn harmless(world: &World) -> TestCase {
    call(world, "demo.Sample", "nothing", &[])
}

/// Runs a test between harmless ones, in several batches; only it may suffer. The second time it is known what it does, and it may
/// be avoided.
fn check(method: &str, args: &[i32], expect: &str) {
    let world = world();
    let (fine, bad) = (harmless(&world), call(&world, "demo.Wild", method, args));
    let mut vm = start(short());
    let batch = [&fine, &fine, &bad, &fine];
    for _ in 0..2 {
        vm.submit(&world, &batch, BatchSettings::new(Mode::Run));
    }
    vm.submit(&world, &[&fine; 3], BatchSettings::new(Mode::Run));
    assert_eq!(outcomes(&vm.next_results().unwrap()), ["Returned", "Returned", expect, "Returned"]);
    let again = outcomes(&vm.next_results().unwrap());
    let expect = if again[2] == "Quarantined" { "Quarantined" } else { expect };
    assert_eq!(again, ["Returned", "Returned", expect, "Returned"]);
    assert_eq!(outcomes(&vm.next_results().unwrap()), ["Returned"; 3]);
}

#[test]
fn a_hang_times_out() {
    check("hang", &[], "TimedOut");
}

#[test]
fn a_real_exit_is_a_crash() {
    check("exit", &[], "Crashed");
}

#[test]
fn a_halt_is_a_crash() {
    check("halt", &[], "Crashed");
}

#[test]
fn a_full_heap_is_out_of_memory() {
    check("fillHeap", &[], "OutOfMemory");
}

#[test]
fn memory_that_was_taken_and_let_go_again_is_taken() {
    check("takeMemory", &[10_000], "Shortened(OutOfMemory)");
    check("takeMemory", &[10], "Shortened(OutOfBudget)");
}

#[test]
fn deep_recursion_is_an_exception() {
    check("recurse", &[0], "java.lang.StackOverflowError");
}

#[test]
fn printing_megabytes_does_no_harm() {
    check("print", &[20_000], "Returned");
}

#[test]
fn closing_descriptors_does_no_harm() {
    check("closeDescriptors", &[], "Returned");
}

#[test]
fn threads_left_running_do_no_harm() {
    check("startThread", &[], "Returned");
}

#[test]
fn a_test_has_only_so_many_threads() {
    check("announceThreads", &[50], "Returned");
    check("announceThreads", &[51], "Shortened(OutOfMemory)");
}

#[test]
fn running_the_runners_threads_does_no_harm() {
    check("runAllThreads", &[], "Returned");
}

#[test]
fn replaced_streams_are_put_back() {
    let world = world();
    let tests = [
        call(&world, "demo.Wild", "replaceStreams", &[]),
        call(&world, "demo.Wild", "streamsAreRestored", &[]),
        call(&world, "demo.Wild", "input", &[]),
    ];
    let results = run_on(&mut start(short()), &world, &tests, Mode::Observe);
    assert_eq!(outcomes(&results), ["Returned"; 3]);
    let told: Vec<_> = results.iter().map(|it| format!("{:?}", it.observations)).collect();
    assert!(told[1].contains("Boolean(true)"), "{told:?}");
    assert!(told[2].contains("Int(-1)"), "{told:?}");
}

#[test]
fn every_bad_test_of_a_batch_is_found() {
    let world = world();
    let kinds = ["halt", "hang", "mark", "fillHeap", "halt", "mark"];
    let args = |kind: &str| if kind == "mark" { vec![1] } else { vec![] };
    let tests: Vec<_> = kinds.iter().map(|kind| call(&world, "demo.Wild", kind, &args(kind))).collect();
    let mut vm = start(short());
    let first = run_on(&mut vm, &world, &tests, Mode::Run);
    assert_eq!(
        outcomes(&first),
        ["Crashed", "TimedOut", "Returned", "OutOfMemory", "Quarantined", "Returned"]
    );
}

#[test]
fn a_wait_in_vain_ends_without_its_jvm() {
    let world = world();
    let tests = ["process", "hang", "process"].map(|method| call(&world, "demo.Wild", method, &[]));
    let results = run_on(&mut start(short()), &world, &tests, Mode::Observe);
    assert_eq!(outcomes(&results), ["Returned", "TimedOut", "Returned"]);
    assert_eq!(results[0].observations, results[2].observations);
}

#[test]
fn a_call_under_which_a_test_was_lost_is_avoided_for_a_while() {
    let world = world();
    let mut vm = start(short());
    let tests = vec![halts_late(&world); 3];
    let results = run_on(&mut vm, &world, &tests, Mode::Run);
    assert_eq!(outcomes(&results), ["Shortened(Crashed)", "Quarantined", "Quarantined"]);
    assert_eq!(results.iter().map(|it| it.executed).collect::<Vec<_>>(), [1; 3]);
    let others = vec![harmless(&world); 1000];
    run_on(&mut vm, &world, &others, Mode::Run);
    assert_eq!(
        outcomes(&run_on(&mut vm, &world, &tests, Mode::Run)),
        ["Shortened(Crashed)", "Quarantined", "Quarantined"]
    );
}

#[test]
fn before_it_is_known_what_a_call_does_it_runs_once() {
    let world = world();
    let told = Arc::new(AtomicU32::new(0));
    let classes = classes();
    let counting = {
        let told = told.clone();
        Arc::new(move |request: Request| {
            let is_told = matches!(&request, Request::Class(name) if name.starts_with("demo/Untold"));
            told.fetch_add(is_told.into(), Ordering::Relaxed);
            classes(request)
        })
    };
    let mut vm = WorkerPool::start(short(), counting).unwrap();
    // What the first worker ran without harm says nothing of the next one.
    run_on(&mut vm, &world, &vec![harmless(&world); 100], Mode::Run);
    vm.replace_workers();
    let tests = vec![call(&world, "demo.Wild", "fillHeapAndTell", &[]); 16];
    let results = outcomes(&run_on(&mut vm, &world, &tests, Mode::Run));
    assert_eq!((&*results[0], &results[1..]), ("OutOfMemory", &vec!["Quarantined".to_owned(); 15][..]));
    assert_eq!(told.load(Ordering::Relaxed), 1);
}

#[test]
fn a_static_field_whose_class_does_not_get_initialised_is_avoided() {
    let world = world();
    let mut test = script(&world);
    let field = test.field("demo.EndlessAtStart", "size");
    test.push(StatementKind::ReadField { field, receiver: None }, Type::Primitive(Primitive::Int));
    // Nobody waits for it: it uses up what an initialiser may.
    let mut vm = start(Config { test_timeout: Duration::from_secs(3600), ..short() });
    let results = run_on(&mut vm, &world, &[test.test.clone(), test.test, harmless(&world)], Mode::Run);
    assert_eq!(outcomes(&results), ["TimedOut", "Quarantined", "Returned"]);
}

#[test]
fn an_initialiser_that_does_not_end_is_left_alone_before_anybody_waits_for_it() {
    let names = ["demo.EndlessAtStart", "demo.Sample"].map(String::from).into();
    let mut vm = start(Config { initialise: names, test_timeout: Duration::from_secs(3600), ..short() });
    let failures = vm.initialisation_failures().unwrap();
    let failed: Vec<_> = failures.iter().map(|it| (it.class.as_str(), it.thrown.is_none())).collect();
    assert_eq!(failed, [("demo.EndlessAtStart", true)]);
}

#[test]
fn a_test_that_ends_badly_runs_again_without_what_it_ended_under() {
    let world = world();
    let mut vm = start(short());
    for (bad, end) in
        [("spin", Outcome::TimedOut), ("exit", Outcome::Crashed), ("fillHeap", Outcome::OutOfMemory)]
    {
        let mut test = script(&world);
        test.call("demo.Sample", "nothing", None, &[]);
        test.call("demo.Wild", bad, None, &[]);
        test.call("demo.Sample", "nothing", None, &[]);
        let tests = [test.test, harmless(&world)];
        let results = run_on(&mut vm, &world, &tests, Mode::Run);
        assert_eq!(results[0].outcome, Outcome::Shortened(Box::new(end)), "{bad}");
        assert_eq!((results[0].executed, &results[1].outcome), (1, &Outcome::Returned), "{bad}");
        let observed = run_on(&mut vm, &world, &tests, Mode::Observe);
        assert!(
            !matches!(observed[0].outcome, Outcome::Shortened(_)),
            "{bad}: only where tests are looked for"
        );
    }
}

#[test]
fn what_is_avoided_hangs_on_no_worker() {
    let world = world();
    let tests: Vec<_> =
        (0..90).map(|test| if test % 9 == 4 { halts_late(&world) } else { harmless(&world) }).collect();
    let outcomes_of = |workers, round_robin| {
        let mut vm = start(Config { workers, round_robin, ..short() });
        run_on(&mut vm, &world, &vec![harmless(&world); 3000], Mode::Run);
        let tests: Vec<&TestCase> = tests.iter().collect();
        tests.chunks(20).for_each(|batch| vm.submit(&world, batch, BatchSettings::new(Mode::Run)));
        tests.chunks(20).flat_map(|_| vm.next_results().unwrap()).map(|it| it.outcome).collect::<Vec<_>>()
    };
    let alone = outcomes_of(1, true);
    let crashed = Outcome::Shortened(Box::new(Outcome::Crashed));
    assert_eq!(alone.iter().filter(|it| **it == crashed).count(), 1);
    assert_eq!(alone.iter().filter(|it| **it == Outcome::Quarantined).count(), 9);
    assert_eq!(outcomes_of(3, true), alone);
    assert_eq!(outcomes_of(3, false), alone);
}

/// Something harmless, then what ends the JVM.
fn halts_late(world: &World) -> TestCase {
    let mut test = script(world);
    test.call("demo.Sample", "nothing", None, &[]);
    test.call("demo.Wild", "halt", None, &[]);
    test.test
}

#[test]
fn settings_of_the_jvm_are_put_back() {
    let world = world();
    let tests =
        ["settings", "changeSettings", "settings"].map(|method| call(&world, "demo.Wild", method, &[]));
    let results = run_on(&mut start(short()), &world, &tests, Mode::Observe);
    assert_eq!(outcomes(&results), ["Returned"; 3]);
    assert_eq!(results[0].observations, results[2].observations);
}

/// What a test's variables are, as it runs now.
fn seen(vm: &mut WorkerPool, world: &World, test: &TestCase, mode: Mode) -> Vec<Option<Observation>> {
    run_on(vm, world, std::slice::from_ref(test), mode).remove(0).observations
}

#[test]
fn language_and_time_zone_are_others_where_tests_are_observed_otherwise_and_put_back() {
    let world = world();
    let test = call(&world, "demo.Wild", "settings", &[]);
    let mut vm = start(short());
    let mut seen = |mode| seen(&mut vm, &world, &test, mode);
    let usual = seen(Mode::Observe);
    let others = [1, 2, 3].map(|number| seen(Mode::ObserveOtherwise(number)));
    assert!(!others.contains(&usual) && others[0] != others[1] && others[0] == others[2]);
    assert_eq!(seen(Mode::Observe), usual);
}

#[test]
fn files_that_a_test_leaves_are_gone_for_the_next() {
    let world = world();
    let tests = vec![call(&world, "demo.Wild", "leaveFiles", &[]); 3];
    let results = run_on(&mut start(short()), &world, &tests, Mode::Observe);
    let made = |it: &vm::Execution| format!("{:?}", it.observations).contains("Boolean(true)");
    assert!(results.iter().all(made), "{results:?}");
}

#[test]
fn classes_that_fail_to_initialise_are_told() {
    let names = ["demo.Sample", "demo.FailsToInitialise", "demo.HaltsAtStart", "demo.Absent"];
    let mut vm = start(Config { initialise: names.map(String::from).into(), ..short() });
    let failures = vm.initialisation_failures().unwrap();
    let told: Vec<_> = failures
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
    assert_eq!(told, expect);
    let world = world();
    assert_eq!(outcomes(&run_on(&mut vm, &world, &[harmless(&world)], Mode::Run)), ["Returned"]);
}

#[test]
fn a_java_that_is_not_there_is_an_error() {
    let result = WorkerPool::start(Config::new("/no/such/java".into()), classes());
    assert!(matches!(result, Err(Error::Launch { .. })));
}

#[test]
fn a_jvm_that_cannot_start_is_an_error_with_its_last_words() {
    let world = world();
    let mut vm = start(Config { heap_mb: 1_000_000_000, ..config() });
    vm.submit(&world, &[&harmless(&world)], BatchSettings::new(Mode::Run));
    let error = vm.next_results().unwrap_err().to_string();
    assert!(error.contains("3 times") && error.contains("heap"), "{error}");
}

/// Writes a `java` that works until a file named `broken` is next to it.
fn breakable_java(folder: &Path) -> PathBuf {
    let (java, real) = (folder.join("java"), Jdk::find(None).unwrap().java());
    let broken = folder.join("broken");
    let script = format!(
        "#!/bin/sh\n[ ! -e '{}' ] || {{ echo 'out of order' >&2; exit 1; }}\nexec '{}' \"$@\"\n",
        broken.display(),
        real.display()
    );
    std::fs::write(&java, script).unwrap();
    std::fs::set_permissions(&java, Permissions::from_mode(0o755)).unwrap();
    java
}

#[test]
fn a_pool_that_lost_all_workers_and_cannot_start_another_reports_a_start_error() {
    let folder = tempfile::tempdir().unwrap();
    let world = world();
    let java = breakable_java(folder.path());
    let mut pool = start(Config { java, sandbox: Sandbox::Off, ..short() });
    let (fine, bad) = (harmless(&world), call(&world, "demo.Wild", "halt", &[]));
    assert_eq!(outcomes(&run_on(&mut pool, &world, &[fine.clone()], Mode::Run)), ["Returned"]);
    std::fs::write(folder.path().join("broken"), "").unwrap();
    pool.submit(&world, &[&bad, &fine], BatchSettings::new(Mode::Run));
    for _ in 0..2 {
        let error = pool.next_results().unwrap_err();
        assert!(matches!(&error, Error::Start { stderr, .. } if stderr.contains("out of order")), "{error}");
    }
    pool.cancel();
    pool.submit(&world, &[&fine], BatchSettings::new(Mode::Run));
    assert!(matches!(pool.next_results(), Err(Error::Start { .. })));
}

#[test]
fn what_is_given_up_is_not_waited_for() {
    let world = world();
    let (hang, fine) = (call(&world, "demo.Wild", "hang", &[]), call(&world, "demo.Wild", "mark", &[1]));
    let mut vm = start(config());
    assert_eq!(vm.initialisation_failures().unwrap(), []);
    vm.submit(&world, &[&hang; 50], BatchSettings::new(Mode::Run));
    assert!(vm.next_results_until(Instant::now()).unwrap().is_none());
    vm.cancel();
    assert_eq!(outcomes(&run_on(&mut vm, &world, &[fine], Mode::Run)), ["Returned"]);
}

#[test]
fn new_workers_remember_nothing() {
    let world = world();
    let test = call(&world, "demo.Mutated", "lasting", &[]);
    let mut vm = start(config());
    let seen = |vm: &mut WorkerPool| seen(vm, &world, &test, Mode::Observe);
    let first = seen(&mut vm);
    assert_ne!(seen(&mut vm), first, "it counts in a place that no reset reaches");
    vm.replace_workers();
    assert_eq!(seen(&mut vm), first);
}

#[test]
fn workers_that_were_set_aside_go_on_as_they_were() {
    let world = world();
    let test = call(&world, "demo.Mutated", "lasting", &[]);
    let mut vm = start(config());
    let seen = |vm: &mut WorkerPool| seen(vm, &world, &test, Mode::Observe);
    let first = seen(&mut vm);
    let second = seen(&mut vm);
    vm.suspend_workers();
    assert_eq!(seen(&mut vm), first, "another one knows nothing");
    assert_eq!(seen(&mut vm), second);
    vm.resume_workers();
    let third = seen(&mut vm);
    assert!(third != first && third != second);
}
