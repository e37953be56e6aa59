//! Tests and statements that remain after minimisation.

use std::collections::BTreeSet;
use std::time::Instant;

use goals::GoalId;
use suite::minimise::{SuiteTest, drop_contained, minimise, shorten, simplify, split, split_acts};
use testcase::{Behaviour, TestCase, Var};

use crate::build::TestBuilder;
use crate::setup::{GAUGE, Setup, gauge_call, gauge_test, meter_test, no_deadline, world};
use crate::simplify::surroundings;

/// Minimises tests. Checks that the remaining tests cover the same goals and equal `expected`.
fn check(setup: &mut Setup, tests: &[TestCase], expected: &[TestCase]) {
    let minimised = minimise_tests(setup, tests, no_deadline());
    assert_eq!(setup.covered(&minimised), setup.covered(tests));
    assert_eq!(minimised, expected);
}

fn minimise_tests(setup: &mut Setup, tests: &[TestCase], deadline: Instant) -> Vec<TestCase> {
    let no_kills = vec![Vec::new(); tests.len()];
    let suite = minimise(&mut setup.executor(), tests, &no_kills, &|_, _| true, deadline);
    suite.into_iter().map(|it| it.test).collect()
}

fn parse(world: &types::World, text: &str) -> TestCase {
    gauge_test(world, |builder, gauge| {
        let text = builder.string(text);
        builder.call_named(gauge, "parse", &[text]);
    })
}

#[test]
fn tests_that_alone_cover_a_goal_are_kept_and_sorted_by_length() {
    let world = world();
    let tests = [
        gauge_call(&world, "sign", &[500]),
        gauge_test(&world, |builder, gauge| {
            builder.call_named(gauge, "number", &[]);
            let low = builder.int(-1);
            builder.call_named(gauge, "sign", &[low]);
        }),
        gauge_call(&world, "sign", &[5]),
    ];
    check(&mut Setup::gauge(&world), &tests, &[tests[0].clone(), tests[2].clone(), tests[1].clone()]);
}

#[test]
fn a_test_whose_goals_other_tests_cover_is_removed() {
    let world = world();
    let covers_all = gauge_test(&world, |builder, gauge| {
        for value in [500, -1, 5] {
            let value = builder.int(value);
            builder.call_named(gauge, "sign", &[value]);
        }
    });
    let tests = [gauge_call(&world, "sign", &[500]), covers_all.clone(), gauge_call(&world, "sign", &[700])];
    check(&mut Setup::gauge(&world), &tests, &[covers_all]);
}

#[test]
fn statements_that_no_goal_needs_are_removed_with_their_dependents() {
    let world = world();
    let long = gauge_test(&world, |builder, gauge| {
        let string_builder = builder.construct("java.lang.StringBuilder", "()V", &[]);
        let one = builder.int(1);
        builder.call(
            Some(string_builder),
            "java.lang.StringBuilder",
            "append",
            "(I)Ljava/lang/StringBuilder;",
            &[one],
        );
        builder.call(
            Some(string_builder),
            "java.lang.StringBuilder",
            "reverse",
            "()Ljava/lang/StringBuilder;",
            &[],
        );
        let high = builder.int(500);
        builder.call_named(gauge, "sign", &[high]);
        builder.call_named(gauge, "sign", &[high]);
    });
    check(&mut Setup::gauge(&world), &[long], &[gauge_call(&world, "sign", &[500])]);
}

#[test]
fn methods_of_stubs_return_only_the_values_that_goals_need() {
    let world = world();
    let callback_test = |low: &[i32], name: Option<&str>| {
        gauge_test(&world, |builder, gauge| {
            let low = low.iter().map(|&value| builder.int(value)).collect();
            let name = name.map(|name| builder.string(name)).into_iter().collect();
            let behaviours = [Behaviour::Return(low), Behaviour::Return(name)];
            let callback = builder.implement("lib.Gauge$Callback", &[], &[], &behaviours);
            builder.call_named(gauge, "ask", &[callback]);
        })
    };
    let tests = [
        callback_test(&[-1, 6, 9], Some("x")),
        callback_test(&[3, 7, 7], Some("x")),
        callback_test(&[7, 1], Some("x")),
    ];
    let expected = [callback_test(&[], None), callback_test(&[-1], None), callback_test(&[7], Some("x"))];
    check(&mut Setup::gauge(&world), &tests, &expected);
}

#[test]
fn a_test_that_returns_is_preferred_to_a_test_that_throws() {
    let world = world();
    let returns = gauge_test(&world, |builder, gauge| {
        builder.int(1);
        let digits = builder.string("123");
        builder.call_named(gauge, "parse", &[digits]);
    });
    check(&mut Setup::gauge(&world), &[parse(&world, "abc"), returns], &[parse(&world, "123")]);
}

