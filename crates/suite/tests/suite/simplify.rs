//! Plainer values.

use execution::judge::{Deadlines, judge};
use execution::observe::InspectedTest;
use mutation::MutantId;
use suite::minimise::{SuiteTest, minimise, simplify};
use testcase::TestCase;

use crate::build::TestBuilder;
use crate::setup::{GAUGE, Setup, gauge_call, gauge_test, meter_test, no_deadline, world};

/// Minimises and simplifies tests, checks that they cover the same goals, and compares the remaining tests.
fn check(setup: &mut Setup, tests: &[TestCase], expected: &[TestCase]) {
    let none = vec![Vec::new(); tests.len()];
    let mut suite = minimise(&mut setup.executor(), tests, &none, no_deadline());
    simplify(&mut setup.executor(), &mut suite, "lib", no_deadline());
    let simplified: Vec<TestCase> = suite.into_iter().map(|it| it.test).collect();
    assert_eq!(setup.covered(&simplified), setup.covered(tests));
    assert_eq!(simplified, expected);
}

#[test]
fn a_number_becomes_the_plainest_that_covers_the_same_branch() {
    let world = world();
    let tests = [
        gauge_call(&world, "sign", &[-77]),
        gauge_call(&world, "sign", &[57]),
        gauge_call(&world, "sign", &[103]),
    ];
    let plain = [
        gauge_call(&world, "sign", &[-1]),
        gauge_call(&world, "sign", &[0]),
        gauge_call(&world, "sign", &[101]),
    ];
    check(&mut Setup::gauge(&world), &tests, &plain);
}

#[test]
fn a_text_becomes_the_shortest_that_covers_the_same_branch() {
    let world = world();
    let parse = |text: &str| {
        gauge_test(&world, |m, gauge| {
            let text = m.string(text);
            m.call_named(gauge, "parse", &[text]);
        })
    };
    check(&mut Setup::gauge(&world), &[parse("12"), parse("4711")], &[parse("2"), parse("711")]);
}

#[test]
fn an_argument_of_type_object_becomes_a_new_object() {
    let world = world();
    let comparison_with = |class: &str| {
        gauge_test(&world, |m, gauge| {
            let other = m.construct(class, "()V", &[]);
            m.call_named(gauge, "is", &[other]);
        })
    };
    check(
        &mut Setup::gauge(&world),
        &[comparison_with("java.util.ArrayList")],
        &[comparison_with("java.lang.Object")],
    );
}

#[test]
fn a_call_is_replaced_by_the_value_that_it_returned() {
    let world = world();
    let number_test = gauge_test(&world, |m, gauge| {
        let low = m.int(-1);
        m.call_named(gauge, "number", &[]);
        m.call_named(gauge, "sign", &[low]);
    });
    let sign_test = |through_call: bool| {
        gauge_test(&world, |m, gauge| {
            let number = if through_call { m.call_named(gauge, "number", &[]) } else { m.int(0) };
            m.call_named(gauge, "sign", &[number]);
            let high = m.int(101);
            m.call_named(gauge, "sign", &[high]);
        })
    };
    check(
        &mut Setup::gauge(&world),
        &[number_test.clone(), sign_test(true)],
        &[number_test, sign_test(false)],
    );
}

#[test]
fn two_variables_of_the_same_object_become_one() {
    let world = world();
    let single_test = |two: bool| {
        let mut m = TestBuilder::new(&world, "lib");
        let one = m.call(None, GAUGE, "single", "", &[]);
        let number = m.call_named(one, "number", &[]);
        let other = if two { m.call(None, GAUGE, "single", "", &[]) } else { one };
        m.call_named(other, "with", &[number, number]);
        m.call_named(one, "sign", &[number]);
        m.test("").case
    };
    check(&mut Setup::gauge(&world), &[single_test(true)], &[single_test(false)]);
}

#[test]
fn a_value_stays_if_a_plainer_value_would_kill_fewer_mutants() {
    let world = world();
    let mut setup = Setup::meter(&world);
    let at = |level, index| {
        meter_test(&world, level, |m, meter| {
            let index = m.int(index);
            m.call_named(meter, "at", &[index]);
        })
    };
    let mutants: Vec<MutantId> = setup.goals.mutants().collect();
    let mut kills = |level, index| {
        let deadlines = Deadlines { observe: no_deadline(), kill: no_deadline() };
        let test = [InspectedTest::without_inspectors(at(level, index))];
        let all = |_| mutants.clone();
        let judged = judge(&mut setup.executor(), &test, &all, "lib", &|_, _| true, deadlines);
        judged[0].as_ref().expect("the test ends the same way each time").kills.clone()
    };
    let kills = [kills(1234, 77), kills(1, 1), kills(0, 0)];
    assert_eq!(kills[0], kills[1]);
    assert!(kills[0].len() > kills[2].len());
    let goals = kills[0].iter().filter_map(|&mutant| setup.goals.strong_goal(mutant)).collect();
    let mut suite = [SuiteTest::new(at(1234, 77), goals)];
    simplify(&mut setup.executor(), &mut suite, "lib", no_deadline());
    assert_eq!(suite[0].test, at(1, 1));
}
