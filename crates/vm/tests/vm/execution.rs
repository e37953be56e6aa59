//! Tests of statements, exceptions, traces and the order of results.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use testcase::{Args, Literal, Observation, StatementKind, Stored, TestCase, Var};
use types::{Jdk, Primitive, Type, World};
use vm::{
    BatchSettings, Config, DistanceProbe, MethodProbe, Mode, Outcome, Request, StatementProbe, Trace,
    WorkerPool,
};

use crate::setup::{
    Script, call, classes, config, jdk, other_jdks, outcome, outcomes, run, run_on, run_with, script, start,
    world,
};

/// Runs a test and checks its outcome and the number of completed statements.
fn check(world: &World, test: TestCase, expect: &str, executed: u32) {
    let result = run(world, &[test]).remove(0);
    assert_eq!(
        (outcome(&result.outcome).as_str(), result.executed),
        (expect, executed),
        "{:?}",
        result.outcome
    );
}

/// Returns a test with every kind of statement except `Implement`.
fn every_statement(world: &World) -> TestCase {
    let mut test = script(world);
    let int = Type::Primitive(Primitive::Int);
    let five = test.int(5);
    let sample = test.construct("demo.Sample", None, &[five]);
    let sum = test.call("demo.Sample", "add", Some(sample), &[five]);
    test.call("demo.Sample", "self", Some(sample), &[]);
    let inner = test.construct("demo.Sample$Inner", Some(sample), &[]);
    test.call("demo.Sample$Inner", "twice", Some(inner), &[]);
    let value = test.field("demo.Sample", "value");
    let shared = test.field("demo.Sample", "shared");
    test.push(StatementKind::ReadField { field: value, receiver: Some(sample) }, int.clone());
    test.push(StatementKind::ReadField { field: shared, receiver: None }, int.clone());
    test.push(StatementKind::WriteField { field: value, receiver: Some(sample), value: sum }, Type::Void);
    test.push(StatementKind::WriteField { field: shared, receiver: None, value: sum }, Type::Void);
    let array = test.push(StatementKind::NewArray { length: 3 }, Type::Array(Arc::new(int.clone())));
    test.push(StatementKind::WriteElement { array, index: 2, value: sum }, Type::Void);
    test.push(StatementKind::ReadElement { array, index: 2 }, int);
    test.call("demo.Sample", "sum", None, &[array]);
    let text = test.class("java.lang.String");
    let texts = test.push(StatementKind::NewArray { length: 1 }, Type::Array(Arc::new(text.clone())));
    let word = test.string("word");
    test.push(StatementKind::WriteElement { array: texts, index: 0, value: word }, Type::Void);
    test.call("demo.Sample", "length", None, &[texts]);
    let (character, long) = (test.literal(Literal::Char(0xD800)), test.literal(Literal::Long(i64::MIN)));
    let (double, float) = (test.literal(Literal::Double(-0.0)), test.literal(Literal::Float(f32::NAN)));
    let (byte, short) = (test.literal(Literal::Byte(-1)), test.literal(Literal::Short(-2)));
    let boolean = test.literal(Literal::Boolean(true));
    test.call("demo.Sample", "join", None, &[word, character, long, double, float, byte, short, boolean]);
    let red = test.literal(Literal::Enum(test.field("demo.Sample$Colour", "RED")));
    test.call("demo.Sample", "isRed", None, &[red]);
    let path = test.class("java.nio.file.Path");
    test.push(StatementKind::TempFile { name: "a".into(), stored: Stored::Text(word) }, path);
    let class = test.literal(Literal::Class(Type::Array(Arc::new(text))));
    test.call("demo.Sample", "name", None, &[class]);
    let null = test.literal(Literal::Null);
    test.push(StatementKind::Assign { target: word, value: null }, Type::Void);
    test.call("demo.Sample", "nothing", None, &[]);
    test.test
}