#[test]
fn a_statement_that_throws_after_all_goals_are_covered_is_removed() {
    let world = world();
    let late = gauge_test(&world, |builder, gauge| {
        for text in ["123", "abc"] {
            let text = builder.string(text);
            builder.call_named(gauge, "parse", &[text]);
        }
    });
    check(&mut Setup::gauge(&world), &[late], &[parse(&world, "123")]);
}

#[test]
fn statements_after_a_needed_exception_are_removed() {
    let world = world();
    let early = gauge_test(&world, |builder, gauge| {
        builder.call_named(gauge, "secret", &[]);
        builder.call_named(gauge, "number", &[]);
    });
    check(&mut Setup::gauge(&world), &[early], &[gauge_call(&world, "secret", &[])]);
}

#[test]
fn a_test_that_hangs_exits_or_fills_the_heap_is_removed() {
    let world = world();
    let good = gauge_call(&world, "sign", &[500]);
    let mut tests: Vec<TestCase> =
        ["spin", "exit", "park", "fill"].iter().map(|method| gauge_call(&world, method, &[])).collect();
    tests.push(good.clone());
    check(&mut Setup::gauge(&world), &tests, &[good]);
}

#[test]
fn an_empty_suite_remains_empty() {
    let world = world();
    check(&mut Setup::gauge(&world), &[], &[]);
}

#[test]
fn minimisation_after_the_deadline_preserves_the_coverage() {
    let world = world();
    let mut setup = Setup::gauge(&world);
    let tests = [
        gauge_call(&world, "sign", &[500]),
        gauge_call(&world, "sign", &[-1]),
        gauge_call(&world, "sign", &[500]),
    ];
    let minimised = minimise_tests(&mut setup, &tests, Instant::now());
    assert_eq!(setup.covered(&minimised), setup.covered(&tests));
    assert_eq!(minimised.len(), 2, "one of two equal tests is removed");
}

#[test]
fn tests_that_did_not_run_before_the_deadline_remain_unchanged() {
    let world = world();
    let mut setup = Setup::gauge(&world);
    let tests = [gauge_call(&world, "sign", &[500]), gauge_call(&world, "sign", &[-1])];
    let mut suite =
        minimise(&mut setup.executor(), &tests, &[Vec::new(), Vec::new()], &|_, _| true, Instant::now());
    assert!(suite.iter().all(|it| !it.is_evaluated));
    // If a test did not run, the list of its goals can be incomplete, so the test must not change.
    let last_goal = GoalId::from(setup.goals.len() - 1);
    suite.iter_mut().for_each(|it| it.goals.push(last_goal));
    let mut executor = setup.executor();
    split(&mut executor, &mut suite, no_deadline());
    shorten(&mut executor, &mut suite, no_deadline());
    simplify(&mut executor, &mut suite, &surroundings(&world), no_deadline());
    drop_contained(&mut executor, &mut suite, no_deadline());
    assert_eq!(suite.into_iter().map(|it| it.test).collect::<Vec<_>>(), tests);
}

#[test]
fn a_test_is_split_into_parts_that_share_no_object() {
    let world = world();
    let mut both = gauge_call(&world, "sign", &[103]);
    both.append(&gauge_call(&world, "sign", &[-3]));
    let parts = [gauge_call(&world, "sign", &[103]), gauge_call(&world, "sign", &[-3])];
    check(&mut Setup::gauge(&world), &[both], &parts);
}

/// Drops contained tests of a suite that consists of a call of `sign`, of another test, and of the same call
/// without goals. Returns the remaining tests.
fn without_contained(world: &types::World, other: &TestCase) -> Vec<TestCase> {
    let mut setup = Setup::gauge(world);
    let small = gauge_call(world, "sign", &[-1]);
    let goals = |setup: &mut Setup, test: &TestCase| {
        let no_kills = [Vec::new()];
        minimise(&mut setup.executor(), std::slice::from_ref(test), &no_kills, &|_, _| true, no_deadline())
            .into_iter()
            .flat_map(|it| it.goals)
            .collect::<Vec<GoalId>>()
    };
    let (small_goals, other_goals) = (goals(&mut setup, &small), goals(&mut setup, other));
    let mut suite = vec![
        SuiteTest::new(small.clone(), small_goals),
        SuiteTest::new(other.clone(), other_goals),
        SuiteTest::new(small, Vec::new()),
    ];
    drop_contained(&mut setup.executor(), &mut suite, no_deadline());
    suite.into_iter().map(|it| it.test).collect()
}

