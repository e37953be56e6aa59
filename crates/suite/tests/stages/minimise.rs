//! What of the tests and their statements is kept.

use std::time::{Duration, Instant};

use goals::GoalId;
use suite::minimise::{Kept, absorb, minimise, shorten, split};
use suite::simplify::simplify;
use testcase::{Behaviour, TestCase};
use vm::Mode;

use crate::setup::{Stage, call, later, test, world};

/// Minimises tests, checks that nothing covered is lost, and compares what is left.
fn check(stage: &mut Stage, tests: &[TestCase], expected: &[TestCase]) {
    let small = minimised(stage, tests, later());
    assert_eq!(stage.covered(&small), stage.covered(tests));
    assert_eq!(small, expected);
}

fn minimised(stage: &mut Stage, tests: &[TestCase], deadline: Instant) -> Vec<TestCase> {
    let none = vec![Vec::new(); tests.len()];
    let kept = minimise(&mut stage.executor(), tests, &none, deadline);
    kept.into_iter().map(|kept| kept.test).collect()
}

fn parse(world: &types::World, text: &str) -> TestCase {
    test(world, |m, gauge| {
        let text = m.string(text);
        m.call_named(gauge, "parse", &[text]);
    })
}

#[test]
fn each_test_that_alone_covers_something_is_kept_shortest_first() {
    let world = world();
    let tests = [
        call(&world, "sign", &[500]),
        test(&world, |m, gauge| {
            m.call_named(gauge, "number", &[]);
            let low = m.int(-1);
            m.call_named(gauge, "sign", &[low]);
        }),
        call(&world, "sign", &[5]),
    ];
    check(&mut Stage::new(&world), &tests, &[tests[0].clone(), tests[2].clone(), tests[1].clone()]);
}

#[test]
fn tests_whose_goals_others_cover_go() {
    let world = world();
    let both = test(&world, |m, gauge| {
        for value in [500, -1, 5] {
            let value = m.int(value);
            m.call_named(gauge, "sign", &[value]);
        }
    });
    let tests = [call(&world, "sign", &[500]), both.clone(), call(&world, "sign", &[700])];
    check(&mut Stage::new(&world), &tests, &[both]);
}

#[test]
fn statements_that_no_goal_needs_go_with_what_depends_on_them() {
    let world = world();
    let long = test(&world, |m, gauge| {
        let builder = m.construct("java.lang.StringBuilder", "()V", &[]);
        let one = m.int(1);
        m.call(Some(builder), "java.lang.StringBuilder", "append", "(I)Ljava/lang/StringBuilder;", &[one]);
        m.call(Some(builder), "java.lang.StringBuilder", "reverse", "()Ljava/lang/StringBuilder;", &[]);
        let high = m.int(500);
        m.call_named(gauge, "sign", &[high]);
        m.call_named(gauge, "sign", &[high]);
    });
    check(&mut Stage::new(&world), &[long], &[call(&world, "sign", &[500])]);
}

#[test]
fn implemented_methods_do_no_more_than_goals_need() {
    let world = world();
    let asking = |low: &[i32], name: Option<&str>| {
        test(&world, |m, gauge| {
            let low = low.iter().map(|&value| m.int(value)).collect();
            let name = name.map(|name| m.string(name)).into_iter().collect();
            let does = [Behaviour::Return(low), Behaviour::Return(name)];
            let callback = m.implement("lib.Gauge$Callback", &[], &[], &does);
            m.call_named(gauge, "ask", &[callback]);
        })
    };
    let tests = [asking(&[-1, 6, 9], Some("x")), asking(&[3, 7, 7], Some("x")), asking(&[7, 1], Some("x"))];
    let expected = [asking(&[], None), asking(&[-1], None), asking(&[7], Some("x"))];
    check(&mut Stage::new(&world), &tests, &expected);
}

#[test]
fn what_ends_by_itself_is_preferred_to_what_throws() {
    let world = world();
    let returns = test(&world, |m, gauge| {
        m.int(1);
        let digits = m.string("123");
        m.call_named(gauge, "parse", &[digits]);
    });
    check(&mut Stage::new(&world), &[parse(&world, "abc"), returns], &[parse(&world, "123")]);
}

#[test]
fn an_exception_behind_all_that_is_needed_goes() {
    let world = world();
    let late = test(&world, |m, gauge| {
        for text in ["123", "abc"] {
            let text = m.string(text);
            m.call_named(gauge, "parse", &[text]);
        }
    });
    check(&mut Stage::new(&world), &[late], &[parse(&world, "123")]);
}