fn check_every_statement(jdk: &Jdk) {
    let world = world();
    let test = every_statement(&world);
    let mut pool = start(Config { java: jdk.java(), ..config() });
    let result = run_on(&mut pool, &world, std::slice::from_ref(&test), Mode::Observe).remove(0);
    assert_eq!(result.outcome, Outcome::Returned, "JDK {}", jdk.version);
    assert_eq!(result.executed as usize, test.statements.len());
}

#[test]
fn every_kind_of_statement_runs() {
    check_every_statement(&jdk());
}

#[test]
fn every_kind_of_statement_runs_on_other_jdks() {
    other_jdks().iter().for_each(check_every_statement);
}

#[test]
fn a_read_of_an_array_element_returns_the_element() {
    let world = world();
    let mut test = script(&world);
    let text = test.class("java.lang.String");
    let texts = test.push(StatementKind::NewArray { length: 2 }, Type::Array(Arc::new(text.clone())));
    let word = test.string("word");
    test.push(StatementKind::WriteElement { array: texts, index: 1, value: word }, Type::Void);
    test.push(StatementKind::ReadElement { array: texts, index: 1 }, text);
    let result = run_on(&mut start(config()), &world, &[test.test], Mode::Observe).remove(0);
    let text = Literal::String("word".encode_utf16().collect());
    assert_eq!(result.observations.last(), Some(&Some(Observation::Literal(text))));
}

#[test]
fn an_exception_ends_the_test_and_is_reported_with_its_superclasses() {
    let world = world();
    let mut test = script(&world);
    let message = test.string("wrong");
    test.call("demo.Sample", "throwing", None, &[message]);
    test.call("demo.Sample", "nothing", None, &[]);
    let result = run_on(&mut start(config()), &world, &[test.test], Mode::Observe).remove(0);
    assert_eq!(result.executed, 1);
    let Outcome::Threw { thrown, message, .. } = &result.outcome else { panic!("{:?}", result.outcome) };
    assert_eq!(message.as_deref(), Some("wrong"));
    let names: Vec<&str> = thrown.classes.iter().map(|it| &**it).collect();
    let expect =
        ["demo.Sample$Failure", "java.lang.RuntimeException", "java.lang.Exception", "java.lang.Throwable"];
    assert_eq!(names, expect);
}

#[test]
fn a_message_that_code_under_test_computes_is_not_read() {
    let world = world();
    let test = call(&world, "demo.Sample", "shy", &[]);
    let result = run_on(&mut start(config()), &world, &[test], Mode::Observe).remove(0);
    assert!(matches!(result.outcome, Outcome::Threw { message: None, .. }), "{:?}", result.outcome);
}

/// Returns a test that creates null. `act` adds a statement that uses null.
fn test_with_null(world: &World, act: impl FnOnce(&mut Script, Var) -> Var) -> TestCase {
    let mut test = script(world);
    let null = test.literal(Literal::Null);
    act(&mut test, null);
    test.test
}

#[test]
fn a_null_receiver_throws_as_in_java() {
    let world = world();
    let value = script(&world).field("demo.Sample", "value");
    let int = Type::Primitive(Primitive::Int);
    let tests = [
        test_with_null(&world, |test, null| test.call("demo.Sample", "self", Some(null), &[])),
        test_with_null(&world, |test, null| test.construct("demo.Sample$Inner", Some(null), &[])),
        test_with_null(&world, |test, null| {
            test.push(StatementKind::ReadField { field: value, receiver: Some(null) }, int.clone())
        }),
        test_with_null(&world, |test, null| {
            test.push(StatementKind::WriteElement { array: null, index: 0, value: null }, Type::Void)
        }),
        test_with_null(&world, |test, null| {
            test.push(StatementKind::ReadElement { array: null, index: 0 }, int.clone())
        }),
        test_with_null(&world, |test, null| test.call("demo.Sample", "boxed", None, &[null])),
    ];
    for result in run(&world, &tests) {
        assert_eq!(
            (outcome(&result.outcome).as_str(), result.executed),
            ("java.lang.NullPointerException", 1)
        );
    }
}

