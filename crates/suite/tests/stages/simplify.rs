//! Values become what people write.

use execution::inspect::Extended;
use execution::judge::{Deadlines, judge};
use mutation::MutantId;
use suite::minimise::{Kept, minimise};
use suite::simplify::simplify;
use testcase::TestCase;

use crate::build::Maker;
use crate::setup::{GAUGE, Stage, call, later, metering, test, test_class, world};

/// Minimises and simplifies tests, checks that nothing covered is lost, and compares what is left.
fn check(stage: &mut Stage, tests: &[TestCase], expected: &[TestCase]) {
    let none = vec![Vec::new(); tests.len()];
    let mut kept = minimise(&mut stage.executor(), tests, &none, later());
    simplify(&mut stage.executor(), &mut kept, "lib", later());
    let simple: Vec<TestCase> = kept.into_iter().map(|kept| kept.test).collect();
    assert_eq!(stage.covered(&simple), stage.covered(tests));
    assert_eq!(simple, expected);
}

#[test]
fn a_number_becomes_the_plainest_that_takes_the_same_branch() {
    let world = world();
    let tests = [call(&world, "sign", &[-77]), call(&world, "sign", &[57]), call(&world, "sign", &[103])];
    let plain = [call(&world, "sign", &[-1]), call(&world, "sign", &[0]), call(&world, "sign", &[101])];
    check(&mut Stage::new(&world), &tests, &plain);
}

#[test]
fn a_text_becomes_as_short_as_branches_allow() {
    let world = world();
    let parse = |text: &str| {
        test(&world, |m, gauge| {
            let text = m.string(text);
            m.call_named(gauge, "parse", &[text]);
        })
    };
    check(&mut Stage::new(&world), &[parse("12"), parse("4711")], &[parse("2"), parse("711")]);
}

#[test]
fn what_may_be_any_object_is_one() {
    let world = world();
    let comparing = |class: &str| {
        test(&world, |m, gauge| {
            let other = m.construct(class, "()V", &[]);
            m.call_named(gauge, "is", &[other]);
        })
    };
    check(&mut Stage::new(&world), &[comparing("java.util.ArrayList")], &[comparing("java.lang.Object")]);
}

#[test]
fn a_call_becomes_the_value_that_it_gave() {
    let world = world();
    let numbering = test(&world, |m, gauge| {
        let low = m.int(-1);
        m.call_named(gauge, "number", &[]);
        m.call_named(gauge, "sign", &[low]);
    });
    let signing = |through_call: bool| {
        test(&world, |m, gauge| {
            let number = if through_call { m.call_named(gauge, "number", &[]) } else { m.int(0) };
            m.call_named(gauge, "sign", &[number]);
            let high = m.int(101);
            m.call_named(gauge, "sign", &[high]);
        })
    };
    check(&mut Stage::new(&world), &[numbering.clone(), signing(true)], &[numbering, signing(false)]);
}

#[test]
fn the_same_object_goes_by_one_name() {
    let world = world();
    let singles = |two: bool| {
        let mut m = Maker::new(&world, "lib");
        let one = m.call(None, GAUGE, "single", "", &[]);
        let number = m.call_named(one, "number", &[]);
        let other = if two { m.call(None, GAUGE, "single", "", &[]) } else { one };
        m.call_named(other, "with", &[number, number]);
        m.call_named(one, "sign", &[number]);
        m.test("").case
    };
    check(&mut Stage::new(&world), &[singles(true)], &[singles(false)]);
}

#[test]
fn a_value_stays_as_odd_as_mutants_need_that_are_killed() {
    let world = world();
    let mut stage = Stage::with_mutants(&world);
    let at = |level, index| {
        metering(&world, level, |m, meter| {
            let index = m.int(index);
            m.call_named(meter, "at", &[index]);
        })
    };
    let mutants: Vec<MutantId> = stage.goals.mutants().collect();
    let mut kills = |level, index| {
        let deadlines = Deadlines { observe: later(), kill: later() };
        let test = [Extended::bare(at(level, index))];
        let class = test_class(stage.world);
        let judged = judge(&mut stage.executor(), &test, &|_| mutants.clone(), &class, deadlines);
        judged[0].as_ref().expect("a test").kills.clone()
    };
    let kills = [kills(1234, 77), kills(1, 1), kills(0, 0)];
    assert_eq!(kills[0], kills[1]);
    assert!(kills[0].len() > kills[2].len());
    let goals = kills[0].iter().filter_map(|&mutant| stage.goals.strong_goal(mutant)).collect();
    let mut kept = [Kept::new(at(1234, 77), goals)];
    simplify(&mut stage.executor(), &mut kept, "lib", later());
    assert_eq!(kept[0].test, at(1, 1));
}