#[test]
fn a_test_that_another_test_with_the_same_act_contains_is_removed() {
    let world = world();
    let larger = gauge_test(&world, |builder, gauge| {
        let level = builder.int(7);
        builder.write(Some(gauge), GAUGE, "level", level);
        let value = builder.int(-1);
        builder.call_named(gauge, "sign", &[value]);
    });
    assert_eq!(without_contained(&world, &larger), [larger]);
}

#[test]
fn a_test_that_a_test_with_more_acts_contains_is_kept() {
    let world = world();
    let larger = gauge_test(&world, |builder, gauge| {
        for value in [101, -1] {
            let value = builder.int(value);
            builder.call_named(gauge, "sign", &[value]);
        }
    });
    assert_eq!(without_contained(&world, &larger), [gauge_call(&world, "sign", &[-1]), larger]);
}

#[test]
fn a_test_with_several_acts_becomes_one_test_for_each_act() {
    let world = world();
    let signs = |numbers: &[i32]| {
        gauge_test(&world, |builder, gauge| {
            for &number in numbers {
                let number = builder.int(number);
                builder.call_named(gauge, "sign", &[number]);
            }
        })
    };
    let mut setup = Setup::gauge(&world);
    let tests = [signs(&[-1, 101])];
    let no_kills = [Vec::new()];
    let mut suite = minimise(&mut setup.executor(), &tests, &no_kills, &|_, _| true, no_deadline());
    split_acts(&mut setup.executor(), &mut suite, no_deadline());
    let split: Vec<TestCase> = suite.into_iter().map(|it| it.test).collect();
    assert_eq!(split, [signs(&[-1]), signs(&[101])]);
}

#[test]
fn a_goal_that_needs_two_acts_gets_a_test_without_the_other_acts() {
    let world = world();
    let parse_and_compare = |builder: &mut TestBuilder<'_>, gauge: Var| {
        let digits = builder.string("123");
        builder.call_named(gauge, "parse", &[digits]);
        builder.call_named(gauge, "is", &[gauge]);
    };
    let test = gauge_test(&world, |builder, gauge| {
        let low = builder.int(-1);
        builder.call_named(gauge, "sign", &[low]);
        parse_and_compare(builder, gauge);
    });
    let mut setup = Setup::gauge(&world);
    let mut suite = minimise(&mut setup.executor(), &[test], &[Vec::new()], &|_, _| true, no_deadline());
    split_acts(&mut setup.executor(), &mut suite, no_deadline());
    let split: Vec<TestCase> = suite.into_iter().map(|it| it.test).collect();
    assert_eq!(split, [gauge_call(&world, "sign", &[-1]), gauge_test(&world, parse_and_compare)]);
}

#[test]
fn a_test_with_a_goal_that_no_single_act_covers_is_not_split() {
    let world = world();
    let mut setup = Setup::gauge(&world);
    let test = gauge_test(&world, |builder, gauge| {
        builder.call_named(gauge, "number", &[]);
        builder.call_named(gauge, "text", &[]);
    });
    let uncovered = GoalId(setup.goals.len() as u32 - 1);
    let mut suite = vec![SuiteTest::new(test.clone(), vec![uncovered])];
    split_acts(&mut setup.executor(), &mut suite, no_deadline());
    assert_eq!(suite[0].test, test);
}

#[test]
fn inspectors_that_the_tested_call_does_not_affect_get_tests_of_their_own() {
    let world = world();
    let test_with = |calls: &[&str]| {
        meter_test(&world, 3, |builder, meter| {
            for call in calls {
                let index = (*call == "at").then(|| builder.int(2));
                let args: Vec<Var> = index.into_iter().collect();
                builder.call_named(meter, call, &args);
            }
        })
    };
    let test = test_with(&["drain", "getLevel", "at", "getPart", "count"]);
    let (first_inspector, at) = (3, 5);
    let parts = |affected: usize| test.separate_inspectors(first_inspector, &BTreeSet::from([affected]));
    let (get_level, get_part) = (3, 6);
    assert_eq!(
        parts(get_level),
        [test_with(&["drain", "getLevel"]), test_with(&["at"]), test_with(&["getPart", "count"])]
    );
    assert_eq!(parts(at), [test_with(&["drain", "at"]), test_with(&["getLevel", "getPart", "count"])]);
    let all = BTreeSet::from([get_level, at, get_part, 7]);
    assert_eq!(test.separate_inspectors(first_inspector, &all), [], "the tested call affects all inspectors");
}