#[test]
fn the_receiver_of_a_static_method_is_ignored() {
    let world = world();
    let test = test_with_null(&world, |test, null| test.call("demo.Sample", "nothing", Some(null), &[]));
    check(&world, test, "Returned", 2);
}

#[test]
fn array_statements_throw_the_same_exceptions_as_java() {
    let world = world();
    let mut test = script(&world);
    let five = test.int(5);
    let array = test
        .push(StatementKind::NewArray { length: 1 }, Type::Array(Arc::new(test.class("java.lang.String"))));
    let without_write = test.test.clone();
    test.push(StatementKind::WriteElement { array, index: 0, value: five }, Type::Void);
    check(&world, test.test, "java.lang.ArrayStoreException", 2);
    let mut test = Script { world: &world, test: without_write };
    test.push(StatementKind::WriteElement { array, index: 1, value: five }, Type::Void);
    check(&world, test.test, "java.lang.ArrayIndexOutOfBoundsException", 2);
}

#[test]
fn a_generic_result_of_the_wrong_class_throws_at_the_cast() {
    let world = world();
    let mut test = script(&world);
    let list = test.call("demo.Sample", "polluted", None, &[]);
    test.call("demo.Sample", "first", None, &[list]);
    check(&world, test.test.clone(), "Returned", 2);
    let string = test.class("java.lang.String");
    test.test.statements[1].ty = string;
    check(&world, test.test, "java.lang.ClassCastException", 1);
}

#[test]
fn a_public_method_of_an_inaccessible_class_of_the_jdk_is_called() {
    let world = world();
    let mut test = script(&world);
    let five = test.int(5);
    let builder = {
        let class = world.class(world.class_named("java.lang.StringBuilder").unwrap());
        let constructor =
            *class.constructors.iter().find(|it| world.method(**it).arguments.is_empty()).unwrap();
        let ty = test.class("java.lang.StringBuilder");
        test.push(StatementKind::Construct { constructor, receiver: None, args: Args::new() }, ty)
    };
    test.call("java.lang.AbstractStringBuilder", "setLength", Some(builder), &[five]);
    check(&world, test.test, "Returned", 3);
}

#[test]
fn string_literals_are_the_same_objects_as_constants_of_the_code_under_test() {
    let world = world();
    let mut test = script(&world);
    let text = test.string("constant");
    test.call("demo.Sample", "isConstant", None, &[text]);
    let result = run_on(&mut start(config()), &world, &[test.test], Mode::Observe).remove(0);
    let expect = Some(Observation::Literal(Literal::Boolean(true)));
    assert_eq!(result.observations[1], expect);
}

#[test]
fn a_trace_contains_only_the_events_of_its_test() {
    let world = world();
    let tests = [
        call(&world, "demo.Wild", "mark", &[42]),
        call(&world, "demo.Sample", "nothing", &[]),
        call(&world, "demo.Wild", "distance", &[1, 4]),
        call(&world, "demo.Wild", "line", &[7]),
    ];
    let traces: Vec<Trace> = run(&world, &tests).into_iter().map(|it| it.trace).collect();
    let expect = [
        Trace { methods: vec![MethodProbe(42)], ..Trace::default() },
        Trace::default(),
        Trace { branches: vec![(DistanceProbe(1), 0.0), (DistanceProbe(0), 3.0)], ..Trace::default() },
        Trace { statements: vec![StatementProbe(7)], ..Trace::default() },
    ];
    assert_eq!(traces, expect);
}

#[test]
fn disabled_probes_report_only_if_all_probes_report() {
    let world = world();
    let tests = [("line", 7), ("line", 8), ("reach", 5), ("reach", 6)]
        .map(|(it, id)| call(&world, "demo.Wild", it, &[id]));
    let statement = |id| Trace { statements: vec![StatementProbe(id)], ..Trace::default() };
    let mutant = |id| Trace { branches: vec![(DistanceProbe(id), 0.0)], ..Trace::default() };
    let enabled_only = [Trace::default(), statement(8), Trace::default(), mutant(6)];
    let all = [statement(7), statement(8), mutant(5), mutant(6)];
    let mut pool = start(config());
    pool.disable_probes(&[5, config().branches + 7]);
    for (all_probes_report, expect) in
        [(true, &all), (false, &enabled_only), (true, &all), (false, &enabled_only)]
    {
        let settings = BatchSettings { all_probes_report, ..BatchSettings::new(Mode::Run) };
        let traces = run_with(&mut pool, &world, &tests, settings).into_iter().map(|it| it.trace);
        assert_eq!(Vec::from_iter(traces), expect);
    }
}