#[test]
fn what_stands_behind_a_needed_exception_goes() {
    let world = world();
    let early = test(&world, |m, gauge| {
        m.call_named(gauge, "secret", &[]);
        m.call_named(gauge, "number", &[]);
    });
    check(&mut Stage::new(&world), &[early], &[call(&world, "secret", &[])]);
}

#[test]
fn tests_that_no_written_test_may_be_like_are_not_kept() {
    let world = world();
    let good = call(&world, "sign", &[500]);
    let mut tests: Vec<TestCase> =
        ["spin", "exit", "park", "fill"].iter().map(|method| call(&world, method, &[])).collect();
    tests.push(good.clone());
    check(&mut Stage::new(&world), &tests, &[good]);
}

#[test]
fn no_tests_are_left_of_none() {
    let world = world();
    check(&mut Stage::new(&world), &[], &[]);
}

#[test]
fn past_the_deadline_everything_stays_covered() {
    let world = world();
    let mut stage = Stage::new(&world);
    let tests = [call(&world, "sign", &[500]), call(&world, "sign", &[-1]), call(&world, "sign", &[500])];
    let small = minimised(&mut stage, &tests, Instant::now());
    assert_eq!(stage.covered(&small), stage.covered(&tests));
    assert_eq!(small.len(), 2, "no test twice");
}

#[test]
fn tests_that_there_was_no_time_to_run_stay_as_they_are() {
    let world = world();
    let mut stage = Stage::new(&world);
    let tests = [call(&world, "sign", &[500]), call(&world, "sign", &[-1])];
    let mut kept = minimise(&mut stage.executor(), &tests, &[Vec::new(), Vec::new()], Instant::now());
    assert!(kept.iter().all(|kept| !kept.examined));
    // What it is known to be kept for is not all.
    let some = GoalId::from(stage.goals.len() - 1);
    kept.iter_mut().for_each(|kept| kept.goals.push(some));
    let mut executor = stage.executor();
    split(&mut executor, &mut kept, later());
    shorten(&mut executor, &mut kept, later());
    simplify(&mut executor, &mut kept, "lib", later());
    absorb(&mut executor, &mut kept, later());
    assert_eq!(kept.into_iter().map(|kept| kept.test).collect::<Vec<_>>(), tests);
}

#[test]
fn a_test_that_is_running_at_the_deadline_is_not_waited_for() {
    let world = world();
    let mut stage = Stage::new(&world);
    let quick = call(&world, "number", &[]);
    let covered = stage.covered(std::slice::from_ref(&quick));
    let tests = [vec![quick.clone()], vec![call(&world, "park", &[]); 50]].concat();
    let deadline = Instant::now() + Duration::from_millis(500);
    let executions = stage.executor().run(&tests, Mode::Run, deadline);
    assert!(executions.len() <= 1, "a test that parks takes a second: {}", executions.len());
    assert_eq!(stage.covered(&[quick]), covered, "the worker goes on");
}

#[test]
fn what_crossover_put_together_is_taken_apart() {
    let world = world();
    let mut both = call(&world, "sign", &[103]);
    both.append(&call(&world, "sign", &[-3]));
    let apart = [call(&world, "sign", &[103]), call(&world, "sign", &[-3])];
    check(&mut Stage::new(&world), &[both], &apart);
}

#[test]
fn a_test_that_another_one_contains_goes() {
    let world = world();
    let mut stage = Stage::new(&world);
    let small = call(&world, "sign", &[-1]);
    let larger = test(&world, |m, gauge| {
        for value in [101, -1] {
            let value = m.int(value);
            m.call_named(gauge, "sign", &[value]);
        }
    });
    let goals = |stage: &mut Stage, test: &TestCase| {
        let none = [Vec::new()];
        minimise(&mut stage.executor(), std::slice::from_ref(test), &none, later())
            .into_iter()
            .flat_map(|it| it.goals)
            .collect::<Vec<GoalId>>()
    };
    let (few, more) = (goals(&mut stage, &small), goals(&mut stage, &larger));
    let mut kept =
        vec![Kept::new(small.clone(), few), Kept::new(larger.clone(), more), Kept::new(small, Vec::new())];
    absorb(&mut stage.executor(), &mut kept, later());
    assert_eq!(kept.iter().map(|it| &it.test).collect::<Vec<_>>(), [&larger]);
}