#[test]
fn a_disabled_predicate_reports_only_if_all_probes_report() {
    let world = world();
    let tests = [("distance", &[1, 4][..]), ("select", &[3]), ("select", &[5])]
        .map(|(it, arguments)| call(&world, "demo.Wild", it, arguments));
    let trace_of = |branches: [(u32, f64); 2]| Trace {
        branches: branches.map(|(id, distance)| (DistanceProbe(id), distance)).into(),
        ..Trace::default()
    };
    let all =
        [trace_of([(1, 0.0), (0, 3.0)]), trace_of([(21, 0.0), (20, 1.0)]), trace_of([(21, 2.0), (20, 0.0)])];
    let mut pool = start(config());
    pool.disable_probes(&[0, 1, 20, 21]);
    for (all_probes_report, expect) in [(true, &all), (false, &Default::default()), (true, &all)] {
        let settings = BatchSettings { all_probes_report, ..BatchSettings::new(Mode::Run) };
        let traces = run_with(&mut pool, &world, &tests, settings).into_iter().map(|it| it.trace);
        assert_eq!(Vec::from_iter(traces), expect);
    }
}

#[test]
fn missing_classes_failing_initialisers_and_endless_recursion_cause_exceptions() {
    let world = world();
    let tests = [
        call(&world, "demo.NeedsMissing", "use", &[]),
        call(&world, "demo.FailsToInitialise", "value", &[]),
        call(&world, "demo.Wild", "recurse", &[0]),
    ];
    let expect = [
        "java.lang.NoClassDefFoundError",
        "java.lang.ExceptionInInitializerError",
        "java.lang.StackOverflowError",
    ];
    assert_eq!(outcomes(&run(&world, &tests)), expect);
}

#[test]
fn members_that_do_not_use_a_missing_class_can_be_called() {
    let world = world();
    let mut test = script(&world);
    let two = test.int(2);
    let object = test.construct("demo.NeedsMissing", None, &[two]);
    test.call("demo.NeedsMissing", "value", Some(object), &[two]);
    let throws = call(&world, "demo.NeedsMissing", "fail", &[0]);
    let results = run_on(&mut start(config()), &world, &[test.test, throws], Mode::Observe);
    assert_eq!(outcomes(&results), ["Returned", "java.lang.ArithmeticException"]);
    assert_eq!(results[0].observations[2], Some(Observation::Literal(Literal::Int(4))));
}

#[test]
fn code_under_test_can_read_its_resources_package_and_code_source() {
    let world = world();
    let mut test = script(&world);
    let path = test.string("/data/greeting.txt");
    test.call("demo.Wild", "resource", None, &[path]);
    let path = test.string("absent.txt");
    test.call("demo.Wild", "resource", None, &[path]);
    test.call("demo.Wild", "where", None, &[]);
    test.call("demo.Sample", "asserts", None, &[]);
    let result = run_on(&mut start(config()), &world, &[test.test], Mode::Observe).remove(0);
    let text = |text: &str| Some(Observation::Literal(Literal::String(text.encode_utf16().collect())));
    assert_eq!(result.observations[1], text("hello\n"));
    assert_eq!(result.observations[3], Some(Observation::Null));
    assert_eq!(result.observations[4], text("demotrue"));
    assert_eq!(result.observations[5], Some(Observation::Literal(Literal::Boolean(true))));
}

#[test]
fn two_workers_return_the_same_results_in_the_same_order_as_one_worker() {
    let world = world();
    let batches: Vec<Vec<TestCase>> = (0..200)
        .map(|batch| {
            (0..10).map(|test| call(&world, "demo.Wild", "mark", &[(batch * 10 + test) % 100])).collect()
        })
        .collect();
    let run_all = |workers, reproducible| {
        let mut pool = start(Config { workers, reproducible, ..config() });
        for batch in &batches {
            pool.submit(&world, &batch.iter().collect::<Vec<_>>(), BatchSettings::new(Mode::Run));
        }
        batches.iter().flat_map(|_| pool.next_results().unwrap()).collect::<Vec<_>>()
    };
    let one = run_all(1, true);
    assert_eq!(one.len(), 2000);
    assert_eq!(one[57].trace.methods, [MethodProbe(57)]);
    assert_eq!(one, run_all(2, true));
    assert_eq!(one, run_all(2, false));
}

#[test]
fn round_robin_workers_run_the_same_tests_in_every_run() {
    let world = world();
    let mut pool = start(Config { workers: 2, reproducible: true, ..config() });
    run_on(&mut pool, &world, &vec![call(&world, "demo.Wild", "mark", &[1]); 1000], Mode::Run);
    let results =
        run_on(&mut pool, &world, &vec![call(&world, "demo.Wild", "process", &[]); 32], Mode::Observe);
    let turns: Vec<_> = results.chunks(8).map(|turn| &turn[0].observations).collect();
    assert!(results.chunks(8).all(|turn| turn.iter().all(|it| it.observations == turn[0].observations)));
    assert!(turns[0] != turns[1] && turns[..2] == turns[2..], "{turns:?}");
}

#[test]
fn while_one_worker_runs_a_long_test_another_worker_runs_the_next_tests() {
    let world = world();
    let (sender, receiver) = mpsc::channel();
    let (receiver, tests_overlap, classes) =
        (Mutex::new(Some(receiver)), Arc::new(AtomicBool::new(false)), classes());
    // The class server delays its answer to the first test until the last test has also requested a class.
    let delaying_classes = {
        let tests_overlap = tests_overlap.clone();
        Arc::new(move |request: Request| {
            if matches!(&request, Request::Class(name) if name.starts_with("demo/Absent")) {
                let first = receiver.lock().unwrap().take();
                if let Some(receiver) = first {
                    tests_overlap.store(receiver.recv_timeout(Duration::from_secs(30)).is_ok(), Relaxed);
                } else {
                    sender.send(()).unwrap_or_default();
                }
            }
            classes(request)
        })
    };
    let mut pool =
        WorkerPool::start(Config { workers: 2, reproducible: false, ..config() }, delaying_classes).unwrap();
    let (fast_test, requesting_test) =
        (call(&world, "demo.Wild", "mark", &[1]), call(&world, "demo.Wild", "requestAbsentClass", &[]));
    run_on(&mut pool, &world, &vec![fast_test.clone(); 1000], Mode::Run);
    let mut tests = vec![fast_test; 200];
    (tests[0], tests[199]) = (requesting_test.clone(), requesting_test);
    let results = run_on(&mut pool, &world, &tests, Mode::Run);
    assert_eq!(outcomes(&results), ["Returned"; 200]);
    assert!(tests_overlap.load(Relaxed));
}

#[test]
fn submitting_hundreds_of_batches_before_reading_results_does_not_block() {
    let world = world();
    let test = every_statement(&world);
    let mut pool = start(config());
    for _ in 0..300 {
        pool.submit(&world, &[&test; 100], BatchSettings::new(Mode::Run));
    }
    for _ in 0..300 {
        assert_eq!(pool.next_results().unwrap().len(), 100);
    }
    assert_eq!(pool.next_results().unwrap(), []);
}

#[test]
fn an_empty_batch_has_no_results() {
    let world = world();
    let mut pool = start(config());
    pool.submit(&world, &[], BatchSettings::new(Mode::Run));
    pool.submit(&world, &[&TestCase::default()], BatchSettings::new(Mode::Run));
    assert_eq!(pool.next_results().unwrap(), []);
    assert_eq!(outcomes(&pool.next_results().unwrap()), ["Returned"]);
}
